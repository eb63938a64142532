// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { newEngine } from "./engine_support";

const program = process.env.MCE_PROGRAM ?? "../build/release/mce";

/** What short runs end with on any machine: "profile testbed selector signature". */
const pinned = readFileSync("../data/signatures.txt", "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [string, string, string, string])
  .filter(([profile]) => profile !== "search"); // those have no testbed

describe("the engine in WebAssembly does what the program does", () => {
  test("there is a line for every profile, testbed and selector", async () => {
    const { profiles } = (await newEngine()).tables();
    const all = profiles.flatMap(({ name, testbeds, selectors }) =>
      testbeds.flatMap((testbed) => selectors.map((selector) => `${name} ${testbed.name} ${selector.name}`)),
    );
    expect(pinned.map((words) => words.slice(0, 3).join(" "))).toEqual(all);
  });

  test.each(pinned)("%s %s %s", async (profile, testbed, selector, signature) => {
    const engine = await newEngine();
    engine.start(
      `profile ${profile}\ntestbed ${testbed}\nselector ${selector}\nseed 42\nresolution 32\nevaluations 10000`,
    );
    while (!engine.finished) engine.advance(3333);
    expect(engine.signature()).toBe(signature);
  });

  test.each([
    ["arm", "ucb-cell:lambda=0.25", { centroids: "300", "centroid-seed": "7" }, {}],
    ["maze", "surprise", { batch: "16" }, { size: "12", fitness: "straights", features: "path,corners" }],
    ["passage", "thompson-tournament:contenders=9", { initial: "7", resolution: "13x40" }, {}],
    ["rastrigin", "greedy", {}, { dimensions: "3", features: "3", scale: "outliers" }],
  ] as const)("%s with %s and parameters", async (testbed, selector, run, set) => {
    const seed = "18446744073709551615";
    const all: Record<string, string> = { resolution: "20", ...run, evaluations: "20000" };
    if ("centroids" in run) delete all.resolution;
    const words = [
      ...Object.entries(set).flatMap(([key, value]) => ["--set", `${key}=${value}`]),
      ...Object.entries(all).flatMap(([key, value]) => [`--${key}`, value]),
    ];
    const printed = execFileSync(
      program,
      ["run", testbed, "--selector", selector, "--seed", seed, "--quiet", ...words],
      {
        encoding: "utf8",
      },
    );
    const engine = await newEngine();
    engine.start(
      [
        `testbed ${testbed}`,
        `selector ${selector}`,
        `seed ${seed}`,
        ...Object.entries(set).map(([key, value]) => `set ${key}=${value}`),
        ...Object.entries(all).map(([key, value]) => `${key} ${value}`),
      ].join("\n"),
    );
    while (!engine.finished) engine.advance(777);
    expect(engine.signature()).toBe(printed.match(/signature +([0-9a-f]{16})/)![1]);
  });
});
