// SPDX-License-Identifier: MIT
import type { Axis, Box, Direction } from "./picture";
import { binsOf, type MapShape, strideOf } from "./shape";
import type { Slice } from "./slice";
import { SlicesInPicture } from "./slices_in_picture";

/** Stands for "no cell" in a raster. */
export const kNoCell = 0xffffffff;

/** A grid with a pixel per cell: the whole of two features, or slices of more, one or all of them. */
export class TilePicture {
  readonly kind = "tiles";
  readonly width: number;
  readonly height: number;
  /** The cell of every pixel, or kNoCell between slices. */
  readonly order: Uint32Array;
  readonly aspect: number;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
  private readonly resolution: number[];
  private readonly parts: SlicesInPicture;

  constructor(
    readonly shape: MapShape,
    readonly slice: Slice,
  ) {
    this.resolution = shape.resolution!;
    this.parts = new SlicesInPicture(shape, slice);
    const { columns, rows, gap } = this.parts;
    const across = this.resolution[slice.x]!;
    const down = this.resolution[slice.y]!;
    this.width = columns * (across + gap) - gap;
    this.height = rows * (down + gap) - gap;
    this.aspect = columns / rows;
    this.order = this.fill(across, down);
    [this.xAxis, this.yAxis] = this.parts.axes(this.width, this.height);
  }

  cellAt(x: number, y: number): number | null {
    if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return null;
    return this.cellOfPixel(Math.floor(x * this.width), Math.floor(y * this.height));
  }

  /** Null if the cell is in another slice. */
  boxOf(cell: number): Box | null {
    const pixel = this.pixelOf(cell);
    if (!pixel) return null;
    const { width, height } = this;
    const { column, row } = pixel;
    return { left: column / width, top: row / height, right: (column + 1) / width, bottom: (row + 1) / height };
  }

  neighbour(cell: number, direction: Direction): number | null {
    const pixel = this.pixelOf(cell);
    if (!pixel) return null;
    const across = direction === "left" ? -1 : direction === "right" ? 1 : 0;
    const down = direction === "up" ? -1 : direction === "down" ? 1 : 0;
    let { column, row } = pixel;
    do {
      column += across;
      row += down;
      if (column < 0 || row < 0 || column >= this.width || row >= this.height) return null;
    } while (this.order[row * this.width + column] === kNoCell); // over the gap between slices
    return this.order[row * this.width + column]!;
  }

  private cellOfPixel(column: number, row: number): number | null {
    const cell = this.order[row * this.width + column]!;
    return cell === kNoCell ? null : cell;
  }

  private pixelOf(cell: number): { column: number; row: number } | null {
    const bins = binsOf(this.resolution, cell);
    const part = this.parts.partOf(bins);
    if (part === null) return null;
    const { x, y } = this.slice;
    const { columns, gap } = this.parts;
    return {
      column: (part % columns) * (this.resolution[x]! + gap) + bins[x]!,
      row: Math.floor(part / columns) * (this.resolution[y]! + gap) + this.resolution[y]! - 1 - bins[y]!,
    };
  }

  private fill(across: number, down: number): Uint32Array {
    const order = new Uint32Array(this.width * this.height).fill(kNoCell);
    const { columns, gap, firstCells } = this.parts;
    const xStride = strideOf(this.resolution, this.slice.x);
    const yStride = strideOf(this.resolution, this.slice.y);
    firstCells.forEach((first, part) => {
      const left = (part % columns) * (across + gap);
      const top = Math.floor(part / columns) * (down + gap);
      for (let row = 0; row < down; ++row) {
        const start = (top + row) * this.width + left;
        const cell = first + (down - 1 - row) * yStride; // the second feature grows upwards
        for (let column = 0; column < across; ++column) order[start + column] = cell + column * xStride;
      }
    });
    return order;
  }
}
