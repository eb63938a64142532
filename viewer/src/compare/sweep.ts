// SPDX-License-Identifier: MIT
import type { Selector, StudyFacts, Treatment } from "../data/study";

export type Value = number | string;

/** A parameter that has several values in a study: of treatments of one testbed, or of selectors. */
export interface Parameter {
  /** How the address names it. */
  id: string;
  owner: "treatment" | "selector";
  /** The testbed, for parameters of treatments. */
  testbed: string | null;
  key: string;
  /** In ascending order if they are numbers, otherwise in the order of the study. */
  values: Value[];
  numeric: boolean;
}

type Settings = Record<string, Value>;

/** All that can differ between treatments of a testbed. */
export function settingsOf(treatment: Treatment): Settings {
  const { settings, evaluations, initial, batch, centroids, resolution, name } = treatment;
  return {
    name: stemOf(name),
    ...settings,
    evaluations,
    initial,
    batch,
    ...(resolution ? { resolution: resolution.join("×") } : { centroids }),
  };
}

/** A name without the parameters that are appended to it: "my mazes size=8" is one of "my mazes". */
function stemOf(name: string): string {
  return name
    .split(" ")
    .filter((word) => !/^[a-z-]+=/.test(word))
    .join(" ");
}

/** Every parameter with at least two values, those of selectors first. */
export function parametersOf(facts: StudyFacts): Parameter[] {
  const result: Parameter[] = [];
  const ofSelectors = varying(group(facts.selectors, (each) => each.name).map((list) => list.map((s) => s.settings)));
  for (const [key, values] of ofSelectors) {
    result.push({ id: `selector ${key}`, owner: "selector", testbed: null, key, ...sorted(values) });
  }
  for (const list of group(facts.treatments, (each) => each.testbed)) {
    const testbed = list[0]!.testbed;
    for (const [key, values] of varying([list.map(settingsOf)])) {
      if (key === "name") continue;
      result.push({ id: `treatment ${testbed} ${key}`, owner: "treatment", testbed, key, ...sorted(values) });
    }
  }
  return result;
}

function group<T>(all: T[], name: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(name(each), [...(groups.get(name(each)) ?? []), each]);
  return [...groups.values()];
}

/** The keys with several values within one of the groups, with all values that they have in any. */
function varying(groups: Settings[][]): [string, Set<Value>][] {
  const found = new Map<string, Set<Value>>();
  const all = new Map<string, Set<Value>>();
  for (const list of groups) {
    const values = new Map<string, Set<Value>>();
    for (const settings of list) {
      for (const [key, value] of Object.entries(settings)) {
        for (const map of [values, all]) map.set(key, (map.get(key) ?? new Set()).add(value));
      }
    }
    for (const [key, set] of values) if (set.size > 1) found.set(key, all.get(key)!);
  }
  return [...found.keys()].map((key) => [key, all.get(key)!]);
}

function sorted(values: Set<Value>): { values: Value[]; numeric: boolean } {
  const list = [...values];
  const numeric = list.every((each) => typeof each === "number");
  return { values: numeric ? (list as number[]).sort((a, b) => a - b) : list, numeric };
}

/** Another parameter, which has one value in the whole chart. */
export interface Fixed {
  key: string;
  values: Value[];
  chosen: Value;
}

export interface SweepLine {
  name: string;
  /** By which lines have the same look in every chart. */
  position: number;
  /** Does not depend on the parameter: the same value everywhere. */
  constant: boolean;
  points: { value: Value; treatment: number; selector: number }[];
}

export interface Sweep {
  fixed: Fixed[];
  lines: SweepLine[];
}

/** A line per selector: what `wanted` says of the other parameters is chosen, if there is such a treatment. */
export function sweepOfTreatments(
  facts: StudyFacts,
  parameter: Parameter,
  wanted: (key: string) => string | null,
): Sweep {
  let candidates = facts.treatments
    .map((each, position) => ({ position, testbed: each.testbed, settings: settingsOf(each) }))
    .filter((each) => each.testbed === parameter.testbed && parameter.key in each.settings);
  const fixed: Fixed[] = [];
  for (const [key] of varying([candidates.map((each) => each.settings)])) {
    if (key === parameter.key) continue;
    const values = sorted(new Set(candidates.map((each) => each.settings[key] ?? "–"))).values;
    const chosen = values.find((each) => String(each) === wanted(key)) ?? values[0]!;
    if (values.length > 1) fixed.push({ key, values, chosen });
    candidates = candidates.filter((each) => (each.settings[key] ?? "–") === chosen);
  }
  const lines = facts.selectors.map((selector, position) => ({
    name: selector.label,
    position,
    constant: false,
    points: inOrder(
      parameter,
      candidates.map((each) => ({
        value: each.settings[parameter.key]!,
        treatment: each.position,
        selector: position,
      })),
    ),
  }));
  return { fixed, lines };
}

/** A line per kind of selector in one treatment; selectors without the parameter are constant lines. */
export function sweepOfSelectors(facts: StudyFacts, parameter: Parameter, treatment: number): Sweep {
  const lines: SweepLine[] = [];
  const known = new Map<string, SweepLine>();
  facts.selectors.forEach((selector, position) => {
    const value = selector.settings[parameter.key];
    if (value === undefined) {
      const points = parameter.values.map((each) => ({ value: each, treatment, selector: position }));
      lines.push({ name: selector.label, position: lines.length, constant: true, points });
      return;
    }
    const name = kindOf(selector, parameter.key);
    let line = known.get(name);
    if (!line) {
      line = { name, position: lines.length, constant: false, points: [] };
      known.set(name, line);
      lines.push(line);
    }
    line.points.push({ value, treatment, selector: position });
  });
  for (const line of lines) line.points = inOrder(parameter, line.points);
  return { fixed: [], lines };
}

/** A line per treatment, for one kind of selector. */
export function sweepOfKind(facts: StudyFacts, parameter: Parameter, wanted: (key: string) => string | null): Sweep {
  const having = facts.selectors
    .map((selector, position) => ({ selector, position }))
    .filter(({ selector }) => parameter.key in selector.settings);
  const kinds = [...new Set(having.map(({ selector }) => kindOf(selector, parameter.key)))];
  const chosen = kinds.find((each) => each === wanted("selector")) ?? kinds[0]!;
  const points = having.filter(({ selector }) => kindOf(selector, parameter.key) === chosen);
  const lines = facts.treatments.map((each, treatment) => ({
    name: each.name,
    position: treatment,
    constant: false,
    points: inOrder(
      parameter,
      points.map(({ selector, position }) => ({
        value: selector.settings[parameter.key]!,
        treatment,
        selector: position,
      })),
    ),
  }));
  return { fixed: kinds.length > 1 ? [{ key: "selector", values: kinds, chosen }] : [], lines };
}

/** What selectors have in common that differ by one parameter: the name and the other settings. */
function kindOf(selector: Selector, key: string): string {
  const others = Object.entries(selector.settings).filter(([each]) => each !== key);
  return others.length === 0 ? selector.name : `${selector.name}:${others.map(([k, v]) => `${k}=${v}`).join(",")}`;
}

function inOrder<T extends { value: Value }>(parameter: Parameter, points: T[]): T[] {
  return points.sort((a, b) => parameter.values.indexOf(a.value) - parameter.values.indexOf(b.value));
}
