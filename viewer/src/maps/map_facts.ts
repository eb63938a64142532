// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import type { Frame, RunMaps } from "./run_maps";
import { placeOf } from "./shape";
import type { Tone } from "./tone";

export interface Fact {
  title: string;
  text: string;
}

/** What is known of a cell at the moment that is shown. */
export function cellFacts(maps: RunMaps, frame: Frame, cell: number): Fact[] {
  const facts = placeOf(maps.shape, cell).map(({ name, text }) => ({ title: name, text }));
  const fitness = frame.fitness[cell]!;
  if (Number.isNaN(fitness)) return [...facts, { title: "Fitness", text: "empty" }];
  facts.push({ title: "Fitness", text: numberText(fitness, 6) });
  const tallies = maps.talliesNear(frame.evaluations, cell);
  if (tallies) {
    const { selections, survivals, evaluations } = tallies;
    const when = evaluations === frame.evaluations ? "" : ` (at ${numberText(evaluations)} evaluations)`;
    facts.push({ title: `Selections${when}`, text: numberText(selections) });
    facts.push({ title: `Survivals${when}`, text: numberText(survivals) });
    facts.push({ title: `Survival rate${when}`, text: numberText(survivals / selections) });
  }
  const age = maps.ageOf(cell);
  if (age !== null) facts.push({ title: "Age", text: `at most ${numberText(age)} evaluations` });
  return facts;
}

/** What is known of the whole map at that moment. */
export function mapFacts({ fitness }: Frame): Fact[] {
  let filled = 0;
  let sum = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let cell = 0; cell < fitness.length; ++cell) {
    const value = fitness[cell]!;
    if (Number.isNaN(value)) continue;
    ++filled;
    sum += value;
    if (value > best) best = value;
  }
  const share = numberText((100 * filled) / fitness.length, 3);
  return [
    { title: "Filled cells", text: `${numberText(filled)} of ${numberText(fitness.length)} (${share}\u00a0%)` },
    { title: "Best fitness", text: filled > 0 ? numberText(best, 6) : "–" },
    { title: "Mean fitness", text: filled > 0 ? numberText(sum / filled, 6) : "–" },
  ];
}

/** How many values are beyond the ends of a scale, which all have the colours of the ends. */
export function beyondCount(values: ArrayLike<number>, { low, high }: Tone): number {
  let count = 0;
  for (let cell = 0; cell < values.length; ++cell) if (values[cell]! < low || values[cell]! > high) ++count;
  return count;
}
