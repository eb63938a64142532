// SPDX-License-Identifier: MIT
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { type Page, test } from "@playwright/test";
import { expect, program, startView, type View } from "./support";

const folder = `build/${process.env.MCE_E2E ?? "e2e"}/speed`;
const file = `${folder}/watched.mce`;

const kRounds = 3;
/** The server may take so much of the time that the study takes. */
const kMostShare = 0.02;

/** Takes about 20 seconds, however many cores there are. */
const protocol = `name = "watched"
seed = 1
repetitions = ${1000 * availableParallelism()}
keep = "first"
selectors = ["ucb-cell", "ucb-individual", "curiosity", "uniform"]
evaluations = 20000

[[treatment]]
name = "rastrigin"
testbed = "rastrigin"
resolution = 50
`;

/** Seconds of processor time of all threads of a process; null if it has ended. */
function cpuSeconds(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [user, system] = text.slice(text.lastIndexOf(")")).split(" ").slice(12, 14).map(Number) as [number, number];
    return (user + system) / 100;
  } catch {
    return null;
  }
}

interface Measured {
  /** Of the study, in seconds. */
  wall: number;
  cpu: number;
  /** Processor time of the server, in seconds. */
  server: number;
}

/** Runs the study on all cores. If there is a page, it follows the curves. */
async function measure(page: Page | null): Promise<Measured> {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  const begin = performance.now();
  const run = spawn(program, ["study", "run", `${folder}/watched.toml`, "--out", file, "--quiet"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const result = { wall: 0, cpu: 0, server: 0 };
  const ended = new Promise<void>((resolve) => {
    run.once("exit", () => {
      result.wall = (performance.now() - begin) / 1000;
      resolve();
    });
  });
  let view: View | null = null;
  try {
    if (page) {
      await wait(1000); // so that there is something to see
      view = await startView(file);
      await page.goto(`${view.address}#/compare`);
      await expect(page.locator(".progress")).toContainText("running");
    }
    while (result.wall === 0) {
      result.cpu = cpuSeconds(run.pid!) || result.cpu;
      if (view) result.server = cpuSeconds(view.pid)!;
      await Promise.race([ended, wait(50)]);
    }
  } finally {
    run.kill("SIGKILL");
    await page?.goto("about:blank");
    await view?.stop();
  }
  return result;
}

// Other programs make the wall time longer, and Chromium itself is one of them. So what counts is the processor time of
// the server, which is what the study could have had. The lowest of several rounds is the one with the least noise.
test("a page that follows the curves costs a study at most 2 % @speed", async ({ page }) => {
  test.setTimeout(600_000);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/watched.toml`, protocol);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/curves.json")) ++asked;
  });
  const alone: Measured[] = [];
  const followed: Measured[] = [];
  for (let round = 0; round < kRounds; ++round) {
    alone.push(await measure(null));
    followed.push(await measure(page));
  }
  const least = (of: Measured[], value: (each: Measured) => number) => Math.min(...of.map(value));
  for (const [name, of] of Object.entries({ alone, followed })) {
    const [wall, cpu] = [least(of, (each) => each.wall), least(of, (each) => each.cpu)];
    console.log(`study ${name}: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time`);
  }
  const share = least(followed, ({ server, cpu }) => server / cpu);
  console.log(`the server took ${(100 * share).toFixed(2)} % of that; curves were asked for ${asked} times`);
  expect(asked).toBeGreaterThan(kRounds);
  expect(share).toBeLessThanOrEqual(kMostShare);
});
