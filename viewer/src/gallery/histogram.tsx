// SPDX-License-Identifier: MIT
import { useEffect, useRef } from "preact/hooks";
import { useTheme } from "../app/theme";
import { numberText } from "../ui/numbers";
import { useSize } from "../ui/use_size";
import type { Histogram, Range } from "./filter";

const kHeight = 46;
const kStep = 0.01;
/** A pointer that moves less has clicked. */
const kClickPixels = 3;

/** "horizontal-symmetry" as people write it */
export const titleOf = (metric: string) => `${metric.charAt(0).toUpperCase()}${metric.slice(1).replaceAll("-", " ")}`;

/**
 * A metric's distribution and its range. Drag over it for a new range, drag the range to move it, click to take everything.
 * The sliders below and the numbers above do the same.
 */
export function MetricFilter(props: {
  metric: string;
  histogram: Histogram;
  /** Changes with the histogram, which is changed in place. */
  passing: number;
  range: Range;
  onChange: (range: Range) => void;
}) {
  const { metric, range, onChange } = props;
  const title = titleOf(metric);
  const [low, high] = range ?? [0, 1];
  const setLow = (value: number) => onChange([Math.min(value, high), high]);
  const setHigh = (value: number) => onChange([low, Math.max(value, low)]);
  return (
    <fieldset class="metric-filter">
      <legend>{title}</legend>
      <span class="metric-numbers">
        <NumberField label={`${title}, lowest`} value={low} onChange={setLow} />
        <span aria-hidden="true">–</span>
        <NumberField label={`${title}, highest`} value={high} onChange={setHigh} />
      </span>
      <Picture {...props} title={title} />
      <div class="metric-sliders">
        <Slider label={`${title}, slider of the lowest`} value={low} onChange={setLow} />
        <Slider label={`${title}, slider of the highest`} value={high} onChange={setHigh} />
      </div>
    </fieldset>
  );
}

interface NumberProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

/** Takes the number when it is complete, not with every digit. */
function NumberField({ label, value, onChange }: NumberProps) {
  return (
    <input
      type="number"
      min={0}
      max={1}
      step={kStep}
      aria-label={label}
      value={value}
      onChange={(event) => {
        const wanted = event.currentTarget.valueAsNumber;
        if (!Number.isNaN(wanted)) onChange(wanted);
        event.currentTarget.value = String(value); // until the new one is drawn; it may be another one
      }}
    />
  );
}

function Slider({ label, value, onChange }: NumberProps) {
  return (
    <input
      type="range"
      min={0}
      max={1}
      step={kStep}
      aria-label={label}
      value={value}
      onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}

function Picture(props: Parameters<typeof MetricFilter>[0] & { title: string }) {
  const { title, histogram, passing, range, onChange } = props;
  const [box, { width }] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, width, histogram, range);
  }, [width, theme, histogram, passing, range]);
  const startDrag = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    const { left } = target.getBoundingClientRect();
    const valueAt = (x: number) => Math.round(((x - left) / width) * 100) / 100;
    const start = valueAt(event.clientX);
    const moved = range && start > range[0] && start < range[1] ? range : null;
    let clicked = true;
    const move = (now: PointerEvent) => {
      if (Math.abs(now.clientX - event.clientX) >= kClickPixels) clicked = false;
      if (clicked) return;
      const end = valueAt(now.clientX);
      onChange(moved ? shifted(moved, end - start) : [Math.min(start, end), Math.max(start, end)]);
    };
    const finish = (now: PointerEvent) => {
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", finish);
      target.removeEventListener("pointercancel", finish);
      if (now.type === "pointercancel") {
        // The finger scrolls the page instead.
        if (!clicked) onChange(range);
      } else if (clicked) onChange(null);
    };
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", finish);
    target.addEventListener("pointercancel", finish);
  };
  const [low, high] = range ?? [0, 1];
  return (
    <div class="metric-picture" ref={box} onPointerDown={startDrag}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Distribution of ${title.toLowerCase()}: ${numberText(passing)} mazes are shown, from ${low} to ${high}`}
      />
    </div>
  );
}

/** The range moved by `way`, as wide as before, within [0, 1]. */
function shifted([low, high]: [number, number], way: number): [number, number] {
  const step = Math.min(Math.max(way, -low), 1 - high);
  return [low + step, high + step];
}

/** Faint: all mazes. Strong: those that are shown; in between: those that only this metric's range keeps out. */
function draw(canvas: HTMLCanvasElement, width: number, histogram: Histogram, range: Range): void {
  const scale = devicePixelRatio;
  canvas.width = width * scale;
  canvas.height = kHeight * scale;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const context = canvas.getContext("2d")!;
  context.scale(scale, scale);
  const { whole, others, shown } = histogram;
  const step = width / whole.length;
  const bars = (counts: Uint32Array, most: number, inset: number) => {
    counts.forEach((count, bin) => {
      if (count === 0) return;
      const height = Math.max((count / most) * (kHeight - 4), 1.5);
      context.fillRect(bin * step + inset, kHeight - height, step - 2 * inset, height);
    });
  };
  if (range) {
    context.globalAlpha = 0.14;
    context.fillStyle = colour("--accent");
    context.fillRect(range[0] * width, 0, Math.max((range[1] - range[0]) * width, 1), kHeight);
    context.globalAlpha = 1;
  }
  context.fillStyle = colour("--line");
  bars(whole, highest(whole), 0);
  // On a scale of their own: a few mazes among very many would not be seen.
  context.fillStyle = colour("--accent");
  context.globalAlpha = 0.35;
  bars(others, highest(others), Math.min(1, step / 6));
  context.globalAlpha = 1;
  bars(shown, highest(others), Math.min(1, step / 6));
}

function highest(counts: Uint32Array): number {
  return counts.reduce((most, each) => Math.max(most, each), 1);
}
