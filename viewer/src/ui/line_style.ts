// SPDX-License-Identifier: MIT
import type { Theme } from "../app/theme";

/**
 * Colours that people with any colour vision can tell apart (after Okabe & Ito), with a contrast of at least 3 to the
 * page. A line has a dash pattern as well, so that colour is never the only difference.
 */
const colours: Record<Theme, readonly string[]> = {
  light: ["#0072b2", "#c84b00", "#008562", "#b0508a", "#1b1f27", "#a66f00", "#2a8fc4", "#6a3d9a", "#5b7f1d"],
  dark: ["#56b4e9", "#f0743e", "#29c08f", "#e08bbf", "#e8eaee", "#e69f00", "#8095ff", "#f0e442", "#b5d36b"],
};

const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3]];

export interface LineStyle {
  colour: string;
  dash: readonly number[];
}

/** The look of the `index`-th line; the first 36 all differ. */
export function lineStyle(index: number, theme: Theme): LineStyle {
  const list = colours[theme];
  const round = Math.floor(index / list.length);
  return { colour: list[index % list.length]!, dash: dashes[((index % list.length) + round) % dashes.length]! };
}
