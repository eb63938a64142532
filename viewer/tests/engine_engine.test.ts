// SPDX-License-Identifier: MIT
import { describe, expect, test } from "vitest";
import { EngineError } from "../src/engine/engine";
import { newEngine } from "./engine_support";

const request = "testbed rastrigin\nselector uniform\nseed 1\nresolution 8\nevaluations 500";

describe("an engine", () => {
  test("advances, and shows its map, curve and elites", async () => {
    const engine = await newEngine();
    const plan = engine.start(request);
    expect(plan).toMatchObject({ testbed: "rastrigin", selector: "uniform", seed: "1", resolution: [8, 8], cells: 64 });
    expect(engine.evaluations).toBe(0);
    engine.advance(200);
    expect(engine.evaluations).toBe(200);
    const fitness = engine.map("fitness");
    const filled = [...fitness.keys()].filter((cell) => !Number.isNaN(fitness[cell]!));
    const summary = engine.summary();
    expect(summary).toMatchObject({ evaluations: 200, filled: filled.length, coverage: filled.length / 64 });
    expect(summary.best).toBe(Math.max(...filled.map((cell) => fitness[cell]!)));
    const selections = engine.map("selections");
    expect(filled.reduce((sum, cell) => sum + selections[cell]!, 0)).toBe(200);
    expect(engine.elite(filled[0]!)).toMatchObject({
      fitness: fitness[filled[0]!],
      cellSelections: selections[filled[0]!],
    });
    expect(engine.elite(filled[0]!)!.solution).toHaveLength(plan.solutionSize);
    engine.advance(1e9);
    expect(engine.finished).toBe(true);
    const curve = engine.curve();
    expect(curve[0]!.evaluations).toBe(0);
    expect(curve.at(-1)).toEqual(engine.summary());
    expect(engine.curve(curve.length - 1)).toEqual([curve.at(-1)]);
    expect(engine.curve(curve.length)).toEqual([]);
  });

  test("does not give its own memory away", async () => {
    const engine = await newEngine();
    engine.start(request);
    const before = engine.map("selections");
    const copy = before.slice();
    engine.advance(100);
    expect(before).toEqual(copy);
    expect(engine.map("selections")).not.toEqual(copy);
  });

  test("has centroids", async () => {
    const engine = await newEngine();
    const plan = engine.start("testbed arm\nselector uniform\nseed 1\ncentroids 20\nevaluations 10");
    expect(plan).toMatchObject({ resolution: null, centroids: 20, cells: 20 });
    const points = engine.centroids()!;
    expect(points).toHaveLength(20 * plan.features.length);
    expect([...points].every(Number.isFinite)).toBe(true);
  });

  test("has none on a grid, and no elite in an empty cell", async () => {
    const engine = await newEngine();
    engine.start("testbed rastrigin\nselector uniform\nseed 1\nresolution 1000\ninitial 1\nevaluations 0");
    expect(engine.centroids()).toBeNull();
    const fitness = engine.map("fitness");
    const cells = [...fitness.keys()];
    expect(engine.elite(cells.find((cell) => Number.isNaN(fitness[cell]!))!)).toBeNull();
    expect(engine.elite(cells.length)).toBeNull();
    expect(engine.finished).toBe(true);
  });

  test.each([
    ["set dimensions=0", "dimensions of rastrigin: '0': allowed are whole numbers from 1 to 1000"],
    ["set goal=upwards", "goal of rastrigin: "],
    ["resolution 0", "resolution: "],
    ["evaluations many", "evaluations: "],
    ["centroids 1000000000", "centroids: "],
    ["seed -1", "seed: "],
    ["resolution 100000x100000", "resolution gives more than"],
    ["set dimensions=1000\nresolution 1000", "there is not enough memory for this"],
    ["centroids points.csv", "centroids: "],
  ])("says what is wrong with '%s'", async (line, message) => {
    const engine = await newEngine();
    const wrong = `testbed rastrigin\nselector uniform\n${line}`;
    expect(() => engine.start(wrong)).toThrow(EngineError);
    const other = await newEngine();
    expect(() => other.start(wrong)).toThrow(message);
  });

  test("names the selector's parameter", async () => {
    const engine = await newEngine();
    expect(() => engine.plan("testbed rastrigin\nselector ucb-cell:lambda=-1\nseed 1")).toThrow("lambda of ucb-cell: ");
  });
});
