// SPDX-License-Identifier: MIT
import type { StudyFacts } from "../data/study";
import { Choice } from "../ui/choice";
import { change, wholeOf } from "./address";

/** More than these are listed by testbed. */
const kFewTreatments = 5;

/** What belongs to the maps, or to the evaluations, of one treatment. */
const ofOneTreatment = { cell: null, at: null, slice: null, view: null, from: null, to: null, point: null };

/** The positions of the treatments that the page has results of: a part of a study may have been exported. */
export function includedTreatments(facts: StudyFacts): number[] {
  return [...facts.treatments.keys()].filter((position) => facts.treatments[position]!.included);
}

/** The treatment that the address names; the first one if it names none that is here. */
export function treatmentOf(parameters: URLSearchParams, facts: StudyFacts): number {
  const included = includedTreatments(facts);
  const asked = wholeOf(parameters, "treatment", included[0] ?? 0, facts.treatments.length);
  return included.includes(asked) ? asked : (included[0] ?? 0);
}

export function TreatmentChoice({ facts, value }: { facts: StudyFacts; value: number }) {
  const included = includedTreatments(facts);
  const testbeds = new Set(included.map((position) => facts.treatments[position]!.testbed));
  const options = included.map((position) => {
    const { name, testbed } = facts.treatments[position]!;
    const group = testbeds.size > 1 && included.length > kFewTreatments ? testbed : undefined;
    return { value: position, text: name, group };
  });
  return (
    <Choice
      label="Treatment"
      value={value}
      options={options}
      onChange={(treatment) => change({ ...ofOneTreatment, treatment })}
    />
  );
}
