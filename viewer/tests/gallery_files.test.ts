// SPDX-License-Identifier: MIT
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Arrays } from "../src/data/arrays";
import type { StudyFacts } from "../src/data/study";
import { indexFile, mazeFileName, textFile } from "../src/gallery/maze_files";
import { keyOf, keysOf, Mazes } from "../src/gallery/mazes";
import { zipOf } from "../src/gallery/zip";

type Head = { size: number; metrics: string[] };

/** Mazes of one size as the server sends them, the numbers counted from `first`. */
function source(treatment: number, size: number, count: number, first: number) {
  const numbers = (length: number, scale = 1) => Array.from({ length }, (_each, i) => (first + i) * scale);
  const arrays: Arrays<Head> = {
    head: { size, metrics: ["corners", "path"] },
    bytes: 0,
    f64: () => Float64Array.from(numbers(count, 0.5)),
    f32: () => Float32Array.from(numbers(count * 2, 0.1)),
    u32: (name) =>
      Uint32Array.from({ length: count }, (_each, i) =>
        name === "cell" ? first + i : name === "selector" ? i % 2 : 1,
      ),
    u8: () => Uint8Array.from(numbers(count * size * size)),
  };
  return { treatment, arrays, members: Uint32Array.from(arrays.u32("cell").keys()) };
}

const facts = {
  selectors: [{ label: "ucb-cell:lambda=0.5" }, { label: 'a, "b" <script>/..' }],
  repetitions: 2,
  treatments: [{ name: "arm" }, { name: "mazes, small" }, { name: "large" }],
} as unknown as StudyFacts;

const mazes = new Mazes([source(1, 2, 3, 0), source(2, 3, 2, 100)]);

describe("mazes of two treatments", () => {
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

  it("are only those that are taken", () => {
    const some = new Mazes([{ ...source(1, 2, 3, 0), members: Uint32Array.of(1) }, source(2, 3, 2, 100)]);
    expect(some.count).toBe(3);
    expect([0, 1].map((maze) => some.pin(maze).cell)).toEqual([1, 100]);
    expect(some.fitness[0]).toBe(mazes.fitness[1]);
    expect(some.metrics[1]![0]).toBe(mazes.metrics[1]![1]);
    expect(some.tiles(0)).toEqual(mazes.tiles(1));
    expect(some.tiles(2)).toEqual(mazes.tiles(4));
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
    expect(mazeFileName(facts, mazes, 1, 3, "txt")).toBe("00003_a-b-script-.._r1_cell1.txt");
  });

  it("are listed with their metrics", () => {
    const lines = indexFile(facts, mazes, [1, 3], "png").split("\n");
    expect(lines[0]).toBe("file,treatment,selector,repetition,cell,size,fitness,corners,path");
    expect(lines[1]).toBe('00001_a-b-script-.._r1_cell1.png,"mazes, small","a, ""b"" <script>/..",1,1,2,0.5,0.2,0.3');
    expect(lines[2]).toMatch(/^00002_ucb.*,large,.*,100,3,50,10,10.1$/);
    expect(lines[3]).toBe("");
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
});
