// SPDX-License-Identifier: MIT

/** A browser asks one server for no more at the same time. */
const kAtOnce = 6;

/** The answer about each item, or why there is none, in the order of the items. A few are asked for in advance. */
export async function* inOrder<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): AsyncGenerator<[Item, Answer | Error]> {
  const answers: Promise<Answer | Error>[] = [];
  let asked = 0;
  for (const item of items) {
    while (answers.length < kAtOnce && asked < items.length) {
      answers.push(ask(items[asked++]!).catch((error: Error) => error));
    }
    yield [item, await answers.shift()!];
  }
}
