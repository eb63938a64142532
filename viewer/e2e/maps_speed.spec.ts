// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Page, test } from "@playwright/test";
import { expect, program, startView } from "./support";

const folder = "build/speed";

/** Makes the study once; it is kept for the next measurement. */
function studyOf(name: string, text: string): string {
  const file = `${folder}/${name}.mce`;
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const protocol = `${folder}/${name}.toml`;
  writeFileSync(protocol, text);
  execFileSync(program, ["study", "run", protocol, "--out", file, "--quiet"], { stdio: "inherit" });
  return file;
}

function rastrigin(name: string, resolution: number, keep: string): string {
  return studyOf(
    name,
    `name = "${name}"\nseed = 1\nrepetitions = 1\nkeep = "${keep}"\nselectors = ["ucb-cell"]\nevaluations = 2000000\n` +
      `[[treatment]]\ntestbed = "rastrigin"\nresolution = ${resolution}\n`,
  );
}

/** Moves the slider once per frame, to and fro, for some seconds. */
async function slide(page: Page, seconds: number): Promise<{ frames: number; milliseconds: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find((each) => each.name === "TaskDuration")!.value;
  };
  const before = await busy();
  const frames = await page.evaluate(async (time) => {
    const slider = document.querySelector<HTMLInputElement>(".time-slider [type=range]")!;
    const end = performance.now() + time * 1000;
    let count = 0;
    let step = -1;
    while (performance.now() < end) {
      if (slider.valueAsNumber + step < 0 || slider.valueAsNumber + step > Number(slider.max)) step = -step;
      slider.value = String(slider.valueAsNumber + step);
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      ++count;
    }
    return count;
  }, seconds);
  return { frames: frames / seconds, milliseconds: (1000 * ((await busy()) - before)) / frames };
}

const maps = [
  { name: "hundred", resolution: 100, keep: "all", query: "", least: 55 },
  { name: "hundred", resolution: 100, keep: "all", query: "?quantity=age", least: 55 },
  { name: "thousand", resolution: 1000, keep: "first", query: "", least: 20 },
  { name: "thousand", resolution: 1000, keep: "first", query: "?quantity=selections", least: 20 },
];

for (const { name, resolution, keep, query, least } of maps) {
  test(`a map of ${resolution} × ${resolution} cells follows the slider ${query} @speed`, async ({ page }) => {
    test.setTimeout(180_000);
    const view = await startView(rastrigin(name, resolution, keep));
    await page.goto(`${view.address}#/maps${query}`);
    await expect(page.getByTestId("cell")).toBeVisible({ timeout: 20_000 });
    await slide(page, 3); // loads all maps, and warms up
    const { frames, milliseconds } = await slide(page, 4);
    console.log(
      `${name} ${query}: ${frames.toFixed(1)} frames/s, ${milliseconds.toFixed(1)} ms of the main thread each`,
    );
    expect(frames).toBeGreaterThan(least);
    await view.stop();
  });
}

test("the first view of a full-size study comes within a second @speed", async ({ page }) => {
  test.setTimeout(1_200_000);
  // 62 treatments × 9 selectors × 100 repetitions, as in the paper; short runs have as many maps and curves.
  const published = readFileSync("../protocols/published.toml", "utf8");
  const view = await startView(studyOf("full", `evaluations = 2000\n${published}`));
  for (let i = 0; i < 3; ++i) {
    await page.goto("about:blank");
    await page.goto(view.address);
    await page.waitForSelector(".heat-cells");
    const time = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
        }),
    );
    console.log(`first view: ${time.toFixed(0)} ms`);
    expect(time).toBeLessThan(1000);
  }
  await view.stop();
});
