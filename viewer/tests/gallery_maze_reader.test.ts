// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import type { Arrays } from "../src/data/arrays";
import type { RunKey } from "../src/data/study";
import { MazeReader, type ReadMazes } from "../src/gallery/maze_reader";
import type { MazeHead } from "../src/gallery/mazes";

/** So many mazes, every other one of the second selector. */
function mazes(count: number): Arrays<MazeHead> {
  return {
    head: { size: 2, metrics: ["path"] },
    bytes: 0,
    f64: () => new Float64Array(count),
    f32: () => new Float32Array(count),
    u32: (name) => Uint32Array.from({ length: count }, (_each, i) => (name === "selector" ? i % 2 : i)),
    u8: () => new Uint8Array(count * 4),
  };
}

/** A study that answers when the test says so. */
class SlowStudy {
  waiting: { treatment: number; answer: (arrays: Arrays<MazeHead>) => void; fail: (error: Error) => void }[] = [];
  mayHaveElites = (_run: RunKey) => true;
  mazes(treatment: number): Promise<Arrays<MazeHead>> {
    return new Promise((answer, fail) => this.waiting.push({ treatment, answer, fail }));
  }
  /** Answers the oldest question. */
  async answer(count: number): Promise<number> {
    const { treatment, answer } = this.waiting.shift()!;
    answer(mazes(count));
    await rest();
    return treatment;
  }
}

const rest = () => new Promise((resolve) => setTimeout(resolve));

function newReader(most?: number) {
  const study = new SlowStudy();
  const told: ReadMazes[] = [];
  const reader = new MazeReader(study, (read) => told.push(read), most);
  const said = () => told.map(({ asked, mazes: known, reading }) => `${asked}: ${known?.count}${reading ? " …" : ""}`);
  return { study, reader, told, said };
}

it("tells the mazes of the first treatment before the others", async () => {
  const { study, reader, said } = newReader();
  void reader.ask("3,4");
  await study.answer(5);
  await study.answer(2);
  expect(said()).toEqual(["3,4: 5 …", "3,4: 7"]);
});

it("finishes before it reads the same treatments again", async () => {
  const { study, reader, said } = newReader();
  void reader.ask("3,4");
  await study.answer(5);
  for (let revision = 0; revision < 3; ++revision) void reader.ask("3,4");
  expect(study.waiting.map((each) => each.treatment)).toEqual([4]);
  await study.answer(2);
  expect(said()).toEqual(["3,4: 5 …", "3,4: 7"]);
  expect(await study.answer(6)).toBe(3); // the next reading, once for all that were asked for
  expect(await study.answer(2)).toBe(4);
  expect(said().slice(2)).toEqual(["3,4: 8"]);
  expect(study.waiting).toEqual([]);
  void reader.ask("3,4");
  expect(study.waiting).toHaveLength(1);
});

it("leaves a reading of other treatments", async () => {
  const { study, reader, said } = newReader();
  void reader.ask("3,4");
  void reader.ask("5");
  void reader.ask("3,4");
  expect(await study.answer(1)).toBe(3);
  expect(await study.answer(2)).toBe(5);
  expect(said()).toEqual([]);
  await study.answer(5);
  await study.answer(1);
  expect(said()).toEqual(["3,4: 5 …", "3,4: 6"]);
});

it("takes no more than fit, of the first treatment neither", async () => {
  const { study, reader, told } = newReader(10);
  void reader.ask("3,4");
  await study.answer(12);
  await study.answer(1);
  expect(told.at(-1)).toMatchObject({ reading: false, treatments: 1, left: 2 });
  expect(told.at(-1)!.mazes!.count).toBe(10);
  void reader.ask("4,3");
  await study.answer(6);
  await study.answer(6);
  expect(told.at(-1)).toMatchObject({ asked: "4,3", treatments: 1, left: 0 });
});

it("leaves out mazes that cannot be opened", async () => {
  const { study, reader, told } = newReader();
  study.mayHaveElites = ({ treatment, selector }) => treatment === 3 && selector === 1;
  void reader.ask("3");
  await study.answer(5);
  expect([...told.at(-1)!.mazes!.cell]).toEqual([1, 3]);
});

it("tells what fails, and tries again", async () => {
  const { study, reader, told, said } = newReader();
  void reader.ask("3");
  study.waiting.shift()!.fail(new Error("nobody"));
  await rest();
  expect(told.at(-1)).toMatchObject({ asked: "3", mazes: null, reading: false, error: "nobody" });
  void reader.ask("3");
  await study.answer(1);
  expect(said().at(-1)).toBe("3: 1");
});
