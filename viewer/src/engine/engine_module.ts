// SPDX-License-Identifier: MIT
import packed from "../../build/engine/engine.wasm?packed";
import { unpackBase64 } from "../data/source";

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine, compiled once for the page and all its workers. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= unpackBase64(packed).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
