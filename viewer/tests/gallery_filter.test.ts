// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { distinctMazes } from "../src/gallery/distinct";
import { evenBins, Filter, type Range } from "../src/gallery/filter";
import { sortedBy } from "../src/gallery/sorting";

const everything = (count: number) => Uint32Array.from({ length: count }, (_each, i) => i);

describe("a filter of two metrics", () => {
  const corners = Float32Array.of(0, 0.1, 0.5, 0.5, 1);
  const path = Float32Array.of(0.9, 0.2, 0.2, 0.9, 0.9);
  const filterOf = (ranges: Range[], members = everything(5)) => {
    const filter = new Filter([corners, path], members, 10);
    filter.apply(ranges);
    return filter;
  };

  it("lets all pass without ranges", () => {
    const filter = filterOf([null, null]);
    expect(filter.passing).toBe(5);
    expect([...filter.histograms[0]!.whole]).toEqual([1, 1, 0, 0, 0, 2, 0, 0, 0, 1]);
    expect(filter.histograms[0]!.shown).toEqual(filter.histograms[0]!.whole);
  });

  it("takes both ends of a range, though values have been rounded", () => {
    expect([...filterOf([[0.1, 0.5], null]).passingOf(everything(5))]).toEqual([1, 2, 3]);
    expect([...filterOf([null, [0.9, 1]]).passingOf(everything(5))]).toEqual([0, 3, 4]);
  });

  it("shows in each histogram what its own range keeps out", () => {
    const { histograms, passing } = filterOf([
      [0.4, 0.6],
      [0.5, 1],
    ]);
    expect(passing).toBe(1);
    expect([...histograms[0]!.others]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 1]); // path lets 0, 3 and 4 pass
    expect([...histograms[0]!.shown]).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    expect([...histograms[1]!.others]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 1]); // corners let 2 and 3 pass
  });

  it("forgets a range that is taken back", () => {
    const filter = filterOf([
      [0.4, 0.6],
      [0.5, 1],
    ]);
    filter.apply([null, [0.5, 1]]);
    expect(filter.passing).toBe(3);
    filter.apply([null, null]);
    expect(filter.passing).toBe(5);
    expect(filter.histograms[1]!.others).toEqual(filter.histograms[1]!.whole);
  });

  it("counts its members only, in the order that is asked for", () => {
    const filter = filterOf([null, [0.5, 1]], Uint32Array.of(1, 3, 4));
    expect(filter.passing).toBe(2);
    expect([...filter.passingOf(Uint32Array.of(4, 3, 1))]).toEqual([4, 3]);
  });

  it("counts the same as a plain loop", () => {
    const columns = [3, 5, 7, 11, 13].map((step) =>
      Float32Array.from({ length: 500 }, (_each, i) => ((i * step) % 64) / 64),
    );
    const filter = new Filter(columns, everything(500), 32);
    const ranges: Range[] = [[0.2, 0.8], null, [0, 0.5], [0.3, 1], null];
    filter.apply(ranges);
    const passes = (maze: number, without: number) =>
      columns.every((column, metric) => {
        const range = ranges[metric];
        return metric === without || !range || (column[maze]! >= range[0] && column[maze]! <= range[1]);
      });
    filter.histograms.forEach(({ others }, metric) => {
      const plain = new Uint32Array(32);
      for (let maze = 0; maze < 500; ++maze) {
        if (passes(maze, metric)) plain[Math.min(Math.floor(columns[metric]![maze]! * 32), 31)]! += 1;
      }
      expect(others).toEqual(plain);
    });
  });
});

describe("bins", () => {
  it("divide the steps of the metrics evenly", () => {
    expect(evenBins([8])).toBe(32);
    expect(evenBins([8, 16])).toBe(32);
    expect(evenBins([10])).toBe(25);
    expect(evenBins([12])).toBe(36);
  });

  it("have a usual number where none does", () => {
    expect(evenBins([7])).toBe(32);
    expect(evenBins([8, 10])).toBe(32);
  });
});

describe("sorting", () => {
  const values = Float64Array.of(0.5, 0.25, 0.5, 1, -3);
  it("goes both ways, and keeps equal ones in their order", () => {
    expect([...sortedBy(everything(5), values, true)]).toEqual([3, 0, 2, 1, 4]);
    expect([...sortedBy(everything(5), values, false)]).toEqual([4, 1, 0, 2, 3]);
  });

  it("has a place for what is not finite", () => {
    const { NaN: none, POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least } = Number;
    const odd = [none, most, 2, least, -1, none, most];
    expect([...sortedBy(everything(7), odd, true)]).toEqual([1, 6, 2, 4, 3, 0, 5]);
    expect([...sortedBy(everything(7), odd, false)]).toEqual([3, 4, 2, 1, 6, 0, 5]);
    expect([...sortedBy(everything(3), [1e308, -1e308, 0], false)]).toEqual([1, 2, 0]);
  });

  it("takes more than four million", () => {
    const count = 2 ** 22 + 2;
    const sorted = sortedBy(everything(count), new Uint8Array(count), true);
    expect([sorted[0], sorted[2 ** 22], sorted.at(-1)]).toEqual([0, 2 ** 22, count - 1]);
  });

  it("takes some of them, none, and equal ones", () => {
    expect([...sortedBy(Uint32Array.of(4, 2, 1), values, true)]).toEqual([2, 1, 4]);
    expect([...sortedBy(new Uint32Array(), values, true)]).toEqual([]);
    expect([...sortedBy(everything(3), [7, 7, 7], true)]).toEqual([0, 1, 2]);
  });
});

describe("distinct mazes", () => {
  const tiles = [
    [2, 8],
    [2, 12],
    [2, 8],
    [2, 8, 0],
    [2, 12],
  ].map((each) => Uint8Array.from(each));
  const mazes = { tiles: (maze: number) => tiles[maze]! };
  it("are the first ones of their kind", () => {
    expect([...distinctMazes(mazes, everything(5))]).toEqual([0, 1, 3]);
    expect([...distinctMazes(mazes, Uint32Array.of(4, 3, 2, 1, 0))]).toEqual([4, 3, 2]);
  });

  it("are all of them where none is twice", () => {
    const many = { tiles: (maze: number) => Uint8Array.of(maze & 15, (maze >> 4) & 15, (maze >> 8) & 15, 1) };
    expect(distinctMazes(many, everything(4096))).toHaveLength(4096);
    expect(distinctMazes(many, everything(8192))).toHaveLength(4096);
  });
});
