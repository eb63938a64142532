// SPDX-License-Identifier: MIT
import type { StudyFacts } from "../data/study";
import { fileNameOf } from "../elites/download";
import { mazeText } from "../elites/drawings";
import type { Mazes } from "./mazes";

export const formats = ["svg", "png", "txt"] as const;
export type Format = (typeof formats)[number];

/** "00012_ucb-cell_r0_cell123.svg"; the number is the place in the list, from 1. */
export function mazeFileName(facts: StudyFacts, mazes: Mazes, maze: number, number: number, format: Format): string {
  const { selector, repetition, cell } = mazes.pin(maze);
  const name = fileNameOf(facts.selectors[selector]!.label);
  return `${String(number).padStart(5, "0")}_${name}_r${repetition}_cell${cell}.${format}`;
}

/** The drawing in letters, then the tiles as `mce maze --tiles` takes them. */
export function textFile(tiles: Uint8Array, size: number, solution: boolean): string {
  return `${mazeText(tiles, size, { solution })}\n${tiles.join(",")}\n`;
}

/** What is in which file, with all numbers. */
export function indexFile(facts: StudyFacts, mazes: Mazes, list: readonly number[], format: Format): string {
  const head = ["file", "treatment", "selector", "repetition", "cell", "size", "fitness", ...mazes.metricNames];
  const rows = list.map((maze, i) => {
    const { treatment, selector, repetition, cell } = mazes.pin(maze);
    return [
      mazeFileName(facts, mazes, maze, i + 1, format),
      facts.treatments[treatment]!.name,
      facts.selectors[selector]!.label,
      repetition,
      cell,
      mazes.size(maze),
      mazes.fitness[maze]!,
      // These have been numbers of 32 bits, with so many digits.
      ...mazes.metrics.map((column) => Number(column[maze]!.toPrecision(7))),
    ];
  });
  return [head, ...rows].map((row) => `${row.map(csvField).join(",")}\n`).join("");
}

/** A name that begins like a formula would be run by programs for tables. */
function csvField(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
