// SPDX-License-Identifier: MIT
import type { Feature } from "../data/study";

/** An elite with all that a card of it shows. */
export interface Elite {
  treatment: {
    testbed: string;
    settings: Record<string, number | string>;
    features: Feature[];
    problem: boolean;
  };
  cell: number;
  fitness: number;
  features: number[];
  solution: number[];
  /** Null where a tally is not kept. */
  cellSelections: number | null;
  cellSurvivals: number | null;
  eliteSelections: number | null;
  eliteSurvivals: number | null;
  /** The picture that a worker drew: foreign text, shown only as an image. */
  svg?: string | null;
  /** Where it comes from: "ucb-cell, repetition 1". */
  origin: string;
}
