// SPDX-License-Identifier: MIT
import { addOutline } from "./painter";
import type { Box, Picture } from "./picture";

/** The smallest mark around a cell, in pixels of the screen. */
const kLeastMark = 5;

/** Draws the marks of the cursor and of the selected cell on their own canvas, so that the map stays as it is. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  picture: Picture,
  box: Box,
  cursor: number | null,
  selected: number | null,
): void {
  const { width, height } = context.canvas;
  context.clearRect(0, 0, width, height);
  if (selected !== null) strokeTwice(context, markOf(picture, selected, box, width, height), 3);
  if (cursor === null) return;
  const place = picture.boxOf(cursor);
  if (place && picture.kind !== "bars") {
    const x = (((place.left + place.right) / 2 - box.left) / (box.right - box.left)) * width;
    const y = (((place.top + place.bottom) / 2 - box.top) / (box.bottom - box.top)) * height;
    const half = {
      x: ((place.right - place.left) / (box.right - box.left) / 2) * width + 2,
      y: ((place.bottom - place.top) / (box.bottom - box.top) / 2) * height + 2,
    };
    const cross = new Path2D();
    for (const [x0, y0, x1, y1] of [
      [0, y, x - half.x, y],
      [x + half.x, y, width, y],
      [x, 0, x, y - half.y],
      [x, y + half.y, x, height],
    ] as const) {
      if (x1 < x0 || y1 < y0) continue; // the cell reaches beyond the plot
      cross.moveTo(Math.round(x0) + 0.5, Math.round(y0) + 0.5);
      cross.lineTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    }
    context.lineWidth = devicePixelRatio;
    context.strokeStyle = "rgba(0, 0, 0, 0.6)";
    context.stroke(cross);
    context.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    context.strokeStyle = "rgba(255, 255, 255, 0.9)";
    context.stroke(cross);
    context.setLineDash([]);
  }
  strokeTwice(context, markOf(picture, cursor, box, width, height), 2);
}

/** The outline of a cell, or a circle in the middle of an area of unknown shape. */
function markOf(picture: Picture, cell: number, box: Box, width: number, height: number): Path2D {
  const path = new Path2D();
  const least = kLeastMark * devicePixelRatio;
  const outline = picture.kind === "areas" ? picture.areas.outlineOf(cell) : null;
  if (outline) {
    addOutline(path, outline, box, width, height);
    return path;
  }
  const place = picture.boxOf(cell);
  if (!place) return path;
  const left = ((place.left - box.left) / (box.right - box.left)) * width;
  const right = ((place.right - box.left) / (box.right - box.left)) * width;
  const top = ((place.top - box.top) / (box.bottom - box.top)) * height;
  const bottom = ((place.bottom - box.top) / (box.bottom - box.top)) * height;
  if (picture.kind === "areas") {
    path.arc(left, top, least, 0, 2 * Math.PI);
    return path;
  }
  const across = Math.max(right - left, least);
  const down = Math.max(bottom - top, least);
  path.rect((left + right - across) / 2, (top + bottom - down) / 2, across, down);
  return path;
}

/** In white on black: one of the two is seen on every colour. */
function strokeTwice(context: CanvasRenderingContext2D, path: Path2D, width: number): void {
  context.strokeStyle = "#000000";
  context.lineWidth = (width + 2) * devicePixelRatio;
  context.stroke(path);
  context.strokeStyle = "#ffffff";
  context.lineWidth = width * devicePixelRatio;
  context.stroke(path);
}
