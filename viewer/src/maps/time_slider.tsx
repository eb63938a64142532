// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "preact/hooks";
import { change } from "../app/address";
import { Choice } from "../ui/choice";
import { numberText } from "../ui/numbers";

/** In moments per second. */
const speeds = [
  { value: 2, text: "slow" },
  { value: 6, text: "normal" },
  { value: 15, text: "fast" },
  { value: 60, text: "very fast" },
];
const kUsualSpeed = 6;

function speedOf(parameters: URLSearchParams): number {
  const asked = Number(parameters.get("speed"));
  return speeds.some((each) => each.value === asked) ? asked : kUsualSpeed;
}

/** Moves through the moments of a run. `ready` says whether the moment is shown: to play waits for that. */
export function TimeSlider(props: {
  parameters: URLSearchParams;
  moments: number[];
  moment: number;
  ready: boolean;
  onMoment: (moment: number) => void;
  playing: boolean;
  onPlaying: (playing: boolean) => void;
}) {
  const { moments, moment, playing, onMoment, onPlaying } = props;
  const speed = speedOf(props.parameters);
  const last = moments.length - 1;
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!playing) return;
    let asked = 0;
    let due = performance.now() + 1000 / speed;
    const step = (now: number) => {
      asked = requestAnimationFrame(step);
      const { moment: at, ready } = latest.current;
      if (now < due || !ready) return;
      due = Math.max(due + 1000 / speed, now);
      if (at >= last) onPlaying(false);
      else latest.current.onMoment(at + 1);
    };
    asked = requestAnimationFrame(step);
    return () => cancelAnimationFrame(asked);
  }, [playing, speed, last]);
  const play = () => {
    if (!playing && moment >= last) onMoment(0);
    onPlaying(!playing);
  };
  const text = `${numberText(moments[moment])} evaluations`;
  return (
    <div class="time-slider">
      <button type="button" class="play" disabled={last < 1} onClick={play}>
        {playing ? "Pause" : "Play"}
      </button>
      <label class="field">
        <span>
          Time <b>{text}</b>
        </span>
        <input
          type="range"
          min={0}
          max={last}
          value={moment}
          disabled={last < 1}
          aria-valuetext={text}
          onInput={(event) => {
            onPlaying(false);
            onMoment(event.currentTarget.valueAsNumber);
          }}
        />
      </label>
      <Choice
        label="Speed"
        value={speed}
        options={speeds}
        onChange={(value) => change({ speed: value === kUsualSpeed ? null : value })}
      />
    </div>
  );
}
