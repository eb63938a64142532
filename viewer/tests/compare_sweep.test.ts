// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { parametersOf, sweepOfKind, sweepOfSelectors, sweepOfTreatments } from "../src/compare/sweep";
import type { Selector, StudyFacts, Treatment } from "../src/data/study";

type Settings = Record<string, number | string>;

function selector(name: string, settings: Settings): Selector {
  const words = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return { name, settings, label: [name, ...words].join(":"), short: name };
}

function treatment(name: string, testbed: string, settings: Settings): Treatment {
  return {
    name,
    included: true,
    testbed,
    settings,
    problem: false,
    features: [],
    resolution: [10, 10],
    centroids: 0,
    cells: 100,
    solution_size: 2,
    evaluations: 1000,
    initial: 100,
    batch: 1,
  };
}

function factsOf(selectors: Selector[], treatments: Treatment[]): StudyFacts {
  return {
    kind: "study",
    name: "test",
    version: "",
    profile: "",
    keep: "all",
    repetitions: 2,
    metrics: [],
    selectors,
    treatments,
  };
}

const facts = factsOf(
  [
    selector("ucb-cell", { lambda: 2 }),
    selector("ucb-cell", { lambda: 0.5 }),
    selector("ucb-cell", { lambda: 1 }),
    selector("uniform", {}),
  ],
  [
    treatment("arm joints=8", "arm", { joints: 8 }),
    treatment("arm joints=4", "arm", { joints: 4 }),
    treatment("maze size=8 fitness=path", "maze", { size: 8, fitness: "path" }),
    treatment("maze size=16 fitness=path", "maze", { size: 16, fitness: "path" }),
    treatment("maze size=8 fitness=corners", "maze", { size: 8, fitness: "corners" }),
    treatment("rastrigin", "rastrigin", { dimensions: 6 }),
  ],
);
const parameters = parametersOf(facts);
const parameter = (id: string) => parameters.find((each) => each.id === id)!;
const nothing = () => null;

describe("the parameters of a study", () => {
  it("are those with several values, of selectors and of each testbed", () => {
    expect(parameters.map((each) => each.id)).toEqual([
      "selector lambda",
      "treatment arm joints",
      "treatment maze size",
      "treatment maze fitness",
    ]);
  });

  it("have their values in order", () => {
    expect(parameter("selector lambda").values).toEqual([0.5, 1, 2]);
    expect(parameter("treatment arm joints")).toMatchObject({ values: [4, 8], numeric: true });
    expect(parameter("treatment maze fitness")).toMatchObject({ values: ["path", "corners"], numeric: false });
  });

  it("do not come from selectors of different kinds", () => {
    const mixed = factsOf([selector("ucb-cell", { lambda: 1 }), selector("discounted", { lambda: 2 })], []);
    expect(parametersOf(mixed)).toEqual([]);
  });
});

describe("a sweep of treatments", () => {
  it("has a line per selector, through the treatments in order of the parameter", () => {
    const { lines, fixed } = sweepOfTreatments(facts, parameter("treatment arm joints"), nothing);
    expect(fixed).toEqual([]);
    expect(lines).toHaveLength(4);
    expect(lines[1]!.points).toEqual([
      { value: 4, treatment: 1, selector: 1 },
      { value: 8, treatment: 0, selector: 1 },
    ]);
  });

  it("fixes the other parameters", () => {
    const usual = sweepOfTreatments(facts, parameter("treatment maze size"), nothing);
    expect(usual.fixed).toEqual([{ key: "fitness", values: ["path", "corners"], chosen: "path" }]);
    expect(usual.lines[0]!.points.map((each) => each.treatment)).toEqual([2, 3]);
    const other = sweepOfTreatments(facts, parameter("treatment maze size"), () => "corners");
    expect(other.lines[0]!.points.map((each) => each.treatment)).toEqual([4]);
  });
});

describe("a sweep of selectors", () => {
  it("joins those that differ by the parameter; others are constant", () => {
    const { lines } = sweepOfSelectors(facts, parameter("selector lambda"), 5);
    expect(lines.map((each) => [each.name, each.constant])).toEqual([
      ["ucb-cell", false],
      ["uniform", true],
    ]);
    expect(lines[0]!.points.map((each) => each.selector)).toEqual([1, 2, 0]);
    expect(lines[1]!.points.map((each) => [each.value, each.selector, each.treatment])).toEqual([
      [0.5, 3, 5],
      [1, 3, 5],
      [2, 3, 5],
    ]);
  });

  it("can have a line per treatment", () => {
    const { lines, fixed } = sweepOfKind(facts, parameter("selector lambda"), nothing);
    expect(fixed).toEqual([]);
    expect(lines.map((each) => each.name)).toEqual(facts.treatments.map((each) => each.name));
    expect(lines[3]!.points.map((each) => [each.treatment, each.selector])).toEqual([
      [3, 1],
      [3, 2],
      [3, 0],
    ]);
  });
});
