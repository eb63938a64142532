// SPDX-License-Identifier: MIT

import { EngineError } from "./engine";
import type { Advanced, Answer, Ask, ReportWish, Started } from "./engine_messages";
import EngineWorker from "./engine_worker?worker&inline";

interface Waiting {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

/** An engine in a worker of its own. */
export class EngineClient {
  private worker = new EngineWorker();
  private waiting: Waiting[] = [];

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const { resolve, reject } = this.waiting.shift()!;
      if ("failed" in data) reject(new EngineError(data.failed));
      else resolve(data);
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.waiting.splice(0))
        reject(new EngineError(`the engine has stopped: ${event.message ?? "its worker does not start"}`));
    };
  }

  async start(module: WebAssembly.Module, request: string): Promise<Started> {
    const answer = await this.ask({ kind: "start", module, request });
    return (answer as { started: Started }).started;
  }

  /** Goes on until there are so many evaluations. */
  async advance(target: number, report: ReportWish | null): Promise<Advanced> {
    const answer = await this.ask({ kind: "advance", target, report });
    return (answer as { advanced: Advanced }).advanced;
  }

  /** Ends it, whatever it does; what was asked for is never answered. */
  stop(): void {
    this.worker.terminate();
    this.waiting = [];
  }

  private ask(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(ask);
    });
  }
}
