// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { differenceOf } from "../src/compare/difference";

const none = Number.NaN;

describe("the difference of two maps", () => {
  const found = differenceOf([1, 5, none, 2, none, 3], [4, 1, 7, none, none, 3]);

  it("is the first minus the second where both have the cell", () => {
    expect([...found.values]).toEqual([-3, 4, none, none, none, 0]);
  });

  it("says who has each cell", () => {
    expect([...found.owner]).toEqual([0, 0, -1, 1, none, 0]);
  });

  it("counts who is ahead", () => {
    const { firstHigher, secondHigher, equal, onlyFirst, onlySecond } = found;
    expect([firstHigher, secondHigher, equal, onlyFirst, onlySecond]).toEqual([1, 1, 1, 1, 1]);
  });

  it("is 0 for two infinite values", () => {
    const infinite = Number.POSITIVE_INFINITY;
    const { values, equal, firstHigher } = differenceOf([infinite, infinite], [infinite, 1]);
    expect([...values]).toEqual([0, infinite]);
    expect([equal, firstHigher]).toEqual([1, 1]);
  });
});
