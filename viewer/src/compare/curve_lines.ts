// SPDX-License-Identifier: MIT
import type { MeanCurve } from "../data/study";

type Values = (number | null)[];

/** The positions of save points that an axis can show: a logarithmic one has no place for evaluation 0. */
export function shownPoints(evaluations: number[], logX: boolean): number[] {
  const all = evaluations.map((_value, position) => position);
  return logX ? all.filter((each) => evaluations[each]! > 0) : all;
}

/** Whether all values that there are can be on a logarithmic axis. */
export function allPositive(curves: MeanCurve[], points: number[]): boolean {
  const values = curves.flatMap((curve) => points.map((each) => curve.mean[each] ?? null));
  return values.some((each) => each !== null) && values.every((each) => each === null || each > 0);
}

/** A mean curve as a chart draws it. Without a second run there is no band. */
export function meanLine(curve: MeanCurve, points: number[], logY: boolean) {
  const values = picked(curve.mean, points);
  if (curve.runs < 2) return { values };
  const high = picked(curve.high, points);
  if (!logY) return { values, band: { low: picked(curve.low, points), high } };
  // The lower edge can be below 0, where a logarithmic axis has no place: the band then ends below all means.
  const floor = Math.min(...values.filter((each) => each !== null)) / 2;
  return {
    values,
    band: { low: picked(curve.low, points).map((each) => (each === null ? null : Math.max(each, floor))), high },
  };
}

export function picked(values: ArrayLike<number | null>, points: number[], from = 0): Values {
  return points.map((each) => {
    const value = values[from + each] ?? null;
    return value !== null && Number.isFinite(value) ? value : null;
  });
}

/** Positions of curves by their mean at a save point, the highest first; those without a value last. */
export function ranked(curves: MeanCurve[], point: number): number[] {
  const value = (position: number) => curves[position]?.mean[point] ?? Number.NEGATIVE_INFINITY;
  return curves
    .map((_curve, position) => position)
    .sort((a, b) => (value(a) === value(b) ? a - b : value(b) - value(a)));
}

/** A part of an axis, `factor` times as wide, around `centre`; null if that is all of it. */
export function zoomed(
  part: [number, number],
  all: [number, number],
  centre: number,
  factor: number,
  log: boolean,
): [number, number] | null {
  const [there, back] = log ? [Math.log, Math.exp] : [(value: number) => value, (value: number) => value];
  const [low, high, least, most] = [part[0], part[1], all[0], all[1]].map(there) as [number, number, number, number];
  const width = (high - low) * factor;
  if (width >= (most - least) * (1 - 1e-9)) return null;
  const middle = Math.min(Math.max(there(centre), low), high);
  const from = Math.min(Math.max(middle - width / 2, least), most - width);
  return [back(from), back(from + width)];
}

/** The part of an axis from one of its points to another that holds all of `part`; null if that is all of it. */
export function snapped(part: [number, number] | null, points: number[]): [number, number] | null {
  if (!part || points.length < 2) return null;
  const last = points.length - 1;
  const from = Math.min(
    Math.max(
      points.findLastIndex((each) => each <= part[0]),
      0,
    ),
    last - 1,
  );
  const after = points.findIndex((each) => each >= part[1]);
  const to = Math.max(after < 0 ? last : after, from + 1);
  return from === 0 && to === last ? null : [points[from]!, points[to]!];
}
