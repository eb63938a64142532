// SPDX-License-Identifier: MIT
import type { Elite } from "./elite";

/** A number of an elite with its name. */
export interface EliteFact {
  title: string;
  value: number | null;
}

export const isMaze = ({ treatment }: Elite) => treatment.testbed === "maze" && !treatment.problem;
const isArm = ({ treatment }: Elite) => treatment.testbed === "arm" && !treatment.problem;

/** Fitness and features, in the order in which every card and table shows them. */
export function eliteFacts(elite: Elite): EliteFact[] {
  return [
    { title: "Fitness", value: elite.fitness },
    ...elite.features.map((value, i) => ({ title: featureName(elite, i), value })),
  ];
}

const featureName = (elite: Elite, i: number) => elite.treatment.features[i]?.name ?? `feature ${i + 1}`;

/** How often something was selected as a parent, and how many of its offspring survived. */
export interface Tally {
  owner: "Elite" | "Cell";
  selections: number;
  survivals: number;
  /** Null if it was never selected. */
  rate: number | null;
}

/** Those that are kept. */
export function eliteTallies(elite: Elite): Tally[] {
  return [
    ...tallyOf("Elite", elite.eliteSelections, elite.eliteSurvivals),
    ...tallyOf("Cell", elite.cellSelections, elite.cellSurvivals),
  ];
}

function tallyOf(owner: Tally["owner"], selections: number | null, survivals: number | null): Tally[] {
  if (selections === null || survivals === null) return [];
  return [{ owner, selections, survivals, rate: selections > 0 ? survivals / selections : null }];
}

/** Bars of genes are wide, with texts that would be small beside anything else. */
export const hasSquareDrawing = (elite: Elite) => Boolean(elite.svg) || isMaze(elite) || isArm(elite);

/** What the drawing of an elite shows, for those who do not see it. */
export function drawingText(elite: Elite): string {
  const { solution, svg } = elite;
  if (svg) return `Picture of the elite of cell ${elite.cell}, drawn by the worker`;
  if (isMaze(elite)) {
    const size = Math.round(Math.sqrt(solution.length));
    return `Maze of ${size} × ${size} tiles with its solution`;
  }
  if (isArm(elite)) return `Arm with ${solution.length} joints`;
  return `${solution.length} genes as bars`;
}

/** All that is known of an elite, as JSON with a line for each member. */
export function eliteJson(elite: Elite): string {
  const { treatment } = elite;
  const members = {
    origin: elite.origin,
    testbed: treatment.testbed,
    settings: treatment.settings,
    cell: elite.cell,
    fitness: elite.fitness,
    features: elite.features.map((value, i) => ({ name: featureName(elite, i), value })),
    solution: elite.solution,
    elite_selections: elite.eliteSelections,
    elite_survivals: elite.eliteSurvivals,
    cell_selections: elite.cellSelections,
    cell_survivals: elite.cellSurvivals,
  };
  const lines = Object.entries(members).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
