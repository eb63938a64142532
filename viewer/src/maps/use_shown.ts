// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from "preact/hooks";
import type { Quantity } from "./quantities";
import type { Frame, RunMaps } from "./run_maps";

export interface Shown {
  maps: RunMaps;
  frame: Frame;
  /** Whether another frame is wanted, but not there yet. */
  waiting: boolean;
  error: string | null;
}

/** These moments from the one that is shown are loaded in advance. */
const kAhead = [1, -1, 2];

/** The frame that is wanted; as long as it is loading, the one before. */
export function useShown(maps: RunMaps | null, quantity: Quantity, evaluations: number | null): Shown | null {
  const [, setLoads] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const before = useRef<{ maps: RunMaps; frame: Frame } | null>(null);
  const moment = maps?.momentAt(quantity, evaluations) ?? 0;
  const frame = maps?.show(quantity, moment) ?? null;
  if (maps && frame) before.current = { maps, frame };

  useEffect(() => {
    if (!maps) return;
    let current = true;
    const load = async () => {
      await maps.load(quantity, moment);
      if (current) setLoads((count) => count + 1);
      const moments = maps.momentsOf(quantity);
      await maps.loadTalliesNear(moments[moment]!);
      if (current) setLoads((count) => count + 1);
      for (const step of kAhead) {
        if (current && moments[moment + step] !== undefined) await maps.load(quantity, moment + step);
      }
    };
    setError(null);
    load().catch((failure: Error) => current && setError(failure.message));
    return () => {
      current = false;
    };
  }, [maps, quantity, moment]);

  return before.current && { ...before.current, waiting: frame === null, error };
}
