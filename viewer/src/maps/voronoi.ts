// SPDX-License-Identifier: MIT
import { Delaunay, type Voronoi as Diagram } from "d3-delaunay";
import type { Areas } from "./areas";
import type { Box, Direction } from "./picture";
import { kNoCell } from "./tiles";

const kWays: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The Voronoi diagram of points in the unit square, whose second feature grows upwards. */
export class Voronoi implements Areas {
  private readonly delaunay: Delaunay<number>;
  private readonly diagram: Diagram<number>;
  private readonly points: Float64Array;
  private lastFound = 0;

  constructor(points: Float64Array) {
    this.points = points.map((value, i) => (i % 2 === 1 ? 1 - value : value));
    this.delaunay = new Delaunay(this.points);
    this.diagram = this.delaunay.voronoi([0, 0, 1, 1]);
  }

  cellAt(x: number, y: number): number {
    this.lastFound = this.delaunay.find(x, y, this.lastFound); // the next question is mostly about a place nearby
    return this.lastFound;
  }

  middleOf(cell: number): { x: number; y: number } {
    return { x: this.points[2 * cell]!, y: this.points[2 * cell + 1]! };
  }

  outlineOf(cell: number): number[] | null {
    return this.diagram.cellPolygon(cell)?.flat() ?? null;
  }

  /** The neighbour that is most in this direction. */
  neighbour(cell: number, direction: Direction): number | null {
    const [across, down] = kWays[direction];
    const from = this.middleOf(cell);
    let best: number | null = null;
    let bestShare = 0.3; // others are rather in another direction
    for (const each of this.diagram.neighbors(cell)) {
      const to = this.middleOf(each);
      const share = ((to.x - from.x) * across + (to.y - from.y) * down) / Math.hypot(to.x - from.x, to.y - from.y);
      if (share > bestShare) {
        bestShare = share;
        best = each;
      }
    }
    return best;
  }

  raster(box: Box, width: number, height: number): Uint32Array {
    const owners = new Uint32Array(width * height).fill(kNoCell);
    const filler = new PolygonFiller(owners, width, height);
    const xScale = width / (box.right - box.left);
    const yScale = height / (box.bottom - box.top);
    for (let cell = 0; cell < this.points.length / 2; ++cell) {
      const polygon = this.diagram.cellPolygon(cell);
      if (!polygon) continue;
      filler.start();
      for (let i = 0; i + 1 < polygon.length; ++i) {
        const [x0, y0] = polygon[i]!;
        const [x1, y1] = polygon[i + 1]!;
        filler.edge(
          (x0! - box.left) * xScale,
          (y0! - box.top) * yScale,
          (x1! - box.left) * xScale,
          (y1! - box.top) * yScale,
        );
      }
      filler.fill(cell);
    }
    return owners;
  }
}

/** Fills convex polygons, by the middles of pixels: polygons with a common edge leave no gap and do not overlap. */
class PolygonFiller {
  private readonly left: Float64Array;
  private readonly right: Float64Array;
  private top = 0;
  private bottom = 0;

  constructor(
    private readonly owners: Uint32Array,
    private readonly width: number,
    private readonly height: number,
  ) {
    this.left = new Float64Array(height);
    this.right = new Float64Array(height);
  }

  start(): void {
    this.top = this.height;
    this.bottom = 0;
  }

  edge(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 > y1) {
      this.edge(x1, y1, x0, y0); // so that both polygons of an edge round alike
      return;
    }
    const from = Math.max(0, Math.ceil(y0 - 0.5));
    const to = Math.min(this.height, Math.ceil(y1 - 0.5));
    const slope = (x1 - x0) / (y1 - y0);
    for (let row = from; row < to; ++row) {
      const x = x0 + (row + 0.5 - y0) * slope;
      if (row < this.top || row >= this.bottom) this.open(row);
      this.left[row] = Math.min(this.left[row]!, x);
      this.right[row] = Math.max(this.right[row]!, x);
    }
  }

  fill(owner: number): void {
    for (let row = this.top; row < this.bottom; ++row) {
      const from = Math.max(0, Math.ceil(this.left[row]! - 0.5));
      const to = Math.min(this.width, Math.ceil(this.right[row]! - 0.5));
      if (from < to) this.owners.fill(owner, row * this.width + from, row * this.width + to);
    }
  }

  /** Makes the rows up to this one part of the polygon. */
  private open(row: number): void {
    const first = this.top < this.bottom ? Math.min(row, this.bottom) : row;
    const last = this.top < this.bottom ? Math.max(row, this.top - 1) : row;
    for (let each = first; each <= last; ++each) {
      if (each >= this.top && each < this.bottom) continue;
      this.left[each] = Number.POSITIVE_INFINITY;
      this.right[each] = Number.NEGATIVE_INFINITY;
    }
    this.top = Math.min(this.top, first);
    this.bottom = Math.max(this.bottom, last + 1);
  }
}
