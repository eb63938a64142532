// SPDX-License-Identifier: MIT
import { useMemo } from "preact/hooks";
import { change } from "../app/address";
import type { Study, StudyFacts } from "../data/study";
import { useAnswer } from "../ui/use_answer";
import type { Elite } from "./elite";
import { type Pin, pinKey, readPins, withoutPin, withPin, writePins } from "./pins";
import { readElite } from "./read_elite";

export interface Pins {
  /** Those that are read; what PinnedElites takes. */
  elites: { key: string; elite: Elite }[];
  has(pin: Pin): boolean;
  toggle(pin: Pin): void;
  remove(key: string): void;
  clear(): void;
}

/** The pinned elites that the address names. */
export function usePins(study: Study, facts: StudyFacts, parameters: URLSearchParams, revision: number): Pins {
  const text = parameters.get("pins");
  const pins = useMemo(() => readPins(text, facts), [text, facts]);
  const answer = useAnswer(async () => {
    const read = await Promise.all(pins.map((pin) => readElite(study, pin, pin.cell).catch(() => null)));
    return pins.flatMap((pin, i) => (read[i] ? [{ key: pinKey(pin), elite: read[i] }] : []));
  }, [study, pins, revision]);
  const write = (changed: Pin[]) => change({ pins: writePins(changed) });
  const has = (pin: Pin) => pins.some((each) => pinKey(each) === pinKey(pin));
  // The answer to the former pins stays until the next one: what was taken out goes at once.
  const known = useMemo(() => {
    const keys = new Set(pins.map(pinKey));
    return (answer.value ?? []).filter((each) => keys.has(each.key));
  }, [answer.value, pins]);
  return {
    elites: known,
    has,
    toggle: (pin) => write(has(pin) ? withoutPin(pins, pinKey(pin)) : withPin(pins, pin)),
    remove: (key) => write(withoutPin(pins, key)),
    clear: () => write([]),
  };
}
