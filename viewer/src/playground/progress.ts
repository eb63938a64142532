// SPDX-License-Identifier: MIT
import type { Summary } from "../engine/facts";

/** Points are at least this far apart, as a share of the whole run or of the evaluations so far. */
const kShareOfAll = 1 / 300;
const kShareOfDone = 1 / 40;

/** How all racers have done until now, at the same evaluations: the save points, and what was reported in between. */
export class Progress {
  readonly evaluations: number[] = [];
  /** By point, then by racer. */
  readonly summaries: Summary[][] = [];
  /** The last point is only there because it is the last one. */
  private provisional = false;

  constructor(private readonly all: number) {}

  /** The save points that are new, by racer, and how it is now. */
  add(savePoints: Summary[][], now: Summary[]): void {
    if (this.provisional) {
      this.evaluations.pop();
      this.summaries.pop();
    }
    savePoints[0]!.forEach((_point, i) => {
      this.push(savePoints.map((each) => each[i]!));
    });
    const done = now[0]!.evaluations;
    const last = this.evaluations.at(-1) ?? -1;
    if (done <= last) {
      this.provisional = false;
      return;
    }
    this.provisional = done - last < Math.min(this.all * kShareOfAll, Math.max(done * kShareOfDone, 1));
    this.push(now);
  }

  private push(point: Summary[]): void {
    const done = point[0]!.evaluations;
    if (done <= (this.evaluations.at(-1) ?? -1)) return;
    this.evaluations.push(done);
    this.summaries.push(point);
  }
}
