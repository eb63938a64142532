// SPDX-License-Identifier: MIT
import type { Summary } from "../engine/facts";
import type { Progress } from "./progress";

export const curveMetrics = ["qd-score", "coverage", "best", "entropy"] as const;
export type CurveMetric = (typeof curveMetrics)[number];

export const titleOfMetric: Record<CurveMetric, string> = {
  "qd-score": "QD-score",
  coverage: "Coverage",
  best: "Best fitness",
  entropy: "Selection entropy",
};

const members = { "qd-score": "qdScore", coverage: "coverage", best: "best", entropy: "entropy" } as const;

export const metricIn = (metric: CurveMetric, summary: Summary): number => summary[members[metric]];

/** The curves as a chart takes them. A logarithmic axis has no place for what is not above 0. */
export function curvesOf(progress: Progress, metric: CurveMetric, racers: number, logX: boolean, logY: boolean) {
  const points = progress.evaluations.map((_each, i) => i).filter((i) => !logX || progress.evaluations[i]! > 0);
  const x = points.map((i) => progress.evaluations[i]!);
  const columns = Array.from({ length: racers }, (_each, racer) =>
    points.map((i) => finite(metricIn(metric, progress.summaries[i]![racer]!))),
  );
  const possible = logY && columns.every((each) => each.every((value) => value === null || value > 0));
  return { x, columns, logY: possible };
}

/** The last position up to so many evaluations, but at least the first one; the last one of all if that is null. */
export function positionAt(x: readonly number[], evaluations: number | null): number {
  const last = x.length - 1;
  return evaluations === null
    ? last
    : Math.max(
        x.findLastIndex((each) => each <= evaluations),
        Math.min(0, last),
      );
}

/** QD-scores can be infinite, which no chart shows. */
const finite = (value: number) => (Number.isFinite(value) ? value : null);

/** Racers from the one that leads to the last; who is equal keeps the order. */
export function standing(metric: CurveMetric, summaries: Summary[]): number[] {
  const value = (racer: number) => {
    const found = metricIn(metric, summaries[racer]!);
    return Number.isNaN(found) ? Number.NEGATIVE_INFINITY : found;
  };
  return summaries.map((_each, i) => i).sort((a, b) => (value(a) === value(b) ? a - b : value(b) - value(a)));
}
