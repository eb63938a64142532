// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { tallyValues } from "../src/maps/quantities";
import { changesBetween, Replay } from "../src/maps/replay";

const empty = Number.NaN;
const evaluations = [0, 100, 200, 400];
const maps = [
  [1, empty, empty, empty],
  [1, 5, empty, empty],
  [2, 5, -3, empty],
  [2, 6, -3, empty],
].map((each) => Float64Array.from(each));

describe("a replay", () => {
  const replay = new Replay(changesBetween(evaluations, maps), 4);

  it("has just the changes", () => {
    const { counts, cells } = changesBetween(evaluations, maps);
    expect([...counts]).toEqual([1, 1, 2, 1]);
    expect([...cells]).toEqual([0, 1, 0, 2, 1]);
  });

  it("equals the full maps, wherever it goes", () => {
    for (const moment of [3, 0, 2, 1, 3, 3, 1, 0, 1, 2, 3, 2, 1, 0]) {
      expect([...replay.show(moment)]).toEqual([...maps[moment]!]);
    }
  });

  it("equals full maps of a long run, in random order", () => {
    let state = 7;
    const random = (count: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    const long = [new Float64Array(50).fill(empty)];
    for (let moment = 1; moment < 30; ++moment) {
      const next = long[moment - 1]!.slice();
      for (let i = 0; i < 10; ++i) next[random(50)] = random(1000);
      long.push(next);
    }
    const other = new Replay(changesBetween([...long.keys()], long), 50);
    for (let i = 0; i < 200; ++i) {
      const moment = random(30);
      expect([...other.show(moment)]).toEqual([...long[moment]!]);
    }
  });

  it("takes several changes of a cell at one moment in their order", () => {
    const changes = {
      evaluations: [0, 10],
      counts: Uint32Array.of(1, 2),
      cells: Uint32Array.of(0, 0, 0),
      fitness: Float64Array.of(1, 2, 3),
    };
    const twice = new Replay(changes, 1);
    expect(twice.show(1)[0]).toBe(3);
    expect(twice.show(0)[0]).toBe(1);
  });

  it("knows at most how old a cell is", () => {
    replay.show(3);
    expect([0, 1, 2, 3].map((cell) => replay.age(cell))).toEqual([300, 200, 300, empty]);
    replay.show(1);
    expect([0, 1, 2].map((cell) => replay.age(cell))).toEqual([100, 100, empty]);
    replay.show(0);
    expect(replay.age(0)).toBe(0);
  });
});

describe("tallies", () => {
  const map = {
    fitness: Float64Array.of(1, empty, 2),
    selections: Uint32Array.of(10, 0, 0),
    survivals: Uint32Array.of(4, 0, 0),
  };

  it("has none where there is no elite", () => {
    expect([...tallyValues(map, "selections")]).toEqual([10, empty, 0]);
    expect([...tallyValues(map, "survivals")]).toEqual([4, empty, 0]);
  });

  it("has no rate where nothing was selected", () => {
    expect([...tallyValues(map, "rate")]).toEqual([0.4, empty, empty]);
  });
});
