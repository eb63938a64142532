// SPDX-License-Identifier: MIT
import { Engine } from "./engine";
import type { Answer, Ask, Started } from "./engine_messages";
import { advance } from "./slices";

/** Runs one engine aside from the page, and tells what it is asked for. */

// The types of a page, which every source here is checked with, have no worker in them.
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<Ask>) => void) | null;
  postMessage(answer: Answer, transfer: Transferable[]): void;
};

let engine: Engine | null = null;

worker.onmessage = async ({ data: ask }) => {
  try {
    if (ask.kind === "start") {
      engine = await Engine.make(ask.module);
      const started: Started = { plan: engine.start(ask.request), centroids: engine.centroids() };
      worker.postMessage({ started }, started.centroids ? [started.centroids.buffer] : []);
    } else {
      const advanced = advance(engine!, ask.target, ask.report);
      worker.postMessage({ advanced }, advanced.report ? [advanced.report.map.buffer] : []);
    }
  } catch (error) {
    worker.postMessage({ failed: error instanceof Error ? error.message : String(error) }, []);
  }
};
