// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { RunKey, StudyFacts } from "../src/data/study";
import { cleanRange, mazeSelectors, readChoices, readRange, writeRange } from "../src/gallery/choices";
import { layoutOf, positionAfter, rowsInView } from "../src/gallery/grid_layout";
import { kMostSelected, selectedMazes, withStretch, withToggled } from "../src/gallery/selection";

const facts = {
  keep: "all",
  repetitions: 3,
  selectors: [{ label: "ucb-cell" }, { label: "uniform" }],
  treatments: [
    { included: true, testbed: "arm", problem: false, cells: 100 },
    { included: true, testbed: "maze", problem: false, cells: 100 },
    { included: true, testbed: "maze", problem: true, cells: 100 },
    { included: true, testbed: "maze", problem: false, cells: 100 },
  ],
} as unknown as StudyFacts;

describe("choices in the address", () => {
  const read = (text: string) => readChoices(new URLSearchParams(text), facts, [0, 1], ["corners", "path"]);

  it("are all mazes at first, the best ones at the top", () => {
    const choices = read("");
    expect(choices.treatments).toEqual([1, 3]);
    expect([...choices.selectors]).toEqual([0, 1]);
    expect(choices).toMatchObject({
      sort: "fitness",
      descending: true,
      size: "medium",
      solution: true,
      repeats: false,
      format: "svg",
    });
  });

  it("are read", () => {
    const choices = read("treatments=3&selectors=1&sort=path&order=up&size=large&solution=0&repeats=1&format=png");
    expect(choices.treatments).toEqual([3]);
    expect([...choices.selectors]).toEqual([1]);
    expect(choices).toMatchObject({ sort: "path", descending: false, size: "large", solution: false, repeats: true });
    expect(choices.format).toBe("png");
  });

  it("are the usual ones where the address is wrong", () => {
    const choices = read("treatments=0,2,99,x&selectors=-1&sort=<script>&order=1&size=9e9&solution=maybe");
    expect(choices.treatments).toEqual([1, 3]);
    expect([...choices.selectors]).toEqual([0, 1]);
    expect(choices).toMatchObject({ sort: "fitness", descending: true, size: "medium", solution: true });
  });
});

it("nothing is chosen in an exported part without mazes", () => {
  const part = { ...facts, treatments: facts.treatments.slice(0, 1) };
  expect(readChoices(new URLSearchParams("treatments=0"), part, [], []).treatments).toEqual([]);
});

describe("the selectors of an exported part", () => {
  const study = { mayHaveElites: (run: RunKey) => run.treatment === 3 && run.selector === 1 && run.repetition === 2 };

  it("are those with elites in the page", () => {
    expect(mazeSelectors(study, facts)).toEqual([1]);
    expect(mazeSelectors({ mayHaveElites: () => true }, facts)).toEqual([0, 1]);
  });

  it("are all that can be chosen", () => {
    const read = (text: string) => [...readChoices(new URLSearchParams(text), facts, [1], []).selectors];
    expect(read("")).toEqual([1]);
    expect(read("selectors=0")).toEqual([1]);
    expect(read("selectors=0,1")).toEqual([1]);
  });
});

describe("ranges in the address", () => {
  it("are read and written", () => {
    expect(readRange("0.2..0.5")).toEqual([0.2, 0.5]);
    expect(writeRange([0.2, 0.5])).toBe("0.2..0.5");
    expect(writeRange(null)).toBeNull();
  });

  it("are nothing where they are wrong or take everything", () => {
    for (const text of [null, "", "0.2", "..", "0.2..", "a..b", "0.5..0.2", "0..1", "-3..7"]) {
      expect(readRange(text)).toBeNull();
    }
  });

  it("have few digits, within [0, 1]", () => {
    expect(cleanRange([-1, 0.123456])).toEqual([0, 0.123]);
  });
});

describe("the grid", () => {
  const layout = layoutOf(1000, 500, "medium");

  it("fills the width", () => {
    const { columns, cell, gap, rows } = layout;
    expect(columns).toBe(4);
    expect(columns * cell + (columns - 1) * gap).toBeLessThanOrEqual(500);
    expect(columns * (cell + 1) + (columns - 1) * gap).toBeGreaterThan(500);
    expect(rows).toBe(250);
  });

  it("has one column where there is no room", () => {
    expect(layoutOf(3, 0, "large")).toMatchObject({ columns: 1, rows: 3 });
  });

  it("draws the rows in view and a few more", () => {
    expect(rowsInView(layout, 0, 300)[0]).toBe(0);
    const [first, end] = rowsInView(layout, 100 * layout.rowHeight, 300);
    expect(first).toBeLessThan(100);
    expect(first).toBeGreaterThan(90);
    expect(end).toBeGreaterThanOrEqual(100 + 300 / layout.rowHeight);
    expect(rowsInView(layout, 1e9, 300)).toEqual([250, 250]);
  });

  it("is walked through by keys", () => {
    const move = (key: string, position: number, control = false) => positionAfter(key, control, position, 10, 4, 2);
    expect(move("ArrowRight", 3)).toBe(4);
    expect(move("ArrowRight", 9)).toBe(9);
    expect(move("ArrowDown", 3)).toBe(7);
    expect(move("ArrowDown", 7)).toBe(7); // there is no cell below
    expect(move("ArrowUp", 2)).toBe(2);
    expect(move("Home", 6)).toBe(4);
    expect(move("End", 5)).toBe(7);
    expect(move("End", 9)).toBe(9);
    expect(move("End", 2, true)).toBe(9);
    expect(move("PageDown", 0)).toBe(8);
    expect(move("x", 0)).toBeNull();
  });
});

describe("the selection", () => {
  const keys = Float64Array.of(10, 11, 12, 13, 14);
  const shown = Uint32Array.of(4, 2, 0);

  it("toggles", () => {
    expect([...withToggled(new Set([10]), 12)]).toEqual([10, 12]);
    expect([...withToggled(new Set([10]), 10)]).toEqual([]);
  });

  it("takes a stretch of what is shown, forwards and backwards", () => {
    expect([...withStretch(new Set([13]), shown, keys, 0, 1)]).toEqual([13, 14, 12]);
    expect([...withStretch(new Set(), shown, keys, 2, 1)]).toEqual([12, 10]);
  });

  it("has a limit", () => {
    const many = Uint32Array.from({ length: kMostSelected + 5 }, (_each, i) => i);
    expect(withStretch(new Set(), many, Float64Array.from(many), 0, many.length - 1).size).toBe(kMostSelected);
  });

  it("keeps the order of what is shown, then the others", () => {
    expect(selectedMazes(new Set([10, 11, 14]), shown, keys)).toEqual([4, 0, 1]);
    expect(selectedMazes(new Set([99]), shown, keys)).toEqual([]);
  });
});
