// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { treatmentWithRuns } from "../src/compare/beaten_table";
import type { BeatenTable, StudyFacts } from "../src/data/study";

const table: BeatenTable = { testbed: "arm", treatments: [1, 2, 3], beaten: {}, victories: {} };

/** A study with four treatments, of which a part may have been exported. */
const factsOf = (...included: number[]) =>
  ({ treatments: [0, 1, 2, 3].map((each) => ({ included: included.includes(each) })) }) as StudyFacts;

it("an entry of a table leads to runs of that table which are here", () => {
  const whole = factsOf(0, 1, 2, 3);
  expect([0, 2].map((preferred) => treatmentWithRuns(table, whole, preferred))).toEqual([1, 2]);
  expect([0, 2].map((preferred) => treatmentWithRuns(table, factsOf(0, 3), preferred))).toEqual([3, 3]);
  expect(treatmentWithRuns(table, factsOf(0), 0)).toBeNull();
});
