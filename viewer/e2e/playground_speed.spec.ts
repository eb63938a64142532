// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./support";

const kRounds = 3;
const kMostOverhead = 1.2;

/** The time of the same runs in bare workers that say nothing until they are done, in milliseconds. */
function timeOfBareWorkers(page: Page, requests: string[]): Promise<number> {
  const engine = readFileSync("build/engine/engine.wasm").toString("base64");
  return page.evaluate(
    async ({ engine, requests }) => {
      const code = `
        onmessage = ({ data: { module, request } }) => {
          let exports;
          const nothing = () => 0;
          const none = (count, size) => {
            new DataView(exports.memory.buffer).setUint32(count, 0);
            new DataView(exports.memory.buffer).setUint32(size, 0);
            return 0;
          };
          const wasi = { environ_get: nothing, environ_sizes_get: none, fd_close: nothing, fd_seek: nothing,
                         fd_write: nothing, proc_exit: nothing };
          exports = new WebAssembly.Instance(module, { page: { fail: nothing }, wasi_snapshot_preview1: wasi }).exports;
          exports._initialize();
          const bytes = new TextEncoder().encode(request);
          new Uint8Array(exports.memory.buffer).set(bytes, exports.request(bytes.length));
          exports.start();
          postMessage("ready");
          onmessage = () => {
            while (!exports.finished()) exports.advance(1e6);
            postMessage("done");
          };
        };`;
      const bytes = Uint8Array.from(atob(engine), (letter) => letter.charCodeAt(0));
      const module = await WebAssembly.compile(bytes);
      const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
      const workers = requests.map(() => new Worker(address));
      const answers = () => Promise.all(workers.map((each) => new Promise((resolve) => (each.onmessage = resolve))));
      const ready = answers();
      workers.forEach((each, i) => {
        each.postMessage({ module, request: requests[i] });
      });
      await ready;
      const done = answers();
      const since = performance.now();
      for (const each of workers) each.postMessage("go");
      await done;
      const time = performance.now() - since;
      for (const each of workers) each.terminate();
      return time;
    },
    { engine, requests },
  );
}

/** From the start of the race that is shown until it is finished, in milliseconds. */
async function timeOfRace(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const since = performance.now();
        const look = () => {
          const finished = document.querySelector("[data-testid=race-state]")?.textContent?.includes("finished");
          if (finished) resolve(performance.now() - since);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

test("at full speed the playground adds at most a fifth to the engine's time @speed", async ({ page, view }, info) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const evaluations = 20_000_000;
  const selectors = ["ucb-cell", "uniform"];
  await page.goto(
    `${view.address}#/playground?testbed=rastrigin&evaluations=${evaluations}&selectors=${selectors.join(";")}&speed=full`,
  );
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  const requests = selectors.map((each) => `testbed rastrigin\nevaluations ${evaluations}\nselector ${each}\nseed 1`);
  let bare = Number.POSITIVE_INFINITY;
  let race = Number.POSITIVE_INFINITY;
  for (let round = 0; round < kRounds; ++round) {
    bare = Math.min(bare, await timeOfBareWorkers(page, requests));
    race = Math.min(race, await timeOfRace(page));
  }
  const speed = (time: number) => `${((evaluations / time) * 1e-3).toFixed(2)}M evaluations/s`;
  const text = `bare workers ${speed(bare)}, playground ${speed(race)}: ${(race / bare).toFixed(3)} times as long`;
  info.annotations.push({ type: "speed", description: text });
  console.log(text);
  expect(race / bare).toBeLessThan(kMostOverhead);
});
