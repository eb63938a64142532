// SPDX-License-Identifier: MIT
import type { Direction, Picture } from "./picture";
import { boxOfViewport, showBox, type Viewport, wholeViewport, zoomAround } from "./viewport";

export const kZoomStep = 1.5;

/** A cell of which three are as wide as the plot is large enough. */
export function mostZoomOf(picture: Picture): number {
  const cells = picture.shape.cells;
  if (picture.kind === "tiles") return Math.max(1, Math.min(picture.width, picture.height) / 3);
  return Math.max(1, (picture.kind === "bars" ? cells : Math.sqrt(cells)) / 3);
}

/** Bars always have their whole height. */
export function boxSeen(picture: Picture, viewport: Viewport) {
  const box = boxOfViewport(viewport);
  return picture.kind === "bars" ? { ...box, top: 0, bottom: 1 } : box;
}

/** What a key asks for; null if the map does not know it. */
export type KeyResult =
  | { cursor: number; viewport: Viewport }
  | { viewport: Viewport }
  | { select: number }
  | "clear"
  | null;

const kDirections: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export function keyResult(key: string, picture: Picture, viewport: Viewport, cursor: number | null): KeyResult {
  const most = mostZoomOf(picture);
  const direction = kDirections[key];
  if (direction) {
    const next = moved(picture, viewport, cursor, direction);
    if (next === null) return { viewport };
    const box = picture.boxOf(next);
    return { cursor: next, viewport: box ? showBox(viewport, box, most) : viewport };
  }
  if (key === "+" || key === "=" || key === "-") {
    const box = cursor === null ? null : picture.boxOf(cursor);
    const x = box ? (box.left + box.right) / 2 : viewport.x;
    const y = box ? (box.top + box.bottom) / 2 : viewport.y;
    return { viewport: zoomAround(viewport, key === "-" ? 1 / kZoomStep : kZoomStep, x, y, most) };
  }
  if (key === "0") return { viewport: wholeViewport };
  if (key === "Escape") return "clear";
  return (key === "Enter" || key === " ") && cursor !== null ? { select: cursor } : null;
}

/** The cell beside the cursor; the first key puts it into the middle of what is seen. */
function moved(picture: Picture, { x, y }: Viewport, cursor: number | null, direction: Direction): number | null {
  if (cursor === null || !picture.boxOf(cursor)) return nearestCell(picture, x, y);
  return picture.neighbour(cursor, direction);
}

/** The cell at a place, or one to the right and below if there is a gap between slices. */
function nearestCell(picture: Picture, x: number, y: number): number | null {
  for (let step = 0; step < 50; ++step) {
    const cell = picture.cellAt(x + step * 0.005, y + step * 0.005);
    if (cell !== null) return cell;
  }
  return null;
}
