// SPDX-License-Identifier: MIT
import { type EliteFacts, type MapQuantity, mapQuantities, type PlanFacts, type Summary, type Tables } from "./facts";

type Pointer = number;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  tables(): Pointer;
  request(size: number): Pointer;
  plan(): Pointer;
  start(): Pointer;
  advance(more: number): void;
  finished(): number;
  evaluations(): number;
  summary(): Pointer;
  curve_points(): number;
  curve(): Pointer;
  map(quantity: number): Pointer;
  centroids(): Pointer;
  elite(cell: number): Pointer;
  signature(): Pointer;
}

/** What the engine says is wrong with a request, in words for people. */
export class EngineError extends Error {}

const kNumbersOfSummary = 6;

/**
 * One engine, which has one run. After an error it cannot be used any more, because nothing of it was cleaned up: make
 * another one.
 */
export class Engine {
  private exports!: Exports;
  private plan_: PlanFacts | null = null;

  private constructor() {}

  static async make(module: WebAssembly.Module): Promise<Engine> {
    const engine = new Engine();
    const instance = await WebAssembly.instantiate(module, engine.imports());
    engine.exports = instance.exports as unknown as Exports;
    engine.guarded(() => engine.exports._initialize());
    return engine;
  }

  tables(): Tables {
    return this.json(this.exports.tables());
  }

  /** The plan that a request makes (viewer/engine/request.hpp). Throws EngineError. */
  plan(request: string): PlanFacts {
    this.write(request);
    return this.json(this.guarded(() => this.exports.plan()));
  }

  /** Makes the initial population of a run. Throws EngineError. */
  start(request: string): PlanFacts {
    this.write(request);
    this.plan_ = this.json<PlanFacts>(this.guarded(() => this.exports.start()));
    return this.plan_;
  }

  advance(more: number): void {
    this.guarded(() => this.exports.advance(more));
  }

  get evaluations(): number {
    return this.exports.evaluations();
  }

  get finished(): boolean {
    return this.exports.finished() !== 0;
  }

  summary(): Summary {
    return summaryOf(this.numbers(this.exports.summary(), kNumbersOfSummary));
  }

  /** The map at the save points until now, from the `from`-th on. */
  curve(from = 0): Summary[] {
    const points = this.exports.curve_points();
    if (from >= points) return [];
    const numbers = this.numbers(this.exports.curve(), points * kNumbersOfSummary);
    return Array.from({ length: points - from }, (_each, i) => summaryOf(numbers, (from + i) * kNumbersOfSummary));
  }

  /** A copy, with a number for every cell; NaN where there is no elite. */
  map(quantity: MapQuantity): Float64Array<ArrayBuffer> {
    const pointer = this.guarded(() => this.exports.map(mapQuantities.indexOf(quantity)));
    return this.numbers(pointer, this.started.cells).slice();
  }

  /** A copy of the features of all centroids; null on a grid. */
  centroids(): Float64Array<ArrayBuffer> | null {
    const pointer = this.exports.centroids();
    return pointer === 0 ? null : this.numbers(pointer, this.started.cells * this.started.features.length).slice();
  }

  elite(cell: number): EliteFacts | null {
    return this.json(this.exports.elite(cell));
  }

  signature(): string {
    return this.text(this.exports.signature());
  }

  private get started(): PlanFacts {
    if (!this.plan_) throw new Error("the engine has no run");
    return this.plan_;
  }

  private write(request: string): void {
    const bytes = new TextEncoder().encode(request);
    const place = this.guarded(() => this.exports.request(bytes.length));
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
  }

  private numbers(pointer: Pointer, count: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.exports.memory.buffer as ArrayBuffer, pointer, count);
  }

  private json<T>(pointer: Pointer): T {
    return JSON.parse(this.text(pointer)) as T;
  }

  private text(pointer: Pointer): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, pointer);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** A trap is what a wrong engine does; people still get words. */
  private guarded<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        throw new EngineError(`the engine has stopped: ${error.message}`);
      }
      throw error;
    }
  }

  /** The engine reads no files and no environment: what its C library asks for is empty. */
  private imports(): WebAssembly.Imports {
    const nothing = () => 0;
    return {
      page: {
        fail: (message: Pointer, size: number) => {
          throw new EngineError(new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, message, size)));
        },
      },
      wasi_snapshot_preview1: {
        environ_get: nothing,
        environ_sizes_get: (count: Pointer, size: Pointer) => {
          const memory = new DataView(this.exports.memory.buffer);
          memory.setUint32(count, 0, true);
          memory.setUint32(size, 0, true);
          return 0;
        },
        fd_close: nothing,
        fd_seek: nothing,
        fd_write: nothing,
        proc_exit: () => {
          throw new EngineError("the engine has stopped");
        },
      },
    };
  }
}

function summaryOf(numbers: Float64Array, at = 0): Summary {
  const [evaluations, filled, coverage, best, qdScore, entropy] = numbers.subarray(at, at + kNumbersOfSummary);
  return {
    evaluations: evaluations!,
    filled: filled!,
    coverage: coverage!,
    best: best!,
    qdScore: qdScore!,
    entropy: entropy!,
  };
}
