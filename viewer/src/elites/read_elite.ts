// SPDX-License-Identifier: MIT
import { NotThere } from "../data/source";
import { hasMazes, type RunKey, type Study } from "../data/study";
import type { Elite } from "./elite";

/** The elite of a cell at the end of a run; null if the cell has none. */
export async function readElite(study: Study, run: RunKey, cell: number): Promise<Elite | null> {
  const facts = study.facts!;
  const treatment = facts.treatments[run.treatment]!;
  const elites = await study.elites(run);
  const cells = elites.u32("cells");
  const position = cells.indexOf(cell);
  if (position < 0) return null;
  const ofThis = <T extends Float64Array | Uint8Array>(numbers: T): number[] => {
    const count = numbers.length / cells.length;
    return Array.from(numbers.subarray(position * count, (position + 1) * count));
  };
  const hasPicture = elites.head.pictures.includes(cell);
  const [tallies, svg] = await Promise.all([
    cellTallies(study, run, cell),
    hasPicture ? ifThere(study.picture(run, cell)) : null,
  ]);
  return {
    treatment,
    cell,
    fitness: elites.f64("fitness")[position]!,
    features: ofThis(elites.f64("features")),
    solution: ofThis(hasMazes(treatment) ? elites.u8("solutions") : elites.f64("solutions")),
    cellSelections: tallies?.selections ?? null,
    cellSurvivals: tallies?.survivals ?? null,
    eliteSelections: elites.u32("selections")[position]!,
    eliteSurvivals: elites.u32("survivals")[position]!,
    svg,
    origin: originOf(study, run),
  };
}

/** "mazes, ucb-cell, repetition 1" */
export function originOf(study: Study, { treatment, selector, repetition }: RunKey): string {
  const facts = study.facts!;
  const words = [facts.selectors[selector]?.label ?? "", `repetition ${repetition}`];
  if (facts.treatments.length > 1) words.unshift(facts.treatments[treatment]!.name);
  return words.join(", ");
}

/** Those of the last map; null if no maps are kept. */
async function cellTallies(study: Study, run: RunKey, cell: number) {
  const moments = await ifThere(study.maps(run));
  const last = (moments?.head.evaluations.length ?? 0) - 1;
  if (last < 0) return null;
  const map = await ifThere(study.map(run, last));
  return map && { selections: map.u32("selections")[cell]!, survivals: map.u32("survivals")[cell]! };
}

async function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotThere) return null;
    throw error;
  });
}
