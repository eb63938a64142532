// SPDX-License-Identifier: MIT
import type { Metric, StudyFacts } from "../data/study";

const best: Metric = { key: "best", title: "Best fitness" };

/** The metrics of curves: those of the study and the best fitness. */
export function curveMetrics(facts: StudyFacts): Metric[] {
  return facts.metrics.some((each) => each.key === best.key) ? facts.metrics : [...facts.metrics, best];
}

/** The metric that `key` names; else the QD-score, which says most, or the first. */
export function metricOf(metrics: Metric[], key: string | null): Metric {
  const named = (name: string | null) => metrics.find((each) => each.key === name);
  return named(key) ?? named("qd-score") ?? metrics[0] ?? best;
}
