// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { hasAllWords, inGroups } from "../src/ui/choice";

describe("a search", () => {
  const option = { text: "maze size=16 fitness=Path", group: "maze" };

  it("finds words in any order and case, also in the group", () => {
    expect(hasAllWords(option, "path 16")).toBe(true);
    expect(hasAllWords(option, " MAZE ")).toBe(true);
    expect(hasAllWords({ text: "joints=4", group: "arm" }, "arm 4")).toBe(true);
  });

  it("wants all of them", () => {
    expect(hasAllWords(option, "path 8")).toBe(false);
    expect(hasAllWords(option, "")).toBe(true);
  });
});

describe("groups of options", () => {
  it("are neighbours of the same name", () => {
    const options = ["a", "a", undefined, "a"].map((group, value) => ({ value, text: String(value), group }));
    const found = inGroups(options).map((each) => [each.group, each.members.map((member) => member.value)]);
    expect(found).toEqual([
      ["a", [0, 1]],
      [undefined, [2]],
      ["a", [3]],
    ]);
  });
});
