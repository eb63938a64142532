// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { readArrays } from "../src/data/arrays";

/** A resource as docs/explorer-api.md describes it. */
function resource(): ArrayBuffer {
  const arrays = [
    { name: "fitness", type: "f64", offset: 512, length: 3 },
    { name: "metrics", type: "f32", offset: 536, length: 2 },
    { name: "cells", type: "u32", offset: 544, length: 2 },
    { name: "tiles", type: "u8", offset: 552, length: 3 },
  ];
  const head = new TextEncoder().encode(JSON.stringify({ evaluations: 300, name: "“ö”", arrays }));
  const buffer = new ArrayBuffer(560);
  const view = new DataView(buffer);
  view.setUint32(0, head.length, true);
  new Uint8Array(buffer).set(head, 4);
  for (const [i, each] of [1.5, Number.NaN, -2].entries()) view.setFloat64(512 + 8 * i, each, true);
  for (const [i, each] of [0.25, 0.5].entries()) view.setFloat32(536 + 4 * i, each, true);
  for (const [i, each] of [7, 4_000_000_000].entries()) view.setUint32(544 + 4 * i, each, true);
  new Uint8Array(buffer).set([1, 2, 255], 552);
  return buffer;
}

describe("a resource of arrays", () => {
  const buffer = resource();
  const read = readArrays<{ evaluations: number; name: string }>(buffer);

  it("has a head, in UTF-8", () => {
    expect(read.head.evaluations).toBe(300);
    expect(read.head.name).toBe("“ö”");
  });

  it("has arrays of all types", () => {
    expect([...read.f64("fitness")]).toEqual([1.5, Number.NaN, -2]);
    expect([...read.f32("metrics")]).toEqual([0.25, 0.5]);
    expect([...read.u32("cells")]).toEqual([7, 4_000_000_000]);
    expect([...read.u8("tiles")]).toEqual([1, 2, 255]);
  });

  it("copies nothing", () => {
    expect(read.f64("fitness").buffer).toBe(buffer);
  });

  it("gives the same array every time, so that one can see that nothing has changed", () => {
    expect(read.f64("fitness")).toBe(read.f64("fitness"));
    expect(read.u32("cells")).toBe(read.u32("cells"));
  });

  it("says which array is missing, or of another type", () => {
    expect(() => read.f64("ages")).toThrow("there is no array ages of f64");
    expect(() => read.f32("fitness")).toThrow("there is no array fitness of f32");
  });
});
