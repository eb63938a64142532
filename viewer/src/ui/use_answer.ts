// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from "preact/hooks";

export interface Answer<T> {
  /** Of the last question that was answered, so that a picture stays until the next one is there. */
  value: T | null;
  error: string | null;
  waiting: boolean;
}

/**
 * Asks whenever one of `reasons` changes; answers to former questions are dropped. After a failure it asks again when
 * `retry` changes.
 */
export function useAnswer<T>(ask: () => Promise<T>, reasons: unknown[], retry?: unknown): Answer<T> {
  const [answer, set] = useState<Answer<T>>({ value: null, error: null, waiting: true });
  const attempt = useRef(retry);
  if (answer.error !== null) attempt.current = retry;
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
  }, [...reasons, attempt.current]);
  return answer;
}
