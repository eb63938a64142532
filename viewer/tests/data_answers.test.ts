// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
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

it("forgets what is old, also while it is on its way", async () => {
  const { answers, asked, ask } = newAnswers();
  const first = ask("a", 5);
  answers.forget((name) => name === "a");
  const second = ask("a", 5);
  await Promise.all([first, second]);
  await ask("a", 5);
  expect(asked).toEqual(["a", "a"]);
});

it("does not remember failures", async () => {
  const answers = new Answers();
  const fail = () => Promise.reject(new Error("not there"));
  await expect(answers.ask("a", fail)).rejects.toThrow("not there");
  expect(await answers.ask("a", async () => 1)).toBe(1);
});
