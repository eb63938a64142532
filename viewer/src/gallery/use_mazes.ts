// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import type { Study } from "../data/study";
import { type MazeSource, Mazes } from "./mazes";

/** More mazes than these are not read at once: their tiles have to fit into the memory of the page. */
const kMostMazes = 200_000;

export interface ReadMazes {
  /** Null until the first ones are there. */
  mazes: Mazes | null;
  /** How many treatments are read, and whether more will be. */
  treatments: number;
  reading: boolean;
  error: string | null;
}

const nothing: ReadMazes = { mazes: null, treatments: 0, reading: true, error: null };

/** The mazes of these treatments, as many as fit. Those of the first treatment are there before the others. */
export function useMazes(study: Study, treatments: string, revision: number): ReadMazes {
  const [read, set] = useState(nothing);
  useEffect(() => {
    let current = true;
    const tell = (now: ReadMazes) => {
      if (current) set(now);
    };
    const readAll = async () => {
      const sources: MazeSource[] = [];
      let count = 0;
      for (const treatment of treatments.split(",").map(Number)) {
        const arrays = await study.mazes(treatment);
        if (!current) return;
        const more = arrays.u32("cell").length;
        if (count > 0 && count + more > kMostMazes) break;
        sources.push({ treatment, arrays });
        // Not when the study that is shown gets more: then what is there stays until all is read.
        if (count === 0 && more > 0 && revision === 0) {
          tell({ mazes: new Mazes(sources), treatments: sources.length, reading: true, error: null });
        }
        count += more;
      }
      tell({ mazes: new Mazes(sources), treatments: sources.length, reading: false, error: null });
    };
    readAll().catch((error: Error) => tell({ ...nothing, reading: false, error: error.message }));
    return () => {
      current = false;
    };
  }, [study, treatments, revision]);
  return read;
}
