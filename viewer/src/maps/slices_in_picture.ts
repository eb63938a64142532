// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import type { Axis } from "./picture";
import { edgeOf, type MapShape, strideOf } from "./shape";
import { cutFeatures, type Slice } from "./slice";

/** More pixels than these are not shown side by side. */
const kMostPixels = 16e6;
const kMostTicks = 8;

/** Whether all slices of a map fit into one picture. */
export function fitsSideBySide(shape: MapShape): boolean {
  return shape.resolution !== null && shape.features.length > 2 && shape.cells * 1.3 < kMostPixels;
}

/** The slices of a picture, and how they are arranged: by one feature row by row, by more in columns and rows. */
export class SlicesInPicture {
  readonly columns: number;
  readonly rows: number;
  /** Pixels between two slices. */
  readonly gap: number;
  /** The cell of each slice whose bins on both axes are 0. */
  readonly firstCells: number[];
  private readonly others: number[];
  private readonly acrossFeatures: number[];
  private readonly downFeatures: number[];

  constructor(
    private readonly shape: MapShape,
    private readonly slice: Slice,
  ) {
    const resolution = shape.resolution!;
    this.others = cutFeatures(shape, slice);
    const count = (features: number[]) => features.reduce((product, i) => product * resolution[i]!, 1);
    const side = slice.all && fitsSideBySide(shape);
    // The slowest digits come first, as in the numbers of cells.
    this.acrossFeatures = side ? this.others.filter((_, i) => i % 2 === 0) : [];
    this.downFeatures = side ? this.others.filter((_, i) => i % 2 === 1) : [];
    const wrapped = this.acrossFeatures.length === 1 && this.downFeatures.length === 0;
    const across = count(this.acrossFeatures);
    this.columns = wrapped ? Math.ceil(Math.sqrt(across)) : across;
    this.rows = wrapped ? Math.ceil(across / this.columns) : count(this.downFeatures);
    const largest = Math.max(resolution[slice.x]!, resolution[slice.y]!);
    this.gap = side ? Math.max(1, Math.round(largest * 0.08)) : 0;
    const parts = side ? across * count(this.downFeatures) : 1;
    this.firstCells = Array.from({ length: parts }, (_, part) => this.firstCell(part, side));
  }

  /** Which slice has these bins; null if none that is shown. */
  partOf(bins: readonly number[]): number | null {
    if (this.acrossFeatures.length === 0) {
      return this.others.every((i) => bins[i] === this.slice.cuts[i]) ? 0 : null;
    }
    const resolution = this.shape.resolution!;
    const digits = (features: number[]) => features.reduce((sum, i) => sum * resolution[i]! + bins[i]!, 0);
    if (this.downFeatures.length === 0) return digits(this.acrossFeatures);
    return (this.rows - 1 - digits(this.downFeatures)) * this.columns + digits(this.acrossFeatures);
  }

  axes(width: number, height: number): [Axis, Axis] {
    const axis = (feature: number, outer: number[], parts: number, pixels: number): Axis => {
      const { name, low, high } = this.shape.features[feature]!;
      if (this.acrossFeatures.length === 0) return { label: name, low, high };
      const label = outer.length > 0 ? `${name}, in parts by ${this.namesOf(outer)}` : `${name} in each part`;
      return { label, low, high, ticks: this.ticks(outer, parts, pixels) };
    };
    return [
      axis(this.slice.x, this.acrossFeatures, this.columns, width),
      axis(this.slice.y, this.downFeatures, this.rows, height),
    ];
  }

  private namesOf(features: number[]): string {
    return features.map((i) => this.shape.features[i]!.name).join(" and ");
  }

  /** A number below some of the parts: the middle of the bin of the feature that changes last. */
  private ticks(outer: number[], parts: number, pixels: number): { at: number; text: string }[] {
    if (outer.length !== 1 || this.downFeatures.length === 0) return [];
    const feature = this.shape.features[outer[0]!]!;
    const bins = this.shape.resolution![outer[0]!]!;
    const step = Math.ceil(parts / kMostTicks);
    const size = (pixels + this.gap) / parts;
    const ticks = [];
    for (let part = 0; part < parts; part += step) {
      const at = (part * size + (size - this.gap) / 2) / pixels;
      const middle = (edgeOf(feature, bins, part) + edgeOf(feature, bins, part + 1)) / 2;
      ticks.push({ at, text: numberText(middle, 2) });
    }
    return ticks;
  }

  private firstCell(part: number, side: boolean): number {
    const resolution = this.shape.resolution!;
    let cell = 0;
    const add = (features: number[], digits: number) => {
      let rest = digits;
      for (const i of [...features].reverse()) {
        cell += (rest % resolution[i]!) * strideOf(resolution, i);
        rest = Math.floor(rest / resolution[i]!);
      }
    };
    if (!side) {
      for (const i of this.others) cell += this.slice.cuts[i]! * strideOf(resolution, i);
    } else if (this.downFeatures.length === 0) {
      add(this.acrossFeatures, part);
    } else {
      add(this.acrossFeatures, part % this.columns);
      add(this.downFeatures, this.rows - 1 - Math.floor(part / this.columns)); // they grow upwards, too
    }
    return cell;
  }
}
