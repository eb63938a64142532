// SPDX-License-Identifier: MIT
import { useEffect, useRef, useState } from "preact/hooks";
import { change, readAddress } from "../app/address";

/** Browsers refuse to change the address many times a second. */
const kPause = 250;

/**
 * A value that changes quickly, as by a slider. It is written into the address when it has been the same for a moment.
 * It belongs to a scope, such as a treatment: with another one, the address alone counts.
 */
export function useKept<T>(
  parameters: URLSearchParams,
  key: string,
  scope: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
): [T, (value: T) => void] {
  const text = parameters.get(key);
  const [own, setOwn] = useState<{ value: T; text: string | null; scope: string } | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), [scope]);
  // What the address said when the value was set, or what has been written there since: otherwise it is out of date.
  const value = own?.scope === scope && own.text === text ? own.value : read(text);
  const set = (changed: T) => {
    setOwn({ value: changed, text: readAddress().parameters.get(key), scope });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const written = write(changed);
      setOwn({ value: changed, text: written, scope });
      change({ [key]: written });
    }, kPause);
  };
  return [value, set];
}
