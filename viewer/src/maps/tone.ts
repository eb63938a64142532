// SPDX-License-Identifier: MIT
import { numberText, withMinus } from "../ui/numbers";
import { roundNumbers } from "../ui/ticks";

/** From which value to which one the colours reach, and whether equal factors or equal distances look equal. */
export interface Tone {
  low: number;
  high: number;
  logarithmic: boolean;
}

/** What is added to values before their logarithm is taken, so that a count of zero has a place, too. */
export const shiftOf = ({ low }: Tone): number => (low > 0 ? 0 : 1 - low);

/** Where a value is on the scale: 0 at its low end, 1 at its high end; NaN stays NaN. */
export function shareOf(tone: Tone, value: number): number {
  const { low, high, logarithmic } = tone;
  if (!(high > low)) return Number.isNaN(value) ? Number.NaN : 0.5;
  const clamped = Math.min(Math.max(value, low), high);
  if (!logarithmic) return (clamped - low) / (high - low);
  const shift = shiftOf(tone);
  return Math.log((clamped + shift) / (low + shift)) / Math.log((high + shift) / (low + shift));
}

/** The whole range of the values, infinite ones left out; [0, 1] if there are none. */
export function fullRange(values: ArrayLike<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; ++i) {
    const value = values[i]!;
    if (!(Math.abs(value) < Number.POSITIVE_INFINITY)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** The values of a sample are enough to know a percentile. */
const kSample = 20000;

/** From the first to the last percentile of the values. */
export function inlierRange(values: ArrayLike<number>): [number, number] {
  const step = Math.max(1, Math.floor(values.length / kSample));
  const sample = [];
  for (let i = 0; i < values.length; i += step) {
    if (Number.isFinite(values[i]!)) sample.push(values[i]!);
  }
  if (sample.length === 0) return [0, 1];
  const sorted = Float64Array.from(sample).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!;
  return [at(0.01), at(0.99)];
}

/** Whether a few values take most of the range, so that all others would have the same colour. */
export function hasOutliers(values: ArrayLike<number>): boolean {
  const [low, high] = fullRange(values);
  const [first, last] = inlierRange(values);
  return last > first && last - first < 0.1 * (high - low);
}

/** From which value to which one a quantity reaches: over the whole run, in the last map, and there without outliers. */
export interface Ranges {
  run: [number, number];
  end: [number, number];
  inliers: [number, number];
  hasOutliers: boolean;
}

/** Of values that are all there is. */
export function rangesOf(values: ArrayLike<number>): Ranges {
  const end = fullRange(values);
  return { run: end, end, inliers: inlierRange(values), hasOutliers: hasOutliers(values) };
}

export interface Tick {
  value: number;
  text: string;
}

/** Round numbers from low to high, at most about `most` of them. */
export function linearTicks(low: number, high: number, most: number): Tick[] {
  const { values, step } = roundNumbers(low, high, most);
  if (step === 0) return [{ value: low, text: numberText(low) }];
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return values.map((value) => {
    const plain = Math.abs(value) < 1e6 && digits < 5;
    return { value, text: plain ? withMinus(value.toFixed(digits)) : numberText(value, 4) };
  });
}

/** The low end, round numbers between, which are powers of ten if there are many of them, and the high end. */
export function logarithmicTicks(tone: Tone): Tick[] {
  const { low, high } = tone;
  const start = shiftOf(tone) === 0 ? 0 : low; // below zero, the distance from the low end counts
  const decades = Math.log10((high - start) / Math.max(low - start, 1));
  const digits = decades > 3 ? [1] : [1, 2, 5];
  const tick = (value: number) => ({ value, text: numberText(value, 3) });
  const ticks = [tick(low)];
  for (let power = 10 ** Math.floor(Math.log10(Math.max(low - start, 1))); start + power < high; power *= 10) {
    for (const digit of digits) {
      const value = start + digit * power;
      if (value > low && value < high) ticks.push(tick(value));
    }
  }
  return [...ticks, tick(high)];
}

export function ticksOf(tone: Tone, most: number): Tick[] {
  return tone.logarithmic && tone.high > tone.low ? logarithmicTicks(tone) : linearTicks(tone.low, tone.high, most);
}
