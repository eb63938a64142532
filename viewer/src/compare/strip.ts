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
