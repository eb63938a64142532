// SPDX-License-Identifier: MIT
import { useEffect } from "preact/hooks";
import { change, useAddress } from "../app/address";
import { Engine } from "../engine/engine";
import { engineModule } from "../engine/engine_module";
import { useAnswer } from "../ui/use_answer";
import { kPlaces, presets } from "./presets";
import { RaceView } from "./race_view";
import "./playground.css";

/** A live race of selectors. The engine runs in the page; what there is to choose from comes from the engine. */
export function PlaygroundView() {
  const { parameters } = useAddress();
  const named = kPlaces.some((key) => parameters.has(key));
  // An address that names no race gets the first one.
  useEffect(() => {
    if (!named) change({ ...presets[0]!.parameters, ...Object.fromEntries(parameters) });
  }, [named]);
  const engine = useAnswer(async () => {
    const module = await engineModule();
    return { module, tables: (await Engine.make(module)).tables() };
  }, []);
  if (engine.error) return <p class="failure">This browser does not run the engine: {engine.error}</p>;
  if (!engine.value || !named) return <p class="dim">Loading the engine …</p>;
  return <RaceView {...engine.value} parameters={parameters} />;
}
