// SPDX-License-Identifier: MIT
import type { Arrays } from "../data/arrays";
import type { RunKey, Study } from "../data/study";
import { isTally, type KeptMap, type Quantity, tallyValues } from "./quantities";
import { type Changes, changesBetween, Replay } from "./replay";
import type { MapShape } from "./shape";
import { fullRange, type Ranges, rangesOf } from "./tone";

/** What a map shows at a moment. `revision` differs from that of the frame before, whose values may have been reused. */
export interface Frame {
  quantity: Quantity;
  moment: number;
  evaluations: number;
  values: Float64Array;
  fitness: Float64Array;
  revision: number;
}

export interface Tallies {
  evaluations: number;
  selections: number;
  survivals: number;
}

/**
 * All that is kept of the maps of a run. With a history, fitness is known at every save point; tallies are known only at
 * those of saved maps.
 */
export class RunMaps {
  private readonly kept = new Map<number, KeptMap>();
  private readonly ranges = new Map<Quantity, Ranges>();
  private readonly scratch: Float64Array;
  /** With a history from the beginning; without one as soon as ages are asked for. */
  private replay: Replay | null;
  private last: Frame | null = null;

  private constructor(
    private readonly study: Study,
    readonly run: RunKey,
    readonly shape: MapShape,
    /** At which evaluations whole maps are saved. */
    readonly saved: number[],
    private readonly history: Changes | null,
  ) {
    this.replay = history && new Replay(history, shape.cells);
    this.scratch = new Float64Array(shape.cells);
  }

  /** `hasHistory` is what the study says of this run: what is not there is not asked for. */
  static async open(study: Study, run: RunKey, hasHistory: boolean): Promise<RunMaps> {
    const treatment = study.facts!.treatments[run.treatment]!;
    const [list, history, centroids] = await Promise.all([
      study.maps(run),
      hasHistory ? study.history(run) : null,
      treatment.resolution ? null : study.centroids(run.treatment),
    ]);
    const shape: MapShape = { ...treatment, centroids: centroids?.f64("points") ?? null };
    const changes = history && changesOf(history);
    const maps = new RunMaps(study, run, shape, list.head.evaluations, changes);
    await Promise.all([maps.keep(0), maps.keep(maps.saved.length - 1)]);
    return maps;
  }

  get hasHistory(): boolean {
    return this.history !== null;
  }

  /** At which evaluations a quantity is known. */
  momentsOf(quantity: Quantity): number[] {
    return isTally(quantity) ? this.saved : (this.history?.evaluations ?? this.saved);
  }

  /** The moment that is nearest to some evaluations; the last one without them. */
  momentAt(quantity: Quantity, evaluations: number | null): number {
    const moments = this.momentsOf(quantity);
    return evaluations === null ? moments.length - 1 : nearest(moments, evaluations);
  }

  /** Null if it has to be loaded first. */
  show(quantity: Quantity, moment: number): Frame | null {
    if (this.last?.quantity === quantity && this.last.moment === moment) return this.last;
    if (!this.findRanges(quantity)) return null;
    const shown = this.valuesOf(quantity, moment);
    if (!shown) return null;
    const evaluations = this.momentsOf(quantity)[moment]!;
    this.last = { ...shown, quantity, moment, evaluations, revision: (this.last?.revision ?? 0) + 1 };
    return this.last;
  }

  async load(quantity: Quantity, moment: number): Promise<void> {
    if (quantity === "age" && !this.replay) {
      const all = await Promise.all(this.saved.map((_, i) => this.keep(i)));
      this.replay = new Replay(
        changesBetween(
          this.saved,
          all.map((each) => each.fitness),
        ),
        this.shape.cells,
      );
    }
    if (isTally(quantity) || !this.replay) await this.keep(moment);
  }

  /** Of a quantity that has been shown. */
  rangesOf(quantity: Quantity): Ranges {
    return this.ranges.get(quantity)!;
  }

  /** Of the saved map that is nearest to some evaluations; null if that is not loaded. */
  talliesNear(evaluations: number, cell: number): Tallies | null {
    const position = nearest(this.saved, evaluations);
    const map = this.kept.get(position);
    return (
      (map && {
        evaluations: this.saved[position]!,
        selections: map.selections[cell]!,
        survivals: map.survivals[cell]!,
      }) ??
      null
    );
  }

  async loadTalliesNear(evaluations: number): Promise<void> {
    await this.keep(nearest(this.saved, evaluations));
  }

  /** At the moment of the last frame; null if it is not known. */
  ageOf(cell: number): number | null {
    return this.replay && this.last && !isTally(this.last.quantity) ? this.replay.age(cell) : null;
  }

  /** Before the first frame, since it needs the buffer of the values. False if the last moment is not loaded. */
  private findRanges(quantity: Quantity): boolean {
    if (this.ranges.has(quantity)) return true;
    const first = this.valuesOf(quantity, 0)?.values;
    if (!first) return false;
    const begin = fullRange(quantity === "fitness" && this.history ? this.history.fitness : first);
    const last = this.valuesOf(quantity, this.momentsOf(quantity).length - 1)!.values;
    const ranges = rangesOf(last);
    const { end } = ranges;
    this.ranges.set(quantity, { ...ranges, run: [Math.min(begin[0], end[0]), Math.max(begin[1], end[1])] });
    return true;
  }

  private valuesOf(quantity: Quantity, moment: number): { values: Float64Array; fitness: Float64Array } | null {
    if (isTally(quantity)) {
      const map = this.kept.get(moment);
      return map ? { values: tallyValues(map, quantity, this.scratch), fitness: map.fitness } : null;
    }
    if (quantity === "age") {
      if (!this.replay) return null;
      const fitness = this.replay.show(moment);
      for (let cell = 0; cell < this.scratch.length; ++cell) this.scratch[cell] = this.replay.age(cell);
      return { values: this.scratch, fitness };
    }
    const fitness = this.replay ? this.replay.show(moment) : this.kept.get(moment)?.fitness;
    return fitness ? { values: fitness, fitness } : null;
  }

  private async keep(position: number): Promise<KeptMap> {
    const known = this.kept.get(position);
    if (known) return known;
    const map = await this.study.map(this.run, position);
    const kept = { fitness: map.f64("fitness"), selections: map.u32("selections"), survivals: map.u32("survivals") };
    this.kept.set(position, kept);
    return kept;
  }
}

function changesOf(history: Arrays<{ evaluations: number[] }>): Changes {
  return {
    evaluations: history.head.evaluations,
    counts: history.u32("counts"),
    cells: history.u32("cells"),
    fitness: history.f64("fitness"),
  };
}

function nearest(sorted: readonly number[], value: number): number {
  let best = 0;
  sorted.forEach((each, i) => {
    if (Math.abs(each - value) <= Math.abs(sorted[best]! - value)) best = i;
  });
  return best;
}
