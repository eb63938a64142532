// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { colourTable, kColours } from "../src/maps/colours";
import { layoutOf, withRoom } from "../src/maps/plot_layout";
import { kEmptyPixel, Shades } from "../src/maps/shades";
import { shareOf } from "../src/maps/tone";

const table = colourTable("sequential");

describe("the pixel of a value", () => {
  const scales = [
    { low: -30, high: 12, logarithmic: false },
    { low: 0, high: 1, logarithmic: true },
    { low: 0, high: 3e6, logarithmic: true },
    { low: -80, high: -3, logarithmic: true },
    { low: 91, high: 510, logarithmic: true },
    { low: 1e-7, high: 1e9, logarithmic: true },
  ];

  it.each(scales)("has the colour of its share of $low to $high", (tone) => {
    const shades = new Shades("sequential", tone);
    for (let i = 0; i <= 1000; ++i) {
      const value = tone.low + (tone.high - tone.low) * (i / 1000) ** 3;
      const place = shareOf(tone, value) * (kColours - 1);
      expect(table.slice(Math.max(0, Math.floor(place - 0.1)), Math.ceil(place + 0.1) + 1)).toContain(
        shades.pixelOf(value),
      );
    }
  });

  it.each(scales)("is at the end of the scale beyond $low to $high", (tone) => {
    const shades = new Shades("sequential", tone);
    for (const value of [tone.low - 1e-9, tone.low - 1, -1e30, Number.NEGATIVE_INFINITY]) {
      expect(shades.pixelOf(value)).toBe(table[0]);
    }
    for (const value of [tone.high * 1.1 + 100, 1e30, Number.POSITIVE_INFINITY]) {
      expect(shades.pixelOf(value)).toBe(table[kColours - 1]);
    }
  });

  it("is nothing without a value", () => {
    for (const tone of scales) expect(new Shades("sequential", tone).pixelOf(Number.NaN)).toBe(kEmptyPixel);
    expect([...table]).not.toContain(kEmptyPixel);
  });

  it("has the middle colour if all values are equal", () => {
    for (const logarithmic of [false, true]) {
      const shades = new Shades("sequential", { low: 3, high: 3, logarithmic });
      expect(shades.pixelOf(3)).toBe(table[kColours / 2]);
    }
  });
});

describe("the layout", () => {
  it("has the largest plot of its shape", () => {
    const wide = layoutOf(900, 500, 1, 30, 1000);
    expect(wide.width).toBe(wide.height);
    expect(wide).toMatchObject({ legendBeside: true, height: 450 });
    expect(layoutOf(900, 500, 2, 30, 1000).width).toBe(742);
    expect(layoutOf(900, 500, null, 30, 1000)).toMatchObject({ width: 742, height: 450 });
  });

  it("has the legend below if there is no height, and not too high a plot", () => {
    expect(layoutOf(390, null, 1, 30, 1000)).toMatchObject({ width: 324, height: 324, legendBeside: false });
    expect(layoutOf(1200, null, 1, 30, 500)).toMatchObject({ width: 500, height: 500 });
  });
});

describe("ticks", () => {
  it("keep the ends, and what has room between them", () => {
    expect(withRoom([0, 5, 12, 30, 95, 100], (each) => each, 10)).toEqual([0, 12, 30, 100]);
    expect(withRoom([], (each: number) => each, 10)).toEqual([]);
    expect(withRoom([4], (each) => each, 10)).toEqual([4]);
  });
});
