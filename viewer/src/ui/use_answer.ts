// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";

export interface Answer<T> {
  /** Of the last question that was answered, so that a picture stays until the next one is there. */
  value: T | null;
  error: string | null;
  waiting: boolean;
}

/** Asks whenever one of `reasons` changes; answers to former questions are dropped. */
export function useAnswer<T>(ask: () => Promise<T>, reasons: unknown[]): Answer<T> {
  const [answer, set] = useState<Answer<T>>({ value: null, error: null, waiting: true });
  useEffect(() => {
    let current = true;
    set((before) => ({ ...before, waiting: true }));
    ask().then(
      (value) => current && set({ value, error: null, waiting: false }),
      (error: Error) => current && set({ value: null, error: error.message, waiting: false }),
    );
    return () => {
      current = false;
    };
  }, reasons);
  return answer;
}
