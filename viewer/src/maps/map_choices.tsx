// SPDX-License-Identifier: MIT
import { change, oneOf } from "../app/address";
import type { RunFacts, StudyFacts } from "../data/study";
import { Choice } from "../ui/choice";
import { factsOf, type Quantity, quantities, quantityKeys } from "./quantities";
import type { Frame, Ranges } from "./run_maps";
import { fullRange, type Tone } from "./tone";

/** How values become colours. "usual" is what fits the quantity best. */
const scales = ["usual", "linear", "logarithmic"] as const;
const rangeKinds = ["usual", "end", "inliers", "run", "moment"] as const;
type RangeKind = (typeof rangeKinds)[number];

export const quantityOf = (parameters: URLSearchParams): Quantity => oneOf(parameters, "quantity", quantityKeys);

function isLogarithmic(parameters: URLSearchParams, quantity: Quantity): boolean {
  const scale = oneOf(parameters, "scale", scales);
  return scale === "usual" ? factsOf(quantity).counts : scale === "logarithmic";
}

/** The last map has all the colours. Counts grow all the time, so the last ones say little of others. */
function rangeKindOf(parameters: URLSearchParams, quantity: Quantity, ranges: Ranges): Exclude<RangeKind, "usual"> {
  const kind = oneOf(parameters, "range", rangeKinds);
  if (kind !== "usual") return kind;
  if (factsOf(quantity).counts) return "moment";
  return ranges.hasOutliers ? "inliers" : "end";
}

export function toneOf(parameters: URLSearchParams, frame: Frame, ranges: Ranges): Tone {
  const kind = rangeKindOf(parameters, frame.quantity, ranges);
  const [low, high] = kind === "moment" ? fullRange(frame.values) : ranges[kind];
  return { low, high, logarithmic: isLogarithmic(parameters, frame.quantity) };
}

/** Only runs that have maps are offered. */
export function RunChoices({ facts, runs, run }: { facts: StudyFacts; runs: RunFacts[]; run: RunFacts }) {
  const selectors = [...new Set(runs.map((each) => each.selector))].sort((a, b) => a - b);
  const repetitions = runs.filter((each) => each.selector === run.selector).map((each) => each.repetition);
  return (
    <>
      <Choice
        label="Selector"
        value={run.selector}
        options={selectors.map((each) => ({ value: each, text: facts.selectors[each]!.label }))}
        onChange={(selector) => change({ selector })}
      />
      <Choice
        label="Repetition"
        value={run.repetition}
        options={repetitions.map((each) => ({ value: each, text: String(each) }))}
        onChange={(repetition) => change({ repetition })}
      />
    </>
  );
}

export function QuantityChoice({ value }: { value: Quantity }) {
  const options = quantities.map(({ key, title }) => ({ value: key, text: title }));
  const usual = { scale: null, range: null };
  return (
    <Choice
      label="Quantity"
      value={value}
      options={options}
      onChange={(quantity) => change({ quantity: quantity === "fitness" ? null : quantity, ...usual })}
    />
  );
}

export function ToneChoices(props: { parameters: URLSearchParams; quantity: Quantity; ranges: Ranges }) {
  const { parameters, quantity, ranges } = props;
  return (
    <>
      <Choice
        label="Scale"
        value={isLogarithmic(parameters, quantity) ? "logarithmic" : "linear"}
        options={[
          { value: "linear", text: "linear" },
          { value: "logarithmic", text: "logarithmic" },
        ]}
        onChange={(scale) => change({ scale })}
      />
      <Choice
        label="Colours reach"
        value={rangeKindOf(parameters, quantity, ranges)}
        options={[
          { value: "end", text: "over the last map" },
          { value: "inliers", text: "without its outliers" },
          { value: "run", text: "over the whole run" },
          { value: "moment", text: "over this map" },
        ]}
        onChange={(range) => change({ range })}
      />
    </>
  );
}

/** The run that the address names; by default, or if it has no maps, the first one that has. */
export function chosenRun(runs: RunFacts[], parameters: URLSearchParams): RunFacts | null {
  const wanted = (key: string) => Number(parameters.get(key) ?? Number.NaN);
  const bySelector = runs.filter((each) => each.selector === wanted("selector"));
  const left = bySelector.length > 0 ? bySelector : runs.filter((each) => each.selector === runs[0]?.selector);
  return left.find((each) => each.repetition === wanted("repetition")) ?? left[0] ?? null;
}
