// SPDX-License-Identifier: MIT
import type { DrawingSize } from "./choices";

/** Where the cells of the grid are, in pixels. */
export interface Layout {
  columns: number;
  rows: number;
  cell: number;
  /** From the top of a row to that of the next one. */
  rowHeight: number;
  gap: number;
}

const widths: Record<DrawingSize, number> = { small: 60, medium: 96, large: 156 };
const kGap = 8;
/** Small drawings have no room for a number below them. */
const captions: Record<DrawingSize, number> = { small: 0, medium: 16, large: 18 };

/** Cells are at least as wide as their size asks for, and fill the width. */
export function layoutOf(count: number, width: number, size: DrawingSize): Layout {
  const columns = Math.max(1, Math.floor((width + kGap) / (widths[size] + kGap)));
  const cell = Math.max(24, Math.floor((width - kGap * (columns - 1)) / columns));
  return { columns, rows: Math.ceil(count / columns), cell, rowHeight: cell + captions[size] + kGap, gap: kGap };
}

/** Rows beyond the visible ones, so that they are there before they are seen. */
const kSpareRows = 3;

/** The first row to draw, and the one after the last. */
export function rowsInView(layout: Layout, scrolled: number, height: number): [number, number] {
  const first = Math.floor(scrolled / layout.rowHeight) - kSpareRows;
  const end = Math.ceil((scrolled + height) / layout.rowHeight) + kSpareRows;
  return [Math.min(Math.max(first, 0), layout.rows), Math.min(Math.max(end, 0), layout.rows)];
}

/** Where a key leads from a position; null if the key does not move. */
export function positionAfter(
  key: string,
  control: boolean,
  position: number,
  count: number,
  columns: number,
  page: number,
): number | null {
  const rowStart = position - (position % columns);
  const targets: Record<string, number> = {
    ArrowRight: position + 1,
    ArrowLeft: position - 1,
    ArrowDown: position + columns < count ? position + columns : position,
    ArrowUp: position - columns >= 0 ? position - columns : position,
    Home: control ? 0 : rowStart,
    End: control ? count - 1 : rowStart + columns - 1,
    PageDown: position + columns * page,
    PageUp: position - columns * page,
  };
  const target = targets[key];
  return target === undefined ? null : Math.min(Math.max(target, 0), count - 1);
}
