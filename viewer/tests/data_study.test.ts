// SPDX-License-Identifier: MIT
import { afterEach, describe, expect, it, vi } from "vitest";
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
    if (answer instanceof ArrayBuffer) return answer;
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

  afterEach(() => void vi.useRealTimers());

  it("asks again for what may be new, and for nothing else", async () => {
    vi.useFakeTimers({ toFake: ["performance"] }); // answers take no time, so there are no pauses
    const treatments = (first: object, second: object) => ({
      running: true,
      treatments: [
        { runs: 1, measured: false, ...first },
        { runs: 1, measured: false, ...second },
      ],
    });
    const [a, b, c, all] = [
      "treatments/0/curves.json",
      "treatments/1/curves.json",
      "treatments/10/curves.json",
      "beaten.json",
    ];
    const [picture, centroids] = ["runs/1/0/0/pictures/7", "treatments/1/centroids"];
    const table = new Table({
      "study.json": facts,
      "state.json": treatments({}, {}),
      [a!]: {},
      [b!]: {},
      [c!]: {},
      [all!]: [],
      [picture]: { svg: "" },
      [centroids]: new Uint8Array([2, 0, 0, 0, 0x7b, 0x7d]).buffer, // {}
    });
    const study = await Study.open(table);
    /** What is asked for by views that show everything. */
    const asked = async () => {
      table.asked = [];
      await Promise.all([
        study.curves(0),
        study.curves(1),
        study.curves(10),
        study.beaten(),
        study.picture({ treatment: 1, selector: 0, repetition: 0 }, 7),
        study.centroids(1),
      ]);
      return table.asked;
    };
    expect(await asked()).toEqual([a, b, c, all, picture, centroids]);
    expect(await study.follow()).toBe(false);
    expect(await asked()).toEqual([]);
    table.answers["state.json"] = treatments({}, { runs: 2 });
    expect(await study.follow()).toBe(true);
    expect(study.state.treatments[1]!.runs).toBe(2);
    expect(await asked()).toEqual([b]);
    table.answers["state.json"] = treatments({ measured: true }, { runs: 2 });
    expect(await study.follow()).toBe(true);
    expect(await asked()).toEqual([a, all]);
    table.answers["state.json"] = { ...treatments({ measured: true }, { runs: 2 }), running: false };
    expect(await study.follow()).toBe(true);
    expect(await asked()).toEqual([]);
    table.answers["state.json"] = treatments({ measured: true }, { runs: 2, measured: true });
    expect(await study.follow()).toBe(true);
    expect(await asked()).toEqual([b, all, picture]);
  });

  it("knows how many runs are in", async () => {
    const table = new Table({
      "study.json": { ...facts, selectors: [{}, {}, {}], repetitions: 5 },
      "state.json": { running: true, treatments: [{ runs: 15 }, { runs: 2 }] },
    });
    expect((await Study.open(table)).progress).toEqual({ done: 17, all: 30 });
  });

  it("tells if it is another one now", async () => {
    const table = new Table({ "study.json": facts, "state.json": { ...state(1), identity: "a" } });
    const study = await Study.open(table);
    let others = 0;
    study.onOther = () => ++others;
    await study.follow();
    expect(others).toBe(0);
    table.answers["state.json"] = { ...state(2), identity: "b" };
    expect(await study.follow()).toBe(false);
    expect(others).toBe(1);
  });

  it("remembers pictures as long as there is room", async () => {
    const svg = "x".repeat(2 ** 18);
    const run = { treatment: 0, selector: 0, repetition: 0 };
    const names = Array.from({ length: 1025 }, (_each, cell) => `runs/0/0/0/pictures/${cell}`);
    const pictures = Object.fromEntries(names.map((name) => [name, { svg }]));
    const table = new Table({ "study.json": facts, "state.json": state(1), ...pictures });
    const study = await Study.open(table);
    for (let cell = 0; cell < names.length; ++cell) await study.picture(run, cell);
    table.asked = [];
    await study.picture(run, 1024);
    expect(table.asked).toEqual([]);
    await study.picture(run, 0);
    expect(table.asked).toEqual([names[0]]);
  });

  it("reads all digits of a seed", async () => {
    const table = new Table({ "study.json": facts, "state.json": state(1), "treatments/0/runs.json": {} });
    const text = '{"runs": [{"selector": 0, "repetition": 0, "seed": 18446744073709551615}], "areas": {}}';
    const study = await Study.open(table);
    table.bytes = async () => new TextEncoder().encode(text).buffer as ArrayBuffer;
    expect((await study.runs(0)).runs[0]!.seed).toBe("18446744073709551615");
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
