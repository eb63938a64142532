// SPDX-License-Identifier: MIT
import type { Axis, Box, Picture } from "./picture";
import { kBelow, type PlotLayout, withRoom } from "./plot_layout";
import { linearTicks, shareOf, type Tone, ticksOf } from "./tone";

/** A mark on an axis; `at` is 0 at its begin in the plot and 1 at its end. */
export interface AxisTick {
  at: number;
  text: string;
}

const kLetter = 7;
const kPixelsPerTick = { x: 65, y: 50 };

/** The ticks of an axis, of which the part from `from` to `to` is seen. */
function ticksAlong(axis: Axis, from: number, to: number, most: number): AxisTick[] {
  const span = axis.high - axis.low;
  const ticks =
    axis.ticks ??
    linearTicks(axis.low + from * span, axis.low + to * span, most).map(({ value, text }) => ({
      at: (value - axis.low) / span,
      text,
    }));
  return ticks
    .map(({ at, text }) => ({ at: (at - from) / (to - from), text }))
    .filter(({ at }) => at > -1e-6 && at < 1 + 1e-6);
}

export function xTicks(picture: Picture, box: Box, width: number): AxisTick[] {
  const ticks = ticksAlong(picture.xAxis, box.left, box.right, Math.max(2, width / kPixelsPerTick.x));
  const longest = ticks.reduce((length, { text }) => Math.max(length, text.length), 0);
  return withRoom(ticks, ({ at }) => at * width, longest * kLetter + 6);
}

/** From the bottom to the top. With bars, these are values. */
export function yTicks(picture: Picture, box: Box, height: number, tone: Tone): AxisTick[] {
  const most = Math.max(4, height / kPixelsPerTick.y);
  const ticks = picture.yAxis
    ? ticksAlong(picture.yAxis, 1 - box.bottom, 1 - box.top, most)
    : ticksOf(tone, most).map(({ value, text }) => ({ at: shareOf(tone, value), text }));
  return withRoom(ticks, ({ at }) => at * height, 16);
}

/** The width of the numbers left of a plot. */
export function labelWidthOf(ticks: AxisTick[]): number {
  return kLetter * ticks.reduce((length, { text }) => Math.max(length, text.length), 1) + 4;
}

/** Frame, ticks and titles of a plot; the canvas lies inside the frame. */
export function PlotAxes(props: {
  layout: PlotLayout;
  xTitle: string;
  yTitle: string;
  xTicks: AxisTick[];
  yTicks: AxisTick[];
}) {
  const { left, top, width, height } = props.layout;
  const bottom = top + height;
  return (
    <svg class="heat-axes" width={left + width + 10} height={bottom + kBelow} aria-hidden="true">
      <rect class="frame" x={left - 0.5} y={top - 0.5} width={width + 1} height={height + 1} />
      {props.xTicks.map(({ at, text }, i) => (
        <g key={i} transform={`translate(${left + at * width} ${bottom})`}>
          <line y2="5" />
          <text y="17" text-anchor={at > 0.97 ? "end" : "middle"} dx={at > 0.97 ? 10 : 0}>
            {text}
          </text>
        </g>
      ))}
      {props.yTicks.map(({ at, text }, i) => (
        <g key={i} transform={`translate(${left} ${bottom - at * height})`}>
          <line x2="-5" />
          <text x="-8" y="4" text-anchor="end" dy={at > 0.98 ? 3 : 0}>
            {text}
          </text>
        </g>
      ))}
      <text class="title" x={left + width / 2} y={bottom + 36} text-anchor="middle">
        {fitting(props.xTitle, width)}
      </text>
      <text class="title" transform={`translate(13 ${top + height / 2}) rotate(-90)`} text-anchor="middle">
        {fitting(props.yTitle, height)}
      </text>
    </svg>
  );
}

/** Without the letters that have no room. */
function fitting(text: string, width: number): string {
  const letters = Math.max(3, Math.floor(width / kLetter));
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}
