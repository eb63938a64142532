// SPDX-License-Identifier: MIT
import type { Arrays } from "../data/arrays";
import type { StudyFacts } from "../data/study";
import type { Pin } from "../elites/pins";

export interface MazeHead {
  size: number;
  metrics: string[];
}

/** The mazes of one treatment, as the server gives them, and the positions of those that are taken. */
export interface MazeSource {
  treatment: number;
  arrays: Arrays<MazeHead>;
  members: Uint32Array;
}

interface Part {
  treatment: number;
  size: number;
  metrics: string[];
  tiles: Uint8Array;
}

/** Mazes of several treatments, numbered from 0. Their tiles are not copied. */
export class Mazes {
  readonly count: number;
  readonly selector: Uint32Array;
  readonly repetition: Uint32Array;
  readonly cell: Uint32Array;
  readonly fitness: Float64Array;
  /** A column per metric, in the order of `metricNames`. */
  readonly metrics: Float32Array[];
  readonly metricNames: string[];
  readonly sizes: number[];
  private readonly parts: Part[] = [];
  private readonly partOf: Uint16Array;
  /** The position of a maze in its part. */
  private readonly placeOf: Uint32Array;

  constructor(sources: readonly MazeSource[]) {
    this.count = sources.reduce((sum, each) => sum + each.members.length, 0);
    this.selector = new Uint32Array(this.count);
    this.repetition = new Uint32Array(this.count);
    this.cell = new Uint32Array(this.count);
    this.fitness = new Float64Array(this.count);
    this.partOf = new Uint16Array(this.count);
    this.placeOf = new Uint32Array(this.count);
    this.metricNames = sources[0]?.arrays.head.metrics ?? [];
    this.metrics = this.metricNames.map(() => new Float32Array(this.count));
    let start = 0;
    for (const { treatment, arrays, members } of sources) {
      const { size, metrics } = arrays.head;
      const taken = (values: Uint32Array) => members.map((place) => values[place]!);
      this.partOf.fill(this.parts.length, start, start + members.length);
      this.placeOf.set(members, start);
      this.parts.push({ treatment, size, metrics, tiles: arrays.u8("tiles") });
      this.selector.set(taken(arrays.u32("selector")), start);
      this.repetition.set(taken(arrays.u32("repetition")), start);
      this.cell.set(taken(arrays.u32("cell")), start);
      const fitness = arrays.f64("fitness");
      const values = arrays.f32("metrics");
      members.forEach((place, i) => {
        this.fitness[start + i] = fitness[place]!;
        this.metrics.forEach((column, metric) => {
          column[start + i] = values[place * metrics.length + metric]!;
        });
      });
      start += members.length;
    }
    this.sizes = [...new Set(this.parts.map((each) => each.size))];
  }

  size(maze: number): number {
    return this.parts[this.partOf[maze]!]!.size;
  }

  tiles(maze: number): Uint8Array {
    const { size, tiles } = this.parts[this.partOf[maze]!]!;
    const count = size * size;
    const place = this.placeOf[maze]!;
    return tiles.subarray(place * count, (place + 1) * count);
  }

  pin(maze: number): Pin {
    return {
      treatment: this.parts[this.partOf[maze]!]!.treatment,
      selector: this.selector[maze]!,
      repetition: this.repetition[maze]!,
      cell: this.cell[maze]!,
    };
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
