// SPDX-License-Identifier: MIT
import { useMemo, useState } from "preact/hooks";
import type { Steps } from "../engine/engine_messages";
import type { KindFacts } from "../engine/facts";
import { HeatMap, type MapShape } from "../maps/heat_map";
import { cellText } from "../maps/shape";
import { readSlice, type Slice, sliceText } from "../maps/slice";
import { SliceChoices } from "../maps/slice_choices";
import { fullRange } from "../maps/tone";
import { useKept } from "../maps/use_kept";
import { readViewport, viewportText } from "../maps/viewport";
import { numberText } from "../ui/numbers";
import type { Race, Racer } from "./race";
import { type Fault, type RaceSettings, type SelectorWords, scopeOf, selectorText } from "./race_settings";
import { SelectorChoice } from "./selector_choice";

/** The maps of all racers side by side, on one scale and with one cursor. */
export function RaceMaps(props: {
  race: Race | null;
  settings: RaceSettings;
  parameters: URLSearchParams;
  kinds: KindFacts[];
  faults: Fault[];
  quantity: string;
  selected: { racer: number; cell: number } | null;
  onSelect: (racer: number, cell: number) => void;
  onClear: () => void;
  onSelector: (position: number, words: SelectorWords) => void;
  onRemove: ((position: number) => void) | null;
}) {
  const { race, settings, parameters, kinds, faults, quantity, selected, onSelect, onClear } = props;
  const { onSelector, onRemove } = props;
  const [cursor, setCursor] = useState<number | null>(null);
  const scope = scopeOf(settings);
  const [viewport, setViewport] = useKept(parameters, "view", scope, readViewport, viewportText);
  const racers = race?.racers ?? [];
  const shape = useShape(racers[0] ?? null);
  const { slice, setSlice } = useSlice(parameters, scope, shape);
  const range = useMemo(() => rangeOf(racers), [race, race?.reports]);
  const cell = cursor !== null && shape && cursor < shape.cells ? cursor : null;
  return (
    <div class={`race-maps of-${settings.selectors.length}`}>
      {shape && slice && shape.features.length > 2 && <SliceChoices shape={shape} slice={slice} onSlice={setSlice} />}
      {settings.selectors.map((words, i) => {
        const racer = racers[i];
        const name = selectorText(words);
        return (
          <section key={i} class="panel racer" aria-label={`Selector ${i + 1}: ${name}`}>
            <SelectorChoice
              position={i}
              words={words}
              kinds={kinds}
              faults={faults}
              onChange={(changed) => onSelector(i, changed)}
              onRemove={onRemove && (() => onRemove(i))}
            />
            <div class={race || faults.length === 0 ? "racer-map" : undefined}>
              {racer && shape && slice && racer.map.length === shape.cells && (
                <HeatMap
                  shape={shape}
                  slice={slice}
                  values={racer.map}
                  fill
                  quantity={quantity}
                  logarithmic={quantity !== "fitness"}
                  viewport={viewport}
                  onViewport={setViewport}
                  revision={race!.reports}
                  range={range}
                  label={`${quantity}: ${name}`}
                  cursor={cell ?? racer.steps?.parents[0] ?? null}
                  onCursor={setCursor}
                  selected={selected?.racer === i ? selected.cell : (racer.steps?.survivors[0] ?? null)}
                  onSelect={(chosen) => onSelect(i, chosen)}
                  onClear={onClear}
                />
              )}
            </div>
            {racer?.steps && <p class="racer-line dim">{stepText(racer.steps)}</p>}
          </section>
        );
      })}
      {/* Screen readers say it while nothing runs. */}
      <p class="cell-line" role="status" aria-live={race?.state === "running" ? "off" : "polite"} data-testid="cell">
        {cell === null
          ? "Point at a cell, or move through a map with the arrow keys, to read it in all maps. Click it to see its elite."
          : `${cellText(shape!, cell)} · ${racers.map((racer, i) => `${selectorText(settings.selectors[i]!)} ${numberText(racer.map[cell])}`).join(" · ")}`}
      </p>
    </div>
  );
}

function useShape(racer: Racer | null): MapShape | null {
  return useMemo(() => {
    if (!racer) return null;
    const { features, resolution, cells } = racer.plan;
    return { features, resolution, cells, centroids: racer.centroids };
  }, [racer]);
}

/** The part of maps of more than two features that all racers show. */
function useSlice(parameters: URLSearchParams, scope: string, shape: MapShape | null) {
  const same = (text: string | null) => text;
  const [text, setText] = useKept<string | null>(parameters, "slice", scope, same, same);
  const slice = useMemo(() => shape && readSlice(shape, text), [shape, text]);
  return { slice, setSlice: (changed: Slice) => setText(sliceText(shape!, changed)) };
}

/** From the least to the greatest value of all maps. */
function rangeOf(racers: Racer[]): [number, number] {
  const ranges = racers.filter((each) => each.summary.filled > 0).map((each) => fullRange(each.map));
  if (ranges.length === 0) return [0, 1];
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** What a single step has done. */
function stepText({ parents, survivors }: Steps): string {
  if (parents.length !== 1) return `Parents in ${parents.length} cells; offspring took ${survivors.length}.`;
  const outcome = survivors.length > 0 ? `took cell ${survivors[0]}` : "did not survive";
  return `Parent: cell ${parents[0]}; its offspring ${outcome}.`;
}
