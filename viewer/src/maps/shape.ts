// SPDX-License-Identifier: MIT
import type { Feature } from "../data/study";
import { numberText } from "../ui/numbers";

/** How a map divides the features into cells (docs/algorithm.md, section 2.3). */
export interface MapShape {
  features: Feature[];
  /** Bins of each feature; null with centroids. */
  resolution: number[] | null;
  cells: number;
  /** The features of the first centroid, then those of the second …; null with a grid. */
  centroids: Float64Array | null;
}

/** The bin of each feature; cells are numbered with the last feature fastest. */
export function binsOf(resolution: readonly number[], cell: number): number[] {
  const bins = new Array<number>(resolution.length);
  let rest = cell;
  for (let i = resolution.length - 1; i >= 0; --i) {
    bins[i] = rest % resolution[i]!;
    rest = Math.floor(rest / resolution[i]!);
  }
  return bins;
}

/** How far apart the numbers of cells are whose bins of one feature differ by one. */
export function strideOf(resolution: readonly number[], feature: number): number {
  return resolution.slice(feature + 1).reduce((product, count) => product * count, 1);
}

/** Where a bin begins; the bin after the last one begins at the end of the range. */
export function edgeOf(feature: Feature, bins: number, bin: number): number {
  return feature.low + ((feature.high - feature.low) * bin) / bins;
}

export interface Place {
  name: string;
  text: string;
}

/** Where a cell is, for people: "0.2 to 0.3" of each feature of a grid, or the centroid. */
export function placeOf(shape: MapShape, cell: number): Place[] {
  const { features, resolution, centroids } = shape;
  if (resolution) {
    const bins = binsOf(resolution, cell);
    return features.map((feature, i) => {
      const from = edgeOf(feature, resolution[i]!, bins[i]!);
      const to = edgeOf(feature, resolution[i]!, bins[i]! + 1);
      return { name: feature.name, text: `${numberText(tidy(from, feature))} to ${numberText(tidy(to, feature))}` };
    });
  }
  return features.map((feature, i) => ({
    name: feature.name,
    text: centroids ? `around ${numberText(centroids[cell * features.length + i])}` : "–",
  }));
}

/** Without the rounding errors of edges, which would make "5.55e-17" of zero. */
function tidy(value: number, feature: Feature): number {
  const grain = (feature.high - feature.low) * 1e-9;
  return Math.abs(value) < grain ? 0 : value;
}

/** A cell in one line: "cell 17: x 0.2 to 0.3, y 0 to 0.1". */
export function cellText(shape: MapShape, cell: number): string {
  const places = placeOf(shape, cell).map(({ name, text }) => `${name} ${text}`);
  return `cell ${cell}: ${places.join(", ")}`;
}
