// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Answers } from "../src/data/answers";

/** Answers of 10 bytes are remembered; every question says what is asked for. */
function newAnswers() {
  const asked: string[] = [];
  const answers = new Answers(10);
  const ask = (name: string, bytes: number) =>
    answers.ask(
      name,
      async () => {
        asked.push(name);
        return bytes;
      },
      (value) => value,
    );
  return { answers, asked, ask };
}

it("remembers large answers that were asked for last, and all small ones", async () => {
  const { asked, ask } = newAnswers();
  for (const name of ["a", "b"]) await ask(name, 5);
  await ask("small", 0);
  await ask("a", 5); // now b is the oldest
  await ask("c", 5);
  expect(asked).toEqual(["a", "b", "small", "c"]);
  for (const name of ["a", "c"]) await ask(name, 5);
  await ask("small", 0);
  expect(asked).toHaveLength(4);
  await ask("b", 5);
  expect(asked.at(-1)).toBe("b");
});

it("remembers the last one, however large it is", async () => {
  const { asked, ask } = newAnswers();
  await ask("a", 5);
  await ask("huge", 50);
  await ask("huge", 50);
  expect(asked).toEqual(["a", "huge"]);
  await ask("a", 5);
  await ask("huge", 50);
  expect(asked).toEqual(["a", "huge", "a", "huge"]);
});

describe("what is old", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const isOld = (name: string) => name === "a";
  const never = () => false;

  /** Asks for names, whose answers take so many milliseconds. */
  function newSlow(milliseconds: number) {
    const answers = new Answers();
    let asked = 0;
    const wait = () => new Promise<number>((resolve) => setTimeout(() => resolve(++asked), milliseconds));
    return { answers, ask: (name = "a") => answers.ask(name, wait), count: () => asked };
  }

  it("is forgotten at once the first time", async () => {
    const { answers, asked, ask } = newAnswers();
    await ask("a", 5);
    await ask("b", 5);
    expect(answers.forget(isOld)).toBe(true);
    expect(answers.isBehind).toBe(false);
    expect(answers.forget(isOld)).toBe(false);
    await ask("a", 5);
    await ask("b", 5);
    expect(asked).toEqual(["a", "b", "a"]);
  });

  it("is forgotten again after a hundred times as long as it took", async () => {
    const { answers, ask, count } = newSlow(500);
    for (let i = 0; i < 2; ++i) {
      void ask();
      await vi.advanceTimersByTimeAsync(500);
      expect(answers.forget(isOld)).toBe(i === 0);
    }
    expect(answers.isBehind).toBe(true);
    expect(await ask()).toBe(2);
    await vi.advanceTimersByTimeAsync(49_900);
    expect(answers.forget(never)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(answers.forget(never)).toBe(true);
    expect(answers.isBehind).toBe(false);
    void ask();
    await vi.advanceTimersByTimeAsync(500);
    expect(count()).toBe(3);
  });

  it("takes a hundredth of the time at most, however many answers there are", async () => {
    const { answers, ask, count } = newSlow(150);
    const names = ["a", "b", "c"];
    const hour = 3_600_000;
    for (let time = 0; time < hour; time += 2000) {
      for (const name of names) void ask(name);
      await vi.advanceTimersByTimeAsync(2000);
      answers.forget(() => true);
    }
    expect(count() * 150).toBeLessThan(hour / 100 + 2 * names.length * 150);
    expect(count() * 150).toBeGreaterThan(hour / 110);
  });

  it("is not asked for a second time while it is on its way", async () => {
    const { answers, ask, count } = newSlow(3_600_000);
    const wait = () => vi.advanceTimersByTimeAsync(3_600_000);
    void ask();
    await vi.advanceTimersByTimeAsync(60_000);
    answers.forget(isOld);
    void ask();
    await wait();
    expect(count()).toBe(1);
    expect(answers.forget(never)).toBe(true);
    void ask();
    await wait();
    expect(answers.forget(isOld)).toBe(false);
    await wait(); // the longest pause
    expect(answers.forget(never)).toBe(true);
  });
});

it("does not remember failures", async () => {
  const answers = new Answers();
  const fail = () => Promise.reject(new Error("not there"));
  await expect(answers.ask("a", fail)).rejects.toThrow("not there");
  expect(await answers.ask("a", async () => 1)).toBe(1);
});
