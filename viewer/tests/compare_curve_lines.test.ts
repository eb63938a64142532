// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { allPositive, meanLine, picked, ranked, shownPoints, snapped, zoomed } from "../src/compare/curve_lines";
import type { MeanCurve } from "../src/data/study";

const curve = (mean: (number | null)[], runs = 3): MeanCurve => ({
  runs,
  mean,
  low: mean.map((each) => (each === null ? null : each - 2)),
  high: mean.map((each) => (each === null ? null : each + 2)),
});

describe("points of an axis", () => {
  it("leave out evaluation 0 where the axis is logarithmic", () => {
    expect(shownPoints([0, 10, 100], false)).toEqual([0, 1, 2]);
    expect(shownPoints([0, 10, 100], true)).toEqual([1, 2]);
  });

  it("are positive only if all values that there are are", () => {
    expect(allPositive([curve([0, 1, 2]), curve([null, 5, 6])], [1, 2])).toBe(true);
    expect(allPositive([curve([0, 1, 2])], [0, 1, 2])).toBe(false);
    expect(allPositive([curve([null, null])], [0, 1])).toBe(false);
  });
});

describe("a mean line", () => {
  it("has the band of its points", () => {
    const line = meanLine(curve([1, 2, 3]), [1, 2], false);
    expect(line).toEqual({ values: [2, 3], band: { low: [0, 1], high: [4, 5] } });
  });

  it("has no band with a single run", () => {
    expect(meanLine(curve([1, 2], 1), [0, 1], false)).toEqual({ values: [1, 2] });
  });

  it("keeps its band above 0 on a logarithmic axis", () => {
    const { band } = meanLine(curve([1, 4]), [0, 1], true);
    expect(band).toEqual({ low: [0.5, 2], high: [3, 6] });
  });

  it("has gaps where there is no finite value", () => {
    expect(picked([1, null, Number.NaN, Number.POSITIVE_INFINITY, 5], [0, 1, 2, 3, 4])).toEqual([
      1,
      null,
      null,
      null,
      5,
    ]);
    expect(picked(Float64Array.of(1, 2, 3, 4), [0, 1], 2)).toEqual([3, 4]);
  });
});

describe("the order of curves", () => {
  it("is the highest first, those without a value last, and stable", () => {
    expect(ranked([curve([1]), curve([null]), curve([9]), curve([1])], 0)).toEqual([2, 0, 3, 1]);
  });
});

describe("a zoom", () => {
  const all: [number, number] = [0, 1000];

  it("halves the part around its centre", () => {
    expect(zoomed(all, all, 500, 0.5, false)).toEqual([250, 750]);
    expect(zoomed([250, 750], all, 300, 0.5, false)).toEqual([175, 425]);
  });

  it("stays within the axis", () => {
    expect(zoomed(all, all, 1000, 0.5, false)).toEqual([500, 1000]);
    expect(zoomed([0, 100], all, 0, 2, false)).toEqual([0, 200]);
  });

  it("ends when everything is shown", () => {
    expect(zoomed([250, 750], all, 500, 2, false)).toBeNull();
  });

  it("halves decades on a logarithmic axis", () => {
    const [from, to] = zoomed([1, 10_000], [1, 10_000], 100, 0.5, true)!;
    expect(from).toBeCloseTo(10);
    expect(to).toBeCloseTo(1000);
  });
});

describe("a part of an axis", () => {
  const points = [0, 10, 20, 50, 100];

  it("begins and ends at points, so that no line is cut", () => {
    expect(snapped([12, 41], points)).toEqual([10, 50]);
    expect(snapped([10, 50], points)).toEqual([10, 50]);
  });

  it("has at least two points", () => {
    expect(snapped([12, 13], points)).toEqual([10, 20]);
    expect(snapped([20, 20], points)).toEqual([20, 50]);
    expect(snapped([200, 300], points)).toEqual([50, 100]);
  });

  it("is nothing if it is everything", () => {
    expect(snapped([3, 99], points)).toBeNull();
    expect(snapped([-5, 500], points)).toBeNull();
    expect(snapped(null, points)).toBeNull();
    expect(snapped([0, 1], [5])).toBeNull();
  });
});
