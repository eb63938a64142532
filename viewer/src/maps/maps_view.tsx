// SPDX-License-Identifier: MIT
import { hrefOf, useAddress } from "../app/address";
import { includedTreatments, TreatmentChoice, treatmentOf } from "../app/treatment_choice";
import type { Study, StudyFacts } from "../data/study";
import { useAnswer } from "../ui/use_answer";
import { chosenRun, QuantityChoice, quantityOf, RunChoices } from "./map_choices";
import { RunView } from "./run_view";

/** The maps of one run of a study, at any of the moments that are kept. */
export function MapsView(props: { study: Study; facts: StudyFacts; revision: number }) {
  const { study, facts, revision } = props;
  const { parameters } = useAddress();
  const treatment = treatmentOf(parameters, facts);
  const answer = useAnswer(
    async () => ({ treatment, runs: (await study.runs(treatment)).runs.filter((each) => each.maps) }),
    [study, treatment, revision],
  );
  const runs = answer.value?.treatment === treatment ? answer.value.runs : null;
  const run = runs && chosenRun(runs, parameters);
  const choices = (
    <>
      {includedTreatments(facts).length > 1 && <TreatmentChoice facts={facts} value={treatment} />}
      {runs && run && <RunChoices facts={facts} runs={runs} run={run} />}
      {run && <QuantityChoice value={quantityOf(parameters)} />}
    </>
  );
  if (run) {
    const { selector, repetition } = run;
    return (
      <RunView
        study={study}
        facts={facts}
        revision={revision}
        run={{ treatment, selector, repetition }}
        made={run}
        parameters={parameters}
        choices={choices}
      />
    );
  }
  return (
    <>
      <div class="toolbar">{choices}</div>
      {answer.error && <p class="failure">{answer.error}</p>}
      {runs && <NoMaps study={study} facts={facts} treatment={treatment} />}
    </>
  );
}

function NoMaps({ study, facts, treatment }: { study: Study; facts: StudyFacts; treatment: number }) {
  const name = facts.treatments[treatment]!.name;
  if (facts.keep === "curves") {
    return (
      <p class="note">
        This study keeps no maps, only curves: look at them in <a href={hrefOf("compare", { treatment })}>Compare</a>.
        To see maps, write <code>keep = "first"</code> or <code>keep = "all"</code> into the protocol, and run it again
        into a new file.
      </p>
    );
  }
  const text = study.state.running
    ? `No run of ${name} is in yet. Its maps appear here as soon as the first one is.`
    : `There is no run of ${name} with maps. To continue the study, call mce study run again.`;
  return (
    <p class="note" role="status">
      {text}
    </p>
  );
}
