// SPDX-License-Identifier: MIT

import { useMemo } from "preact/hooks";
import { change, oneOf } from "../app/address";
import { TreatmentChoice, treatmentOf } from "../app/treatment_choice";
import { Choice } from "../ui/choice";
import { useAnswer } from "../ui/use_answer";
import type { TabProps } from "./compare_view";
import { metricOf } from "./metrics";
import { MetricChoice } from "./study_choices";
import { type Parameter, parametersOf, sweepOfKind, sweepOfSelectors, sweepOfTreatments } from "./sweep";
import { SweepPicture } from "./sweep_picture";

const lineKinds = ["selectors", "treatments"] as const;

/** A metric against a parameter of selectors or treatments. */
export function SweepsTab({ study, facts, revision, parameters }: TabProps) {
  const swept = useMemo(() => parametersOf(facts), [facts]);
  const areas = useAnswer(() => study.areas(), [study, revision]);
  const metric = metricOf(facts.metrics, parameters.get("metric"));
  const parameter = swept.find((each) => each.id === parameters.get("parameter")) ?? swept[0];
  const treatment = treatmentOf(parameters, facts);
  const kind = oneOf(parameters, "lines", lineKinds);
  const byTreatment = parameter?.owner === "selector" && kind === "treatments";
  const query = parameters.toString();
  const sweep = useMemo(() => {
    if (!parameter) return null;
    const wanted = (key: string) => new URLSearchParams(query).get(fixedKey(key));
    if (parameter.owner === "treatment") return sweepOfTreatments(facts, parameter, wanted);
    return byTreatment ? sweepOfKind(facts, parameter, wanted) : sweepOfSelectors(facts, parameter, treatment);
  }, [facts, parameter, treatment, byTreatment, query]);
  if (!parameter || !sweep) {
    return (
      <p class="note">
        {facts.kind === "run"
          ? "This is a single run. A sweep needs a study whose treatments or selectors differ by a parameter."
          : "No treatments or selectors of this study differ by a parameter. In a protocol, a list is a sweep: "}
        {facts.kind === "study" && <code>lambda = [0.1, 0.5, 1.0]</code>}
      </p>
    );
  }
  const lineOptions = lineKinds.map((each) => ({ value: each, text: each }));
  return (
    <>
      <div class="toolbar">
        <Choice
          label="Parameter"
          value={parameter.id}
          options={swept.map((each) => ({ value: each.id, text: titleOf(each) }))}
          onChange={(id) => change({ parameter: id, hiddenLines: null, axis: null })}
        />
        <MetricChoice metrics={facts.metrics} value={metric} />
        {parameter.owner === "selector" && facts.treatments.length > 1 && (
          <Choice
            label="Lines"
            value={kind}
            options={lineOptions}
            onChange={(lines) => change({ lines: lines === "selectors" ? null : lines, hiddenLines: null })}
          />
        )}
        {parameter.owner === "selector" && !byTreatment && facts.treatments.length > 1 && (
          <TreatmentChoice facts={facts} value={treatment} />
        )}
        {sweep.fixed.map(({ key, values, chosen }) => (
          <Choice
            key={key}
            label={key}
            value={chosen}
            options={values.map((each) => ({ value: each, text: String(each) }))}
            onChange={(value) => change({ [fixedKey(key)]: value })}
          />
        ))}
      </div>
      {areas.error && <p class="failure">{areas.error}</p>}
      {!areas.value && !areas.error && <p class="dim">Loading …</p>}
      {areas.value && (
        <SweepPicture
          sweep={sweep}
          parameter={parameter}
          metric={metric}
          areas={areas.value[metric.key] ?? []}
          parameters={parameters}
        />
      )}
    </>
  );
}

/** The parameter of the address with a choice; the prefix keeps it apart from all others. */
const fixedKey = (key: string) => `fix-${key}`;

function titleOf({ owner, testbed, key }: Parameter): string {
  return owner === "selector" ? `${key} (selectors)` : `${key} (${testbed})`;
}
