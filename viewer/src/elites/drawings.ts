// SPDX-License-Identifier: MIT
import { armSvg } from "./arm_drawing";
import type { Elite } from "./elite";
import { geneSvg } from "./gene_drawing";
import { mazeSvg } from "./maze_drawing";
import { type Paper, whitePaper } from "./paper";

export { drawMaze, type MazeColours, mazeSvg, mazeText, solutionPath } from "./maze_drawing";

/** What is drawn by its numbers is no longer clear beyond these. */
const kMostGenes = 2000;

/**
 * The drawing of an elite, a picture of its own; null if there is nothing to draw. A picture from a worker is foreign
 * text: show it only as an image, never as a part of the page.
 */
export function eliteSvg(elite: Elite, paper: Paper = whitePaper): string | null {
  const { treatment, solution } = elite;
  if (elite.svg) return elite.svg;
  if (solution.length === 0) return null;
  if (!treatment.problem && treatment.testbed === "maze") {
    return mazeSvg(solution, Math.round(Math.sqrt(solution.length)), { paper });
  }
  if (!treatment.problem && treatment.testbed === "arm") return armSvg(solution, paper);
  if (solution.length > kMostGenes) return null;
  return geneSvg(solution, geneRange(elite), paper);
}

/** The range of the genes where it is known, otherwise that of these genes and zero. */
export function geneRange(elite: Elite): [number, number] {
  const { testbed, settings, problem } = elite.treatment;
  if (!problem) {
    if (testbed === "rastrigin") return [-5.12, 5.12];
    if (testbed === "passage") return [-1, 1];
    if (testbed === "arm") return [-Math.PI, Math.PI];
  }
  if (typeof settings.lower === "number" && typeof settings.upper === "number") return [settings.lower, settings.upper];
  let low = 0;
  let high = 0;
  for (const gene of elite.solution) {
    low = Math.min(low, gene);
    high = Math.max(high, gene);
  }
  return low === high ? [-1, 1] : [low, high];
}
