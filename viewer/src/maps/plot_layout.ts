// SPDX-License-Identifier: MIT

/** Where the parts of a heat map are, in pixels of its figure. */
export interface PlotLayout {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Whether the legend is beside the plot, not below it. */
  legendBeside: boolean;
}

const kTop = 8;
const kRight = 10;
/** Height of the numbers and the title below the plot. */
export const kBelow = 42;
/** Width of the legend beside the plot, and height of that below it. */
export const kLegendWidth = 92;
export const kLegendHeight = 62;
const kLeastSize = 40;
const kBarAspect = 1.7;

/**
 * The largest plot that fits. `height` is null if the figure may be as high as it needs, up to `most`; `aspect` is null
 * if the plot may have any shape. `labelWidth` is that of the numbers left of it.
 */
export function layoutOf(
  width: number,
  height: number | null,
  aspect: number | null,
  labelWidth: number,
  most: number,
): PlotLayout {
  const left = labelWidth + 26;
  const legendBeside = height !== null && width > height;
  const across = Math.max(kLeastSize, width - left - kRight - (legendBeside ? kLegendWidth : 0));
  const limit = height === null ? most : height - kTop - kBelow - (legendBeside ? 0 : kLegendHeight);
  const down = Math.max(kLeastSize, limit);
  const shape = aspect ?? (height === null ? kBarAspect : across / down);
  const plotWidth = Math.floor(Math.min(across, down * shape));
  return { left, top: kTop, width: plotWidth, height: Math.floor(plotWidth / shape), legendBeside };
}

/** The ticks that have room: those at the ends, and between them all that are not too near to another one. */
export function withRoom<T>(ticks: readonly T[], placeOf: (tick: T) => number, least: number): T[] {
  const last = ticks.at(-1);
  if (last === undefined) return [];
  const kept: T[] = [];
  for (const each of ticks.slice(0, -1)) {
    const before = kept.at(-1);
    const free = before === undefined || Math.abs(placeOf(each) - placeOf(before)) >= least;
    if (free && Math.abs(placeOf(last) - placeOf(each)) >= least) kept.push(each);
  }
  return [...kept, last];
}
