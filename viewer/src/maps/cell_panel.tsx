// SPDX-License-Identifier: MIT
import { useMemo } from "preact/hooks";
import { change } from "../app/address";
import type { RunFacts, Study } from "../data/study";
import { EliteCard } from "../elites/elite_card";
import { readElite } from "../elites/read_elite";
import type { Pins } from "../elites/use_pins";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import { beyondCount, cellFacts, mapFacts } from "./map_facts";
import type { Tone } from "./tone";
import type { Shown } from "./use_shown";

/** With such a share of all cells, it is said that they are beyond the colours. */
const kManyBeyond = 0.1;

/** The numbers of a cell, or of the whole map without one. Screen readers say them while nothing is playing. */
export function CellPanel({ shown, cell, quiet }: { shown: Shown; cell: number | null; quiet: boolean }) {
  const { maps, frame } = shown;
  const whole = useMemo(() => mapFacts(frame), [frame]);
  const facts = cell === null ? whole : cellFacts(maps, frame, cell);
  return (
    <section class="panel maps-cell" role="status" aria-live={quiet ? "off" : "polite"} data-testid="cell">
      <h2>{cell === null ? "The whole map" : `Cell ${numberText(cell)}`}</h2>
      <dl class="maps-facts">
        {facts.map(({ title, text }, i) => (
          <div key={i}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {cell === null && <p class="dim">Point at a cell to read it. Click it, or press Enter, to see its elite.</p>}
    </section>
  );
}

/** What somebody needs to make the run again, and whether it is the same then. */
export function RunPanel({ run }: { run: RunFacts }) {
  const { seed, signature, evaluations, rejected, seconds } = run;
  return (
    <section class="panel maps-run" aria-label="Run">
      <h2>Run</h2>
      <dl class="maps-facts">
        <div>
          <dt>Seed</dt>
          <dd>{seed}</dd>
        </div>
        <div>
          <dt>Signature</dt>
          <dd>
            <code>{signature}</code>
          </dd>
        </div>
        <div>
          <dt>Evaluations</dt>
          <dd>
            {numberText(evaluations)}
            {rejected > 0 && `, ${numberText(rejected)} of them rejected`}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{numberText(seconds, 3)} s</dd>
        </div>
      </dl>
    </section>
  );
}

/** Says if many cells have no colour of their own, because they are far from the values at the end of the run. */
export function BeyondNote({ shown, tone }: { shown: Shown; tone: Tone }) {
  const { values } = shown.frame;
  const count = useMemo(() => beyondCount(values, tone), [shown.frame, tone.low, tone.high]);
  if (count < kManyBeyond * values.length) return null;
  return (
    <p class="maps-help">
      {numberText(count)} cells are beyond the ends of the colours.{" "}
      <button type="button" class="small" onClick={() => change({ range: "run" })}>
        Colours for the whole run
      </button>
    </p>
  );
}

/** The elite of the selected cell. Only those at the end of a run are kept. */
export function ElitePanel(props: {
  study: Study;
  shown: Shown;
  revision: number;
  cell: number;
  pins: Pins;
  onLast: () => void;
  onClose: () => void;
}) {
  const { study, shown, revision, cell, pins, onLast, onClose } = props;
  const { run } = shown.maps;
  const pin = { ...run, cell };
  const isLast = shown.frame.moment === shown.maps.momentsOf(shown.frame.quantity).length - 1;
  const key = JSON.stringify(pin);
  const answer = useAnswer(async () => ({ key, elite: await readElite(study, run, cell) }), [study, revision, key]);
  const known = answer.value?.key === key ? answer.value : null;
  if (!isLast) {
    return (
      <section class="panel maps-note" aria-label="Elite">
        <p>
          Cell {numberText(cell)} is selected. Only the elites at the end of a run are kept, not those of{" "}
          {numberText(shown.frame.evaluations)} evaluations.
        </p>
        <button type="button" onClick={onLast}>
          Show the last moment
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Clear the selection
        </button>
      </section>
    );
  }
  if (answer.error) return <p class="failure">{answer.error}</p>;
  if (!known) return <p class="dim">Loading the elite …</p>;
  if (!known.elite) {
    return (
      <section class="panel maps-note" aria-label="Elite">
        <p>Cell {numberText(cell)} is selected. It is empty.</p>
        <button type="button" class="quiet" onClick={onClose}>
          Clear the selection
        </button>
      </section>
    );
  }
  return (
    <div class="panel">
      <EliteCard elite={known.elite} pinned={pins.has(pin)} onPin={() => pins.toggle(pin)} onClose={onClose} />
    </div>
  );
}
