// SPDX-License-Identifier: MIT
import type { Engine } from "./engine";
import type { Advanced, Report, ReportWish, Steps } from "./engine_messages";

/** Goes on until there are so many evaluations, and reports what is asked for. */
export function advance(engine: Engine, target: number, wish: ReportWish | null): Advanced {
  const before = wish?.steps ? { selections: engine.map("selections"), births: engine.map("birth") } : null;
  const since = performance.now();
  if (target > engine.evaluations) engine.advance(target - engine.evaluations);
  const milliseconds = performance.now() - since;
  const { evaluations, finished } = engine;
  const report = wish && reportOf(engine, wish, before && stepsOf(engine, before));
  return { evaluations, finished, milliseconds, report };
}

function reportOf(engine: Engine, wish: ReportWish, steps: Steps | null): Report {
  return {
    summary: engine.summary(),
    curve: engine.curve(wish.curveFrom),
    map: engine.map(wish.quantity),
    elite: wish.elite === null ? null : engine.elite(wish.elite),
    steps,
    signature: engine.finished ? engine.signature() : null,
  };
}

function stepsOf(engine: Engine, before: { selections: Float64Array; births: Float64Array }): Steps {
  const selections = engine.map("selections");
  const births = engine.map("birth");
  const steps: Steps = { parents: [], survivors: [] };
  for (let cell = 0; cell < births.length; ++cell) {
    if (selections[cell]! > before.selections[cell]!) steps.parents.push(cell);
    if (!Object.is(births[cell], before.births[cell])) steps.survivors.push(cell);
  }
  return steps;
}
