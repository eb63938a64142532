// SPDX-License-Identifier: MIT

/** Both ends belong to it; null takes everything. */
export type Range = [number, number] | null;

/** How many mazes there are in each bin of a metric. */
export interface Histogram {
  /** Of all. */
  whole: Uint32Array;
  /** Of those that the ranges of the other metrics let pass. */
  others: Uint32Array;
  /** Of those that all ranges let pass. */
  shown: Uint32Array;
}

/** Values have been numbers of 32 bits. */
const kTolerance = 1e-6;

/** Ranges of several metrics in [0, 1], with a histogram of each one that follows the ranges of all. */
export class Filter {
  readonly histograms: Histogram[];
  /** How many mazes pass. */
  passing = 0;
  /** Of every metric of a maze, then of those of the next. */
  private readonly bins: Uint8Array;
  private readonly ranges: Range[];
  /** A bit per metric, for every maze: its value is not within the range. */
  private readonly misses: Uint8Array;

  constructor(
    private readonly columns: readonly Float32Array[],
    private readonly members: Uint32Array,
    binCount: number,
  ) {
    if (columns.length > 8) throw new Error("a byte has no room for the bits of so many metrics");
    this.ranges = columns.map(() => null);
    this.misses = new Uint8Array(columns[0]?.length ?? 0);
    this.bins = new Uint8Array(this.misses.length * columns.length);
    this.histograms = columns.map((column, metric) => {
      const whole = new Uint32Array(binCount);
      for (const maze of members) {
        const bin = binOf(column[maze]!, binCount);
        this.bins[maze * columns.length + metric] = bin;
        whole[bin]! += 1;
      }
      return { whole, others: whole.slice(), shown: whole.slice() };
    });
    this.passing = members.length;
  }

  /** Sets all ranges; only what has changed is looked at anew. */
  apply(ranges: readonly Range[]): void {
    let changed = false;
    this.ranges.forEach((before, metric) => {
      const range = ranges[metric] ?? null;
      if (before?.[0] === range?.[0] && before?.[1] === range?.[1]) return;
      this.ranges[metric] = range;
      this.mark(metric, range);
      changed = true;
    });
    if (changed) this.count();
  }

  passes(maze: number): boolean {
    return this.misses[maze] === 0;
  }

  /** Those of `order` that pass, in the same order. */
  passingOf(order: Uint32Array): Uint32Array {
    const result = new Uint32Array(this.passing);
    let count = 0;
    for (let i = 0; i < order.length; ++i) {
      if (this.misses[order[i]!] === 0) result[count++] = order[i]!;
    }
    return result;
  }

  private mark(metric: number, range: Range): void {
    const bit = 1 << metric;
    const column = this.columns[metric]!;
    const low = range ? range[0] - kTolerance : Number.NEGATIVE_INFINITY;
    const high = range ? range[1] + kTolerance : Number.POSITIVE_INFINITY;
    const { members, misses } = this;
    for (let i = 0; i < members.length; ++i) {
      const maze = members[i]!;
      const value = column[maze]!;
      if (value >= low && value <= high) misses[maze]! &= ~bit;
      else misses[maze]! |= bit;
    }
  }

  private count(): void {
    const { members, misses, bins, histograms } = this;
    const metrics = histograms.length;
    for (const { others, shown } of histograms) {
      others.fill(0);
      shown.fill(0);
    }
    this.passing = 0;
    for (let i = 0; i < members.length; ++i) {
      const maze = members[i]!;
      const missed = misses[maze]!;
      if (missed === 0) {
        this.passing += 1;
        for (let metric = 0; metric < metrics; ++metric) {
          histograms[metric]!.shown[bins[maze * metrics + metric]!]! += 1;
        }
      } else if ((missed & (missed - 1)) === 0) {
        // A single bit: only that metric keeps it out.
        const metric = 31 - Math.clz32(missed);
        histograms[metric]!.others[bins[maze * metrics + metric]!]! += 1;
      }
    }
    for (const { others, shown } of histograms) {
      for (let bin = 0; bin < others.length; ++bin) others[bin]! += shown[bin]!;
    }
  }
}

/** A value just below the edge of a bin, by its rounding, belongs to the upper one. The last bin has its upper edge. */
function binOf(value: number, bins: number): number {
  return Math.min(Math.max(Math.floor(value * bins + 1e-4), 0), bins - 1);
}

const kUsualBins = 32;
const kFewestBins = 16;
const kMostBins = 40;

/**
 * As many bins as divide the steps of the metrics evenly. The coarsest metric has steps of 2 / size²; a bin with more of
 * them than its neighbour would look like a peak.
 */
export function evenBins(sizes: readonly number[]): number {
  for (let bins = kMostBins; bins >= kFewestBins; --bins) {
    if (sizes.every((size) => ((size * size) / 2) % bins === 0)) return bins;
  }
  return kUsualBins;
}
