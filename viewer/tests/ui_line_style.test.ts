// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { lineStyle } from "../src/ui/line_style";

it("the first 36 lines all look different, and so do the colours of the paper's nine selectors", () => {
  const looks = Array.from({ length: 36 }, (_, i) => lineStyle(i, "light"));
  expect(new Set(looks.map((each) => JSON.stringify(each))).size).toBe(36);
  expect(new Set(looks.slice(0, 9).map((each) => each.colour)).size).toBe(9);
});
