// SPDX-License-Identifier: MIT
import { change } from "../app/address";
import { writePositions } from "./lists";

/** Two buttons that show all lines of a chart, or hide all, from which to choose a few. */
export function ShowAllOrNone({ count, hidden }: { count: number; hidden: number }) {
  const everything = Array.from({ length: count }, (_value, position) => position);
  return (
    <>
      <button type="button" class="small" disabled={hidden === 0} onClick={() => change({ hidden: null })}>
        Show all lines
      </button>
      <button
        type="button"
        class="small"
        disabled={hidden === count}
        onClick={() => change({ hidden: writePositions(everything) })}
      >
        Hide all
      </button>
    </>
  );
}
