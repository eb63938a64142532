// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import type { Arrays } from "../src/data/arrays";
import { NoAnswer } from "../src/data/source";
import type { ElitesHead, RunFacts, RunKey, Runs, StudyFacts } from "../src/data/study";
import { inOrder } from "../src/gallery/in_order";
import { MazeReader, type ReadMazes } from "../src/gallery/maze_reader";

/** The elites of a run, with cells from 0. */
function elites(count: number): Arrays<ElitesHead> {
  return {
    head: { pictures: [], metrics: ["path"] },
    bytes: 0,
    f64: () => new Float64Array(count),
    f32: () => new Float32Array(count),
    u32: () => Uint32Array.from({ length: count }, (_each, i) => i),
    u8: () => new Uint8Array(count * 4),
  };
}

const nameOf = ({ treatment, selector, repetition }: RunKey) => `${treatment}.${selector}.${repetition}`;
const rest = () => new Promise((resolve) => setTimeout(resolve));

/** A study that answers when the test says so. Its treatments have the runs of `lists`, "selector.repetition". */
class SlowStudy {
  facts = { treatments: Array.from({ length: 9 }, () => ({ solution_size: 4 })) } as unknown as StudyFacts;
  waiting: { name: string; answer: (arrays: Arrays<ElitesHead>) => void; fail: (error: Error) => void }[] = [];
  asked: string[] = [];
  constructor(readonly lists: Record<number, string[] | Error>) {}
  async runs(treatment: number): Promise<Runs> {
    const list = this.lists[treatment]!;
    if (list instanceof Error) throw list;
    const runs = list.map((each) => {
      const [selector, repetition] = each.split(".").map(Number);
      return { selector, repetition, elites: !each.endsWith("none") } as unknown as RunFacts;
    });
    return { runs, areas: {} };
  }
  elitesOnce(run: RunKey): Promise<Arrays<ElitesHead>> {
    this.asked.push(nameOf(run));
    return new Promise((answer, fail) => this.waiting.push({ name: nameOf(run), answer, fail }));
  }
  /** Answers the question about that run. */
  async answer(name: string, count: number | Error): Promise<void> {
    const position = this.waiting.findIndex((each) => each.name === name);
    const [{ answer, fail }] = this.waiting.splice(position, 1) as [(typeof this.waiting)[number]];
    if (count instanceof Error) fail(count);
    else answer(elites(count));
    await rest();
  }
}

function newReader(lists: Record<number, string[] | Error>, most?: { mazes: number; tiles: number }) {
  const study = new SlowStudy(lists);
  const told: ReadMazes[] = [];
  const reader = new MazeReader(study, (read) => told.push(read), most);
  const said = () => told.map(({ asked, mazes, reading }) => `${asked}: ${mazes!.count}${reading ? " …" : ""}`);
  const ask = async (treatments: number[], selectors = [0, 1]) => {
    void reader.ask({ treatments, selectors });
    await rest();
  };
  return { study, reader, told, said, ask };
}

it("tells the first mazes before the others, and not of every run", async () => {
  const { study, told, said, ask } = newReader({ 3: ["0.0", "1.0"], 4: ["0.0", "1.0"] });
  await ask([3, 4]);
  await study.answer("3.0.0", 4);
  await study.answer("3.1.0", 2);
  await study.answer("4.0.0", 3);
  await study.answer("4.1.0", 1);
  expect(said()).toEqual(["3,4 0,1: 4 …", "3,4 0,1: 9 …", "3,4 0,1: 10"]);
  expect(told.at(-1)).toMatchObject({ taken: 4, runs: 4, full: false, error: null });
  expect([3, 4, 9].map((maze) => nameOf(told.at(-1)!.mazes!.pin(maze)))).toEqual(["3.0.0", "3.1.0", "4.1.0"]);
});

it("asks for a few runs at a time, those that are wanted and have mazes", async () => {
  const list = ["0.0", "0.1 none", "1.0", "2.0", ...Array.from({ length: 9 }, (_each, i) => `1.${i + 1}`)];
  const { study, ask } = newReader({ 3: list });
  await ask([3], [1, 2]);
  expect(study.asked).toEqual(["3.1.0", "3.2.0", "3.1.1", "3.1.2", "3.1.3", "3.1.4"]);
  await study.answer("3.1.0", 1);
  expect(study.asked.slice(6)).toEqual(["3.1.5"]);
});

it("reads only the new runs of a study that grows", async () => {
  const lists = { 3: ["0.0", "1.0"] };
  const { study, said, told, ask } = newReader(lists);
  await ask([3]);
  await study.answer("3.0.0", 2);
  lists[3] = ["0.0", "0.1", "1.0"];
  await ask([3]); // it finishes first
  await study.answer("3.1.0", 2);
  await study.answer("3.0.1", 1);
  expect(study.asked).toEqual(["3.0.0", "3.1.0", "3.0.1"]);
  expect(said().slice(1)).toEqual(["3 0,1: 4", "3 0,1: 5"]);
  // In the order of the study.
  expect(nameOf(told.at(-1)!.mazes!.pin(2))).toBe("3.0.1");
  const before = told.at(-1)!.mazes;
  await ask([3]);
  expect(study.asked).toHaveLength(3);
  expect(told.at(-1)!.mazes).toBe(before); // so that nothing is sorted anew
});

it("keeps what another choice needs as well, and leaves the former reading", async () => {
  const { study, said, told, ask } = newReader({ 3: ["0.0", "1.0"], 5: ["0.0"] });
  await ask([3]);
  await study.answer("3.0.0", 2);
  await ask([3, 5], [0]);
  await study.answer("3.1.0", 2); // is not wanted any more
  await study.answer("5.0.0", 1);
  expect(study.asked).toEqual(["3.0.0", "3.1.0", "5.0.0"]);
  expect(said()).toEqual(["3 0,1: 2 …", "3,5 0: 3 …", "3,5 0: 3"]);
  expect(told.at(-1)!.mazes!.pin(2).treatment).toBe(5);
});

it("takes whole runs as long as they fit, the first repetitions of all", async () => {
  const { study, told, ask } = newReader({ 3: ["0.0", "0.1", "1.0", "1.1"] }, { mazes: 10, tiles: 1000 });
  await ask([3]);
  expect(study.asked).toEqual(["3.0.0", "3.1.0", "3.0.1", "3.1.1"]);
  for (const name of ["3.0.0", "3.1.0", "3.0.1"]) await study.answer(name, 4);
  expect(told.at(-1)).toMatchObject({ reading: false, full: true, taken: 2, runs: 4 });
  expect(told.at(-1)!.mazes!.count).toBe(8);
  await ask([3]);
  expect(study.asked).toHaveLength(4); // it stays full
  // Another choice has room again.
  await ask([3], [1]);
  await study.answer("3.1.1", 4);
  await study.answer("3.1.1", 4);
  expect(told.at(-1)).toMatchObject({ full: false, taken: 2, runs: 2 });
});

it("takes a part of the first run if that alone is too large", async () => {
  for (const most of [
    { mazes: 10, tiles: 1000 },
    { mazes: 1000, tiles: 43 }, // four for each maze
  ]) {
    const { study, told, ask } = newReader({ 3: ["0.0", "1.0"] }, most);
    await ask([3]);
    await study.answer("3.0.0", 12);
    expect(told.at(-1)).toMatchObject({ reading: false, full: true, taken: 1, runs: 2 });
    expect(told.at(-1)!.mazes!.count).toBe(10);
  }
});

it("tells what fails, keeps the others, and tries again", async () => {
  const lists: Record<number, string[] | Error> = { 3: ["0.0", "1.0"], 4: new Error("no list") };
  const { study, told, ask } = newReader(lists);
  await ask([3, 4]);
  await study.answer("3.0.0", new Error("broken"));
  await study.answer("3.1.0", 2);
  expect(told.at(-1)).toMatchObject({ reading: false, error: "no list", taken: 1 });
  lists[4] = ["0.0"];
  lists[3] = new Error("lost");
  await ask([3, 4]);
  expect(study.asked.slice(2)).toEqual(["4.0.0"]);
  await study.answer("4.0.0", 5);
  expect(told.at(-1)).toMatchObject({ error: "lost", taken: 2 });
  expect(told.at(-1)!.mazes!.count).toBe(7);
  lists[3] = ["0.0", "1.0"];
  await ask([3, 4]);
  await study.answer("3.0.0", 1);
  expect(told.at(-1)).toMatchObject({ error: null, taken: 3, runs: 3 });
});

it("stops when nobody answers", async () => {
  const { study, told, ask } = newReader({ 3: Array.from({ length: 30 }, (_each, i) => `0.${i}`) });
  await ask([3]);
  await study.answer("3.0.0", new NoAnswer("gone"));
  expect(study.asked).toHaveLength(6);
  expect(told.at(-1)).toMatchObject({ reading: false, error: "gone" });
});

it("has nothing to ask for if nothing is chosen", async () => {
  const { study, told, ask } = newReader({});
  await ask([]);
  expect(study.asked).toEqual([]);
  expect(told.at(-1)).toMatchObject({ reading: false, error: null });
  expect(told.at(-1)!.mazes!.count).toBe(0);
});

it("has answers in order, a few of them in advance", async () => {
  let underWay = 0;
  let most = 0;
  const ask = async (item: number) => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 3 * (5 - (item % 5))));
    --underWay;
    if (item === 7) throw new Error("seven");
    return item * 2;
  };
  const found: [number, number | Error][] = [];
  for await (const each of inOrder([...Array(20).keys()], ask)) found.push(each);
  expect(most).toBe(6);
  expect(found.map(([item]) => item)).toEqual([...Array(20).keys()]);
  expect(found[7]![1]).toEqual(new Error("seven"));
  expect(found[8]![1]).toBe(16);
});
