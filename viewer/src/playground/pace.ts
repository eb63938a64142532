// SPDX-License-Identifier: MIT

/** A slice takes about so long: short enough to answer at once, long enough that asking for it costs nothing. */
const kSliceMilliseconds = 50;
const kFrameMilliseconds = 16;
const kFirstSlice = 100;
/** The first measurements are of few evaluations, and inexact. */
const kMostGrowth = 8;
/** After a break of the page, a race does not hurry to catch up. */
const kMostCreditSeconds = 0.25;

/** Tells how many evaluations the next slice has. */
export class Pace {
  private credit = 0;
  private last: number | null = null;
  private lastCount = kFirstSlice / kMostGrowth;

  constructor(private speed: number) {}

  setSpeed(speed: number): void {
    this.speed = speed;
    this.credit = 0;
    this.last = null;
  }

  /** After a pause: the time of the pause does not count. */
  resume(now: number): void {
    this.last = now;
    this.credit = 0;
  }

  /**
   * Evaluations of a slice that begins now; 0 if it is too early for one. `rate` is how many the slowest engine makes in
   * a millisecond.
   */
  take(now: number, rate: number): number {
    const possible = Math.max(1, Math.floor(Math.min(rate * kSliceMilliseconds, this.lastCount * kMostGrowth)));
    if (!Number.isFinite(this.speed)) {
      this.lastCount = possible;
      return possible;
    }
    this.credit += (this.speed * (now - (this.last ?? now))) / 1000;
    this.credit = Math.min(this.credit, Math.max(1, this.speed * kMostCreditSeconds));
    this.last = now;
    const count = Math.min(Math.floor(this.credit), possible);
    if (count === 0) return 0;
    this.credit -= count;
    this.lastCount = Math.max(this.lastCount, count);
    return count;
  }

  /** How many milliseconds to wait for the next slice. */
  wait(): number {
    if (!Number.isFinite(this.speed)) return 0;
    return Math.max(kFrameMilliseconds, ((1 - this.credit) / this.speed) * 1000);
  }
}
