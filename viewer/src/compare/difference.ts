// SPDX-License-Identifier: MIT

/** The difference of two maps, whose empty cells are NaN. */
export interface Difference {
  /** The first minus the second where both have the cell, otherwise NaN. */
  values: Float64Array;
  /** 1 where only the first has the cell, −1 where only the second, 0 where both; NaN where nobody. */
  owner: Float64Array;
  /** The largest difference, of either sign. */
  limit: number;
  firstHigher: number;
  secondHigher: number;
  equal: number;
  onlyFirst: number;
  onlySecond: number;
}

export function differenceOf(first: ArrayLike<number>, second: ArrayLike<number>): Difference {
  const cells = Math.min(first.length, second.length);
  const values = new Float64Array(cells).fill(Number.NaN);
  const owner = new Float64Array(cells).fill(Number.NaN);
  const result = { values, owner, limit: 0, firstHigher: 0, secondHigher: 0, equal: 0, onlyFirst: 0, onlySecond: 0 };
  for (let cell = 0; cell < cells; ++cell) {
    const a = first[cell]!;
    const b = second[cell]!;
    const [hasFirst, hasSecond] = [!Number.isNaN(a), !Number.isNaN(b)];
    if (!hasFirst && !hasSecond) continue;
    owner[cell] = Number(hasFirst) - Number(hasSecond);
    if (hasFirst && hasSecond) {
      const difference = a === b ? 0 : a - b; // also for two infinite values
      values[cell] = difference;
      if (Number.isFinite(difference)) result.limit = Math.max(result.limit, Math.abs(difference));
      if (a > b) ++result.firstHigher;
      else if (b > a) ++result.secondHigher;
      else ++result.equal;
    } else if (hasFirst) ++result.onlyFirst;
    else ++result.onlySecond;
  }
  return result;
}

/** The least and the greatest finite value of all maps; [0, 1] if there is none. */
export function commonRange(...maps: ArrayLike<number>[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const map of maps) {
    for (let cell = 0; cell < map.length; ++cell) {
      const value = map[cell]!;
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : [0, 1];
}
