// SPDX-License-Identifier: MIT
import { change, oneOf } from "../app/address";
import type { RunFacts, StudyFacts } from "../data/study";
import { Choice, type Option } from "../ui/choice";
import { factsOf, type Quantity, quantities, quantityKeys } from "./quantities";
import { fullRange, type Ranges, type Tone } from "./tone";

/** How values become colours. "usual" is what fits the quantity best. */
const scales = ["usual", "linear", "logarithmic"] as const;
const rangeKinds = ["usual", "end", "inliers", "run", "moment"] as const;
type RangeKind = Exclude<(typeof rangeKinds)[number], "usual">;

/** How far the colours of one of many maps of a run can reach. */
const reachesOfRun: Option<RangeKind>[] = [
  { value: "end", text: "over the last map" },
  { value: "inliers", text: "without its outliers" },
  { value: "run", text: "over the whole run" },
  { value: "moment", text: "over this map" },
];

export const quantityOf = (parameters: URLSearchParams): Quantity => oneOf(parameters, "quantity", quantityKeys);

function isLogarithmic(parameters: URLSearchParams, quantity: Quantity): boolean {
  const scale = oneOf(parameters, "scale", scales);
  return scale === "usual" ? factsOf(quantity).counts : scale === "logarithmic";
}

/** The last map has all the colours. Counts grow all the time, so the last ones say little of others. */
function rangeKindOf(parameters: URLSearchParams, quantity: Quantity, ranges: Ranges): RangeKind {
  const kind = oneOf(parameters, "range", rangeKinds);
  if (kind !== "usual") return kind;
  if (factsOf(quantity).counts) return "moment";
  return ranges.hasOutliers ? "inliers" : "end";
}

/** Of values that are shown now; `ranges` has what they are compared with. */
export function toneOf(
  parameters: URLSearchParams,
  shown: { quantity: Quantity; values: ArrayLike<number> },
  ranges: Ranges,
): Tone {
  const kind = rangeKindOf(parameters, shown.quantity, ranges);
  const [low, high] = kind === "moment" ? fullRange(shown.values) : ranges[kind];
  return { low, high, logarithmic: isLogarithmic(parameters, shown.quantity) };
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
  return <Choice label="Quantity" value={value} options={options} onChange={changeQuantity} />;
}

/** Every quantity has a usual scale of its own. */
export function changeQuantity(quantity: Quantity): void {
  change({ quantity: quantity === "fitness" ? null : quantity, scale: null, range: null });
}

/** `reaches` are what to offer; the first one stands for all that are not among them. */
export function ToneChoices(props: {
  parameters: URLSearchParams;
  quantity: Quantity;
  ranges: Ranges;
  reaches?: Option<RangeKind>[];
}) {
  const { parameters, quantity, ranges, reaches = reachesOfRun } = props;
  const kind = rangeKindOf(parameters, quantity, ranges);
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
        value={(reaches.find((each) => each.value === kind) ?? reaches[0]!).value}
        options={reaches}
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
