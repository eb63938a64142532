// SPDX-License-Identifier: MIT
import type { Axis, Box, Direction } from "./picture";
import type { MapShape } from "./shape";

/** A map of one feature: a bar per cell, as wide as the cell. */
export class BarPicture {
  readonly kind = "bars";
  readonly aspect = null; // it may have any shape
  readonly xAxis: Axis;
  readonly yAxis = null; // it is the scale of the values
  /** The cells from left to right, and where they begin; the last number is where the last one ends. */
  readonly cells: Uint32Array;
  readonly edges: Float64Array;
  private readonly rankOf: Uint32Array;

  constructor(readonly shape: MapShape) {
    const { name, low, high } = shape.features[0]!;
    this.xAxis = { label: name, low, high };
    const { centroids, cells: count } = shape;
    this.cells = Uint32Array.from({ length: count }, (_, i) => i);
    this.edges = new Float64Array(count + 1);
    if (centroids) {
      this.cells.sort((a, b) => centroids[a]! - centroids[b]! || a - b);
      for (let i = 1; i < count; ++i) {
        const middle = (centroids[this.cells[i - 1]!]! + centroids[this.cells[i]!]!) / 2;
        this.edges[i] = (middle - low) / (high - low);
      }
    } else {
      for (let i = 1; i < count; ++i) this.edges[i] = i / count;
    }
    this.edges[count] = 1;
    this.rankOf = new Uint32Array(count);
    this.cells.forEach((cell, rank) => {
      this.rankOf[cell] = rank;
    });
  }

  cellAt(x: number, y: number): number | null {
    if (!(x >= 0 && x < 1 && y >= 0 && y < 1)) return null;
    return this.cells[this.rankAt(x)]!;
  }

  /** The bar that is there, counted from the left. */
  rankAt(x: number): number {
    let low = 0;
    let high = this.cells.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.edges[middle]! <= x) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  boxOf(cell: number): Box {
    const rank = this.rankOf[cell]!;
    return { left: this.edges[rank]!, top: 0, right: this.edges[rank + 1]!, bottom: 1 };
  }

  neighbour(cell: number, direction: Direction): number | null {
    const step = direction === "left" ? -1 : direction === "right" ? 1 : 0;
    const rank = this.rankOf[cell]! + step;
    return step !== 0 && rank >= 0 && rank < this.cells.length ? this.cells[rank]! : null;
  }
}
