// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { NotThere } from "../src/data/source";
import type { Study, StudyFacts } from "../src/data/study";
import { comparedRows } from "../src/elites/comparison";
import { fileNameOf, svgAddress } from "../src/elites/download";
import type { Elite } from "../src/elites/elite";
import { eliteJson, eliteTallies } from "../src/elites/elite_facts";
import { kMostPins, pinKey, readPins, withoutPin, withPin, writePins } from "../src/elites/pins";
import { readElite } from "../src/elites/read_elite";

const facts = {
  repetitions: 2,
  selectors: [{ label: "ucb-cell" }, { label: "uniform" }],
  treatments: [
    {
      name: "arms",
      testbed: "arm",
      problem: false,
      cells: 400,
      settings: {},
      features: [{ name: "x" }, { name: "y" }],
    },
    { name: "mazes", testbed: "maze", problem: false, cells: 100, settings: {}, features: [{ name: "path" }] },
  ],
} as unknown as StudyFacts;

describe("pins in the address", () => {
  it("are read and written", () => {
    const pins = readPins("1.0.1.99,0.1.0.7", facts);
    expect(pins).toEqual([
      { treatment: 1, selector: 0, repetition: 1, cell: 99 },
      { treatment: 0, selector: 1, repetition: 0, cell: 7 },
    ]);
    expect(writePins(pins)).toBe("1.0.1.99,0.1.0.7");
    expect(writePins([])).toBeNull();
  });

  it("leave out what is no elite of the study", () => {
    const wrong = "2.0.0.0,0.2.0.0,0.0.2.0,1.0.0.100,1.0.0,1.0.0.-1,1e0.0.0.1,<script>,0.0.0.1.2,9999999999.0.0.0,,";
    expect(readPins(wrong, facts)).toEqual([]);
    expect(readPins(null, facts)).toEqual([]);
  });

  it("are there once, and not too many", () => {
    expect(readPins("0.0.0.1,0.0.0.1", facts)).toHaveLength(1);
    const many = Array.from({ length: 50 }, (_each, cell) => `0.0.0.${cell}`).join();
    expect(readPins(many, facts)).toHaveLength(kMostPins);
  });

  it("are put in and taken out", () => {
    const [first, second] = readPins("0.0.0.1,0.0.0.2", facts) as [never, never];
    expect(withPin([first], second)).toEqual([first, second]);
    expect(withPin([first, second], first)).toEqual([second, first]);
    expect(withoutPin([first, second], pinKey(first))).toEqual([second]);
    const full = readPins(Array.from({ length: kMostPins }, (_each, cell) => `0.0.0.${cell}`).join(), facts);
    const more = withPin(full, { treatment: 1, selector: 0, repetition: 0, cell: 0 });
    expect(more).toHaveLength(kMostPins);
    expect(pinKey(more[0]!)).toBe("0.0.0.1"); // the oldest one is gone
  });
});

function elite(changes: Partial<Elite>): Elite {
  return {
    treatment: {
      testbed: "arm",
      problem: false,
      settings: { joints: 2 },
      features: [{ name: "Fitness", low: 0, high: 1 }],
    },
    cell: 3,
    fitness: 0.5,
    features: [0.25],
    solution: [1, 2],
    cellSelections: null,
    cellSurvivals: null,
    eliteSelections: 4,
    eliteSurvivals: 1,
    origin: "a test",
    ...changes,
  };
}

describe("the numbers of an elite", () => {
  it("are JSON, whatever the names are", () => {
    const read = JSON.parse(eliteJson(elite({ origin: '</script>"\n', fitness: Number.NaN })));
    expect(read).toMatchObject({
      origin: '</script>"\n',
      settings: { joints: 2 },
      fitness: null,
      features: [{ name: "Fitness", value: 0.25 }],
      solution: [1, 2],
      elite_selections: 4,
      cell_selections: null,
    });
  });

  it("have tallies where they are kept", () => {
    expect(eliteTallies(elite({}))).toEqual([{ owner: "Elite", selections: 4, survivals: 1, rate: 0.25 }]);
    expect(eliteTallies(elite({ eliteSelections: 0, eliteSurvivals: 0 }))[0]!.rate).toBeNull();
  });

  it("are compared row by row, also where a feature is called as another number", () => {
    const rows = comparedRows([elite({}), elite({ features: [0.75], solution: [1, 5] })]);
    const row = (title: string) => rows.filter((each) => each.title === title);
    expect(row("Fitness").map((each) => each.values)).toEqual([
      [0.5, 0.5],
      [0.25, 0.75],
    ]);
    expect(row("Fitness").map((each) => each.differs)).toEqual([false, true]);
    expect(row("Genes' distance to the first")[0]!.values).toEqual([0, 3]);
  });

  it("leave gaps where an elite has no such number", () => {
    const other = elite({ eliteSelections: null, solution: [1] });
    const rows = comparedRows([other, elite({})]);
    expect(rows.find((each) => each.title === "Elite selections")!.values).toEqual([undefined, 4]);
    expect(rows.at(-1)!.values).toEqual([0, undefined]);
  });

  it("tell how many tiles differ between mazes", () => {
    const treatment = { ...elite({}).treatment, testbed: "maze" };
    const rows = comparedRows([
      elite({ treatment, solution: [6, 8, 3, 8] }),
      elite({ treatment, solution: [4, 8, 3, 9] }),
    ]);
    expect(rows.at(-1)).toEqual({ title: "Tiles unlike the first", values: [0, 2], differs: true });
  });
});

describe("files and addresses", () => {
  it("have plain names", () => {
    expect(fileNameOf("mazes, ucb-cell, repetition 1")).toBe("mazes-ucb-cell-repetition-1");
    expect(fileNameOf("../../<script>")).toBe("script");
    expect(fileNameOf("…")).toBe("elite");
  });

  it("take any text of a worker", () => {
    expect(svgAddress("<svg>#%\ud800</svg>")).toBe(
      "data:image/svg+xml;charset=utf-8,%3Csvg%3E%23%25%EF%BF%BD%3C%2Fsvg%3E",
    );
  });
});

describe("reading an elite", () => {
  const elites = {
    head: { pictures: [9] },
    u32: (name: string) => Uint32Array.from(name === "cells" ? [4, 9] : [10, 20]),
    f64: (name: string) =>
      Float64Array.from(name === "features" ? [1, 2, 3, 4] : name === "solutions" ? [5, 6, 7, 8] : [-1, -2]),
    u8: () => Uint8Array.of(6, 8, 3, 8),
  };
  const study = (changes: object) =>
    ({
      facts,
      elites: async () => elites,
      maps: async () => ({ head: { evaluations: [100, 200] } }),
      map: async (_run: unknown, index: number) => ({
        u32: (name: string) => ({ 9: name === "selections" ? 50 + index : 7 }),
      }),
      picture: async () => "<svg/>",
      ...changes,
    }) as unknown as Study;
  const run = { treatment: 0, selector: 1, repetition: 1 };

  it("takes the numbers of its cell, the last map and the picture", async () => {
    expect(await readElite(study({}), run, 9)).toMatchObject({
      cell: 9,
      fitness: -2,
      features: [3, 4],
      solution: [7, 8],
      eliteSelections: 20,
      cellSelections: 51,
      cellSurvivals: 7,
      svg: "<svg/>",
      origin: "arms, uniform, repetition 1",
    });
  });

  it("takes the tiles of mazes", async () => {
    expect((await readElite(study({}), { ...run, treatment: 1 }, 4))!.solution).toEqual([6, 8]);
  });

  it("goes without maps and pictures", async () => {
    const none = async () => {
      throw new NotThere("none");
    };
    const read = await readElite(study({ maps: none, picture: none }), run, 9);
    expect(read).toMatchObject({ cellSelections: null, svg: null });
  });

  it("is null for an empty cell, and passes on what fails", async () => {
    expect(await readElite(study({}), run, 5)).toBeNull();
    const broken = async () => {
      throw new Error("no connection");
    };
    await expect(readElite(study({ maps: broken }), run, 9)).rejects.toThrow("no connection");
  });
});
