// SPDX-License-Identifier: MIT
import { NoAnswer } from "../data/source";
import type { RunKey, Study } from "../data/study";
import { inOrder } from "./in_order";
import { Mazes, type MazesOfRun, mazesOfRun } from "./mazes";

/** More are not shown at once: they have to fit into the memory of the page. */
const kMost = { mazes: 200_000, tiles: 2 ** 27 };

/** After so many failures, the others would fail as well. */
const kMostFailures = 10;

/** Whose mazes are wanted: positions of treatments and selectors. */
export interface MazeChoice {
  treatments: readonly number[];
  selectors: readonly number[];
}

export const textOfChoice = ({ treatments, selectors }: MazeChoice) => `${treatments.join()} ${selectors.join()}`;

export interface ReadMazes {
  /** Of which choice (textOfChoice). */
  asked: string;
  /** Null until the first ones are there. */
  mazes: Mazes | null;
  /** How many runs are read, of how many; whether the others do not fit, and whether more will be read. */
  taken: number;
  runs: number;
  full: boolean;
  reading: boolean;
  /** What could not be read. The mazes of the others are there. */
  error: string | null;
}

export const nothing: ReadMazes = {
  asked: "",
  mazes: null,
  taken: 0,
  runs: 0,
  full: false,
  reading: true,
  error: null,
};

/**
 * Reads the mazes of some runs, as many as fit, the first repetitions before the others. A run that is finished never
 * changes: it is read once, as long as it is wanted.
 */
export class MazeReader {
  private turn = 0;
  /** What is being read. */
  private reading: string | null = null;
  private again = false;
  /** What is read of the runs that are wanted, by their names. */
  private known = new Map<string, MazesOfRun>();
  /** What the page shows. */
  private told = nothing;

  constructor(
    private readonly study: Pick<Study, "facts" | "runs" | "elitesOnce">,
    private readonly tell: (read: ReadMazes) => void,
    private readonly most = kMost,
  ) {}

  /** Asked again for what it reads, it finishes first: a study may grow faster than it is read. */
  async ask(choice: MazeChoice): Promise<void> {
    const asked = textOfChoice(choice);
    if (this.reading === asked) {
      this.again = true;
      return;
    }
    const turn = ++this.turn;
    this.reading = asked;
    do {
      this.again = false;
      await this.readAll(asked, choice, () => turn === this.turn);
    } while (turn === this.turn && this.again);
    if (turn === this.turn) this.reading = null;
  }

  stop(): void {
    ++this.turn;
    this.reading = null;
  }

  private async readAll(asked: string, choice: MazeChoice, isCurrent: () => boolean): Promise<void> {
    const { wanted, failures } = await this.wantedRuns(choice);
    if (!isCurrent()) return;
    this.known = new Map(wanted.flatMap((run) => this.kept(run)).map((each) => [nameOf(each), each]));
    const isSame = this.told.asked === asked;
    let full = isSame && this.told.full;
    let toldCount = isSame ? this.told.mazes!.count : 0;
    const say = (reading: boolean) => {
      const read = wanted.flatMap((run) => this.kept(run));
      const isNew = this.told.asked !== asked || this.told.taken !== read.length;
      const mazes = isNew ? new Mazes(read) : this.told.mazes!;
      const error = failures[0]?.message ?? null;
      this.told = { asked, mazes, taken: read.length, runs: wanted.length, full, reading, error };
      toldCount = mazes.count;
      this.tell(this.told);
    };

    let [count, tiles] = this.filled();
    const missing = full ? [] : wanted.filter((run) => !this.known.has(nameOf(run)));
    missing.sort((a, b) => a.repetition - b.repetition);
    for await (const [run, elites] of inOrder(missing, (each) => this.study.elitesOnce(each))) {
      if (!isCurrent()) return;
      if (elites instanceof Error) {
        failures.push(elites);
        if (elites instanceof NoAnswer || failures.length >= kMostFailures) break;
        continue;
      }
      const size = Math.sqrt(this.study.facts!.treatments[run.treatment]!.solution_size);
      const room = Math.min(this.most.mazes - count, Math.floor((this.most.tiles - tiles) / (size * size)));
      full = elites.u32("cells").length > room;
      if (full && count > 0) break;
      const read = mazesOfRun(run, elites, size, room);
      this.known.set(nameOf(run), read);
      if (full) break;
      count += read.cells.length;
      tiles += read.tiles.length;
      // All that is shown is sorted and counted anew: not for every run.
      if (count > 2 * toldCount) say(true);
    }
    say(false);
  }

  /** The runs that have mazes, in the order of the study. */
  private async wantedRuns({ treatments, selectors }: MazeChoice) {
    const wanted: RunKey[] = [];
    const failures: Error[] = [];
    for await (const [treatment, answer] of inOrder(treatments, (each) => this.study.runs(each))) {
      const failed = answer instanceof Error;
      if (failed) failures.push(answer);
      const runs = failed
        ? [...this.known.values()].filter((each) => each.treatment === treatment)
        : answer.runs.filter((each) => each.elites);
      for (const { selector, repetition } of runs) {
        if (selectors.includes(selector)) wanted.push({ treatment, selector, repetition });
      }
    }
    return { wanted, failures };
  }

  /** A list, which is empty if the run is not read. */
  private kept(run: RunKey): MazesOfRun[] {
    const found = this.known.get(nameOf(run));
    return found ? [found] : [];
  }

  /** How many mazes are read, and how many tiles they have. */
  private filled(): [number, number] {
    let [count, tiles] = [0, 0];
    for (const each of this.known.values()) {
      count += each.cells.length;
      tiles += each.tiles.length;
    }
    return [count, tiles];
  }
}

const nameOf = ({ treatment, selector, repetition }: RunKey) => `${treatment}.${selector}.${repetition}`;
