// SPDX-License-Identifier: MIT

/** What changed in a map from each save point to the next; the first one is compared with an empty map. */
export interface Changes {
  evaluations: number[];
  counts: Uint32Array;
  cells: Uint32Array;
  fitness: Float64Array;
}

/** Stands for "never" among the moments. */
const kNever = 0xffffffff;

/**
 * The fitness of every cell at every save point of a run. It moves from one moment to another by the changes in between,
 * forwards and backwards, so a step costs as much as changes there, however large the map is.
 */
export class Replay {
  /** Of the moment that was asked for last; changed in place. */
  readonly fitness: Float64Array;
  private readonly evaluations: number[];
  private readonly starts: Uint32Array;
  private readonly cells: Uint32Array;
  private readonly after: Float64Array;
  private readonly before: Float64Array;
  /** The moment of the last change of every cell, and for every change that of the one before. */
  private readonly changedAt: Uint32Array;
  private readonly changedBefore: Uint32Array;
  /** How many moments are applied. */
  private applied = 0;

  constructor(changes: Changes, cellCount: number) {
    this.evaluations = changes.evaluations;
    this.cells = changes.cells;
    this.after = changes.fitness;
    this.starts = new Uint32Array(changes.counts.length + 1);
    changes.counts.forEach((count, i) => {
      this.starts[i + 1] = this.starts[i]! + count;
    });
    this.fitness = new Float64Array(cellCount).fill(Number.NaN);
    this.changedAt = new Uint32Array(cellCount).fill(kNever);
    this.before = new Float64Array(this.cells.length);
    this.changedBefore = new Uint32Array(this.cells.length);
    for (let moment = 0; moment < changes.counts.length; ++moment) {
      for (let i = this.starts[moment]!; i < this.starts[moment + 1]!; ++i) {
        const cell = this.cells[i]!;
        this.before[i] = this.fitness[cell]!;
        this.changedBefore[i] = this.changedAt[cell]!;
        this.fitness[cell] = this.after[i]!;
        this.changedAt[cell] = moment;
      }
    }
    this.applied = changes.counts.length;
  }

  /** Moves to a moment, and gives the fitness there. */
  show(moment: number): Float64Array {
    while (this.applied <= moment) {
      for (let i = this.starts[this.applied]!; i < this.starts[this.applied + 1]!; ++i) {
        this.fitness[this.cells[i]!] = this.after[i]!;
        this.changedAt[this.cells[i]!] = this.applied;
      }
      ++this.applied;
    }
    while (this.applied > moment + 1) {
      --this.applied;
      for (let i = this.starts[this.applied + 1]! - 1; i >= this.starts[this.applied]!; --i) {
        this.fitness[this.cells[i]!] = this.before[i]!;
        this.changedAt[this.cells[i]!] = this.changedBefore[i]!;
      }
    }
    return this.fitness;
  }

  /** The evaluations since the fitness of a cell changed, at most, at the moment that is shown. */
  age(cell: number): number {
    const change = this.changedAt[cell]!;
    if (change === kNever) return Number.NaN;
    return this.evaluations[this.applied - 1]! - (change === 0 ? 0 : this.evaluations[change - 1]!);
  }
}

/** The changes between whole maps, for runs of which no history is kept. */
export function changesBetween(evaluations: number[], maps: readonly Float64Array[]): Changes {
  const counts = new Uint32Array(maps.length);
  const cells: number[] = [];
  const fitness: number[] = [];
  maps.forEach((map, moment) => {
    const last = maps[moment - 1];
    for (let cell = 0; cell < map.length; ++cell) {
      const before = last ? last[cell]! : Number.NaN;
      if (Object.is(before, map[cell]!)) continue;
      cells.push(cell);
      fitness.push(map[cell]!);
      counts[moment]! += 1;
    }
  });
  return { evaluations, counts, cells: Uint32Array.from(cells), fitness: Float64Array.from(fitness) };
}
