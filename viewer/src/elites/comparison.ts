// SPDX-License-Identifier: MIT
import type { Elite } from "./elite";
import { type EliteFact, eliteFacts, eliteTallies, isMaze } from "./elite_facts";

/** A number of several elites. */
export interface ComparedRow {
  title: string;
  /** Undefined for an elite that has no such number. */
  values: (number | null | undefined)[];
  differs: boolean;
}

/** The numbers of all elites in rows: those of the first one in their order, then what only others have. */
export function comparedRows(elites: readonly Elite[]): ComparedRow[] {
  // A feature may have the name of another fact: titles alone would mix them up.
  const rows = new Map<string, ComparedRow>();
  elites.forEach((elite, column) => {
    const seen = new Map<string, number>();
    for (const { title, value } of allFacts(elite)) {
      const turn = seen.get(title) ?? 0;
      seen.set(title, turn + 1);
      const key = `${turn} ${title}`;
      const row = rows.get(key) ?? { title, values: elites.map(() => undefined), differs: false };
      row.values[column] = value;
      rows.set(key, row);
    }
  });
  const all = [...rows.values()];
  const distances = elites.map((each) => distance(elites[0]!, each));
  if (elites.length > 1 && distances.some((each) => each !== undefined)) {
    const title = elites.some(isMaze) ? "Tiles unlike the first" : "Genes' distance to the first";
    all.push({ title, values: distances, differs: false });
  }
  for (const row of all) row.differs = row.values.some((each) => !Object.is(each, row.values[0]));
  return all;
}

function allFacts(elite: Elite): EliteFact[] {
  const tallies = eliteTallies(elite).flatMap(({ owner, selections, survivals, rate }) => [
    { title: `${owner} selections`, value: selections },
    { title: `${owner} survivals`, value: survivals },
    { title: `${owner} survival rate`, value: rate },
  ]);
  return [{ title: "Cell", value: elite.cell }, ...eliteFacts(elite), ...tallies];
}

/** How many tiles differ, or how far the genes are apart; undefined if the two are not of one kind. */
function distance(first: Elite, other: Elite): number | undefined {
  if (isMaze(first) !== isMaze(other) || first.solution.length !== other.solution.length) return undefined;
  let unlike = 0;
  let squares = 0;
  first.solution.forEach((gene, i) => {
    const step = gene - other.solution[i]!;
    if (step !== 0) unlike += 1;
    squares += step * step;
  });
  return isMaze(first) ? unlike : Math.sqrt(squares);
}
