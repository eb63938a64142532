// SPDX-License-Identifier: MIT
import { numberText } from "../ui/numbers";
import { isWide } from "../ui/ticks";
import { cssColour, type ScaleKind } from "./colours";
import { withRoom } from "./plot_layout";
import { shareOf, type Tick, type Tone, ticksOf } from "./tone";

/** Between so many steps of a colour bar the browser blends. */
const kSteps = 16;
const kPixelsPerTick = 48;
const kLetter = 7;
/** With fewer round numbers, the ends and the middle are named. */
const kLeastTicks = 2;

/** The colours with their values, and a mark at one of them. `length` is that of the bar in pixels. */
export function Legend(props: {
  kind: ScaleKind;
  tone: Tone;
  title: string;
  beside: boolean;
  length: number;
  /** Of the cell under the cursor; null without a cursor. */
  value: number | null;
}) {
  const { kind, tone, beside, length, value } = props;
  const place = (share: number) => (beside ? { bottom: `${share * 100}%` } : { left: `${share * 100}%` });
  const most = Math.max(3, length / kPixelsPerTick);
  const round = ticksOf(tone, most);
  const ticks = (round.length < kLeastTicks ? endsOf(tone) : round).map((each) => ({
    ...each,
    at: shareOf(tone, each.value),
  }));
  const longest = ticks.reduce((letters, { text }) => Math.max(letters, text.length), 0);
  const room = beside ? 17 : longest * kLetter + 8;
  const stops = Array.from({ length: kSteps + 1 }, (_, i) => cssColour(kind, i / kSteps)).join(",");
  const share = value === null ? Number.NaN : shareOf(tone, value);
  const isFree = (at: number) => !(Math.abs(at - share) * length < room); // the mark has a number of its own
  const shown = withRoom(ticks, ({ at }) => at * length, room).filter(({ at }) => isFree(at));
  return (
    <div class={`heat-legend ${beside ? "beside" : "below"}`}>
      {props.title && <span class="heat-legend-title">{props.title}</span>}
      <div class="heat-bar-area" style={beside ? { height: `${length}px` } : { width: `${length}px` }}>
        <div class="heat-bar" style={{ background: `linear-gradient(to ${beside ? "top" : "right"}, ${stops})` }} />
        {shown.map(({ at, text }, i) => (
          <span key={i} class="heat-tick" style={place(at)}>
            {text}
          </span>
        ))}
        {!Number.isNaN(share) && (
          <span class="heat-mark" style={place(share)}>
            <b>{numberText(value)}</b>
          </span>
        )}
      </div>
      <span class="heat-empty-key">
        <i /> empty
      </span>
    </div>
  );
}

function endsOf({ low, high }: Tone): Tick[] {
  const values = isWide(low, high) ? [low, (low + high) / 2, high] : [low];
  return values.map((value) => ({ value, text: numberText(value, 3) }));
}
