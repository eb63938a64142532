// SPDX-License-Identifier: MIT

/** So many bytes of large answers are remembered. Those that a view shows stay alive by themselves. */
const kMostBytes = 256 * 2 ** 20;

/** What comes within so many milliseconds is cheap, and may be asked for again at any time. */
const kQuick = 200;
/** What takes longer is asked for again after so many times that long, but at most so many milliseconds. */
const kPause = 10;
const kLongestPause = 60_000;

interface Known {
  answer: Promise<unknown>;
  /** 0 of what is small, and of what is not there yet. */
  bytes: number;
  /** Whether there may be another answer by now. */
  old: boolean;
  /** From when on it may be asked for again. */
  due: number;
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
    const begin = performance.now();
    const answer = ask();
    const added: Known = { answer, bytes: 0, old: false, due: Number.POSITIVE_INFINITY };
    this.known.set(name, added);
    answer.then(
      (value) => {
        const end = performance.now();
        const took = end - begin;
        added.due = took < kQuick ? end : end + Math.min(kPause * took, kLongestPause);
        added.bytes = bytesOf(value);
        this.trim(added);
      },
      () => {
        if (this.known.get(name) === added) this.known.delete(name);
      },
    );
    return answer;
  }

  /** Whether something that is old is still remembered. */
  get isBehind(): boolean {
    return [...this.known.values()].some((each) => each.old);
  }

  /**
   * Forgets what is old, but what took long only after a pause: otherwise a page that follows a study would keep the
   * server busy. Call it again for the rest. True if something was forgotten.
   */
  forget(isOld: (name: string) => boolean): boolean {
    const before = this.known.size;
    for (const [name, each] of this.known) {
      each.old ||= isOld(name);
      if (each.old && performance.now() >= each.due) this.known.delete(name);
    }
    return this.known.size < before;
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
