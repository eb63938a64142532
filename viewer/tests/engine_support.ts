// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { Engine } from "../src/engine/engine";

export const engineModule = new WebAssembly.Module(readFileSync("build/engine/engine.wasm"));

export const newEngine = () => Engine.make(engineModule);
