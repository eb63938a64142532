// SPDX-License-Identifier: MIT
import { change } from "../app/address";
import { writePositions } from "./lists";

/**
 * Two buttons that show all lines of a chart, or hide all, from which to choose a few. `name` is the parameter of the
 * address with those that are hidden.
 */
export function ShowAllOrNone({ name, count, hidden }: { name: string; count: number; hidden: number }) {
  const everything = Array.from({ length: count }, (_value, position) => position);
  return (
    <>
      <button type="button" class="small" disabled={hidden === 0} onClick={() => change({ [name]: null })}>
        Show all lines
      </button>
      <button
        type="button"
        class="small"
        disabled={hidden === count}
        onClick={() => change({ [name]: writePositions(everything) })}
      >
        Hide all
      </button>
    </>
  );
}
