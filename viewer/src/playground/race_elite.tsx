// SPDX-License-Identifier: MIT
import { EliteCard } from "../elites/elite_card";
import { numberText } from "../ui/numbers";
import type { Race } from "./race";
import { type ChosenCell, eliteOf, type usePinned } from "./race_elites";

/** The elite of the chosen cell, or that it has none. */
export function RaceElite(props: {
  race: Race;
  chosen: ChosenCell;
  names: string[];
  pins: ReturnType<typeof usePinned>;
  onClose: () => void;
}) {
  const { race, chosen, names, pins, onClose } = props;
  const elite = eliteOf(race, chosen, names);
  if (elite) {
    return (
      <div class="panel elite-panel">
        <EliteCard elite={elite} pinned={pins.has(elite)} onPin={() => pins.toggle(elite)} onClose={onClose} />
      </div>
    );
  }
  if (race.racers[chosen.racer]!.eliteCell !== chosen.cell) return null; // it is not read yet
  return (
    <section class="panel elite-panel" aria-label="Elite">
      <p role="status">
        Cell {numberText(chosen.cell)} of {names[chosen.racer]} is empty.
      </p>
      <button type="button" class="quiet" onClick={onClose}>
        Clear the selection
      </button>
    </section>
  );
}
