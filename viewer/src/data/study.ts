// SPDX-License-Identifier: MIT
import { Answers } from "./answers";
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
  /** Another one if the facts of the study are. */
  identity?: string;
  running: boolean;
  treatments: { runs: number; measured: boolean }[];
}

export interface RunFacts {
  selector: number;
  repetition: number;
  /** A number of 64 bits, which is more than a number has here. */
  seed: string;
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

export interface ElitesHead {
  /** Cells that have one. */
  pictures: number[];
  /** Of mazes: the names of what their array `metrics` has. */
  metrics?: string[];
}

/** Whether its solutions are mazes: a problem of one's own can have that name as well. */
export const hasMazes = ({ testbed, problem }: Pick<Treatment, "testbed" | "problem">) =>
  testbed === "maze" && !problem;

/** Everything that the page knows, asked for once and then remembered. */
export class Study {
  private readonly answers = new Answers();
  /** Called when nobody answers. */
  onSilence: (error: NoAnswer) => void = () => {};
  /** Called when the study has been extended, or another one is in its place: its facts are out of date. */
  onOther: () => void = () => {};

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
      each.included = source.mayHave(runsName(position));
    });
    return new Study(source, facts, await json<State>(source, "state.json").catch(() => still));
  }

  /** How many runs are in, and how many there will be. */
  get progress(): { done: number; all: number } {
    const done = this.state.treatments.reduce((sum, each) => sum + each.runs, 0);
    const { treatments, selectors, repetitions } = this.facts!;
    return { done, all: treatments.length * selectors.length * repetitions };
  }

  /** Whether there are newer answers than some that are shown. */
  get isBehind(): boolean {
    return this.answers.isBehind;
  }

  /** Asks how far a study is. True if something is new; then that is asked for again. */
  async follow(): Promise<boolean> {
    const before = this.state;
    const state = await json<State>(this.source, "state.json");
    if (before.identity !== undefined && state.identity !== before.identity) {
      this.onOther();
      return false;
    }
    this.state = state;
    const forgotten = this.answers.forget((name) => isOld(name, before, state));
    return forgotten || JSON.stringify(state) !== JSON.stringify(before);
  }

  async runs(treatment: number): Promise<Runs> {
    const { runs, areas } = await this.remembered(runsName(treatment), () =>
      json<Runs>(this.source, runsName(treatment), withSeedsAsTexts),
    );
    const known = runs.map((run) => {
      const has = (what: string) => this.mayHave({ treatment, ...run }, what);
      const { maps, history, elites } = run;
      return { ...run, maps: maps && has("maps"), history: history && has("history"), elites: elites && has("elites") };
    });
    return { runs: known, areas };
  }
  /** False if it is certain that the elites of the run are not here: a part of a study may have been exported. */
  mayHaveElites(run: RunKey): boolean {
    return this.mayHave(run, "elites");
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
    return this.arrays<ElitesHead>(`${pathOf(run)}/elites`);
  }
  /** The same, but not remembered: for those who read very many runs, and keep what they need of them. */
  elitesOnce(run: RunKey): Promise<Arrays<ElitesHead>> {
    return this.watched(this.source.bytes(`${pathOf(run)}/elites`).then(readArrays<ElitesHead>));
  }
  async picture(run: RunKey, cell: number): Promise<string> {
    type Picture = { svg: string };
    return (await this.json<Picture>(`${pathOf(run)}/pictures/${cell}`, ({ svg }) => svg.length)).svg;
  }

  private mayHave(run: RunKey, what: string): boolean {
    return this.source.mayHave(`${pathOf(run)}/${what}`);
  }
  private json<T>(name: string, bytesOf?: (value: T) => number): Promise<T> {
    return this.remembered(name, () => json<T>(this.source, name), bytesOf);
  }
  private arrays<Head>(name: string): Promise<Arrays<Head>> {
    const ask = async () => readArrays<Head>(await this.source.bytes(name));
    return this.remembered(name, ask, (arrays) => arrays.bytes);
  }
  private remembered<T>(name: string, ask: () => Promise<T>, bytesOf?: (value: T) => number): Promise<T> {
    return this.watched(this.answers.ask(name, ask, bytesOf));
  }
  private watched<T>(answer: Promise<T>): Promise<T> {
    answer.catch((error: unknown) => {
      if (error instanceof NoAnswer) this.onSilence(error);
    });
    return answer;
  }
}

/** Whether an answer may be another one now. */
function isOld(name: string, before: State, now: State): boolean {
  const [, kind, treatment, rest] = name.match(/^(treatments|runs)\/(\d+)\/(.*)/) ?? [];
  if (kind === undefined) {
    // It is about all treatments that are measured.
    return JSON.stringify(before.treatments.map(isMeasured)) !== JSON.stringify(now.treatments.map(isMeasured));
  }
  const [old, latest] = [before.treatments[Number(treatment)], now.treatments[Number(treatment)]];
  if (rest === "centroids") return false;
  // A run that is in stays as it is, but when its treatment is measured, its history may go.
  return old?.measured !== latest?.measured || (kind === "treatments" && old?.runs !== latest?.runs);
}

const isMeasured = ({ measured }: State["treatments"][number]) => measured;

function pathOf(run: RunKey): string {
  return `runs/${run.treatment}/${run.selector}/${run.repetition}`;
}

const runsName = (treatment: number) => `treatments/${treatment}/runs.json`;

/** JSON.parse rounds large numbers. */
const withSeedsAsTexts = (text: string) => text.replaceAll(/"seed":\s*(\d+)/g, '"seed":"$1"');

async function json<T>(source: Source, name: string, prepare = (text: string) => text): Promise<T> {
  return JSON.parse(prepare(new TextDecoder().decode(await source.bytes(name)))) as T;
}
