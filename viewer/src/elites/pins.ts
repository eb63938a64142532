// SPDX-License-Identifier: MIT
import type { RunKey, StudyFacts } from "../data/study";

/** An elite that is kept in view, named by its run and cell. */
export interface Pin extends RunKey {
  cell: number;
}

/** More columns than these are no help for comparing. */
export const kMostPins = 12;

export function pinKey({ treatment, selector, repetition, cell }: Pin): string {
  return `${treatment}.${selector}.${repetition}.${cell}`;
}

/** The pins of an address, in their order. What names no run of the study is left out. */
export function readPins(text: string | null, facts: StudyFacts): Pin[] {
  const pins = new Map<string, Pin>();
  for (const word of (text ?? "").split(",")) {
    const pin = readPin(word, facts);
    if (pin) pins.set(pinKey(pin), pin);
    if (pins.size === kMostPins) break;
  }
  return [...pins.values()];
}

function readPin(word: string, facts: StudyFacts): Pin | null {
  if (!/^\d{1,9}(\.\d{1,9}){3}$/.test(word)) return null;
  const [treatment, selector, repetition, cell] = word.split(".").map(Number) as [number, number, number, number];
  const cells = facts.treatments[treatment]?.cells ?? 0;
  const known = selector < facts.selectors.length && repetition < facts.repetitions && cell < cells;
  return known ? { treatment, selector, repetition, cell } : null;
}

/** Null, which removes the parameter, if there are none. */
export function writePins(pins: readonly Pin[]): string | null {
  return pins.map(pinKey).join(",") || null;
}

/** The same pins with one more at the end; the oldest ones go when there are too many. */
export function withPin(pins: readonly Pin[], pin: Pin): Pin[] {
  const others = pins.filter((each) => pinKey(each) !== pinKey(pin));
  return [...others, pin].slice(-kMostPins);
}

export function withoutPin(pins: readonly Pin[], key: string): Pin[] {
  return pins.filter((each) => pinKey(each) !== key);
}
