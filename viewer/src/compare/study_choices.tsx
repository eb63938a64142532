// SPDX-License-Identifier: MIT
import { change } from "../app/address";
import type { Metric, State, StudyFacts } from "../data/study";
import { Choice } from "../ui/choice";
import { numberText } from "../ui/numbers";

export function MetricChoice({ metrics, value }: { metrics: Metric[]; value: Metric }) {
  const options = metrics.map((each) => ({ value: each.key, text: each.title }));
  return <Choice label="Metric" value={value.key} options={options} onChange={(metric) => change({ metric })} />;
}

/** What to say beside results of a treatment whose runs are not all in; null if they are. */
export function unfinishedText(facts: StudyFacts, state: State, treatment: number): string | null {
  if (facts.kind === "run") return null;
  const all = facts.selectors.length * facts.repetitions;
  const there = state.treatments[treatment]?.runs ?? 0;
  if (there >= all) return null;
  if (there === 0) return "No runs of this treatment are in yet.";
  return `${numberText(there)} of the ${numberText(all)} runs of this treatment are in: the curves show these.`;
}

/** What to say of a treatment that is not measured yet. */
export function missingRuns(facts: StudyFacts, state: State, treatment: number): string {
  if (facts.kind === "run") return "This needs several runs of a treatment, and there is only one.";
  const all = facts.selectors.length * facts.repetitions;
  const there = state.treatments[treatment]?.runs ?? 0;
  const missing = `This needs all ${numberText(all)} runs of the treatment; ${numberText(there)} of them are in.`;
  return there < all ? missing : "All runs of the treatment are in, but it is not measured yet.";
}
