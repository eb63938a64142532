// SPDX-License-Identifier: MIT

/**
 * The members by their value; those with the same value stay in their order. Infinite values are at the ends, and what
 * is no number comes last, in either direction.
 */
export function sortedBy(members: Uint32Array, values: ArrayLike<number>, descending: boolean): Uint32Array {
  const count = members.length;
  const steps = Math.floor(Number.MAX_SAFE_INTEGER / Math.max(count, 1)) - kPlacesOfOthers;
  const levelOf = levels(members, values, steps);
  // Value and position in one number: plain numbers are sorted much faster than with a function that compares.
  const keys = new Float64Array(count);
  for (let i = 0; i < count; ++i) {
    const value = values[members[i]!]!;
    const level = levelOf(value);
    keys[i] = (descending && !Number.isNaN(value) ? steps + 2 - level : level) * count + i;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => members[key % count]!);
}

/** Levels of −∞, ∞ and what is no number, and one that is left out for safety. */
const kPlacesOfOthers = 4;

/** Finite values have the levels from 1 to `steps` + 1. */
function levels(members: Uint32Array, values: ArrayLike<number>, steps: number): (value: number) => number {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const maze of members) {
    const value = values[maze]!;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const span = high / 2 - low / 2 || 1; // halves: the whole span may be infinite
  return (value) => {
    if (Number.isNaN(value)) return steps + 3;
    if (!Number.isFinite(value)) return value > 0 ? steps + 2 : 0;
    return 1 + Math.round(((value / 2 - low / 2) / span) * steps);
  };
}
