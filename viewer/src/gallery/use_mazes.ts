// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Study } from "../data/study";
import { MazeReader, nothing, type ReadMazes } from "./maze_reader";

/** The mazes of these treatments; see MazeReader. Until the first of them are there, those of the former ones. */
export function useMazes(study: Study, treatments: string, revision: number): ReadMazes {
  const [read, set] = useState(nothing);
  const reader = useMemo(() => new MazeReader(study, set), [study]);
  useEffect(() => void reader.ask(treatments), [reader, treatments, revision]);
  useEffect(() => () => reader.stop(), [reader]);
  return read;
}
