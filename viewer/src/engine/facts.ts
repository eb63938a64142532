// SPDX-License-Identifier: MIT
import type { Feature } from "../data/study";

/** What the engine says of itself and of its runs (viewer/engine/*.cpp). */

export interface ParameterFacts {
  key: string;
  value: string;
  allowed: string;
  meaning: string;
}

export interface KindFacts {
  name: string;
  symbol: string;
  meaning: string;
  parameters: ParameterFacts[];
  /** Of a testbed: what is usual for runs of it. */
  run: ParameterFacts[];
}

export interface ProfileFacts {
  name: string;
  meaning: string;
  testbeds: KindFacts[];
  selectors: KindFacts[];
}

export interface Tables {
  version: string;
  recommended: string;
  profiles: ProfileFacts[];
}

export interface PlanFacts {
  profile: string;
  testbed: string;
  settings: Record<string, number | string>;
  selector: string;
  selectorSettings: Record<string, number | string>;
  seed: string;
  evaluations: number;
  initial: number;
  batch: number;
  features: Feature[];
  resolution: number[] | null;
  centroids: number;
  cells: number;
  solutionSize: number;
}

/** The map in a few numbers, after so many evaluations. */
export interface Summary {
  evaluations: number;
  filled: number;
  coverage: number;
  best: number;
  qdScore: number;
  entropy: number;
}

export interface EliteFacts {
  fitness: number;
  features: number[];
  solution: number[];
  cellSelections: number;
  cellSurvivals: number;
  eliteSelections: number;
  eliteSurvivals: number;
}

/** In the order of the engine (viewer/engine/map.cpp). */
export const mapQuantities = ["fitness", "selections", "survivals", "birth"] as const;
export type MapQuantity = (typeof mapQuantities)[number];
