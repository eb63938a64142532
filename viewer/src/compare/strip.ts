// SPDX-License-Identifier: MIT

/** Where the values of a sample go in a strip, in pixels: side by side by value, and one above the other if close. */
export function stacked(values: readonly number[], x: (value: number) => number, diameter: number) {
  const order = values.map((_value, position) => position).sort((a, b) => values[a]! - values[b]! || a - b);
  const ends: number[] = []; // the last x of every level
  const places = new Array<{ x: number; level: number }>(values.length);
  for (const position of order) {
    const place = x(values[position]!);
    let level = ends.findIndex((end) => place - end >= diameter);
    if (level < 0) level = ends.length;
    ends[level] = place;
    places[position] = { x: place, level };
  }
  return { places, levels: Math.max(ends.length, 1) };
}

/** Round numbers from `low` to `high`, about `count` of them. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough)!;
  const result: number[] = [];
  const slack = 1e-9; // 7 × 0.1 is more than 0.7
  for (let each = Math.ceil(low / step - slack); each <= high / step + slack; ++each) result.push(each * step);
  return result.map((each) => Number(each.toPrecision(12)));
}
