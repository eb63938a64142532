// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Areas } from "../src/maps/areas";
import { BarPicture } from "../src/maps/bars";
import { type Picture, pictureOf } from "../src/maps/picture";
import { binsOf, cellText, type MapShape, placeOf, strideOf } from "../src/maps/shape";
import { readSlice, type Slice, sliceText, usualSlice, withAxis } from "../src/maps/slice";
import { fitsSideBySide } from "../src/maps/slices_in_picture";

const unit = (name: string) => ({ name, low: 0, high: 1 });

function grid(...resolution: number[]): MapShape {
  const cells = resolution.reduce((product, bins) => product * bins, 1);
  return { features: resolution.map((_, i) => unit(`f${i}`)), resolution, cells, centroids: null };
}

/** The same "random" centroids every time. */
function cloud(features: number, count: number): MapShape {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const centroids = Float64Array.from({ length: features * count }, next);
  return {
    features: Array.from({ length: features }, (_, i) => unit(`f${i}`)),
    resolution: null,
    cells: count,
    centroids,
  };
}

function nearest(shape: MapShape, place: number[]): number {
  const distance = (cell: number) =>
    place.reduce((sum, value, i) => sum + (value - shape.centroids![cell * place.length + i]!) ** 2, 0);
  let best = 0;
  for (let cell = 1; cell < shape.cells; ++cell) if (distance(cell) < distance(best)) best = cell;
  return best;
}

describe("cells and bins", () => {
  it("has the last feature fastest", () => {
    expect(binsOf([4, 5, 6], 1 * 30 + 2 * 6 + 3)).toEqual([1, 2, 3]);
    expect(strideOf([4, 5, 6], 0)).toBe(30);
  });

  it("gives every cell bins of its own", () => {
    const resolution = [4, 5, 6];
    for (let cell = 0; cell < 120; ++cell) {
      const strides = binsOf(resolution, cell).map((bin, i) => bin * strideOf(resolution, i));
      expect(strides.reduce((sum, each) => sum + each)).toBe(cell);
    }
  });

  it("says where a cell is", () => {
    expect(cellText(grid(4, 10), 13)).toBe("cell 13: f0 0.25 to 0.5, f1 0.3 to 0.4");
    expect(placeOf({ ...grid(2), features: [{ name: "x", low: -1, high: 1 }] }, 1)[0]!.text).toBe("0 to 1");
  });
});

describe("a grid of two features", () => {
  const picture = pictureOf(grid(4, 3), usualSlice(grid(4, 3)));

  it("has the first feature to the right and the second one upwards", () => {
    expect(picture.cellAt(0.01, 0.99)).toBe(0);
    expect(picture.cellAt(0.01, 0.01)).toBe(2);
    expect(picture.cellAt(0.99, 0.99)).toBe(9);
    expect(picture.cellAt(1, 0.5)).toBeNull();
  });

  it("knows where a cell is drawn, and its neighbours", () => {
    for (let cell = 0; cell < 12; ++cell) expect(middleCell(picture, cell)).toBe(cell);
    expect(picture.neighbour(0, "right")).toBe(3);
    expect(picture.neighbour(0, "up")).toBe(1);
    expect(picture.neighbour(0, "left")).toBeNull();
  });
});

function middleCell(picture: Picture, cell: number): number | null {
  const box = picture.boxOf(cell)!;
  return picture.cellAt((box.left + box.right) / 2, (box.top + box.bottom) / 2);
}

describe("slices of a grid", () => {
  const shape = grid(3, 4, 5, 2);
  const slice: Slice = { x: 2, y: 0, cuts: [0, 3, 0, 1], all: false };

  it("has the cells with the bins of the cut", () => {
    const picture = pictureOf(shape, slice);
    expect(picture.cellAt(0.99, 0.01)).toBe(2 * 40 + 3 * 10 + 4 * 2 + 1);
    expect(picture.boxOf(2 * 40 + 2 * 10 + 4 * 2 + 1)).toBeNull();
  });

  it("shows every cell once if all slices are side by side", () => {
    for (const each of [shape, grid(3, 4, 5), grid(2, 3, 2, 3, 2)]) {
      const picture = pictureOf(each, { ...usualSlice(each), all: true });
      for (let cell = 0; cell < each.cells; ++cell) expect(middleCell(picture, cell)).toBe(cell);
    }
  });

  it("steps over the gap between slices", () => {
    const each = grid(3, 4, 5);
    const picture = pictureOf(each, { ...usualSlice(each), all: true });
    expect(picture.neighbour(2 * 20 + 1 * 5, "right")).toBe(1 * 5 + 1);
  });

  it("is offered only where the picture is not too large", () => {
    expect(fitsSideBySide(grid(3, 4))).toBe(false);
    expect(fitsSideBySide(grid(10, 10, 10))).toBe(true);
    expect(fitsSideBySide(grid(400, 400, 400))).toBe(false);
  });

  it("is kept in the address", () => {
    expect(readSlice(shape, sliceText(shape, slice))).toEqual(slice);
    expect(sliceText(shape, usualSlice(shape))).toBeNull();
    for (const wrong of ["0,0,1.1.1.1", "0,9,1.1.1.1", "0,1,1.1.1.7", "0,1,1.1", "nonsense"]) {
      expect(readSlice(shape, wrong)).toEqual(usualSlice(shape));
    }
  });

  it("exchanges the axes rather than showing a feature twice", () => {
    expect(withAxis(slice, "x", 0)).toMatchObject({ x: 0, y: 2 });
  });
});

describe("one feature", () => {
  it("has bars in the order of the grid", () => {
    const picture = new BarPicture(grid(4));
    expect(picture.cellAt(0.3, 0.5)).toBe(1);
    expect(picture.boxOf(3)).toEqual({ left: 0.75, top: 0, right: 1, bottom: 1 });
    expect(picture.neighbour(3, "right")).toBeNull();
  });

  it("has bars that end half-way between centroids", () => {
    const picture = new BarPicture({ ...cloud(1, 3), centroids: Float64Array.of(0.8, 0.2, 0.4) });
    expect([...picture.cells]).toEqual([1, 2, 0]);
    expect(picture.edges[1]).toBeCloseTo(0.3);
    expect(picture.edges[2]).toBeCloseTo(0.6);
    expect(picture.cellAt(0.59, 0)).toBe(2);
  });
});

describe("centroids", () => {
  const box = { left: 0, top: 0, right: 1, bottom: 1 };
  const areasOf = (picture: Picture): Areas => (picture.kind === "areas" ? picture.areas : expect.fail("no areas"));

  it("gives every pixel to the nearest of two features", () => {
    const shape = cloud(2, 60);
    const areas = areasOf(pictureOf(shape, usualSlice(shape)));
    const raster = areas.raster({ left: 0.2, top: 0.1, right: 0.8, bottom: 0.7 }, 90, 90);
    for (let row = 0; row < 90; ++row) {
      for (let column = 0; column < 90; ++column) {
        const place = [0.2 + (0.6 * (column + 0.5)) / 90, 1 - (0.1 + (0.6 * (row + 0.5)) / 90)];
        expect(raster[row * 90 + column]).toBe(nearest(shape, place));
      }
    }
  });

  it("gives every pixel of a slice to the nearest", () => {
    const shape = cloud(4, 80);
    const slice: Slice = { x: 3, y: 1, cuts: [30, 0, 70, 0], all: false };
    const picture = pictureOf(shape, slice);
    const raster = areasOf(picture).raster(box, 50, 50);
    for (let row = 0; row < 50; ++row) {
      for (let column = 0; column < 50; ++column) {
        const [x, y] = [(column + 0.5) / 50, (row + 0.5) / 50];
        const expected = nearest(shape, [0.3, 1 - y, 0.7, x]);
        expect(raster[row * 50 + column]).toBe(expected);
        expect(picture.cellAt(x, y)).toBe(expected);
      }
    }
  });

  it("draws a slice of few centroids, also of equal places on an axis", () => {
    const shape = { ...cloud(3, 3), centroids: Float64Array.of(0.5, 0.5, 0.9, 0.5, 0.5, 0.1, 0.5, 0.5, 0.4) };
    const areas = areasOf(pictureOf(shape, usualSlice(shape)));
    expect(new Set(areas.raster(box, 10, 10))).toEqual(new Set([2]));
    expect(areas.middleOf(0)).toBeNull();
    expect(areas.neighbour(2, "left")).toBeNull();
  });

  it("draws one or two centroids", () => {
    for (const count of [1, 2]) {
      const shape = cloud(2, count);
      const raster = areasOf(pictureOf(shape, usualSlice(shape))).raster(box, 20, 20);
      expect(new Set(raster).size).toBe(count);
    }
  });

  it("moves to neighbours, and reaches every cell", () => {
    for (const features of [2, 3]) {
      const shape = cloud(features, 30);
      const picture = pictureOf(shape, usualSlice(shape));
      const reached = new Set<number>([picture.cellAt(0.5, 0.5)!]);
      for (const cell of reached) {
        for (const direction of ["left", "right", "up", "down"] as const) {
          const next = picture.neighbour(cell, direction);
          if (next !== null) reached.add(next);
        }
      }
      const seen = new Set(areasOf(picture).raster(box, 60, 60));
      expect(reached.size).toBeGreaterThan(seen.size * 0.9);
    }
  });
});
