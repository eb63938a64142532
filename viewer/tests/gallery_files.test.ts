// SPDX-License-Identifier: MIT
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Arrays } from "../src/data/arrays";
import type { ElitesHead, StudyFacts } from "../src/data/study";
import { indexFile, mazeFileName, textFile } from "../src/gallery/maze_files";
import { keyOf, keysOf, Mazes, mazesOfRun } from "../src/gallery/mazes";
import { zipOf } from "../src/gallery/zip";

/** Elites of a run as the server sends them, the numbers counted from `first`. */
function elites(size: number, count: number, first: number): Arrays<ElitesHead> {
  const numbers = (length: number, scale = 1) => Array.from({ length }, (_each, i) => (first + i) * scale);
  return {
    head: { pictures: [], metrics: ["corners", "path"] },
    bytes: 0,
    f64: () => Float64Array.from(numbers(count, 0.5)),
    f32: () => Float32Array.from(numbers(count * 2, 0.1)),
    u32: () => Uint32Array.from(numbers(count)),
    u8: () => Uint8Array.from(numbers(count * size * size)),
  };
}

const small = mazesOfRun({ treatment: 1, selector: 0, repetition: 1 }, elites(2, 3, 0), 2, 100);
const large = mazesOfRun({ treatment: 2, selector: 1, repetition: 1 }, elites(3, 2, 100), 3, 100);

const facts = {
  selectors: [{ label: "ucb-cell:lambda=0.5" }, { label: 'a, "b" <script>/..' }],
  repetitions: 2,
  treatments: [{ name: "arm" }, { name: "mazes, small" }, { name: "large" }],
} as unknown as StudyFacts;

const mazes = new Mazes([small, large]);

describe("mazes of two runs", () => {
  it("are one list", () => {
    expect(mazes.count).toBe(5);
    expect(mazes.sizes).toEqual([2, 3]);
    expect(mazes.size(2)).toBe(2);
    expect(mazes.size(3)).toBe(3);
    expect([...mazes.tiles(1)]).toEqual([4, 5, 6, 7]);
    expect([...mazes.tiles(4)]).toEqual([109, 110, 111, 112, 113, 114, 115, 116, 117]);
    expect(mazes.pin(4)).toEqual({ treatment: 2, selector: 1, repetition: 1, cell: 101 });
    expect(mazes.metrics[1]![3]).toBeCloseTo(10.1);
  });

  it("are the first ones of a run that does not fit", () => {
    const some = new Mazes([mazesOfRun(small, elites(2, 3, 0), 2, 1), large]);
    expect(some.count).toBe(3);
    expect([0, 1].map((maze) => some.pin(maze).cell)).toEqual([0, 100]);
    expect(some.selector(1)).toBe(1);
    expect(some.fitness[1]).toBe(mazes.fitness[3]);
    expect(some.metrics[1]![2]).toBe(mazes.metrics[1]![4]);
    expect(some.tiles(0)).toEqual(mazes.tiles(0));
    expect(some.tiles(2)).toEqual(mazes.tiles(4));
  });

  it("hold nothing of the answer", () => {
    const buffer = new ArrayBuffer(1000);
    const answer = { ...elites(2, 3, 0), u8: () => new Uint8Array(buffer, 8, 12) };
    const { tiles } = mazesOfRun(small, answer, 2, 100);
    expect(tiles.length).toBe(12);
    expect(tiles.buffer.byteLength).toBe(12);
  });

  it("have keys of their own", () => {
    const keys = keysOf(mazes, facts);
    expect(new Set(keys).size).toBe(5);
    expect(keys[4]).toBe(keyOf(mazes.pin(4), facts));
  });
});

describe("files", () => {
  it("have names that every system takes", () => {
    expect(mazeFileName(facts, mazes, 0, 12, "svg")).toBe("00012_ucb-cell-lambda=0.5_r1_cell0.svg");
    expect(mazeFileName(facts, mazes, 3, 3, "txt")).toBe("00003_a-b-script-.._r1_cell100.txt");
  });

  it("are listed with their metrics", () => {
    const lines = indexFile(facts, mazes, [1, 3], "png").split("\n");
    expect(lines[0]).toBe("file,treatment,selector,repetition,cell,size,fitness,corners,path");
    expect(lines[1]).toBe(
      '00001_ucb-cell-lambda=0.5_r1_cell1.png,"mazes, small",ucb-cell:lambda=0.5,1,1,2,0.5,0.2,0.3',
    );
    expect(lines[2]).toMatch(/^00002_a-b-script.*,large,"a, ""b"" <script>\/..",1,100,3,50,10,10.1$/);
    expect(lines[3]).toBe("");
  });

  it("have no names that tables take for formulas, and numbers as they are", () => {
    const named = (name: string) => ({ ...facts, treatments: [facts.treatments[0], { name }] }) as StudyFacts;
    const low = new Mazes([{ ...small, fitness: Float64Array.of(-3, -3, -3) }]);
    const row = (name: string) => indexFile(named(name), low, [0], "svg").split("\n")[1]!;
    for (const name of ["=1+1", "+1", "-1", "@SUM(1)", "\t=1"]) expect(row(name)).toContain(`,'${name},`);
    expect(row('=A("1")')).toContain(`,"'=A(""1"")",`);
    expect(row("mazes=1")).toContain(",mazes=1,ucb-cell:lambda=0.5,1,0,2,-3,");
  });

  it("hold the tiles in a line after the drawing", () => {
    const tiles = Uint8Array.of(6, 8, 3, 8);
    expect(textFile(tiles, 2, true)).toBe("+---+---+\n| S     |\n+ . +---+\n| . . E |\n+---+---+\n\n6,8,3,8\n");
    expect(textFile(tiles, 2, false)).toBe("+---+---+\n|       |\n+   +---+\n|       |\n+---+---+\n\n6,8,3,8\n");
  });
});

describe("a zip", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("has its entries, packed or not", async () => {
    const told: number[] = [];
    const entry = (i: number) => ({ name: `${i}.txt`, bytes: bytes("x".repeat(1000 + i)), packed: i === 1 });
    const blob = await zipOf(3, entry, (done) => told.push(done), new AbortController().signal);
    const entries = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(["0.txt", "1.txt", "2.txt"]);
    expect(strFromU8(entries["1.txt"]!)).toBe("x".repeat(1001));
    expect(blob.size).toBeLessThan(2000);
  });

  it("stops when it is told to", async () => {
    const stop = new AbortController();
    const entry = async (i: number) => {
      await new Promise((resolve) => setTimeout(resolve, 15));
      if (i === 2) stop.abort();
      return { name: `${i}`, bytes: bytes("x"), packed: false };
    };
    await expect(zipOf(100, entry, () => {}, stop.signal)).rejects.toThrow();
  });

  it("is not made if it is told to stop at the last entry", async () => {
    const stop = new AbortController();
    const entry = (i: number) => {
      if (i === 2) stop.abort();
      return { name: `${i}`, bytes: bytes("x"), packed: false };
    };
    await expect(zipOf(3, entry, () => {}, stop.signal)).rejects.toThrow();
  });
});
