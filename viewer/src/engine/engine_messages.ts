// SPDX-License-Identifier: MIT
import type { EliteFacts, MapQuantity, PlanFacts, Summary } from "./facts";

/** What a report shows. Nothing is made that is not asked for. */
export interface ReportWish {
  quantity: MapQuantity;
  /** The save points of the curve that are known already. */
  curveFrom: number;
  /** The cell whose elite is looked at. */
  elite: number | null;
  /** Which parents were selected since the last report, and which cells got an elite: for single steps. */
  steps: boolean;
}

export type Ask =
  | { kind: "start"; module: WebAssembly.Module; request: string }
  | { kind: "advance"; target: number; report: ReportWish | null };

export interface Started {
  plan: PlanFacts;
  centroids: Float64Array<ArrayBuffer> | null;
}

/** What one slice of a run has done. */
export interface Advanced {
  evaluations: number;
  finished: boolean;
  /** The time that the engine itself took. */
  milliseconds: number;
  report: Report | null;
}

export interface Report {
  summary: Summary;
  curve: Summary[];
  map: Float64Array<ArrayBuffer>;
  elite: EliteFacts | null;
  steps: Steps | null;
  /** Only at the end of the run. */
  signature: string | null;
}

export interface Steps {
  parents: number[];
  survivors: number[];
}

/** The answer to the asks, one after the other. */
export type Answer = { started: Started } | { advanced: Advanced } | { failed: string };
