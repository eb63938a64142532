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

  /** Asks for "a", whose answers take so many milliseconds. */
  function newSlow(milliseconds: number) {
    const answers = new Answers();
    let asked = 0;
    const wait = () => new Promise<number>((resolve) => setTimeout(() => resolve(++asked), milliseconds));
    return { answers, ask: () => answers.ask("a", wait), count: () => asked };
  }

  it("is forgotten at once if it came quickly", async () => {
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

  it("is forgotten after ten times as long as it took", async () => {
    const { answers, ask, count } = newSlow(500);
    void ask();
    await vi.advanceTimersByTimeAsync(500);
    expect(answers.forget(isOld)).toBe(false);
    expect(answers.isBehind).toBe(true);
    expect(await ask()).toBe(1);
    await vi.advanceTimersByTimeAsync(4900);
    expect(answers.forget(never)).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(answers.forget(never)).toBe(true);
    expect(answers.isBehind).toBe(false);
    void ask();
    await vi.advanceTimersByTimeAsync(500);
    expect(count()).toBe(2);
  });

  it("is not asked for a second time while it is on its way", async () => {
    const { answers, ask, count } = newSlow(3_600_000);
    void ask();
    await vi.advanceTimersByTimeAsync(60_000);
    answers.forget(isOld);
    void ask();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_001); // the longest pause
    expect(answers.forget(never)).toBe(true);
  });
});

it("does not remember failures", async () => {
  const answers = new Answers();
  const fail = () => Promise.reject(new Error("not there"));
  await expect(answers.ask("a", fail)).rejects.toThrow("not there");
  expect(await answers.ask("a", async () => 1)).toBe(1);
});
