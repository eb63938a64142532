// SPDX-License-Identifier: MIT
import { AreaPicture } from "./areas";
import { BarPicture } from "./bars";
import type { MapShape } from "./shape";
import type { Slice } from "./slice";
import { TilePicture } from "./tiles";

/** What is written along an axis. Without `ticks`, they follow from the range. */
export interface Axis {
  label: string;
  low: number;
  high: number;
  ticks?: { at: number; text: string }[];
}

/** A rectangle in a picture, whose left upper corner is (0, 0) and whose right lower one is (1, 1). */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Direction = "left" | "right" | "up" | "down";

/** Where the cells of a map are in its picture. */
export type Picture = TilePicture | AreaPicture | BarPicture;

export function pictureOf(shape: MapShape, slice: Slice): Picture {
  if (shape.features.length === 1) return new BarPicture(shape);
  return shape.resolution ? new TilePicture(shape, slice) : new AreaPicture(shape, slice);
}
