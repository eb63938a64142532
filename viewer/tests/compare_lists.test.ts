// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { readPositions, toggled, writePositions } from "../src/compare/lists";
import { curveMetrics, metricOf } from "../src/compare/metrics";
import type { StudyFacts } from "../src/data/study";

describe("positions in the address", () => {
  it("come back as they were", () => {
    expect(writePositions([5, 0, 3])).toBe("0,3,5");
    expect([...readPositions("0,3,5", 9)]).toEqual([0, 3, 5]);
  });

  it("leave out what is no position", () => {
    expect([...readPositions("1,x,-2,9,1.5,,<b>,2", 9)]).toEqual([1, 2]);
    expect(readPositions(null, 9).size).toBe(0);
  });

  it("are no parameter if there are none", () => {
    expect(writePositions([])).toBeNull();
  });

  it("are put in and taken out, in a new set", () => {
    const before = new Set([1, 2]);
    expect([...toggled(before, 2)]).toEqual([1]);
    expect([...toggled(before, 4)]).toEqual([1, 2, 4]);
    expect([...before]).toEqual([1, 2]);
  });
});

describe("the metric", () => {
  const metrics = ["coverage", "qd-score"].map((key) => ({ key, title: key }));

  it("is the one that is named, or the QD-score, or the first", () => {
    expect(metricOf(metrics, "coverage").key).toBe("coverage");
    expect(metricOf(metrics, "nonsense").key).toBe("qd-score");
    expect(metricOf(metrics.slice(0, 1), null).key).toBe("coverage");
  });

  it("of curves can be the best fitness, once", () => {
    const best = { key: "best", title: "best" };
    expect(curveMetrics({ metrics } as StudyFacts).map((each) => each.key)).toEqual(["coverage", "qd-score", "best"]);
    expect(curveMetrics({ metrics: [best] } as StudyFacts)).toEqual([best]);
  });
});
