// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import type { Elite } from "../elites/elite";
import { kMostPins } from "../elites/pins";
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

/** The elite of the chosen cell as it is now; null if the cell is empty, or not read yet. */
export function eliteOf(race: Race, { racer, cell }: ChosenCell, names: string[]): Elite | null {
  const found = race.racers[racer];
  if (!found?.elite || found.eliteCell !== cell) return null;
  const { testbed, settings, features, seed } = found.plan;
  return {
    treatment: { testbed, settings, features, problem: false },
    cell,
    ...found.elite,
    origin: `${names[racer]}, seed ${seed}, ${numberText(found.summary.evaluations)} evaluations`,
  };
}

/** An elite as it was when somebody pinned it. */
export interface PinnedElite {
  key: string;
  elite: Elite;
}

const keyOf = ({ origin, cell }: Elite) => `${origin}, ${cell}`;

/** The oldest ones go when there are too many. */
export function withElite(pinned: readonly PinnedElite[], elite: Elite): PinnedElite[] {
  return [...pinned, { key: keyOf(elite), elite }].slice(-kMostPins);
}

export function usePinned() {
  const [elites, set] = useState<PinnedElite[]>([]);
  const has = (elite: Elite) => elites.some(({ key }) => key === keyOf(elite));
  const remove = (key: string) => set(elites.filter((each) => each.key !== key));
  return {
    elites,
    has,
    remove,
    toggle: (elite: Elite) => (has(elite) ? remove(keyOf(elite)) : set(withElite(elites, elite))),
    clear: () => set([]),
  };
}
