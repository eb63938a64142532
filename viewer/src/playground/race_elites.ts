// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import type { Elite } from "../elites/elite";
import { numberText } from "../ui/numbers";
import type { Race } from "./race";

/** A cell of the map of one racer. */
export interface ChosenCell {
  racer: number;
  cell: number;
}

/** "1:4711" in the address. */
export function readElite(parameters: URLSearchParams, racers: number): ChosenCell | null {
  const found = parameters.get("elite")?.match(/^(\d):(\d{1,9})$/);
  if (!found) return null;
  const [racer, cell] = [Number(found[1]), Number(found[2])];
  return racer < racers ? { racer, cell } : null;
}

/** The elite of the chosen cell as it is now; null if the cell is empty. */
export function eliteOf(race: Race, { racer, cell }: ChosenCell, names: string[]): Elite | null {
  const found = race.racers[racer];
  if (!found?.elite) return null;
  const { testbed, settings, features, seed } = found.plan;
  return {
    treatment: { testbed, settings, features, problem: false },
    cell,
    ...found.elite,
    origin: `${names[racer]}, seed ${seed}, ${numberText(found.summary.evaluations)} evaluations`,
  };
}

/** Elites that somebody has pinned, as they were at that moment. */
export function usePinned() {
  const [elites, set] = useState<{ key: string; elite: Elite }[]>([]);
  const keyOf = ({ origin, cell }: Elite) => `${origin}, ${cell}`;
  const has = (elite: Elite) => elites.some(({ key }) => key === keyOf(elite));
  const remove = (key: string) => set(elites.filter((each) => each.key !== key));
  return {
    elites,
    has,
    remove,
    toggle: (elite: Elite) => (has(elite) ? remove(keyOf(elite)) : set([...elites, { key: keyOf(elite), elite }])),
    clear: () => set([]),
  };
}
