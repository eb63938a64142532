// SPDX-License-Identifier: MIT
import type { Page } from "@playwright/test";
import { readArrays } from "../src/data/arrays";
import type { Areas, Comparisons, Curves } from "../src/data/study";
import { columnTexts, numberText } from "../src/ui/numbers";
import { expect, expectAccessible, looks, runFolder, startView, test } from "./support";

/** Treatments of explorer.toml. */
const kPlain = 0;
const kFirstMaze = 4;

async function answerOf<T>(page: Page, name: string): Promise<T> {
  return (await (await page.request.get(new URL(`/api/${name}`, page.url()).href)).json()) as T;
}

/** How many pixels of the chart have about this colour. */
function pixelsOf(page: Page, colour: [number, number, number]): Promise<number> {
  return page.locator(".line-chart canvas").evaluate((canvas: HTMLCanvasElement, [red, green, blue]) => {
    // A copy: reading the chart's own canvas makes Chromium warn and slows the chart down.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true })!;
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const far = Math.abs(data[i]! - red) + Math.abs(data[i + 1]! - green) + Math.abs(data[i + 2]! - blue);
      if (far < 24 && data[i + 3]! > 200) ++count;
    }
    return count;
  }, colour);
}

/** The map at the end of the first run of a selector. */
async function lastFitness(page: Page, selector: number): Promise<Float64Array> {
  const read = async <Head>(name: string) => {
    const body = await (
      await page.request.get(new URL(`/api/runs/${kPlain}/${selector}/0/${name}`, page.url()).href)
    ).body();
    return readArrays<Head>(new Uint8Array(body).buffer);
  };
  const times = (await read<{ evaluations: number[] }>("maps")).head.evaluations;
  return (await read(`maps/${times.length - 1}`)).f64("fitness");
}

const kFirstColour: [number, number, number] = [0, 114, 178];
const legend = (page: Page, name: string) => page.locator("button.legend", { hasText: name });
const parameter = (page: Page, key: string) => new URLSearchParams(page.url().split("?")[1]).get(key);

test("the table of curves has the values of every metric", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?treatment=${kFirstMaze}`);
  const { curves } = await answerOf<Curves>(page, `treatments/${kFirstMaze}/curves.json`);
  const choice = page.getByRole("combobox", { name: "Metric", exact: true });
  await expect(choice).toBeVisible();
  const keys = await choice
    .locator("option")
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  expect(keys).toContain("best");
  expect(keys.length).toBeGreaterThan(4);
  for (const key of keys) {
    await choice.selectOption(key);
    const means = curves[key]!.map((each) => each.mean.at(-1) ?? null);
    const texts = columnTexts(means);
    const highest = means.indexOf(Math.max(...means.map(Number)));
    await expect(page.locator(".curve-table tbody tr").first()).toContainText(texts[highest]!);
    for (const [selector, name] of ["ucb-cell", "ucb-individual", "uniform"].entries()) {
      await expect(page.locator(".curve-table tr", { has: page.getByText(name, { exact: true }) })).toContainText(
        texts[selector]!,
      );
    }
  }
});

test("the legend hides and shows lines, by mouse and by keyboard", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare`);
  const first = legend(page, "ucb-cell");
  await expect(first).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => pixelsOf(page, kFirstColour)).toBeGreaterThan(20);
  await first.click();
  await expect(first).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => pixelsOf(page, kFirstColour)).toBe(0);
  expect(parameter(page, "hidden")).toBe("0");
  await first.press("Enter");
  await expect.poll(() => pixelsOf(page, kFirstColour)).toBeGreaterThan(20);
  expect(parameter(page, "hidden")).toBeNull();
  await page.getByRole("button", { name: "Hide all" }).click();
  await expect(page.locator("button.legend[aria-pressed=true]")).toHaveCount(0);
  await page.getByRole("button", { name: "Show all lines" }).click();
  await expect(page.locator("button.legend[aria-pressed=true]")).toHaveCount(3);
});

test("the pointer and the slider say at which evaluation the values are", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare`);
  const at = page.locator(".readout label b");
  await expect(at).toHaveText("3,000");
  const chart = page.locator(".u-over");
  const { width, height } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width / 3, y: height / 2 } });
  await expect(at).toHaveText("1,000");
  await page.mouse.move(0, 0);
  await expect(at).toHaveText("3,000");
  await page.getByRole("slider").press("Home");
  await expect(at).toHaveText("0");
  expect(parameter(page, "point")).toBe("0");
});

test("a drag zooms, also buttons do, and everything can be shown again", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare`);
  const chart = page.locator(".u-over");
  const { x, y, width, height } = (await chart.boundingBox())!;
  await page.mouse.move(x + width * 0.34, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.65, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => Number(parameter(page, "from"))).toBe(1000);
  const [from, to] = [Number(parameter(page, "from")), Number(parameter(page, "to"))];
  expect(to).toBeGreaterThan(from);
  expect(to).toBeLessThan(3000);
  await chart.dblclick();
  await expect.poll(() => parameter(page, "from")).toBeNull();
  await page.getByRole("button", { name: "Zoom in" }).press("Enter");
  await expect.poll(() => parameter(page, "to")).toBe("3000");
  await page.getByRole("button", { name: "All evaluations" }).click();
  await expect.poll(() => parameter(page, "to")).toBeNull();
});

test("axes are logarithmic where the values allow it", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?treatment=${kPlain}`);
  const picture = () => page.locator(".line-chart canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const linear = await picture();
  await page.getByLabel("Evaluations axis").selectOption("log");
  await expect(page.getByText("begins after evaluation 0")).toBeVisible();
  await expect.poll(picture).not.toBe(linear);
  const chart = page.locator(".u-over");
  const { width, height } = (await chart.boundingBox())!;
  await chart.hover({ position: { x: width / 2, y: height / 2 } });
  await expect(page.locator(".readout label b")).toHaveText("501"); // near the root of 100 × 3,000
  await page.mouse.move(0, 0);
  const half = await picture();
  await page.getByLabel("Metric axis").selectOption("log");
  await expect.poll(picture).not.toBe(half);
  await page.getByRole("combobox", { name: "Metric", exact: true }).selectOption("best"); // below 0 on Rastrigin
  await expect(page.getByText("the metric axis stays linear")).toBeVisible();
});

test("an address restores what it was copied from", async ({ page, view }) => {
  await page.goto(
    `${view.address}#/compare?treatment=1&metric=coverage&x=log&hidden=2&runs=0&point=5&from=100&to=2000`,
  );
  await expect(page.getByLabel("Treatment")).toHaveValue("1");
  await expect(page.getByRole("combobox", { name: "Metric", exact: true })).toHaveValue("coverage");
  await expect(page.getByLabel("Evaluations axis")).toHaveValue("log");
  await expect(legend(page, "uniform")).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByRole("button", { name: "single runs of ucb-cell", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByRole("slider")).toHaveValue("5");
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeEnabled();
});

test("an entry of the matrix shows the runs behind it", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=verdicts&treatment=${kFirstMaze}&metric=coverage`);
  const { comparisons } = await answerOf<Comparisons>(page, `treatments/${kFirstMaze}/comparisons.json`);
  const { areas } = await answerOf<{ areas: Record<string, number[][]> }>(page, `treatments/${kFirstMaze}/runs.json`);
  const entry = page.locator('[data-pair="0,2"]');
  const { verdict } = comparisons.coverage![0]![2]!;
  await expect(entry).toHaveAttribute("aria-label", new RegExp(`^ucb-cell against uniform: ${verdict}, g `));
  await entry.click();
  const pair = page.getByTestId("pair");
  await expect(pair.getByRole("heading")).toHaveText(/^ucb-cell .* uniform$/);
  await expect(pair.locator("circle")).toHaveCount(areas.coverage![0]!.length + areas.coverage![2]!.length);
  await pair.locator("summary").click();
  await expect(pair.getByRole("link")).toHaveCount(6);
  await pair.getByRole("button", { name: "Swap the two" }).click();
  await expect(pair.getByRole("heading")).toHaveText(/^uniform .* ucb-cell$/);
  await page.locator('[data-pair="2,0"]').focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator('[data-pair="2,1"]')).toBeFocused();
  await page.keyboard.press("ArrowRight"); // the diagonal is the last of this row
  await expect(page.locator('[data-pair="2,1"]')).toBeFocused();
  await pair.getByRole("link", { name: "map of uniform, repetition 1" }).click();
  await expect(page).toHaveURL(new RegExp(`#/maps\\?treatment=${kFirstMaze}&selector=2&repetition=1`));
});

test("the tables say whom a selector beats, and lead to the runs", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=verdicts`);
  const tables = await answerOf<{ testbed: string; beaten: Record<string, number[]> }[]>(page, "beaten.json");
  await expect(page.locator(".beaten")).toHaveCount(tables.length);
  const entries = await page.locator(".beaten").first().locator("tbody tr").first().locator("td").allInnerTexts();
  const shown = entries.map((each) => Number(each.replace("★", "")));
  expect(Object.values(tables[0]!.beaten)).toContainEqual(shown);
  const winning = page.locator(".beaten button.entry", { hasText: /[1-9]/ }).first();
  await winning.click();
  await expect(winning).toHaveAttribute("aria-pressed", "true");
  await page.locator(".victories button").first().click();
  await expect(page.getByTestId("pair").getByRole("heading")).toContainText("is");
});

test("a sweep shows a metric against a parameter", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=sweeps&parameter=treatment+arm+joints`);
  const table = page.locator(".legend-table");
  await expect(table.locator("thead th")).toHaveText(["joints", "4", "8", "16"]);
  const areas = (await answerOf<Areas>(page, "areas.json"))["qd-score"]!;
  const column = columnTexts([0, 1, 2].map((selector) => areas[2]![selector]!.mean));
  for (const [row, text] of column.entries()) {
    await expect(table.locator("tbody tr").nth(row).locator("td").nth(1)).toContainText(text);
  }
  await page.getByLabel("Axis of joints").selectOption("log");
  expect(parameter(page, "x")).toBe("log");
  await legend(page, "uniform").click();
  await expect(legend(page, "uniform")).toHaveAttribute("aria-pressed", "false");
});

test("two maps have one cursor, and a difference", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=maps&treatment=${kPlain}`);
  const wins = page.getByTestId("wins");
  await expect(wins).toContainText("A wins");
  const fitnesses = await Promise.all([0, 1].map((selector) => lastFitness(page, selector)));
  const cells = [...fitnesses[0]!].map((value, cell) => [value, fitnesses[1]![cell]!] as const);
  const both = cells.filter(([a, b]) => !Number.isNaN(a) && !Number.isNaN(b));
  expect(both.length).toBeGreaterThan(50);
  const [ahead, behind] = [both.filter(([a, b]) => a > b).length, both.filter(([a, b]) => a < b).length];
  await expect(wins).toContainText(`A wins in ${numberText(ahead)}, B wins in ${numberText(behind)}, and`);
  const map = page.locator(".map-figure").nth(1).locator("canvas").last();
  await map.scrollIntoViewIfNeeded();
  const { width, height } = (await map.boundingBox())!;
  await map.hover({ position: { x: width / 2, y: height / 2 } });
  await expect(page.getByTestId("cell")).toContainText("A − B");
  await page.getByLabel("Quantity").selectOption("rate");
  await expect(wins).toContainText("A has the higher rate");
  await page.getByLabel("Third map").selectOption("owner");
  await expect(page.getByRole("heading", { name: "Who has the cell" })).toBeVisible();
});

test("a single run has curves, and is told kindly what it lacks", async ({ page }) => {
  const view = await startView(runFolder);
  try {
    await page.goto(`${view.address}#/compare`);
    await expect(page.locator(".curve-table tbody tr")).toHaveCount(1);
    await expect.poll(() => pixelsOf(page, kFirstColour)).toBeGreaterThan(20);
    await page.getByRole("tab", { name: "Who beats whom" }).click();
    await expect(page.getByText("This is a single run; a study has them all.")).toBeVisible();
    await page.getByRole("tab", { name: "Sweeps" }).click();
    await expect(page.getByText("A sweep needs a study")).toBeVisible();
  } finally {
    await page.close();
    await view.stop();
  }
});

for (const look of looks) {
  test(`all comparisons fit the page and are accessible: ${look.name}`, async ({ page, view }) => {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.theme });
    for (const tab of ["curves", "verdicts&first=0&second=2&winner=0&testbed=maze", "maps", "sweeps"]) {
      await page.goto(`${view.address}#/compare?treatment=${kFirstMaze}&tab=${tab}`);
      await expect(page.locator(".tab-panel canvas, .tab-panel circle").first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      if (look.name !== "phone") await expectAccessible(page); // the same elements as at other widths
    }
  });
}
