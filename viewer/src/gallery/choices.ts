// SPDX-License-Identifier: MIT

import { oneOf } from "../app/address";
import { includedTreatments } from "../app/treatment_choice";
import { readPositions } from "../compare/lists";
import { hasMazes, type Study, type StudyFacts } from "../data/study";
import type { Range } from "./filter";
import { type Format, formats } from "./maze_files";

export const sizes = ["medium", "small", "large"] as const;
export type DrawingSize = (typeof sizes)[number];

/** What a person has chosen, besides the ranges of metrics. The address holds it. */
export interface Choices {
  /** Positions of treatments and selectors. */
  treatments: number[];
  selectors: Set<number>;
  /** A metric, "fitness" or "run", the order of the study. */
  sort: string;
  descending: boolean;
  size: DrawingSize;
  solution: boolean;
  /** Whether a maze that several runs have found is shown once for each of them. */
  repeats: boolean;
  /** Of the files in a zip. */
  format: Format;
}

/** `offered` are the selectors there is a choice of. */
export function readChoices(
  parameters: URLSearchParams,
  facts: StudyFacts,
  offered: readonly number[],
  metrics: readonly string[],
): Choices {
  const mazes = mazeTreatments(facts);
  const asked = readPositions(parameters.get("treatments"), facts.treatments.length);
  const treatments = mazes.filter((each) => asked.has(each));
  const wanted = readPositions(parameters.get("selectors"), facts.selectors.length);
  const selectors = offered.filter((each) => wanted.has(each));
  return {
    treatments: treatments.length > 0 ? treatments : mazes,
    selectors: new Set(selectors.length > 0 ? selectors : offered),
    sort: oneOf(parameters, "sort", ["fitness", "run", ...metrics]),
    descending: oneOf(parameters, "order", ["down", "up"]) === "down",
    size: oneOf(parameters, "size", sizes),
    solution: oneOf(parameters, "solution", ["1", "0"]) === "1",
    repeats: oneOf(parameters, "repeats", ["0", "1"]) === "1",
    format: oneOf(parameters, "format", formats),
  };
}

export function mazeTreatments(facts: StudyFacts): number[] {
  return includedTreatments(facts).filter((position) => hasMazes(facts.treatments[position]!));
}

/** The selectors whose mazes may be here: a part of a study may have been exported. */
export function mazeSelectors(study: Pick<Study, "mayHaveElites">, facts: StudyFacts): number[] {
  const treatments = mazeTreatments(facts);
  const repetitions = Array.from({ length: facts.repetitions }, (_each, repetition) => repetition);
  const isHere = (selector: number) =>
    treatments.some((treatment) =>
      repetitions.some((each) => study.mayHaveElites({ treatment, selector, repetition: each })),
    );
  return [...facts.selectors.keys()].filter(isHere);
}

/** "0.2..0.5" */
export function readRange(text: string | null): Range {
  const [low, high] = (text ?? "").split("..").map((word) => (word === "" ? Number.NaN : Number(word)));
  return low !== undefined && high !== undefined ? cleanRange([low, high]) : null;
}

/** The range within [0, 1], with few digits; null if it takes everything or is none. */
export function cleanRange([low, high]: [number, number]): Range {
  if (Number.isNaN(low) || Number.isNaN(high) || low > high) return null;
  const inside = (value: number) => Number(Math.min(Math.max(value, 0), 1).toFixed(3));
  const range: [number, number] = [inside(low), inside(high)];
  return range[0] === 0 && range[1] === 1 ? null : range;
}

export function writeRange(range: Range): string | null {
  return range && `${range[0]}..${range[1]}`;
}
