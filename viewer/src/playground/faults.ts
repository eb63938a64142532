// SPDX-License-Identifier: MIT
import { Engine, EngineError } from "../engine/engine";
import { type Fault, faultOf, type RaceSettings, requestOf } from "./race_settings";

/** What the engine says is wrong with a race, each thing once; nothing if it can start. */
export async function faultsOf(module: WebAssembly.Module, settings: RaceSettings): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let selector = 0; selector < settings.selectors.length; ++selector) {
    // An engine that has found a fault is of no use any more.
    const engine = await Engine.make(module);
    try {
      engine.plan(requestOf(settings, selector));
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      const fault = faultOf(error.message, settings, selector);
      if (!faults.some((each) => each.field === fault.field && each.message === fault.message)) faults.push(fault);
    }
  }
  return faults;
}
