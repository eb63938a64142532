// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";

/**
 * The address holds what is shown, so that a view can be shared: "#/maps?treatment=0&selector=1". A choice that a person
 * makes is a parameter here, and nowhere else; docs/explorer.md names those that are too large for it.
 */
export interface Address {
  view: string;
  parameters: URLSearchParams;
}

export function readAddress(): Address {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { view: path, parameters: new URLSearchParams(query) };
}

/** Where a link to that view leads. */
export function hrefOf(view: string, parameters: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, String(value)])).toString();
  return `#/${view}${query ? `?${query}` : ""}`;
}

/** Changes some parameters of the view that is shown; null removes one. No step of the browser's history. */
export function change(changes: Record<string, string | number | null>): void {
  const { view, parameters } = readAddress();
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(key);
    else parameters.set(key, String(value));
  }
  const query = parameters.toString();
  history.replaceState(null, "", `#/${view}${query ? `?${query}` : ""}`);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

export function useAddress(): Address {
  const [address, set] = useState(readAddress);
  useEffect(() => {
    const update = () => set(readAddress());
    window.addEventListener("hashchange", update);
    return () => window.removeEventListener("hashchange", update);
  }, []);
  return address;
}

/** A parameter that is a whole number in a range; `usual` if it is missing or wrong. */
export function wholeOf(parameters: URLSearchParams, key: string, usual: number, count: number): number {
  const text = parameters.get(key);
  const value = text === null ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= 0 && value < count ? value : usual;
}

/** A parameter that is one of some texts; the first of them if it is missing or wrong. */
export function oneOf<T extends string>(parameters: URLSearchParams, key: string, allowed: readonly T[]): T {
  const text = parameters.get(key);
  return allowed.find((each) => each === text) ?? allowed[0]!;
}
