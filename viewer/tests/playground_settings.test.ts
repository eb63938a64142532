// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, test } from "vitest";
import type { Tables } from "../src/engine/facts";
import { faultsOf } from "../src/playground/faults";
import { presets } from "../src/playground/presets";
import { commandOf, faultOf, nextSeed, readSettings, requestOf, selectorsText } from "../src/playground/race_settings";
import { optionsOf } from "../src/playground/setting_field";
import { readSpeed, speeds, speedText, writeSpeed } from "../src/playground/speeds";
import { engineModule, newEngine } from "./engine_support";

let tables: Tables;
beforeAll(async () => {
  tables = (await newEngine()).tables();
});

const read = (text: string) => readSettings(new URLSearchParams(text), tables);

describe("settings of a race", () => {
  test("are usual ones without an address", () => {
    const settings = read("");
    expect(settings).toMatchObject({ profile: "paper", testbed: "rastrigin", run: {}, testbedSettings: {}, seed: "1" });
    expect(settings.selectors).toHaveLength(2);
  });

  test("are read from an address, and written for the engine and a terminal", () => {
    const settings = read(
      "profile=published&testbed=maze&set.size=12&evaluations=5000&seed=7&selectors=ucb-cell:lambda=0.5;greedy&nothing=1",
    );
    expect(selectorsText(settings.selectors)).toBe("ucb-cell:lambda=0.5;greedy");
    expect(requestOf(settings, 0).split("\n")).toEqual([
      "profile published",
      "testbed maze",
      "set size=12",
      "evaluations 5000",
      "selector ucb-cell:lambda=0.5",
      "seed 7",
    ]);
    expect(commandOf(settings, 0, "paper")).toBe(
      "mce run maze --profile published --set size=12 --evaluations 5000 --selector ucb-cell:lambda=0.5 --seed 7",
    );
    expect(commandOf(settings, 1, "published")).toBe(
      "mce run maze --set size=12 --evaluations 5000 --selector greedy --seed 7",
    );
  });

  test("stay one line each, and are no commands", () => {
    const settings = read(
      "testbed=maze&seed=1%0Aselector greedy&set.features=corners;rm -rf 'x'&selectors=uniform;greedy",
    );
    expect(requestOf(settings, 0).split("\n")).toHaveLength(5);
    expect(commandOf(settings, 0, "paper")).toContain(`--set 'features=corners;rm -rf '\\''x'\\'''`);
  });

  test("have two to four selectors that there are", () => {
    const names = (text: string) => read(`selectors=${text}`).selectors.map((each) => each.name);
    expect(names("greedy;nonsense")).toEqual(["greedy", "ucb-individual"]);
    expect(names("ucb-individual")).toEqual(["ucb-individual", "ucb-cell"]);
    expect(names("greedy;greedy;uniform;uniform;uniform")).toEqual(["greedy", "greedy", "uniform", "uniform"]);
  });

  test("say where a fault is", () => {
    const settings = read("testbed=maze&set.size=99&evaluations=x&selectors=ucb-cell:lambda=-1;greedy");
    expect(faultOf("size of maze: '99': too large", settings, 0)).toEqual({
      field: "set.size",
      message: "'99': too large",
    });
    expect(faultOf("evaluations: 'x'", settings, 1)).toEqual({ field: "evaluations", message: "'x'" });
    expect(faultOf("lambda of ucb-cell: no", settings, 0)).toEqual({ field: "selector 0 lambda", message: "no" });
    expect(faultOf("seed: no", settings, 1)).toEqual({ field: "seed", message: "no" });
    expect(faultOf("something: else", settings, 1)).toEqual({ field: null, message: "something: else" });
  });
});

describe("faults that the engine finds", () => {
  test.each([
    ["testbed=maze&set.size=99", "set.size"],
    ["testbed=rastrigin&set.scale=none", "set.scale"],
    ["testbed=arm&resolution=0", "resolution"],
    ["testbed=arm&seed=no", "seed"],
    ["testbed=arm&selectors=uniform;ucb-cell:lambda=-1", "selector 1 lambda"],
    ["testbed=arm&resolution=10&centroids=10", null],
  ])("%s", async (address, field) => {
    const faults = await faultsOf(engineModule, read(address));
    expect(faults.map((each) => each.field)).toEqual([field]);
  });

  test("are none in what is offered first", async () => {
    for (const { parameters } of presets) {
      const settings = read(String(new URLSearchParams(parameters)));
      expect(selectorsText(settings.selectors)).toBe(parameters.selectors);
      expect(settings.testbed).toBe(parameters.testbed);
      expect(await faultsOf(engineModule, settings)).toEqual([]);
      expect(speeds).toContain(Number(parameters.speed));
    }
  });
});

test("seeds follow each other", () => {
  expect(nextSeed("1")).toBe("2");
  expect(nextSeed("18446744073709551614")).toBe("18446744073709551615");
  expect(nextSeed("18446744073709551615")).toBe("1");
  expect(nextSeed("x")).toBe("1");
});

test("speeds reach from one evaluation per second to as fast as it goes", () => {
  expect(speeds[0]).toBe(1);
  expect(speeds.at(-1)).toBe(Number.POSITIVE_INFINITY);
  expect([...speeds].sort((a, b) => a - b)).toEqual(speeds);
  for (const each of speeds) expect(readSpeed(writeSpeed(each))).toBe(each);
  expect(speeds).toContain(readSpeed("3"));
  expect([speedText(1), speedText(5000), speedText(Number.POSITIVE_INFINITY)]).toEqual([
    "1 evaluation per second",
    "5,000 evaluations per second",
    "as fast as it goes",
  ]);
});

test("only single words are offered as a list", () => {
  expect(optionsOf("plain | root")).toEqual(["plain", "root"]);
  expect(optionsOf("1 to 4 of corners | path")).toBeNull();
  expect(optionsOf("0 to 1")).toBeNull();
});
