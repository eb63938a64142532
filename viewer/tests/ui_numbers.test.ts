// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { columnTexts, numberText } from "../src/ui/numbers";

describe("the text of a number", () => {
  it("groups thousands, with and without decimals", () => {
    expect(numberText(1_000_000)).toBe("1,000,000");
    expect(numberText(8360.94, 5)).toBe("8,360.9");
    expect(numberText(8360.94)).toBe("8,361");
  });

  it("has four digits that matter", () => {
    expect(numberText(0.123456)).toBe("0.1235");
    expect(numberText(0.0001234567)).toBe("0.0001235");
    expect(numberText(0.5)).toBe("0.5");
  });

  it("has an exponent if it is very large or small", () => {
    expect(numberText(1.23456e-7)).toBe("1.23e-7");
    expect(numberText(1234567.8)).toBe("1.23e+6");
    expect(numberText(1e20)).toBe("1.00e+20");
  });

  it("has a minus sign, not a hyphen, before negative numbers", () => {
    expect([-3, -1234.5, -0.5, -1.23456e-7].map((each) => numberText(each, 5))).toEqual([
      "−3",
      "−1,234.5",
      "−0.5",
      "−1.235e-7",
    ]);
  });

  it("says what is not a number", () => {
    expect([null, undefined, Number.NaN].map((each) => numberText(each))).toEqual(["–", "–", "–"]);
    expect(numberText(Number.NEGATIVE_INFINITY)).toBe("−∞");
    expect(numberText(Number.POSITIVE_INFINITY)).toBe("∞");
  });
});

describe("the texts of a column", () => {
  it("have the decimals of the largest", () => {
    expect(columnTexts([253, 400.87, 1.23456])).toEqual(["253.0", "400.9", "1.2"]);
    expect(columnTexts([8360.94, 96.132])).toEqual(["8,361", "96"]);
  });

  it("have minus signs", () => {
    expect(columnTexts([-0.25, 1.5])).toEqual(["−0.250", "1.500"]);
  });

  it("keep whole numbers whole, and gaps", () => {
    expect(columnTexts([3, 12_000, null])).toEqual(["3", "12,000", "–"]);
    expect(columnTexts([0.25, null, undefined])).toEqual(["0.2500", "–", "–"]);
  });

  it("are as in a line if they are very large or small", () => {
    expect(columnTexts([1e-7, 2e-3])).toEqual(["1.00e-7", "0.002"]);
    expect(columnTexts([])).toEqual([]);
  });
});
