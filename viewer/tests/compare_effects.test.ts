// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { effectText } from "../src/compare/verdict_matrix";

describe("the text of an effect", () => {
  const text = (hedges_g: number | null, difference: number | null = 1, welch_p: number | null = 0) =>
    effectText({ hedges_g, difference, welch_p });

  it("has a sign, except for 0", () => {
    expect([text(1.24), text(-3.26), text(0.02), text(-0.04), text(0)]).toEqual(["+1.2", "−3.3", "0.0", "0.0", "0.0"]);
  });

  it("has no decimals if it is large", () => {
    expect([text(429.4), text(-10)]).toEqual(["+429", "−10"]);
  });

  it("is infinite if both samples are constant, and missing if there is no difference to tell of", () => {
    expect([text(null, 3), text(null, -3), text(null, null)]).toEqual(["+∞", "−∞", "–"]);
  });

  it("is missing if there was no test, as of single runs", () => {
    expect([text(null, 3, null), text(null, -3, null)]).toEqual(["–", "–"]);
  });
});
