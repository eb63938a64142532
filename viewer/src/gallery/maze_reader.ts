// SPDX-License-Identifier: MIT
import type { Arrays } from "../data/arrays";
import type { Study } from "../data/study";
import { type MazeHead, type MazeSource, Mazes } from "./mazes";

/** More mazes than these are not shown at once: their tiles have to fit into the memory of the page. */
const kMostMazes = 200_000;

export interface ReadMazes {
  /** Of which treatments, as they were asked for. */
  asked: string;
  /** Null until the first ones are there. */
  mazes: Mazes | null;
  /** How many treatments are read, and whether more will be. */
  treatments: number;
  reading: boolean;
  /** Mazes of the first treatment that did not fit. */
  left: number;
  error: string | null;
}

export const nothing: ReadMazes = { asked: "", mazes: null, treatments: 0, reading: true, left: 0, error: null };

/** Reads the mazes of some treatments, as many as fit. Those of the first treatment are told before the others. */
export class MazeReader {
  private turn = 0;
  /** What is being read. */
  private reading: string | null = null;
  private again = false;
  /** What the page shows. */
  private told: string | null = null;

  constructor(
    private readonly study: Pick<Study, "mazes" | "mayHaveElites">,
    private readonly tell: (read: ReadMazes) => void,
    private readonly most = kMostMazes,
  ) {}

  /** Asked again for what it reads, it finishes first: a study may grow faster than it is read. */
  async ask(treatments: string): Promise<void> {
    if (this.reading === treatments) {
      this.again = true;
      return;
    }
    const turn = ++this.turn;
    this.reading = treatments;
    do {
      this.again = false;
      await this.readAll(treatments, () => turn === this.turn);
    } while (turn === this.turn && this.again);
    if (turn === this.turn) this.reading = null;
  }

  stop(): void {
    ++this.turn;
    this.reading = null;
  }

  private async readAll(asked: string, isCurrent: () => boolean): Promise<void> {
    const say = (read: Omit<ReadMazes, "asked">) => {
      if (!isCurrent()) return;
      this.told = asked;
      this.tell({ ...read, asked });
    };
    const sources: MazeSource[] = [];
    let count = 0;
    let left = 0;
    try {
      for (const treatment of asked.split(",").map(Number)) {
        const arrays = await this.study.mazes(treatment);
        if (!isCurrent()) return;
        const here = mazesHere(this.study, treatment, arrays);
        if (count > 0 && count + here.length > this.most) break;
        const members = here.subarray(0, this.most);
        left += here.length - members.length;
        sources.push({ treatment, arrays, members });
        // Not if older ones of the same treatments are shown: these stay until all is read.
        if (count === 0 && members.length > 0 && this.told !== asked) {
          say({ mazes: new Mazes(sources), treatments: sources.length, reading: true, left, error: null });
        }
        count += members.length;
      }
      say({ mazes: new Mazes(sources), treatments: sources.length, reading: false, left, error: null });
    } catch (error) {
      say({ ...nothing, reading: false, error: (error as Error).message });
    }
  }
}

/** The mazes that can be opened: of a part of a study that was exported, not all of them. */
function mazesHere(study: Pick<Study, "mayHaveElites">, treatment: number, arrays: Arrays<MazeHead>): Uint32Array {
  const selectors = arrays.u32("selector");
  const repetitions = arrays.u32("repetition");
  const known = new Map<string, boolean>();
  return Uint32Array.from(selectors.keys()).filter((maze) => {
    const run = { treatment, selector: selectors[maze]!, repetition: repetitions[maze]! };
    const key = `${run.selector} ${run.repetition}`;
    if (!known.has(key)) known.set(key, study.mayHaveElites(run));
    return known.get(key);
  });
}
