// SPDX-License-Identifier: MIT

/** Positions in the address: "0,3,5". What is not a position below `count` is left out. */
export function readPositions(text: string | null, count: number): Set<number> {
  const numbers = (text ?? "").split(",").filter(Boolean).map(Number);
  return new Set(numbers.filter((each) => Number.isInteger(each) && each >= 0 && each < count));
}

/** Null, which removes the parameter, if there are none. */
export function writePositions(positions: Iterable<number>): string | null {
  return [...positions].sort((a, b) => a - b).join(",") || null;
}

/** The same positions with `position` put in, or taken out if it was there. */
export function toggled(positions: ReadonlySet<number>, position: number): Set<number> {
  const result = new Set(positions);
  if (!result.delete(position)) result.add(position);
  return result;
}
