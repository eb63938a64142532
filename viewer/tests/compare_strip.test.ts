// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { stacked } from "../src/compare/strip";

const pixels = (value: number) => value * 10;

describe("dots in a strip", () => {
  it("stand side by side if they are far apart", () => {
    const { places, levels } = stacked([1, 2, 3], pixels, 8);
    expect(levels).toBe(1);
    expect(places).toEqual([
      { x: 10, level: 0 },
      { x: 20, level: 0 },
      { x: 30, level: 0 },
    ]);
  });

  it("stand one above the other if they are close, in the order of their values", () => {
    const { places, levels } = stacked([1.2, 1, 1.1, 2], pixels, 8);
    expect(levels).toBe(3);
    expect(places.map((each) => each.level)).toEqual([2, 0, 1, 0]);
  });

  it("never cover each other", () => {
    const values = Array.from({ length: 60 }, (_value, position) => ((position * 37) % 60) / 11);
    const { places, levels } = stacked(values, pixels, 8);
    for (let level = 0; level < levels; ++level) {
      const row = places.filter((each) => each.level === level).map((each) => each.x);
      row.sort((a, b) => a - b);
      for (let i = 1; i < row.length; ++i) expect(row[i]! - row[i - 1]!).toBeGreaterThanOrEqual(8);
    }
  });

  it("need a level even without dots", () => {
    expect(stacked([], pixels, 8)).toEqual({ places: [], levels: 1 });
  });
});
