// SPDX-License-Identifier: MIT
import { useEffect, useMemo, useReducer, useState } from "preact/hooks";
import type { Study } from "../data/study";
import { type MazeChoice, MazeReader, nothing, type ReadMazes, textOfChoice } from "./maze_reader";

/**
 * The mazes of this choice; see MazeReader. Until the first of them are there, those of the former one. What could not
 * be read is read by `tryAgain`, and when a study that runs has something new.
 */
export function useMazes(study: Study, choice: MazeChoice, revision: number): ReadMazes & { tryAgain: () => void } {
  const [read, set] = useState(nothing);
  const [attempt, tryAgain] = useReducer((count: number, _asked: null) => count + 1, 0);
  const reader = useMemo(() => new MazeReader(study, set), [study]);
  useEffect(() => void reader.ask(choice), [reader, textOfChoice(choice), revision, attempt]);
  useEffect(() => () => reader.stop(), [reader]);
  return { ...read, tryAgain: () => tryAgain(null) };
}
