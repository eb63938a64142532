// SPDX-License-Identifier: MIT
import { CentroidSlice } from "./centroid_slice";
import type { Axis, Box, Direction } from "./picture";
import type { MapShape } from "./shape";
import type { Slice } from "./slice";
import { Voronoi } from "./voronoi";

/** The areas that are nearest to each centroid, in a plane. */
export interface Areas {
  cellAt(x: number, y: number): number;
  /** The cell of every pixel of the part that `box` shows. */
  raster(box: Box, width: number, height: number): Uint32Array;
  /** Corners x, y, x, y …; null if the area is not in the plane, or if its shape is not known. */
  outlineOf(cell: number): ArrayLike<number> | null;
  /** A point of the area; null if the area is not in the plane. */
  middleOf(cell: number): { x: number; y: number } | null;
  neighbour(cell: number, direction: Direction): number | null;
}

/** A map with centroids: a Voronoi diagram of two features, or a slice through that of more. */
export class AreaPicture {
  readonly kind = "areas";
  readonly aspect = 1;
  readonly xAxis: Axis;
  readonly yAxis: Axis;
  readonly areas: Areas;

  constructor(
    readonly shape: MapShape,
    readonly slice: Slice,
  ) {
    const axis = (i: number): Axis => {
      const { name, low, high } = shape.features[i]!;
      return { label: name, low, high };
    };
    this.xAxis = axis(slice.x);
    this.yAxis = axis(slice.y);
    const points = unitPoints(shape);
    this.areas = shape.features.length === 2 ? new Voronoi(points) : new CentroidSlice(points, shape, slice);
  }

  cellAt(x: number, y: number): number | null {
    return x >= 0 && x < 1 && y >= 0 && y < 1 ? this.areas.cellAt(x, y) : null;
  }

  /** A small box in the middle of the area. */
  boxOf(cell: number): Box | null {
    const middle = this.areas.middleOf(cell);
    return middle && { left: middle.x, top: middle.y, right: middle.x, bottom: middle.y };
  }

  neighbour(cell: number, direction: Direction): number | null {
    return this.areas.neighbour(cell, direction);
  }
}

/** The centroids in the unit cube, where distances are measured. */
function unitPoints(shape: MapShape): Float64Array {
  const { features, centroids } = shape;
  return Float64Array.from(centroids!, (value, i) => {
    const { low, high } = features[i % features.length]!;
    return (value - low) / (high - low);
  });
}
