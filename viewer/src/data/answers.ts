// SPDX-License-Identifier: MIT

/** So many bytes of large answers are remembered. Those that a view shows stay alive by themselves. */
const kMostBytes = 256 * 2 ** 20;

/**
 * What is old is asked for again only after a pause: so many times as long as it took to ask again the last time. While
 * a page follows a study, the server then works for it during a hundredth of the time at most; the study has the rest.
 */
const kPause = 100;
/** In milliseconds. What took longer than the hundredth part of it was asked for while the machine slept. */
const kLongestPause = 3_600_000;

interface Known {
  answer: Promise<unknown>;
  /** 0 of what is small, and of what is not there yet. */
  bytes: number;
  /** Whether it is on its way. */
  waiting: boolean;
  /** Whether there may be another answer by now. */
  old: boolean;
}

/** Answers by name. Of large ones, those that were asked for last are remembered. */
export class Answers {
  /** In the order in which they were asked for. */
  private readonly known = new Map<string, Known>();
  /** What was forgotten because it was old. */
  private readonly forgotten = new Set<string>();
  /** Until when nothing is forgotten. */
  private pauseEnd = Number.NEGATIVE_INFINITY;

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
    const again = this.forgotten.delete(name);
    const answer = ask();
    const added: Known = { answer, bytes: 0, waiting: true, old: false };
    this.known.set(name, added);
    answer.then(
      (value) => {
        if (again) this.pause(performance.now() - begin);
        added.waiting = false;
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
   * Forgets what is old, but not during a pause: otherwise a page that follows a study would keep the server busy. Call
   * it again for the rest. True if something was forgotten.
   */
  forget(isOld: (name: string) => boolean): boolean {
    const before = this.known.size;
    const pauses = performance.now() < this.pauseEnd;
    for (const [name, each] of this.known) {
      each.old ||= isOld(name);
      if (!each.old || each.waiting || pauses) continue;
      this.known.delete(name);
      this.forgotten.add(name);
    }
    return this.known.size < before;
  }

  /** Pauses add up: each answer costs something. */
  private pause(took: number): void {
    const now = performance.now();
    this.pauseEnd = Math.min(Math.max(this.pauseEnd, now) + kPause * took, now + kLongestPause);
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
