// SPDX-License-Identifier: MIT
import type { MapShape } from "./shape";

/** Which part of a map with more than two features is shown. With one or two it is always the whole map. */
export interface Slice {
  /** The features along the two axes. */
  x: number;
  y: number;
  /** For every feature the position where it is cut: a bin of a grid, or a percentage of the range with centroids. */
  cuts: number[];
  /** Every slice side by side, instead of one. Only grids can be shown like this. */
  all: boolean;
}

/** How many positions there are to cut a feature. */
export function cutCount(shape: MapShape, feature: number): number {
  return shape.resolution ? shape.resolution[feature]! : 101;
}

/** The features that are no axis. */
export function cutFeatures(shape: MapShape, slice: Slice): number[] {
  return shape.features.map((_, i) => i).filter((i) => i !== slice.x && i !== slice.y);
}

export function usualSlice(shape: MapShape): Slice {
  const cuts = shape.features.map((_, i) => Math.floor(cutCount(shape, i) / 2));
  return { x: 0, y: Math.min(1, shape.features.length - 1), cuts, all: false };
}

/** The other axis moves away if both would be the same feature. */
export function withAxis(slice: Slice, axis: "x" | "y", feature: number): Slice {
  const other = axis === "x" ? "y" : "x";
  return { ...slice, [other]: slice[other] === feature ? slice[axis] : slice[other], [axis]: feature };
}

/** For the address: "0,2,10.7.3" or "0,2,all"; null for the usual slice. */
export function sliceText(shape: MapShape, slice: Slice): string | null {
  const text = (each: Slice) => `${each.x},${each.y},${each.all ? "all" : each.cuts.join(".")}`;
  return shape.features.length <= 2 || text(slice) === text(usualSlice(shape)) ? null : text(slice);
}

/** What `sliceText` wrote; the usual slice if it does not fit this map. */
export function readSlice(shape: MapShape, text: string | null): Slice {
  const usual = usualSlice(shape);
  if (text === null || shape.features.length <= 2) return usual;
  const [x, y, cuts = ""] = text.split(",");
  const isFeature = (value: number) => Number.isInteger(value) && value >= 0 && value < shape.features.length;
  const axes = { x: Number(x), y: Number(y) };
  if (!isFeature(axes.x) || !isFeature(axes.y) || axes.x === axes.y) return usual;
  if (cuts === "all") return { ...usual, ...axes, all: shape.resolution !== null };
  const numbers = cuts.split(".").map(Number);
  const fits = (cut: number, i: number) => Number.isInteger(cut) && cut >= 0 && cut < cutCount(shape, i);
  if (numbers.length !== shape.features.length || !numbers.every(fits)) return usual;
  return { ...axes, cuts: numbers, all: false };
}
