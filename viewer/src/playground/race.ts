// SPDX-License-Identifier: MIT
import type { Advanced, Report, ReportWish, Started, Steps } from "../engine/engine_messages";
import type { EliteFacts, MapQuantity, PlanFacts, Summary } from "../engine/facts";
import { Pace } from "./pace";
import { Progress } from "./progress";

/** What a race needs of an engine in a worker; see EngineClient. */
export interface RaceEngine {
  start(module: WebAssembly.Module, request: string): Promise<Started>;
  advance(target: number, report: ReportWish | null): Promise<Advanced>;
  stop(): void;
}

export interface Racer {
  plan: PlanFacts;
  centroids: Float64Array | null;
  evaluations: number;
  /** The time of the engine alone, in milliseconds. */
  busy: number;
  map: Float64Array;
  summary: Summary;
  elite: EliteFacts | null;
  /** The cell that was asked for when `elite` was read: meanwhile somebody may have chosen another one. */
  eliteCell: number | null;
  /** Of the last step, if it was a single one: the parents, and the cells that offspring have taken. */
  steps: Steps | null;
  /** Once it is finished. */
  signature: string | null;
}

export type RaceState = "starting" | "paused" | "running" | "finished" | "failed";

/** What the maps show, and the one cell that somebody looks at. */
export interface RaceWish {
  quantity: MapQuantity;
  elite: { racer: number; cell: number } | null;
}

/** Pictures are made at most so often, and less often if there are many cells to draw. */
const kLeastMillisecondsOfReports = 33;
const kCellsPerMillisecond = 2500;
/** Up to this speed, one sees which cells the selectors choose. */
const kFastestWithSteps = 10;

/**
 * Runs of several selectors at the same time, in slices: nobody begins a slice before all have done the one before. So
 * everything that is shown is at the same number of evaluations.
 */
export class Race {
  state: RaceState = "starting";
  error: string | null = null;
  racers: Racer[] = [];
  progress = new Progress(0);
  /** Grows with every change; maps and curves are drawn anew with those of `reports`. */
  reports = 0;

  private readonly pace: Pace;
  private lastReport = Number.NEGATIVE_INFINITY;
  private turn: Promise<void> = Promise.resolve();
  /** How often it was told to run: a loop ends when there is another one. */
  private runs = 0;
  private wake: (() => void) | null = null;
  private ended = false;
  /** Those that have been reported. */
  private savePoints = 0;

  constructor(
    private readonly engines: RaceEngine[],
    private wish: RaceWish,
    private speed: number,
    private readonly changed: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.pace = new Pace(speed);
  }

  get evaluations(): number {
    return this.racers[0]?.evaluations ?? 0;
  }

  get allEvaluations(): number {
    return this.racers[0]?.plan.evaluations ?? 0;
  }

  /** Makes all initial populations. */
  start(module: WebAssembly.Module, requests: string[]): Promise<void> {
    return this.inTurn(async () => {
      const started = await Promise.all(this.engines.map((engine, i) => engine.start(module, requests[i]!)));
      this.racers = started.map(({ plan, centroids }) => ({
        plan,
        centroids,
        evaluations: 0,
        busy: 0,
        map: new Float64Array(0),
        summary: { evaluations: 0, filled: 0, coverage: 0, best: Number.NaN, qdScore: 0, entropy: 0 },
        elite: null,
        eliteCell: null,
        steps: null,
        signature: null,
      }));
      this.progress = new Progress(this.allEvaluations);
      this.state = "paused";
      await this.slice(0, { steps: false });
    });
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.pace.setSpeed(speed);
    this.wake?.();
  }

  setWish(wish: RaceWish): Promise<void> {
    this.wish = wish;
    return this.inTurn(() => this.refresh());
  }

  /** Runs until it is finished or paused. */
  async run(): Promise<void> {
    if (this.state !== "paused") return;
    this.state = "running";
    this.pace.resume(this.now());
    this.changed();
    const own = ++this.runs;
    const goesOn = () => own === this.runs && this.isRunning();
    while (goesOn()) {
      const count = this.pace.take(this.now(), this.rate());
      if (count === 0) await this.sleep(this.pace.wait());
      else await this.inTurn(() => (goesOn() ? this.slice(count, this.due()) : Promise.resolve()));
    }
  }

  pause(): Promise<void> {
    if (this.state !== "running") return Promise.resolve();
    this.state = "paused";
    this.wake?.();
    this.changed();
    return this.inTurn(() => this.refresh());
  }

  /** A single evaluation, or a single batch, of each. */
  step(): Promise<void> {
    return this.inTurn(() => (this.state === "paused" ? this.slice(1, { steps: true }) : Promise.resolve()));
  }

  /** Goes on to so many evaluations, and stays there. */
  runTo(evaluations: number): Promise<void> {
    return this.inTurn(async () => {
      while (!this.ended && this.state === "paused" && this.evaluations < evaluations) {
        const rest = evaluations - this.evaluations;
        await this.slice(Math.min(rest, Math.max(1, Math.floor(this.rate() * 100))), this.due());
      }
      await this.refresh();
    });
  }

  stop(): void {
    this.ended = true;
    this.wake?.();
    for (const engine of this.engines) engine.stop();
  }

  private isRunning(): boolean {
    return this.state === "running" && !this.ended;
  }

  /** How many evaluations the slowest engine makes in a millisecond. */
  private rate(): number {
    const rates = this.racers.map(({ evaluations, busy }) => evaluations / Math.max(busy, 0.05));
    return Math.max(0.001, Math.min(...rates));
  }

  /** One thing after the other: asks of different turns do not mix. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.turn.then(async () => {
      if (this.ended || this.state === "failed") return;
      try {
        await work();
      } catch (error) {
        this.state = "failed";
        this.error = error instanceof Error ? error.message : String(error);
        this.changed();
      }
    });
    this.turn = next;
    return next;
  }

  private due(): { steps: boolean } | null {
    const cells = this.racers.reduce((sum, each) => sum + each.plan.cells, 0);
    const pause = kLeastMillisecondsOfReports + cells / kCellsPerMillisecond;
    return this.now() - this.lastReport >= pause ? { steps: this.speed <= kFastestWithSteps } : null;
  }

  private async refresh(): Promise<void> {
    if (this.racers.length > 0) await this.slice(0, { steps: false });
  }

  private async slice(count: number, report: { steps: boolean } | null): Promise<void> {
    const target = Math.min(this.evaluations + count, this.allEvaluations);
    const asked = report ?? (target === this.allEvaluations ? { steps: false } : null);
    const wishes = this.engines.map((_engine, i) => asked && this.reportWish(i, asked.steps));
    const answers = await Promise.all(this.engines.map((engine, i) => engine.advance(target, wishes[i]!)));
    if (this.ended) return;
    answers.forEach(({ evaluations, milliseconds }, i) => {
      this.racers[i]!.evaluations = evaluations;
      this.racers[i]!.busy += milliseconds;
    });
    if (!asked) return;
    this.show(
      answers.map((each) => each.report!),
      wishes.map((each) => each!.elite),
      count > 0,
    );
    if (answers.every((each) => each.finished)) this.state = "finished";
    this.changed();
  }

  private reportWish(racer: number, steps: boolean): ReportWish {
    const { quantity, elite } = this.wish;
    return {
      quantity,
      curveFrom: this.savePoints,
      elite: elite?.racer === racer ? elite.cell : null,
      steps,
    };
  }

  private show(reports: Report[], eliteCells: (number | null)[], advanced: boolean): void {
    this.progress.add(
      reports.map((each) => each.curve),
      reports.map((each) => each.summary),
    );
    this.savePoints += reports[0]!.curve.length;
    reports.forEach(({ summary, map, elite, steps, signature }, i) => {
      const racer = this.racers[i]!;
      Object.assign(racer, { summary, map, elite, eliteCell: eliteCells[i], signature });
      if (advanced) racer.steps = steps;
    });
    this.lastReport = this.now();
    ++this.reports;
  }

  /** Can be woken up before. */
  private sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.wake = done;
    });
  }
}
