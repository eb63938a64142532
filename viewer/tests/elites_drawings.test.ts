// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { armPoints } from "../src/elites/arm_drawing";
import { eliteSvg, mazeSvg, mazeText, solutionPath } from "../src/elites/drawings";
import type { Elite } from "../src/elites/elite";

// The tiles of this maze, row by row: open to the north 1, east 2, south 4, west 8.
const drawn = `+---+---+---+
| S . . |   |
+---+ . +   +
|   | . |   |
+   + . +   +
|     . . E |
+---+---+---+
`;
const tiles = [2, 4 + 8, 4, 4, 1 + 4, 1 + 4, 1 + 2, 1 + 2 + 8, 1 + 8];

function elite(changes: Partial<Elite> & { testbed?: string; problem?: boolean }): Elite {
  const { testbed = "rastrigin", problem = false, ...others } = changes;
  return {
    treatment: { testbed, problem, settings: {}, features: [] },
    cell: 3,
    fitness: 1,
    features: [0.5],
    solution: [1, -2],
    cellSelections: null,
    cellSurvivals: null,
    eliteSelections: null,
    eliteSurvivals: null,
    origin: "a test",
    ...others,
  };
}

describe("a maze made by hand", () => {
  it("has one way from the top left to the bottom right", () => {
    expect(solutionPath(tiles, 3)).toEqual([0, 1, 4, 7, 8]);
  });

  it("is drawn in letters", () => {
    expect(mazeText(tiles, 3)).toBe(drawn);
  });

  it("has walls where a tile is closed", () => {
    const svg = mazeSvg(tiles, 3);
    expect(svg).toContain("M0 0h3"); // the upper edge is one piece
    expect(svg).toContain("M0 1h1"); // below the first tile
    expect(svg).not.toContain("M1 1h1"); // the second one is open to the south
    expect(svg.startsWith("<svg xmlns=")).toBe(true);
  });

  it("can be drawn without its solution", () => {
    expect(mazeSvg(tiles, 3, { solution: false })).not.toContain("circle");
    expect(mazeSvg(tiles, 3)).toContain("circle");
  });

  it("has no way if a wall is closed", () => {
    const closed = [...tiles];
    closed[8] = 1;
    closed[7] = 1 + 8;
    expect(solutionPath(closed, 3)).toEqual([]);
  });
});

describe("an arm", () => {
  it("is as long as its joints together", () => {
    const points = armPoints([0, 0, 0, 0]);
    expect(points.at(-1)).toEqual({ x: 1, y: 0 });
  });

  it("adds up its angles", () => {
    const [, elbow, hand] = armPoints([Math.PI / 2, -Math.PI / 2]);
    expect(elbow!.x).toBeCloseTo(0);
    expect(elbow!.y).toBeCloseTo(0.5);
    expect(hand!.x).toBeCloseTo(0.5);
    expect(hand!.y).toBeCloseTo(0.5);
  });
});

describe("the drawing of an elite", () => {
  it("is the picture of the worker if there is one", () => {
    expect(eliteSvg(elite({ problem: true, svg: "<svg>foreign</svg>" }))).toBe("<svg>foreign</svg>");
  });

  it("has a bar and a number for each of a few genes", () => {
    const svg = eliteSvg(elite({ solution: [1.25, -2.5, 5.12] }))!;
    expect(svg.match(/fill="#2f81c9"/g)).toHaveLength(3);
    for (const text of ["1.25", "−2.5", "5.12", "−5.12"]) expect(svg).toContain(`>${text}<`);
  });

  it("has columns for many genes", () => {
    expect(eliteSvg(elite({ solution: Array(300).fill(1) }))).toContain(">x300<");
  });

  it("does not take a problem with the name of a testbed for it", () => {
    expect(eliteSvg(elite({ testbed: "arm", problem: true }))).toContain("2 genes");
  });
});
