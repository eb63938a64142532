// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { NoAnswer, NotThere, type Source } from "../src/data/source";
import { Study } from "../src/data/study";

/** Answers from a table; counts how often each is asked for. */
class Table implements Source {
  exported = false;
  asked: string[] = [];
  constructor(readonly answers: Record<string, unknown>) {}
  mayHave(name: string): boolean {
    return name in this.answers;
  }
  async bytes(name: string): Promise<ArrayBuffer> {
    this.asked.push(name);
    const answer = this.answers[name];
    if (answer === undefined) throw new NotThere(`there is no ${name}`);
    if (answer instanceof Error) throw answer;
    return new TextEncoder().encode(JSON.stringify(answer)).buffer as ArrayBuffer;
  }
}

const facts = { kind: "study", name: "test", treatments: [{ name: "a" }, { name: "b" }] };
const state = (runs: number, running = true) => ({ running, treatments: [{ runs, measured: false }] });

describe("a study", () => {
  it("knows which results a part of it has", async () => {
    const run = { selector: 0, repetition: 2, maps: true, history: true, elites: true };
    const table = new Table({
      "study.json": facts,
      "state.json": state(1),
      "treatments/1/runs.json": { runs: [run, { ...run, selector: 1 }], areas: {} },
      "runs/1/0/2/maps": {},
      "runs/1/0/2/elites": {},
    });
    const study = await Study.open(table);
    expect(study.facts?.treatments.map((each) => each.included)).toEqual([false, true]);
    const { runs } = await study.runs(1);
    expect(runs[0]).toMatchObject({ maps: true, history: false, elites: true });
    expect(runs[1]).toMatchObject({ maps: false, history: false, elites: false });
  });

  it("asks once and remembers", async () => {
    const table = new Table({ "study.json": facts, "state.json": state(1), "beaten.json": [] });
    const study = await Study.open(table);
    await Promise.all([study.beaten(), study.beaten()]);
    await study.beaten();
    expect(table.asked.filter((each) => each === "beaten.json")).toHaveLength(1);
  });

  it("asks for everything again if something is new", async () => {
    const table = new Table({ "study.json": facts, "state.json": state(1), "beaten.json": [] });
    const study = await Study.open(table);
    await study.beaten();
    expect(await study.follow()).toBe(false);
    table.answers["state.json"] = state(2);
    expect(await study.follow()).toBe(true);
    expect(study.state.treatments[0]!.runs).toBe(2);
    await study.beaten();
    expect(table.asked.filter((each) => each === "beaten.json")).toHaveLength(2);
  });

  it("does not remember failures, and tells of silence only", async () => {
    const table = new Table({ "study.json": facts, "state.json": state(1) });
    const study = await Study.open(table);
    const silences: string[] = [];
    study.onSilence = (error) => silences.push(error.message);
    await expect(study.beaten()).rejects.toThrow("there is no beaten.json");
    expect(silences).toEqual([]);
    table.answers["beaten.json"] = new NoAnswer("nobody");
    await expect(study.beaten()).rejects.toThrow("nobody");
    expect(silences).toEqual(["nobody"]);
    table.answers["beaten.json"] = [];
    expect(await study.beaten()).toEqual([]);
  });

  it("can be nothing, with just the playground", async () => {
    const study = await Study.open(new Table({ "study.json": { kind: "nothing" } }));
    expect(study.facts).toBeNull();
    expect(study.state.running).toBe(false);
  });
});
