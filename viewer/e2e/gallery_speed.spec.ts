// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test as plainTest, program, startView } from "./support";

const folder = `build/${process.env.MCE_E2E ?? "e2e"}/speed`;

const protocol = `name = "many-mazes"
seed = 1
repetitions = 12
keep = "all"
selectors = ["ucb-cell", "ucb-individual", "uniform"]
evaluations = 20000

[[treatment]]
name = "mazes"
testbed = "maze"
size = [8, 16]
metrics = ["corners", "horizontal-symmetry", "path"]
resolution = 50
`;

const test = plainTest.extend({
  view: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/many.toml`, protocol);
      const file = `${folder}/many.mce`;
      rmSync(file, { force: true });
      execFileSync(program, ["study", "run", `${folder}/many.toml`, "--out", file], { stdio: "ignore" });
      const view = await startView(file);
      await use(view);
      await view.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

interface Measured {
  /** Milliseconds from each frame to the next. */
  times: number[];
  /** Milliseconds that the page works for a frame: processor time, which other programs do not make longer. */
  work: number;
}

type Action = { kind: "scroll"; speed: number } | { kind: "filter" };

/** Scrolls, or moves a slider, in every frame for some milliseconds. */
async function frames(page: Page, milliseconds: number, action: Action): Promise<Measured> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((each) => each.name === "TaskDuration")!.value * 1000;
  };
  const before = await worked();
  const times = await page.evaluate(
    async ([duration, what]) => {
      const scroller = document.querySelector(".maze-scroller")!;
      const slider = document.querySelector<HTMLInputElement>('[aria-label="Corners, slider of the highest"]')!;
      const act = (time: number) => {
        if (what.kind === "scroll") {
          scroller.scrollTop = 200_000 + (time * what.speed) / 1000;
        } else {
          slider.value = String(0.3 + 0.3 * Math.abs(Math.sin(time / 500)));
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
      };
      const found: number[] = [];
      const start = performance.now();
      let last = start;
      await new Promise<void>((done) => {
        const frame = () => {
          const now = performance.now();
          found.push(now - last);
          last = now;
          act(now - start);
          if (now - start < duration) requestAnimationFrame(frame);
          else done();
        };
        requestAnimationFrame(frame);
      });
      return found.slice(1);
    },
    [milliseconds, action] as const,
  );
  const work = ((await worked()) - before) / times.length;
  await session.detach();
  return { times, work };
}

/** A sixtieth of a second. */
const kFrame = 1000 / 60;
const kFewestFrames = 55;
const kLongestFrame = 50;

const rateOf = ({ times }: Measured) => (1000 * times.length) / times.reduce((sum, each) => sum + each, 0);

function expectSmooth(measured: Measured): void {
  expect(measured.work).toBeLessThan(kFrame);
  expect(rateOf(measured)).toBeGreaterThanOrEqual(kFewestFrames);
  expect(Math.max(...measured.times)).toBeLessThanOrEqual(kLongestFrame);
}

const spoken = (measured: Measured) => {
  const longest = Math.max(...measured.times).toFixed(0);
  return `${rateOf(measured).toFixed(1)} frames a second, longest ${longest} ms, ${measured.work.toFixed(1)} ms of work for each`;
};

test("100,000 mazes scroll and are filtered without a jerk", { tag: "@speed" }, async ({ page, view }) => {
  test.setTimeout(120_000);
  const opened = performance.now();
  const tell = (text: string) => console.log(`gallery: ${text}`);
  await page.goto(`${view.address}#/gallery`);
  await expect(page.getByRole("gridcell").first()).toBeVisible({ timeout: 60_000 });
  tell(`first mazes after ${Math.round(performance.now() - opened)} ms`);
  await expect(page.getByText("Loading more mazes")).toHaveCount(0, { timeout: 60_000 });
  const counts = await page.locator(".gallery-count").innerText();
  tell(`${counts} after ${Math.round(performance.now() - opened)} ms`);
  expect(Number(counts.match(/of ([\d,]+)/)![1]!.replaceAll(",", ""))).toBeGreaterThanOrEqual(100_000);

  for (const size of ["small", "medium", "large"]) {
    await page.getByLabel("Drawings").selectOption(size);
    for (const speed of [1000, 4000]) {
      const measured = await frames(page, 2000, { kind: "scroll", speed });
      tell(`${size} drawings, ${speed} pixels a second: ${spoken(measured)}`);
      expectSmooth(measured);
    }
  }
  const measured = await frames(page, 3000, { kind: "filter" });
  tell(`filter: ${spoken(measured)}`);
  expectSmooth(measured);
});
