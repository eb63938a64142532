// SPDX-License-Identifier: MIT

/** So many bytes of large answers are remembered. Those that a view shows stay alive by themselves. */
const kMostBytes = 256 * 2 ** 20;

interface Known {
  answer: Promise<unknown>;
  /** 0 of what is small, and of what is not there yet. */
  bytes: number;
}

/** Answers by name. Of large ones, those that were asked for last are remembered. */
export class Answers {
  /** In the order in which they were asked for. */
  private readonly known = new Map<string, Known>();

  constructor(private readonly mostBytes = kMostBytes) {}

  /** The remembered answer, or that of `ask`. Failures are not remembered: the next time it may be there. */
  ask<T>(name: string, ask: () => Promise<T>, bytesOf: (value: T) => number = () => 0): Promise<T> {
    const known = this.known.get(name);
    if (known) {
      this.known.delete(name);
      this.known.set(name, known);
      return known.answer as Promise<T>;
    }
    const answer = ask();
    const added: Known = { answer, bytes: 0 };
    this.known.set(name, added);
    answer.then(
      (value) => {
        added.bytes = bytesOf(value);
        this.trim(added);
      },
      () => {
        if (this.known.get(name) === added) this.known.delete(name);
      },
    );
    return answer;
  }

  forget(isOld: (name: string) => boolean): void {
    for (const name of this.known.keys()) if (isOld(name)) this.known.delete(name);
  }

  /** Forgets the large answers that were not asked for the longest, but not the one that has just come. */
  private trim(latest: Known): void {
    let bytes = 0;
    for (const each of this.known.values()) bytes += each.bytes;
    for (const [name, each] of this.known) {
      if (bytes <= this.mostBytes) return;
      if (each.bytes === 0 || each === latest) continue;
      bytes -= each.bytes;
      this.known.delete(name);
    }
  }
}
