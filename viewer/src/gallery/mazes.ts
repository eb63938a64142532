// SPDX-License-Identifier: MIT
import type { Arrays } from "../data/arrays";
import type { ElitesHead, RunKey, StudyFacts } from "../data/study";
import type { Pin } from "../elites/pins";

/** What is kept of the elites of a run of mazes. */
export interface MazesOfRun extends RunKey {
  size: number;
  metricNames: string[];
  cells: Uint32Array;
  fitness: Float64Array;
  /** One per name for each maze. */
  metrics: Float32Array;
  /** size² for each maze. */
  tiles: Uint8Array;
}

/** Copies of the first ones, up to `most`: the answer itself, which is larger, can go. */
export function mazesOfRun(run: RunKey, elites: Arrays<ElitesHead>, size: number, most: number): MazesOfRun {
  const { treatment, selector, repetition } = run;
  const metricNames = elites.head.metrics ?? [];
  const cells = elites.u32("cells").slice(0, most);
  return {
    treatment,
    selector,
    repetition,
    size,
    metricNames,
    cells,
    fitness: elites.f64("fitness").slice(0, cells.length),
    metrics: elites.f32("metrics").slice(0, cells.length * metricNames.length),
    tiles: elites.u8("solutions").slice(0, cells.length * size * size),
  };
}

interface Part extends MazesOfRun {
  /** The number of its first maze. */
  start: number;
}

/** Mazes of several runs, numbered from 0. Their tiles are not copied. */
export class Mazes {
  readonly count: number;
  readonly cell: Uint32Array;
  readonly fitness: Float64Array;
  /** A column per metric, in the order of `metricNames`. */
  readonly metrics: Float32Array[];
  readonly metricNames: string[];
  readonly sizes: number[];
  private readonly parts: Part[] = [];
  private readonly partOf: Uint32Array;

  constructor(runs: readonly MazesOfRun[]) {
    this.count = runs.reduce((sum, { cells }) => sum + cells.length, 0);
    this.cell = new Uint32Array(this.count);
    this.fitness = new Float64Array(this.count);
    this.partOf = new Uint32Array(this.count);
    this.metricNames = runs[0]?.metricNames ?? [];
    this.metrics = this.metricNames.map(() => new Float32Array(this.count));
    let start = 0;
    for (const run of runs) {
      const count = run.cells.length;
      this.partOf.fill(this.parts.length, start, start + count);
      this.parts.push({ ...run, start });
      this.cell.set(run.cells, start);
      this.fitness.set(run.fitness, start);
      this.metrics.forEach((column, metric) => {
        for (let i = 0; i < count; ++i) column[start + i] = run.metrics[i * this.metrics.length + metric]!;
      });
      start += count;
    }
    this.sizes = [...new Set(this.parts.map((each) => each.size))];
  }

  size(maze: number): number {
    return this.part(maze).size;
  }

  selector(maze: number): number {
    return this.part(maze).selector;
  }

  tiles(maze: number): Uint8Array {
    const { size, tiles, start } = this.part(maze);
    const count = size * size;
    return tiles.subarray((maze - start) * count, (maze - start + 1) * count);
  }

  pin(maze: number): Pin {
    const { treatment, selector, repetition } = this.part(maze);
    return { treatment, selector, repetition, cell: this.cell[maze]! };
  }

  private part(maze: number): Part {
    return this.parts[this.partOf[maze]!]!;
  }
}

/**
 * A number that names an elite for as long as the study is there. The numbers of mazes change when a study that runs
 * gets more of them.
 */
export function keyOf({ treatment, selector, repetition, cell }: Pin, facts: StudyFacts): number {
  const run = (treatment * facts.selectors.length + selector) * facts.repetitions + repetition;
  return run * kMostCells + cell;
}

const kMostCells = 2 ** 30;

export function keysOf(mazes: Mazes, facts: StudyFacts): Float64Array {
  const keys = new Float64Array(mazes.count);
  for (let maze = 0; maze < mazes.count; ++maze) keys[maze] = keyOf(mazes.pin(maze), facts);
  return keys;
}
