// SPDX-License-Identifier: MIT

/** The members by their value; those with the same value stay in their order. */
export function sortedBy(members: Uint32Array, values: ArrayLike<number>, descending: boolean): Uint32Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const maze of members) {
    low = Math.min(low, values[maze]!);
    high = Math.max(high, values[maze]!);
  }
  const span = high - low || 1;
  // Value and position in one number: plain numbers are sorted much faster than with a function that compares.
  const keys = new Float64Array(members.length);
  for (let i = 0; i < members.length; ++i) {
    const share = (values[members[i]!]! - low) / span;
    keys[i] = Math.round((descending ? 1 - share : share) * kSteps) * kPositions + i;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => members[key % kPositions]!);
}

const kPositions = 2 ** 22;
const kSteps = 2 ** 30;
