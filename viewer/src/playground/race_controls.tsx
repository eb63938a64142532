// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import { speeds, speedText } from "./speeds";
import type { RaceControl } from "./use_race";

/** Start, pause, step, speed, and how far the race is. */
export function RaceControls(props: { control: RaceControl; speed: number; onSpeed: (speed: number) => void }) {
  const { control, speed, onSpeed } = props;
  const { race } = control;
  const state = race?.state ?? "failed";
  const done = race?.evaluations ?? 0;
  const all = race?.allEvaluations ?? 0;
  return (
    <section class="controls" aria-label="Race">
      {state === "running" ? (
        <button type="button" class="primary" onClick={control.pause}>
          Pause
        </button>
      ) : (
        <button type="button" class="primary" disabled={state !== "paused"} onClick={control.start}>
          Start
        </button>
      )}
      <button
        type="button"
        disabled={state !== "paused"}
        title="One evaluation of each selector, or one batch"
        onClick={control.step}
      >
        Step
      </button>
      <button type="button" disabled={!race} onClick={control.restart}>
        Restart
      </button>
      <button type="button" disabled={!race} onClick={control.restartWithNextSeed}>
        Other seed
      </button>
      <label class="field speed">
        <span>Speed</span>
        <input
          type="range"
          min={0}
          max={speeds.length - 1}
          value={speeds.indexOf(speed)}
          aria-valuetext={speedText(speed)}
          onInput={(event) => onSpeed(speeds[event.currentTarget.valueAsNumber]!)}
        />
      </label>
      <output class="speed-text dim">{speedText(speed)}</output>
      <span class="done">
        <progress aria-label="evaluations that are done" max={Math.max(all, 1)} value={done} />
        <span data-testid="evaluations">
          {state === "starting" ? "making the first genomes …" : `${numberText(done)} of ${numberText(all)}`}
        </span>
      </span>
    </section>
  );
}
