// SPDX-License-Identifier: MIT
import type { Box } from "./picture";

/** Which part of a picture is shown: its middle, and how much it is enlarged. */
export interface Viewport {
  zoom: number;
  x: number;
  y: number;
}

export const wholeViewport: Viewport = { zoom: 1, x: 0.5, y: 0.5 };

/** Without anything beyond the picture. */
export function clampViewport({ zoom, x, y }: Viewport, mostZoom: number): Viewport {
  const clamped = Math.min(Math.max(zoom, 1), mostZoom);
  const half = 0.5 / clamped;
  const inside = (value: number) => Math.min(Math.max(value, half), 1 - half);
  return { zoom: clamped, x: inside(x), y: inside(y) };
}

export function boxOfViewport({ zoom, x, y }: Viewport): Box {
  const half = 0.5 / zoom;
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

/** Enlarges by a factor around a point of the picture, which stays where it is on the screen. */
export function zoomAround(viewport: Viewport, factor: number, x: number, y: number, mostZoom: number): Viewport {
  const zoom = Math.min(Math.max(viewport.zoom * factor, 1), mostZoom);
  const ratio = viewport.zoom / zoom;
  return clampViewport({ zoom, x: x + (viewport.x - x) * ratio, y: y + (viewport.y - y) * ratio }, mostZoom);
}

/** Moves as little as is needed to see a box. */
export function showBox(viewport: Viewport, box: Box, mostZoom: number): Viewport {
  const seen = boxOfViewport(viewport);
  const shift = (from: number, to: number, low: number, high: number) => {
    if (low < from) return low - from;
    return high > to ? high - to : 0;
  };
  return clampViewport(
    {
      zoom: viewport.zoom,
      x: viewport.x + shift(seen.left, seen.right, box.left, box.right),
      y: viewport.y + shift(seen.top, seen.bottom, box.top, box.bottom),
    },
    mostZoom,
  );
}

/** For the address: "4,0.25,0.75"; null for the whole picture. */
export function viewportText({ zoom, x, y }: Viewport): string | null {
  if (zoom <= 1) return null;
  return [zoom.toFixed(2), x.toFixed(4), y.toFixed(4)].map(Number).join(",");
}

export function readViewport(text: string | null): Viewport {
  const numbers = (text ?? "").split(",").map(Number);
  if (numbers.length !== 3 || !numbers.every(Number.isFinite)) return wholeViewport;
  return clampViewport({ zoom: numbers[0]!, x: numbers[1]!, y: numbers[2]! }, 1e6);
}
