// SPDX-License-Identifier: MIT
import type { Areas } from "./areas";
import type { Box, Direction } from "./picture";
import type { MapShape } from "./shape";
import { cutFeatures, type Slice } from "./slice";

/** The raster in which the keys move has so many pixels a side. */
const kSteps = 400;

/** A plane through the cells around centroids in three dimensions or more. */
export class CentroidSlice implements Areas {
  private readonly count: number;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  /** The squared distance of every centroid from the plane. */
  private readonly off: Float64Array;
  /** The centroids from left to right. */
  private readonly sorted: Uint32Array;
  private steps: Uint32Array | null = null;

  constructor(points: Float64Array, shape: MapShape, slice: Slice) {
    const features = shape.features.length;
    this.count = points.length / features;
    const others = cutFeatures(shape, slice);
    this.x = Float64Array.from({ length: this.count }, (_, i) => points[i * features + slice.x]!);
    this.y = Float64Array.from({ length: this.count }, (_, i) => 1 - points[i * features + slice.y]!);
    this.off = Float64Array.from({ length: this.count }, (_, i) =>
      others.reduce((sum, j) => sum + (points[i * features + j]! - slice.cuts[j]! / 100) ** 2, 0),
    );
    this.sorted = Uint32Array.from({ length: this.count }, (_, i) => i);
    this.sorted.sort((a, b) => this.x[a]! - this.x[b]! || a - b);
  }

  cellAt(x: number, y: number): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.count; ++i) {
      const distance = (this.x[i]! - x) ** 2 + (this.y[i]! - y) ** 2 + this.off[i]!;
      if (distance < least) {
        least = distance;
        best = i;
      }
    }
    return best;
  }

  /**
   * In a row of pixels the squared distance from a centroid is a parabola in x, and all these parabolas have the same
   * shape. Two of them cross once, so the nearest centroids of the whole row are found in one pass from left to right.
   */
  raster(box: Box, width: number, height: number): Uint32Array {
    const owners = new Uint32Array(width * height);
    const stack = new Uint32Array(this.count);
    const begins = new Float64Array(this.count);
    const bases = new Float64Array(this.count);
    for (let row = 0; row < height; ++row) {
      const y = box.top + ((row + 0.5) / height) * (box.bottom - box.top);
      for (let i = 0; i < this.count; ++i) bases[i] = this.x[i]! ** 2 + (this.y[i]! - y) ** 2 + this.off[i]!;
      let top = -1;
      for (const each of this.sorted) {
        let begin = Number.NEGATIVE_INFINITY;
        let hidden = false;
        while (top >= 0) {
          const before = stack[top]!;
          const apart = 2 * (this.x[each]! - this.x[before]!);
          if (apart === 0) {
            hidden = bases[each]! >= bases[before]!;
            if (hidden) break;
          } else {
            begin = (bases[each]! - bases[before]!) / apart;
            if (begin > begins[top]!) break;
          }
          --top;
          begin = Number.NEGATIVE_INFINITY;
        }
        if (hidden) continue;
        ++top;
        stack[top] = each;
        begins[top] = begin;
      }
      let at = 0;
      for (let column = 0; column < width; ++column) {
        const x = box.left + ((column + 0.5) / width) * (box.right - box.left);
        while (at < top && begins[at + 1]! <= x) ++at;
        owners[row * width + column] = stack[at]!;
      }
    }
    return owners;
  }

  outlineOf(): null {
    return null;
  }

  /** The middle of its widest row, which is certainly inside. */
  middleOf(cell: number): { x: number; y: number } | null {
    const steps = this.stepRaster();
    let widest = 0;
    let middle = null;
    for (let row = 0; row < kSteps; ++row) {
      const from = steps.indexOf(cell, row * kSteps);
      if (from === -1) break;
      row = Math.floor(from / kSteps);
      let to = from;
      while (to < (row + 1) * kSteps && steps[to] === cell) ++to;
      if (to - from <= widest) continue;
      widest = to - from;
      middle = { x: ((from + to) / 2 - row * kSteps) / kSteps, y: (row + 0.5) / kSteps };
    }
    return middle;
  }

  neighbour(cell: number, direction: Direction): number | null {
    const from = this.middleOf(cell);
    if (!from) return null;
    const steps = this.stepRaster();
    const across = direction === "left" ? -1 : direction === "right" ? 1 : 0;
    const down = direction === "up" ? -1 : direction === "down" ? 1 : 0;
    let column = Math.min(Math.floor(from.x * kSteps), kSteps - 1);
    let row = Math.floor(from.y * kSteps);
    while (column >= 0 && row >= 0 && column < kSteps && row < kSteps) {
      const here = steps[row * kSteps + column]!;
      if (here !== cell) return here;
      column += across;
      row += down;
    }
    return null;
  }

  private stepRaster(): Uint32Array {
    this.steps ??= this.raster({ left: 0, top: 0, right: 1, bottom: 1 }, kSteps, kSteps);
    return this.steps;
  }
}
