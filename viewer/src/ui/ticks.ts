// SPDX-License-Identifier: MIT

/** Numbers whose distance is a smaller part of them than this differ by rounding errors. */
const kLeastShare = 1e-12;

/** Whether a scale from `low` to `high` could tell numbers apart. */
export function isWide(low: number, high: number): boolean {
  const span = high - low;
  return span > Math.max(Math.abs(low), Math.abs(high)) * kLeastShare && Number.isFinite(span);
}

/** Round numbers from `low` to `high`, at most about `most` of them, and their distance: 0 if there is only `low`. */
export function roundNumbers(low: number, high: number, most: number): { values: number[]; step: number } {
  const rough = (high - low) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 0;
  if (!isWide(low, high) || !(step > 0)) return { values: [low], step: 0 };
  const slack = 1e-9; // 7 × 0.1 is more than 0.7
  const first = Math.ceil(low / step - slack);
  const count = Math.floor(high / step + slack) - first + 1;
  return { values: Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12))), step };
}
