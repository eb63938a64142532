// SPDX-License-Identifier: MIT
import { type Arrays, readArrays } from "./arrays";
import { NoAnswer, NotThere, openSource, type Source } from "./source";

export interface Feature {
  name: string;
  low: number;
  high: number;
}

export interface Treatment {
  /** Whether its results are here: a part of a study may have been exported. */
  included: boolean;
  name: string;
  testbed: string;
  problem: boolean;
  settings: Record<string, number | string>;
  features: Feature[];
  resolution: number[] | null;
  centroids: number;
  cells: number;
  solution_size: number;
  evaluations: number;
  initial: number;
  batch: number;
}

export interface Selector {
  label: string;
  short: string;
  name: string;
  settings: Record<string, number | string>;
}

export interface Metric {
  key: string;
  title: string;
}

export interface StudyFacts {
  kind: "study" | "run";
  name: string;
  version: string;
  profile: string;
  keep: "curves" | "first" | "all";
  repetitions: number;
  metrics: Metric[];
  selectors: Selector[];
  treatments: Treatment[];
}

export interface State {
  running: boolean;
  treatments: { runs: number; measured: boolean }[];
}

export interface RunFacts {
  selector: number;
  repetition: number;
  seed: number;
  signature: string;
  evaluations: number;
  rejected: number;
  seconds: number;
  maps: boolean;
  history: boolean;
  elites: boolean;
}

export interface Runs {
  runs: RunFacts[];
  areas: Record<string, number[][]>;
}

export interface MeanCurve {
  runs: number;
  mean: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

export interface Curves {
  evaluations: number[];
  curves: Record<string, MeanCurve[]>;
}

export interface Comparison {
  difference: number | null;
  welch_p: number | null;
  mann_whitney_p: number | null;
  hedges_g: number | null;
  verdict: "better" | "worse" | "undecided";
}

export interface Comparisons {
  threshold: number;
  comparisons: Record<string, Comparison[][]>;
}

export interface BeatenTable {
  testbed: string;
  treatments: number[];
  beaten: Record<string, number[]>;
  victories: Record<string, number[][]>;
}

export type Areas = Record<string, (({ mean: number; low: number | null; high: number | null } | null)[] | null)[]>;

/** Which run: positions of treatment and selector, and the repetition from 0. */
export interface RunKey {
  treatment: number;
  selector: number;
  repetition: number;
}

/** Everything that the page knows, asked for once and then remembered. */
export class Study {
  private answers = new Map<string, Promise<unknown>>();
  /** Called when nobody answers. */
  onSilence: (error: NoAnswer) => void = () => {};

  private constructor(
    readonly source: Source,
    readonly facts: StudyFacts | null,
    public state: State,
  ) {}

  /** `facts` is null if there is nothing to look at: then there is only the playground. */
  static async open(source = openSource()): Promise<Study> {
    const facts = await json<StudyFacts | { kind: "nothing" }>(source, "study.json");
    const still: State = { running: false, treatments: [] };
    if (facts.kind === "nothing") return new Study(source, null, still);
    facts.treatments.forEach((each, position) => {
      each.included = source.mayHave(`treatments/${position}/runs.json`);
    });
    return new Study(source, facts, await json<State>(source, "state.json").catch(() => still));
  }

  /** Asks how far a running study is. True if something is new; then everything is asked for again. */
  async follow(): Promise<boolean> {
    const state = await json<State>(this.source, "state.json");
    const changed = JSON.stringify(state) !== JSON.stringify(this.state);
    this.state = state;
    if (changed) this.answers.clear();
    return changed;
  }

  async runs(treatment: number): Promise<Runs> {
    const { runs, areas } = await this.json<Runs>(`treatments/${treatment}/runs.json`);
    const known = runs.map((run) => {
      const has = (what: string) => this.source.mayHave(`${pathOf({ treatment, ...run })}/${what}`);
      const { maps, history, elites } = run;
      return { ...run, maps: maps && has("maps"), history: history && has("history"), elites: elites && has("elites") };
    });
    return { runs: known, areas };
  }
  curves(treatment: number): Promise<Curves> {
    return this.json(`treatments/${treatment}/curves.json`);
  }
  curvesOfRuns(treatment: number, metric: string) {
    type Head = { evaluations: number[]; runs: { selector: number; repetition: number }[] };
    return this.arrays<Head>(`treatments/${treatment}/curves/${metric}`);
  }
  comparisons(treatment: number): Promise<Comparisons> {
    return this.json(`treatments/${treatment}/comparisons.json`);
  }
  beaten(): Promise<BeatenTable[]> {
    return this.json("beaten.json");
  }
  areas(): Promise<Areas> {
    return this.json("areas.json");
  }
  centroids(treatment: number) {
    return this.arrays<object>(`treatments/${treatment}/centroids`);
  }
  mazes(treatment: number) {
    return this.arrays<{ size: number; metrics: string[] }>(`treatments/${treatment}/mazes`);
  }
  maps(run: RunKey) {
    return this.arrays<{ evaluations: number[] }>(`${pathOf(run)}/maps`);
  }
  map(run: RunKey, index: number) {
    return this.arrays<{ evaluations: number }>(`${pathOf(run)}/maps/${index}`);
  }
  /** Null if it is not kept. */
  history(run: RunKey): Promise<Arrays<{ evaluations: number[] }> | null> {
    return this.arrays<{ evaluations: number[] }>(`${pathOf(run)}/history`).catch((error) => {
      if (error instanceof NotThere) return null;
      throw error;
    });
  }
  elites(run: RunKey) {
    return this.arrays<{ pictures: number[] }>(`${pathOf(run)}/elites`);
  }
  async picture(run: RunKey, cell: number): Promise<string> {
    return (await this.json<{ svg: string }>(`${pathOf(run)}/pictures/${cell}`)).svg;
  }

  private json<T>(name: string): Promise<T> {
    return this.remembered(name, () => json<T>(this.source, name));
  }
  private arrays<Head>(name: string): Promise<Arrays<Head>> {
    return this.remembered(name, async () => readArrays<Head>(await this.source.bytes(name)));
  }
  private remembered<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.answers.get(name);
    if (known) return known as Promise<T>;
    const answer = ask();
    this.answers.set(name, answer);
    answer.catch((error: unknown) => {
      this.answers.delete(name); // the next time it may be there
      if (error instanceof NoAnswer) this.onSilence(error);
    });
    return answer;
  }
}

function pathOf(run: RunKey): string {
  return `runs/${run.treatment}/${run.selector}/${run.repetition}`;
}

async function json<T>(source: Source, name: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await source.bytes(name))) as T;
}
