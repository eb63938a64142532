// SPDX-License-Identifier: MIT
import { describe, expect, test, vi } from "vitest";
import type { Elite } from "../src/elites/elite";
import { kMostPins } from "../src/elites/pins";
import { Engine, EngineError } from "../src/engine/engine";
import type { Advanced, ReportWish, Started } from "../src/engine/engine_messages";
import { advance } from "../src/engine/slices";
import { curvesOf, positionAt, standing } from "../src/playground/curve_metrics";
import { Pace } from "../src/playground/pace";
import { Progress } from "../src/playground/progress";
import { Race, type RaceEngine } from "../src/playground/race";
import { eliteOf, type PinnedElite, withElite } from "../src/playground/race_elites";
import { engineModule } from "./engine_support";

/** An engine without a worker. */
class HereEngine implements RaceEngine {
  engine: Engine | null = null;
  targets: number[] = [];
  savePoints = 0;
  stopped = false;

  async start(module: WebAssembly.Module, request: string): Promise<Started> {
    this.engine = await Engine.make(module);
    return { plan: this.engine.start(request), centroids: this.engine.centroids() };
  }
  async advance(target: number, wish: ReportWish | null): Promise<Advanced> {
    this.targets.push(target);
    const advanced = advance(this.engine!, target, wish);
    this.savePoints += advanced.report?.curve.length ?? 0;
    return advanced;
  }
  stop(): void {
    this.stopped = true;
  }
}

const request = (selector: string, more = "") =>
  `testbed rastrigin\nselector ${selector}\nseed 5\nresolution 10\nevaluations 2000\n${more}`;

async function newRace(speed: number, requests = [request("ucb-cell"), request("uniform")]) {
  const engines = requests.map(() => new HereEngine());
  const changed = vi.fn();
  const race = new Race(engines, { quantity: "fitness", elite: null }, speed, changed);
  await race.start(engineModule, requests);
  return { race, engines, changed };
}

async function signatureOf(text: string): Promise<string> {
  const engine = await Engine.make(engineModule);
  engine.start(text);
  engine.advance(1e6);
  return engine.signature();
}

describe("a race", () => {
  test("begins with the same population, and waits", async () => {
    const { race } = await newRace(Number.POSITIVE_INFINITY);
    expect(race.state).toBe("paused");
    expect(race.evaluations).toBe(0);
    expect(race.racers[0]!.summary.best).toBe(race.racers[1]!.summary.best);
    expect(race.progress.evaluations).toEqual([0]);
  });

  test("ends with the signatures of undivided runs", async () => {
    const { race, engines } = await newRace(Number.POSITIVE_INFINITY);
    await race.run();
    expect(race.state).toBe("finished");
    expect(engines[0]!.savePoints).toBe(engines[0]!.engine!.curve().length); // each is told once
    expect(race.racers.map((each) => each.evaluations)).toEqual([2000, 2000]);
    expect(race.racers.map((each) => each.signature)).toEqual([
      await signatureOf(request("ucb-cell")),
      await signatureOf(request("uniform")),
    ]);
    expect(engines[0]!.targets).toEqual(engines[1]!.targets);
  });

  test("does so after steps and pauses as well, and with batches", async () => {
    const requests = [request("ucb-cell", "batch 7"), request("uniform", "batch 7")];
    const { race } = await newRace(Number.POSITIVE_INFINITY, requests);
    await race.step();
    expect(race.evaluations).toBe(7);
    await race.step();
    const running = race.run();
    await race.pause();
    await race.run();
    await running;
    expect(race.racers.map((each) => each.signature)).toEqual(await Promise.all(requests.map(signatureOf)));
  });

  test("tells what a step has done", async () => {
    const { race } = await newRace(1);
    const before = race.racers.map((each) => each.map);
    await race.step();
    expect(race.evaluations).toBe(1);
    race.racers.forEach(({ steps, map }, i) => {
      expect(steps!.parents).toHaveLength(1);
      expect(before[i]![steps!.parents[0]!]).not.toBeNaN();
      const changed = [...map.keys()].filter((cell) => !Object.is(map[cell], before[i]![cell]));
      expect(steps!.survivors).toEqual(changed);
    });
  });

  test("can be run to a place", async () => {
    const { race } = await newRace(1);
    await race.runTo(1234);
    expect(race.state).toBe("paused");
    expect(race.racers.map((each) => each.summary.evaluations)).toEqual([1234, 1234]);
  });

  test("shows another quantity and an elite while it is paused", async () => {
    const { race } = await newRace(1);
    await race.runTo(500);
    const fitness = race.racers[1]!.map;
    const cell = [...fitness.keys()].find((each) => !Number.isNaN(fitness[each]!))!;
    await race.setWish({ quantity: "selections", elite: { racer: 1, cell } });
    expect(race.racers[0]!.elite).toBeNull();
    expect(race.racers[1]!.elite!.fitness).toBe(fitness[cell]);
    expect(race.racers[1]!.map[cell]).toBe(race.racers[1]!.elite!.cellSelections);
  });

  test("shows no elite of another cell while the chosen one is read", async () => {
    const { race, engines } = await newRace(1);
    await race.runTo(500);
    const filled = [...race.racers[0]!.map.keys()].filter((each) => !Number.isNaN(race.racers[0]!.map[each]!));
    const [first, second] = filled.map((cell) => ({ racer: 0, cell }));
    await race.setWish({ quantity: "fitness", elite: first! });
    expect(eliteOf(race, first!, ["a", "b"])).toMatchObject({ cell: first!.cell });
    expect(eliteOf(race, second!, ["a", "b"])).toBeNull();
    // A report that was asked for with the former wish may come after the new one.
    let asked: Promise<void> | null = null;
    const { advance: atOnce } = engines[0]!;
    engines[0]!.advance = (target, wish) => {
      asked ??= race.setWish({ quantity: "fitness", elite: second! });
      return atOnce.call(engines[0]!, target, wish);
    };
    await race.step();
    expect(eliteOf(race, second!, ["a", "b"])).toBeNull();
    await asked;
    expect(eliteOf(race, second!, ["a", "b"])).toMatchObject({ cell: second!.cell });
  });

  test("has one loop, however quickly it is paused and started", async () => {
    const { race } = await newRace(1);
    const former = race.run();
    void race.pause();
    const latest = race.run();
    await former; // without an end, this takes half an hour
    expect(race.state).toBe("running");
    race.stop();
    await latest;
  });

  test("says what is wrong", async () => {
    const { race } = await newRace(1, [
      request("ucb-cell"),
      request("uniform", "set dimensions=1000\nresolution 5000"),
    ]);
    expect(race.state).toBe("failed");
    expect(race.error).toMatch("memory");
    await race.run();
    await race.step();
    expect(race.state).toBe("failed");
  });

  test("fails if an engine does", async () => {
    const { race, engines } = await newRace(Number.POSITIVE_INFINITY);
    engines[1]!.advance = () => Promise.reject(new EngineError("it broke"));
    await race.run();
    expect([race.state, race.error]).toEqual(["failed", "it broke"]);
  });

  test("stops its engines", async () => {
    const { race, engines } = await newRace(Number.POSITIVE_INFINITY);
    race.stop();
    expect(engines.every((each) => each.stopped)).toBe(true);
    await race.run();
    expect(race.evaluations).toBe(0);
  });
});

test("pinned elites are not too many", () => {
  let pinned: PinnedElite[] = [];
  for (let cell = 0; cell < kMostPins + 3; ++cell) pinned = withElite(pinned, { origin: "a test", cell } as Elite);
  expect(pinned.map((each) => each.elite.cell)).toEqual(Array.from({ length: kMostPins }, (_each, i) => i + 3));
});

describe("the pace", () => {
  test("gives one evaluation per second", () => {
    const pace = new Pace(1);
    pace.resume(0);
    expect(pace.take(500, 1000)).toBe(0);
    expect(pace.wait()).toBe(500);
    expect(pace.take(1000, 1000)).toBe(1);
    expect(pace.take(1010, 1000)).toBe(0);
  });

  test("keeps to its speed over many slices", () => {
    const pace = new Pace(20000);
    pace.resume(0);
    let done = 0;
    for (let now = 0; now <= 2000; now += 17) done += pace.take(now, 10_000);
    expect(done).toBeGreaterThan(39_000);
    expect(done).toBeLessThanOrEqual(40_000);
  });

  test("does not catch up after a break", () => {
    const pace = new Pace(1000);
    pace.resume(0);
    pace.take(20, 1e6);
    const counts = Array.from({ length: 20 }, () => pace.take(60_000, 1e6));
    expect(counts.reduce((sum, each) => sum + each)).toBe(250);
  });

  test("gives what the slowest engine can do in a slice", () => {
    const pace = new Pace(Number.POSITIVE_INFINITY);
    const counts = Array.from({ length: 9 }, () => pace.take(0, 1000));
    expect(counts[0]).toBeLessThanOrEqual(100);
    expect(counts.at(-1)).toBe(50_000);
    expect(pace.take(0, 1e-9)).toBe(1);
  });
});

const summary = (evaluations: number, qdScore = evaluations) => {
  return { evaluations, filled: 1, coverage: 0.1, best: -qdScore, qdScore, entropy: Number.NaN };
};

describe("progress", () => {
  test("keeps all save points, and what is far enough from them", () => {
    const progress = new Progress(3000);
    progress.add([[summary(0)]], [summary(0)]);
    progress.add([[]], [summary(5)]);
    progress.add([[summary(100)]], [summary(101)]);
    progress.add([[]], [summary(102)]);
    progress.add([[]], [summary(200)]);
    progress.add([[]], [summary(201)]);
    expect(progress.evaluations).toEqual([0, 5, 100, 200, 201]);
    expect(progress.summaries.map(([each]) => each!.qdScore)).toEqual(progress.evaluations);
  });

  test("stays small in long races", () => {
    const progress = new Progress(1e6);
    for (let done = 0; done <= 1e6; done += 50) progress.add([[]], [summary(done)]);
    expect(progress.evaluations.length).toBeLessThan(800);
    expect(progress.evaluations.at(-1)).toBe(1e6);
  });
});

describe("curves", () => {
  const progress = new Progress(100);
  progress.add([[summary(0)], [summary(0, 5)]], [summary(0), summary(0, 5)]);
  progress.add([[summary(100)], [summary(100, 7)]], [summary(100), summary(100, 7)]);

  test("are columns of a metric", () => {
    expect(curvesOf(progress, "qd-score", 2, false, false)).toEqual({
      x: [0, 100],
      columns: [
        [0, 100],
        [5, 7],
      ],
      logY: false,
    });
    expect(curvesOf(progress, "entropy", 2, false, true).columns[0]).toEqual([null, null]);
  });

  test("have logarithmic axes only where they can", () => {
    expect(curvesOf(progress, "qd-score", 2, true, true)).toMatchObject({ x: [100], logY: true });
    expect(curvesOf(progress, "qd-score", 2, false, true).logY).toBe(false);
    expect(curvesOf(progress, "best", 2, true, true).logY).toBe(false);
  });

  test("are read where somebody wants, or at their end", () => {
    const x = [0, 10, 25];
    expect([null, 0, 9, 10, 24, 99].map((each) => positionAt(x, each))).toEqual([2, 0, 0, 1, 1, 2]);
    expect(positionAt([5], 3)).toBe(0);
    expect([positionAt([], 3), positionAt([], null)]).toEqual([-1, -1]);
  });

  test("tell who leads", () => {
    const all = [summary(1, 5), summary(1, 9), summary(1, Number.NaN), summary(1, 9)];
    expect(standing("qd-score", all)).toEqual([1, 3, 0, 2]);
    expect(standing("best", all)).toEqual([0, 1, 3, 2]);
  });
});
