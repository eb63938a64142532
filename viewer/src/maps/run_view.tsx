// SPDX-License-Identifier: MIT
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { change, wholeOf } from "../app/address";
import type { RunFacts, RunKey, Study, StudyFacts } from "../data/study";
import { PinnedElites } from "../elites/pinned_elites";
import { usePins } from "../elites/use_pins";
import { numberText } from "../ui/numbers";
import { useAnswer } from "../ui/use_answer";
import { BeyondNote, CellPanel, ElitePanel, RunPanel } from "./cell_panel";
import { HeatMap } from "./heat_map";
import { quantityOf, ToneChoices, toneOf } from "./map_choices";
import { factsOf, isTally } from "./quantities";
import { RunMaps } from "./run_maps";
import { SliceChoices } from "./slice_choices";
import { TimeSlider } from "./time_slider";
import { useKept } from "./use_kept";
import { useMapPart } from "./use_map_part";
import { useShown } from "./use_shown";

/** Up to this width, everything is one below the other (maps.css has the same). */
const narrow = window.matchMedia("(max-width: 55rem)");

export function RunView(props: {
  study: Study;
  facts: StudyFacts;
  revision: number;
  run: RunKey;
  /** What is known of it. */
  made: RunFacts;
  parameters: URLSearchParams;
  /** Of the run and the quantity. */
  choices: ComponentChildren;
}) {
  const { study, facts, revision, run, made, parameters } = props;
  const { treatment, selector, repetition } = run;
  const { history: hasHistory, signature } = made;
  const quantity = quantityOf(parameters);
  // A run that is in stays as it is, so what comes in besides does not disturb who looks at it.
  const asked = [study, treatment, selector, repetition, signature, hasHistory];
  const opened = useAnswer(() => RunMaps.open(study, run, hasHistory), asked, revision);
  const [at, setAt] = useKept(parameters, "at", String(treatment), readMoment, (value) =>
    value === null ? null : String(value),
  );
  const [cursor, setCursor] = useState<number | null>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => setCursor(null), [treatment]);
  const pins = usePins(study, facts, parameters, revision);
  const isNarrow = useNarrow();
  const stage = useRef<HTMLDivElement>(null);

  const shown = useShown(opened.value, quantity, at);
  const shape = shown?.maps.shape ?? null;
  const { slice, setSlice, viewport, setViewport } = useMapPart(parameters, treatment, shape);
  if (!shown || !shape || !slice) {
    return (
      <>
        <div class="toolbar">{props.choices}</div>
        {opened.error ? <p class="failure">{opened.error}</p> : <p class="dim">Loading the map …</p>}
      </>
    );
  }

  const { maps, frame } = shown;
  const moments = maps.momentsOf(quantity);
  const moment = maps.momentAt(quantity, at);
  const setMoment = (position: number) => setAt(position >= moments.length - 1 ? null : moments[position]!);
  const select = (cell: number | null) => change({ cell });
  const close = () => {
    select(null);
    stage.current?.querySelector<HTMLElement>('[role="application"]')?.focus(); // what had the focus goes away
  };
  const inMap = (cell: number | null) => (cell !== null && cell >= 0 && cell < shape.cells ? cell : null);
  const selected = inMap(wholeOf(parameters, "cell", -1, shape.cells));
  const pointed = inMap(cursor);
  const ranges = maps.rangesOf(frame.quantity);
  const tone = toneOf(parameters, frame, ranges);
  const { title, help } = factsOf(frame.quantity);
  const wide = shape.features.length === 1;
  return (
    <div class="maps-view">
      <div class="maps-window">
        <div class="toolbar">
          {props.choices}
          <ToneChoices parameters={parameters} quantity={frame.quantity} ranges={ranges} />
        </div>
        {shape.features.length > 2 && <SliceChoices shape={shape} slice={slice} onSlice={setSlice} />}
        {(opened.error ?? shown.error) && <p class="failure">{opened.error ?? shown.error}</p>}
        <div class={wide ? "maps-work wide" : "maps-work"}>
          <div class="maps-main">
            <div class="maps-stage" ref={stage} aria-busy={opened.waiting || shown.waiting}>
              <HeatMap
                shape={shape}
                slice={slice}
                values={frame.values}
                revision={frame.revision}
                range={[tone.low, tone.high]}
                logarithmic={tone.logarithmic}
                label={`${title} of ${facts.treatments[maps.run.treatment]!.name}, ${facts.selectors[maps.run.selector]!.label}`}
                quantity={title}
                cursor={pointed}
                onCursor={setCursor}
                selected={selected}
                onSelect={select}
                onClear={() => select(null)}
                viewport={viewport}
                onViewport={setViewport}
                fill={!isNarrow}
              />
            </div>
            <TimeSlider
              parameters={parameters}
              moments={moments}
              moment={moment}
              ready={!shown.waiting && !opened.waiting}
              onMoment={setMoment}
              playing={playing}
              onPlaying={setPlaying}
            />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
          <section class="maps-side" aria-label="Cell and elite" tabIndex={0}>
            <CellPanel shown={shown} cell={pointed ?? selected} quiet={playing} />
            {selected !== null && (
              <ElitePanel
                study={study}
                shown={shown}
                revision={revision}
                cell={selected}
                pins={pins}
                onLast={() => setAt(null)}
                onClose={close}
              />
            )}
            <BeyondNote shown={shown} tone={tone} />
            <p class="dim maps-help">
              {help}
              {isTally(quantity) &&
                maps.hasHistory &&
                ` It is known at ${numberText(moments.length)} moments only, those of whole maps; the nearest one is shown.`}
            </p>
            <RunPanel run={made} />
          </section>
        </div>
      </div>
      <PinnedElites elites={pins.elites} onUnpin={pins.remove} onClear={pins.clear} />
    </div>
  );
}

function readMoment(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

function useNarrow(): boolean {
  const [isNarrow, set] = useState(narrow.matches);
  useEffect(() => {
    const update = () => set(narrow.matches);
    narrow.addEventListener("change", update);
    return () => narrow.removeEventListener("change", update);
  }, []);
  return isNarrow;
}
