// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { change } from "../app/address";
import { cleanRange, readRange, writeRange } from "./choices";
import type { Range } from "./filter";

/** A browser does not let a page change its address with every movement of a pointer. */
const kMillisecondsToAddress = 200;

/** The range of each metric: what the address says, and ahead of it what is being dragged. */
export function useRanges(parameters: URLSearchParams, metrics: readonly string[]) {
  const [ahead, setAhead] = useState<Record<string, Range>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ranges = useMemo(
    () => metrics.map((name) => (name in ahead ? ahead[name]! : readRange(parameters.get(name)))),
    [metrics, parameters, ahead],
  );
  const write = (changes: Record<string, Range>) => {
    setAhead(changes);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      change(Object.fromEntries(Object.entries(changes).map(([name, range]) => [name, writeRange(range)])));
      setAhead({});
    }, kMillisecondsToAddress);
  };
  return {
    ranges,
    set: (name: string, range: Range) => write({ ...ahead, [name]: range && cleanRange(range) }),
    clear: () => write(Object.fromEntries(metrics.map((name) => [name, null]))),
  };
}
