// SPDX-License-Identifier: MIT

/** The difference of two maps, whose empty cells are NaN. */
export interface Difference {
  /** The first minus the second where both have the cell, otherwise NaN. */
  values: Float64Array;
  /** 1 where only the first has the cell, −1 where only the second, 0 where both; NaN where nobody. */
  owner: Float64Array;
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
  const result = { values, owner, firstHigher: 0, secondHigher: 0, equal: 0, onlyFirst: 0, onlySecond: 0 };
  for (let cell = 0; cell < cells; ++cell) {
    const a = first[cell]!;
    const b = second[cell]!;
    const [hasFirst, hasSecond] = [!Number.isNaN(a), !Number.isNaN(b)];
    if (!hasFirst && !hasSecond) continue;
    owner[cell] = Number(hasFirst) - Number(hasSecond);
    if (hasFirst && hasSecond) {
      values[cell] = a === b ? 0 : a - b; // also for two infinite values
      if (a > b) ++result.firstHigher;
      else if (b > a) ++result.secondHigher;
      else ++result.equal;
    } else if (hasFirst) ++result.onlyFirst;
    else ++result.onlySecond;
  }
  return result;
}
