// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { colourAt, colourTable, kColours } from "../src/maps/colours";
import { fullRange, hasOutliers, inlierRange, linearTicks, logarithmicTicks, shareOf } from "../src/maps/tone";
import { clampViewport, readViewport, showBox, viewportText, wholeViewport, zoomAround } from "../src/maps/viewport";

/** How bright people see a colour, from 0 to 100: L* of CIELAB. */
function lightnessOf([red, green, blue]: readonly number[]): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * linear(red!) + 0.7152 * linear(green!) + 0.0722 * linear(blue!);
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}

const shares = Array.from({ length: 101 }, (_, i) => i / 100);

describe("the colours", () => {
  it("grow lighter from low to high", () => {
    const lightness = shares.map((share) => lightnessOf(colourAt("sequential", share)));
    for (let i = 1; i < lightness.length; ++i) expect(lightness[i]!).toBeGreaterThan(lightness[i - 1]!);
    expect(lightness[100]! - lightness[0]!).toBeGreaterThan(70);
  });

  it("grow darker from the middle to both ends of a diverging scale, alike", () => {
    const lightness = shares.map((share) => lightnessOf(colourAt("diverging", share)));
    for (let i = 1; i <= 50; ++i) expect(lightness[i]!).toBeGreaterThan(lightness[i - 1]!);
    for (let i = 51; i <= 100; ++i) expect(lightness[i]!).toBeLessThan(lightness[i - 1]!);
    for (let i = 0; i <= 50; ++i) expect(Math.abs(lightness[i]! - lightness[100 - i]!)).toBeLessThan(5);
  });

  it("are pixels of full opacity", () => {
    const table = new Uint8Array(colourTable("sequential").buffer);
    expect([...table.slice(0, 4)]).toEqual([68, 1, 84, 255]);
    expect([...table.slice(-4)]).toEqual([253, 231, 37, 255]);
    expect(table).toHaveLength(4 * kColours);
  });
});

describe("the scale", () => {
  it("maps its range to 0 … 1 and what is beyond to the ends", () => {
    const tone = { low: -2, high: 2, logarithmic: false };
    expect([-3, -2, 0, 2, 9].map((value) => shareOf(tone, value))).toEqual([0, 0, 0.5, 1, 1]);
    expect(shareOf(tone, Number.NaN)).toBeNaN();
  });

  it("has a middle if all values are equal", () => {
    expect(shareOf({ low: 3, high: 3, logarithmic: false }, 3)).toBe(0.5);
  });

  it("has a place for a count of zero on a logarithmic scale", () => {
    const tone = { low: 0, high: 999, logarithmic: true };
    expect(shareOf(tone, 0)).toBe(0);
    expect(shareOf(tone, 9)).toBeCloseTo(1 / 3);
    expect(shareOf(tone, 999)).toBe(1);
  });

  it("shows equal factors as equal distances if there is no zero", () => {
    expect(shareOf({ low: 10, high: 1000, logarithmic: true }, 100)).toBeCloseTo(0.5);
  });

  it("leaves out what is not finite, and outliers if that is wanted", () => {
    const values = [Number.NaN, ...shares, -1e9, Number.NEGATIVE_INFINITY];
    expect(fullRange(values)).toEqual([-1e9, 1]);
    expect(inlierRange(values)).toEqual([0, 0.99]);
    expect(hasOutliers(values)).toBe(true);
    expect(hasOutliers(shares)).toBe(false);
    expect(fullRange([Number.NaN])).toEqual([0, 1]);
  });

  it("has one tick if the values differ by rounding errors only", () => {
    expect(linearTicks(0.3, 0.1 + 0.2, 6)).toEqual([{ value: 0.3, text: "0.3" }]);
    expect(linearTicks(1e6, 1e6 + 2 ** -32, 6)).toHaveLength(1);
  });

  it("has round numbers as ticks", () => {
    expect(linearTicks(-5.12, 5.12, 6).map((each) => each.text)).toEqual(["−4", "−2", "0", "2", "4"]);
    expect(linearTicks(0, 1, 6).map((each) => each.text)).toEqual(["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    const logarithmic = (low: number, high: number) =>
      logarithmicTicks({ low, high, logarithmic: true }).map((each) => each.value);
    expect(logarithmic(0, 5000)).toEqual([0, 1, 10, 100, 1000, 5000]);
    expect(logarithmic(91, 510)).toEqual([91, 100, 200, 500, 510]);
    expect(logarithmic(-20, 30)).toEqual([-20, -19, -18, -15, -10, 0, 30]);
  });
});

describe("the viewport", () => {
  it("keeps a point in its place while it zooms", () => {
    const zoomed = zoomAround(wholeViewport, 4, 0.3, 0.6, 100);
    const screen = (0.3 - (zoomed.x - 0.5 / zoomed.zoom)) * zoomed.zoom;
    expect(screen).toBeCloseTo(0.3);
    expect(zoomed.zoom).toBe(4);
  });

  it("never leaves the picture", () => {
    expect(clampViewport({ zoom: 2, x: 0, y: 2 }, 100)).toEqual({ zoom: 2, x: 0.25, y: 0.75 });
    expect(clampViewport({ zoom: 0.1, x: 0, y: 0 }, 100)).toEqual(wholeViewport);
  });

  it("moves to a box that it does not show", () => {
    const box = { left: 0.9, top: 0.1, right: 0.95, bottom: 0.15 };
    const moved = showBox({ zoom: 4, x: 0.5, y: 0.2 }, box, 100);
    expect(moved.x).toBeCloseTo(0.825);
    expect(moved.y).toBe(0.2);
  });

  it("is kept in the address", () => {
    const viewport = { zoom: 4, x: 0.25, y: 0.75 };
    expect(readViewport(viewportText(viewport))).toEqual(viewport);
    expect(viewportText(wholeViewport)).toBeNull();
    expect(readViewport("1,2")).toEqual(wholeViewport);
  });
});
