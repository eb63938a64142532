// SPDX-License-Identifier: MIT

import { change, wholeOf } from "../app/address";
import { TreatmentChoice, treatmentOf } from "../app/treatment_choice";
import { useAnswer } from "../ui/use_answer";
import { BeatenTables } from "./beaten_table";
import type { TabProps } from "./compare_view";
import { metricOf } from "./metrics";
import { PairPanel } from "./pair_panel";
import { MetricChoice, missingRuns } from "./study_choices";
import { VerdictMatrix } from "./verdict_matrix";
import "./verdicts.css";

/** Which selector is significantly better than which: the tables of the paper, a matrix, and the runs behind it. */
export function VerdictsTab({ study, facts, revision, parameters }: TabProps) {
  const count = facts.selectors.length;
  const treatment = treatmentOf(parameters, facts);
  const metric = metricOf(facts.metrics, parameters.get("metric"));
  const first = wholeOf(parameters, "first", -1, count);
  const second = wholeOf(parameters, "second", -1, count);
  const comparisons = useAnswer(
    async () => ({ treatment, ...(await study.comparisons(treatment)) }),
    [study, treatment, revision],
  );
  const beaten = useAnswer(() => study.beaten(), [study, revision]);
  if (facts.kind === "run" || count < 2) {
    return (
      <p class="note">
        {facts.kind === "run"
          ? "To tell which selector is better takes several runs of each. This is a single run; a study has them all."
          : "This study has a single selector: there is no other to compare it with."}
      </p>
    );
  }
  const known = comparisons.value?.treatment === treatment ? comparisons.value : null;
  const matrix = known?.comparisons[metric.key];
  const pair = matrix && first >= 0 && second >= 0 && first !== second ? matrix[first]?.[second] : undefined;
  return (
    <>
      {beaten.error && <p class="failure">{beaten.error}</p>}
      {beaten.value && (
        <BeatenTables
          tables={beaten.value}
          facts={facts}
          metric={metric}
          winner={wholeOf(parameters, "winner", -1, count)}
          testbed={parameters.get("testbed")}
          treatment={treatment}
        />
      )}
      <section class="panel" aria-labelledby="verdicts-title">
        <h2 id="verdicts-title">Each against each, in one treatment</h2>
        <div class="toolbar">
          <TreatmentChoice facts={facts} value={treatment} />
          <MetricChoice metrics={facts.metrics} value={metric} />
        </div>
        {comparisons.error && <p class="failure">{comparisons.error}</p>}
        {known && !matrix && <p class="note">{missingRuns(facts, study.state, treatment)}</p>}
        {known && matrix && facts.repetitions === 1 && (
          <p class="note">
            This study has one repetition. That allows no test: it takes two runs of each selector at least to tell a
            difference from chance.
          </p>
        )}
        <div class="matrix-and-pair">
          {known && matrix && (
            <div>
              <VerdictMatrix
                selectors={facts.selectors}
                matrix={matrix}
                threshold={known.threshold}
                metric={metric}
                first={first}
                second={second}
                onChoose={(row, column) => change({ first: row, second: column })}
              />
            </div>
          )}
          {known && pair && (
            <PairPanel
              study={study}
              facts={facts}
              revision={revision}
              treatment={treatment}
              metric={metric}
              first={first}
              second={second}
              comparison={pair}
              threshold={known.threshold}
            />
          )}
        </div>
      </section>
    </>
  );
}
