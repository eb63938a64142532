// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { secondsToNextLook } from "../src/app/following";
import type { Study } from "../src/data/study";

function studyOf(state: { running?: boolean; isBehind?: boolean; done?: number; kind?: string }): Study {
  const { running = false, isBehind = false, done = 10, kind = "study" } = state;
  return { facts: { kind }, state: { running }, isBehind, progress: { done, all: 10 } } as unknown as Study;
}

it("a study is looked at often while something happens, seldom while something could", () => {
  const often = [
    secondsToNextLook(studyOf({ running: true, done: 3 }), false),
    secondsToNextLook(studyOf({ isBehind: true }), false),
    secondsToNextLook(studyOf({}), true),
  ];
  expect(often).toEqual([2, 2, 2]);
  expect(secondsToNextLook(studyOf({ done: 3 }), false)).toBe(15);
  expect(secondsToNextLook(studyOf({}), false)).toBe(60);
  expect(secondsToNextLook(studyOf({ kind: "run", done: 0 }), false)).toBeNull();
});
