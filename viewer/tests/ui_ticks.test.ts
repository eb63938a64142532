// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { isWide, roundNumbers } from "../src/ui/ticks";

const valuesOf = (low: number, high: number, most: number) => roundNumbers(low, high, most).values;

/** Ranges of values that are equal but for rounding errors. */
const narrow: [number, number][] = [
  [3, 3],
  [1, 1 + 2 ** -52],
  [0.3, 0.1 + 0.2],
  [1e6, 1e6 + 2 ** -32],
  [-1 - 2 ** -51, -1],
];

describe("round numbers", () => {
  it("are within the range, about as many as wanted", () => {
    expect(valuesOf(7593, 8080, 5)).toEqual([7600, 7700, 7800, 7900, 8000]);
    expect(valuesOf(-0.25, 0.31, 4)).toEqual([-0.2, 0, 0.2]);
    expect(valuesOf(0, 1e-7, 2)).toEqual([0, 5e-8, 1e-7]);
  });

  it("have no rounding errors in their texts", () => {
    expect(valuesOf(0, 0.7, 7).map(String)).toEqual(["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
  });

  it("are the low end alone if the range has no width", () => {
    for (const [low, high] of narrow) expect(valuesOf(low, high, 6)).toEqual([low]);
    expect(valuesOf(0, Number.MIN_VALUE, 6)).toEqual([0]);
    expect(valuesOf(-Number.MAX_VALUE, Number.MAX_VALUE, 6)).toEqual([-Number.MAX_VALUE]);
    expect(valuesOf(2, 1, 6)).toEqual([2]);
  });

  it("are few, however narrow the range is", () => {
    for (let bits = 0; bits <= 52; ++bits) {
      for (const low of [1, 0.3, 1e6, -7.7e9]) {
        expect(valuesOf(low, low + Math.abs(low) * 2 ** -bits, 6).length).toBeLessThanOrEqual(8);
      }
    }
  });
});

it("a range is wide if its values differ by more than rounding errors", () => {
  for (const [low, high] of narrow) expect(isWide(low, high)).toBe(false);
  expect(isWide(1, 1 + 1e-9)).toBe(true);
  expect(isWide(0, 1e-300)).toBe(true);
  expect(isWide(0, Number.POSITIVE_INFINITY)).toBe(false);
});
