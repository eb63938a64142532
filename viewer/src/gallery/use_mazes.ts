// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Study } from "../data/study";
import { type MazeChoice, MazeReader, nothing, type ReadMazes, textOfChoice } from "./maze_reader";

/** The mazes of this choice; see MazeReader. Until the first of them are there, those of the former one. */
export function useMazes(study: Study, choice: MazeChoice, revision: number): ReadMazes {
  const [read, set] = useState(nothing);
  const reader = useMemo(() => new MazeReader(study, set), [study]);
  useEffect(() => void reader.ask(choice), [reader, textOfChoice(choice), revision]);
  useEffect(() => () => reader.stop(), [reader]);
  return read;
}
