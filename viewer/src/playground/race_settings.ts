// SPDX-License-Identifier: MIT
import type { KindFacts, ProfileFacts, Tables } from "../engine/facts";

/** Values that a person has chosen, as texts; everything else is as the profile says. */
export type Chosen = Record<string, string>;

export interface SelectorWords {
  name: string;
  settings: Chosen;
}

export interface RaceSettings {
  profile: string;
  testbed: string;
  testbedSettings: Chosen;
  /** Evaluations, resolution and so on. */
  run: Chosen;
  seed: string;
  selectors: SelectorWords[];
}

export const kFewestSelectors = 2;
export const kMostSelectors = 4;

/** How the address names a parameter of the testbed. */
export const setKey = (key: string) => `set.${key}`;

export function profileOf(tables: Tables, name: string): ProfileFacts {
  return tables.profiles.find((each) => each.name === name) ?? tables.profiles[0]!;
}

export function testbedOf(profile: ProfileFacts, name: string): KindFacts {
  return profile.testbeds.find((each) => each.name === name) ?? profile.testbeds[0]!;
}

/** Races with the same one have maps and curves that can be looked at in the same way. */
export const scopeOf = ({ testbed, testbedSettings, run }: RaceSettings) =>
  JSON.stringify([testbed, testbedSettings, run]);

/** What the address says of the race. Values may be wrong: the engine says so. */
export function readSettings(parameters: URLSearchParams, tables: Tables): RaceSettings {
  const profile = profileOf(tables, parameters.get("profile") ?? "");
  const testbed = testbedOf(profile, parameters.get("testbed") ?? "");
  const chosen = (keys: string[], nameOf = (key: string) => key): Chosen =>
    Object.fromEntries(
      keys.filter((key) => parameters.has(nameOf(key))).map((key) => [key, oneLine(parameters.get(nameOf(key))!)]),
    );
  const keys = (of: { key: string }[]) => of.map((each) => each.key);
  return {
    profile: profile.name,
    testbed: testbed.name,
    testbedSettings: chosen(keys(testbed.parameters), setKey),
    run: chosen(keys(testbed.run)),
    seed: oneLine(parameters.get("seed") ?? "1"),
    selectors: readSelectors(parameters.get("selectors") ?? "", profile),
  };
}

/** "ucb-cell:lambda=0.5;uniform". Always enough selectors for a race. */
function readSelectors(text: string, profile: ProfileFacts): SelectorWords[] {
  const known = profile.selectors.map((each) => each.name);
  const read = text
    .split(";")
    .map(oneLine)
    .map(readSelector)
    .filter((each) => known.includes(each.name))
    .slice(0, kMostSelectors);
  for (const name of known) {
    if (read.length >= kFewestSelectors) break;
    if (!read.some((each) => each.name === name)) read.push({ name, settings: {} });
  }
  return read;
}

function readSelector(text: string): SelectorWords {
  const [name = "", rest = ""] = split(text, ":");
  const settings = rest
    .split(",")
    .filter(Boolean)
    .map((each) => split(each, "="));
  return { name, settings: Object.fromEntries(settings) };
}

/** What is before the first `mark`, and what is after it. */
function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A request has one line for each setting. */
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, " ").trim();

export function selectorText({ name, settings }: SelectorWords): string {
  const words = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  return words.length > 0 ? `${name}:${words.join(",")}` : name;
}

export const selectorsText = (selectors: SelectorWords[]) => selectors.map(selectorText).join(";");

/** What the engine is asked for (viewer/engine/request.hpp). */
export function requestOf(settings: RaceSettings, selector: number): string {
  return [
    `profile ${settings.profile}`,
    `testbed ${settings.testbed}`,
    ...Object.entries(settings.testbedSettings).map(([key, value]) => `set ${key}=${value}`),
    ...Object.entries(settings.run).map(([key, value]) => `${key} ${value}`),
    `selector ${selectorText(settings.selectors[selector]!)}`,
    `seed ${settings.seed}`,
  ].join("\n");
}

/** The same run in a terminal. */
export function commandOf(settings: RaceSettings, selector: number, usualProfile: string): string {
  return [
    "mce run",
    settings.testbed,
    ...(settings.profile === usualProfile ? [] : [`--profile ${settings.profile}`]),
    ...Object.entries(settings.testbedSettings).map(([key, value]) => `--set ${shellWord(`${key}=${value}`)}`),
    ...Object.entries(settings.run).map(([key, value]) => `--${key} ${shellWord(value)}`),
    `--selector ${shellWord(selectorText(settings.selectors[selector]!))}`,
    `--seed ${shellWord(settings.seed)}`,
  ].join(" ");
}

function shellWord(text: string): string {
  return /^[\w./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The next seed; 1 after the last one, and after what is no seed. */
export function nextSeed(seed: string): string {
  if (!/^\d{1,20}$/.test(seed)) return "1";
  const next = BigInt(seed) + 1n;
  return next < 1n << 64n ? String(next) : "1";
}

/** What is wrong, and the field that it is about: "size", "selector 0 lambda"; null if it is about several. */
export interface Fault {
  field: string | null;
  message: string;
}

export const selectorField = (selector: number, key: string) => `selector ${selector} ${key}`;

/** Which field a message of the engine is about: it begins with "KEY of OWNER: " or "KEY: ". */
export function faultOf(message: string, settings: RaceSettings, selector: number): Fault {
  const begins = (...fields: [string, string][]) => fields.find(([start]) => message.startsWith(`${start}: `));
  const chosen = settings.selectors[selector]!;
  const found = begins(
    ...Object.keys(settings.testbedSettings).map((key): [string, string] => [
      `${key} of ${settings.testbed}`,
      setKey(key),
    ]),
    ...Object.keys(settings.run).map((key): [string, string] => [key, key]),
    ...Object.keys(chosen.settings).map((key): [string, string] => [
      `${key} of ${chosen.name}`,
      selectorField(selector, key),
    ]),
    ["seed", "seed"],
  );
  if (!found) return { field: null, message };
  const [start, field] = found;
  return { field, message: message.slice(start.length + 2) };
}
