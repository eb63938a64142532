// SPDX-License-Identifier: MIT

import { change, oneOf, wholeOf } from "../app/address";
import { TreatmentChoice, treatmentOf } from "../app/treatment_choice";
import type { RunFacts, RunKey } from "../data/study";
import { changeQuantity } from "../maps/map_choices";
import { factsOf, type Quantity, quantityKeys } from "../maps/quantities";
import { Choice, type Option } from "../ui/choice";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import type { TabProps } from "./compare_view";
import { TwoMaps } from "./two_maps";

/** What can be compared of two moments; an age is that of one history. */
export type ComparedQuantity = Exclude<Quantity, "age">;

const compared = quantityKeys.filter((each): each is ComparedQuantity => each !== "age");
const quantityOptions = compared.map((each) => ({ value: each, text: factsOf(each).title }));

const thirds = ["difference", "owner"] as const;
/** What is shown beside the two maps. */
export type ThirdMap = (typeof thirds)[number];
const thirdOptions: Option<ThirdMap>[] = [
  { value: "difference", text: "Difference, A − B" },
  { value: "owner", text: "Who has the cell" },
];

/** Two runs of a treatment, map beside map, and what differs between them. */
export function TwoMapsTab({ study, facts, revision, parameters }: TabProps) {
  const treatment = treatmentOf(parameters, facts);
  const runs = useAnswer(
    async () => ({ treatment, runs: (await study.runs(treatment)).runs }),
    [study, treatment, revision],
  );
  const known = runs.value?.treatment === treatment ? runs.value.runs.filter((each) => each.maps) : null;
  const pair = known && chosenPair(known, treatment, parameters);
  const shape = facts.treatments[treatment]!;
  const quantity = oneOf(parameters, "quantity", compared);
  const third = oneOf(parameters, "third", thirds);
  return (
    <>
      <div class="toolbar">
        <TreatmentChoice facts={facts} value={treatment} />
        <Choice label="Quantity" value={quantity} options={quantityOptions} onChange={changeQuantity} />
        <Choice
          label="Third map"
          value={third}
          options={thirdOptions}
          onChange={(value) => change({ third: value === "difference" ? null : value })}
        />
      </div>
      {runs.error && <p class="failure">{runs.error}</p>}
      {known?.length === 0 && (
        <p class="note">
          {facts.keep === "curves"
            ? 'This study keeps no maps. A protocol with keep = "first" or keep = "all" keeps them.'
            : "No maps of this treatment are in yet."}
        </p>
      )}
      {known && pair && (
        <TwoMaps
          study={study}
          facts={facts}
          revision={revision}
          parameters={parameters}
          treatment={shape}
          quantity={quantity}
          third={third}
          known={known}
          pair={pair}
        />
      )}
    </>
  );
}

/** The two runs that the address names; by default the first repetition of the first two selectors that have maps. */
function chosenPair(known: RunFacts[], treatment: number, parameters: URLSearchParams): [RunKey, RunKey] | null {
  const selectors = [...new Set(known.map((each) => each.selector))];
  if (selectors.length === 0) return null;
  const pick = (selectorKey: string, repetitionKey: string, usual: number): RunKey => {
    const asked = wholeOf(parameters, selectorKey, usual, Number.MAX_SAFE_INTEGER);
    const selector = selectors.includes(asked) ? asked : usual;
    const repetitions = known.filter((each) => each.selector === selector).map((each) => each.repetition);
    const repetition = wholeOf(parameters, repetitionKey, repetitions[0]!, Number.MAX_SAFE_INTEGER);
    return { treatment, selector, repetition: repetitions.includes(repetition) ? repetition : repetitions[0]! };
  };
  return [
    pick("selector", "repetition", selectors[0]!),
    pick("other", "otherRepetition", selectors[1] ?? selectors[0]!),
  ];
}

/** Choices of one of the two runs and of the time of its map. */
export function SideChoices(props: {
  title: string;
  names: string[];
  known: RunFacts[];
  run: RunKey;
  keys: { selector: string; repetition: string; time: string };
  times: number[];
  time: number;
  /** Whether the time can be that of the other map. */
  following?: boolean;
}) {
  const { title, names, known, run, keys, times, time, following } = props;
  const selectors = [...new Set(known.map((each) => each.selector))];
  const repetitions = known.filter((each) => each.selector === run.selector).map((each) => each.repetition);
  const timeOptions = times.map((each, position) => ({ value: position, text: numberText(each) }));
  if (following !== undefined) timeOptions.unshift({ value: -1, text: "the same" });
  return (
    <fieldset class="side">
      <legend>{title}</legend>
      <Choice
        label="Selector"
        value={run.selector}
        options={selectors.map((each) => ({ value: each, text: names[each]! }))}
        onChange={(value) => change({ [keys.selector]: value })}
      />
      <Choice
        label="Repetition"
        value={run.repetition}
        options={repetitions.map((each) => ({ value: each, text: String(each) }))}
        onChange={(value) => change({ [keys.repetition]: value })}
      />
      <Choice
        label="Evaluations"
        value={following ? -1 : time}
        options={timeOptions}
        onChange={(value) => change({ [keys.time]: value < 0 ? null : value })}
      />
    </fieldset>
  );
}
