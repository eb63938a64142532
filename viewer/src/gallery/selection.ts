// SPDX-License-Identifier: MIT

/** Keys of the mazes that are selected (keysOf), whether they are shown or not. */
export type Selection = ReadonlySet<number>;

export function withToggled(selection: Selection, key: number): Selection {
  const result = new Set(selection);
  if (!result.delete(key)) result.add(key);
  return result;
}

/** More files than these take a browser minutes. */
export const kMostSelected = 10_000;

/** With those of a stretch of what is shown, up to the limit. `keys` are by maze. */
export function withStretch(
  selection: Selection,
  shown: Uint32Array,
  keys: Float64Array,
  from: number,
  to: number,
): Selection {
  const result = new Set(selection);
  const last = Math.min(Math.max(from, to), shown.length - 1);
  for (let position = Math.min(from, to); position <= last && result.size < kMostSelected; ++position) {
    result.add(keys[shown[position]!]!);
  }
  return result;
}

/** The mazes that are selected: those that are shown in their order, then the others. */
export function selectedMazes(selection: Selection, shown: Uint32Array, keys: Float64Array): number[] {
  const rest = new Set(selection);
  const result: number[] = [];
  for (let i = 0; rest.size > 0 && i < shown.length; ++i) if (rest.delete(keys[shown[i]!]!)) result.push(shown[i]!);
  for (let maze = 0; rest.size > 0 && maze < keys.length; ++maze) if (rest.delete(keys[maze]!)) result.push(maze);
  return result;
}
