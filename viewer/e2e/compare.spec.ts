// SPDX-License-Identifier: MIT
import type { Page } from "@playwright/test";
import { readArrays } from "../src/data/arrays";
import type { Areas, Comparisons, Curves } from "../src/data/study";
import { columnTexts, numberText } from "../src/ui/numbers";
import { expect, expectAccessible, looks, runFolder, startView, test } from "./support";

/** Treatments of explorer.toml. */
const kPlain = 0;
const kFirstMaze = 4;
const kCube = 8;
const kVoronoi = 9;

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
  await expect.poll(() => parameter(page, "point")).toBe("0");
  // Chromium warns if the address is written too often.
  await page.getByRole("slider").evaluate((slider: HTMLInputElement) => {
    for (let i = 0; i < 400; ++i) {
      slider.value = String(i % 7);
      slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
  });
  await expect.poll(() => parameter(page, "point")).toBe("0");
});

test("values that differ by rounding errors are shown", async ({ page, view }) => {
  const nearlyOne = (_value: unknown, i: number) => 1 + (i % 2) * 2 ** -52;
  await page.route("**/treatments/0/curves.json", async (route) => {
    const answer: Curves = await (await route.fetch()).json();
    for (const each of Object.values(answer.curves).flat()) {
      each.mean = each.mean.map(nearlyOne);
      each.low = each.high = each.mean;
    }
    await route.fulfill({ json: answer });
  });
  await page.route("**/treatments/0/runs.json", async (route) => {
    const answer = await (await route.fetch()).json();
    for (const key of Object.keys(answer.areas)) {
      answer.areas[key] = answer.areas[key].map((runs: number[]) => runs.map(nearlyOne));
    }
    await route.fulfill({ json: answer });
  });
  await page.route("**/api/areas.json", async (route) => {
    const answer: Areas = await (await route.fetch()).json();
    for (const each of Object.values(answer).flat(2)) if (each) each.mean = each.low = each.high = 1;
    await route.fulfill({ json: answer });
  });
  await page.goto(`${view.address}#/compare?treatment=${kPlain}`);
  await expect.poll(() => pixelsOf(page, kFirstColour)).toBeGreaterThan(20);
  await page.goto(`${view.address}#/compare?treatment=${kPlain}&tab=verdicts&first=0&second=1`);
  await expect(page.getByTestId("pair").locator("circle").first()).toBeVisible();
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
  await legend(page, "uniform").click();
  await expect(legend(page, "uniform")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("tab", { name: "Curves" }).click(); // which has other lines, and another axis
  await expect(page.locator("button.legend[aria-pressed=true]")).toHaveCount(3);
  await expect(page.getByLabel("Evaluations axis")).toHaveValue("linear");
  await page.getByRole("tab", { name: "Sweeps" }).click();
  await expect(legend(page, "uniform")).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByLabel("Axis of joints")).toHaveValue("log");
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

/** What the three maps show: texts that differ if a pixel does. */
const painted = (page: Page): Promise<string[]> =>
  page.locator(".heat-cells").evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()));

test("two maps of three features are cut and enlarged alike, and the address keeps it", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=maps&treatment=${kCube}`);
  await expect(page.locator(".heat-cells")).toHaveCount(3);
  const whole = await painted(page);
  const differ = async (before: string[]) => (await painted(page)).map((each, i) => each !== before[i]);
  await page.getByRole("slider", { name: "x3" }).press("Home");
  await expect.poll(() => differ(whole)).toEqual([true, true, true]);
  const cut = await painted(page);
  await page.getByRole("button", { name: "Zoom in" }).nth(1).click();
  await expect.poll(() => differ(cut)).toEqual([true, true, true]);
  await expect.poll(() => parameter(page, "slice")).toBe("0,1,4.4.0");
  await expect.poll(() => parameter(page, "view")).toBe("1.5,0.5,0.5");
  const enlarged = await painted(page);
  await page.reload();
  await expect.poll(() => painted(page)).toEqual(enlarged);
});

test("two maps with centroids stay enlarged when the quantity changes", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=maps&treatment=${kVoronoi}&view=2,0.5,0.5`);
  const out = page.getByRole("button", { name: "Zoom out" });
  await expect(out.first()).toBeEnabled();
  await page.getByLabel("Quantity").selectOption("selections");
  await expect(page.getByTestId("wins")).toContainText("has more selections");
  for (let i = 0; i < 3; ++i) await expect(out.nth(i)).toBeEnabled();
});

test("the colours of two maps leave outliers out, if that is wanted", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=maps&treatment=${kPlain}&range=end`);
  await expect(page.locator(".heat-cells")).toHaveCount(3);
  const before = await painted(page);
  await page.getByLabel("Colours reach").selectOption("inliers");
  await expect.poll(async () => (await painted(page)).map((each, i) => each !== before[i])).toEqual([true, true, true]);
});

test("while another map is on its way, the titles are those of the maps that are shown", async ({ page, view }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/runs/0/2/0/maps/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${view.address}#/compare?tab=maps&treatment=${kPlain}`);
  const title = page.locator(".map-figure h3").nth(1);
  await expect(title).toContainText("ucb-individual");
  await page.getByLabel("Selector").nth(1).selectOption({ label: "uniform" });
  await expect(page.locator(".maps")).toHaveAttribute("aria-busy", "true");
  await expect(title).toContainText("ucb-individual");
  await expect(title.getByRole("link")).toHaveAttribute("href", /selector=1/);
  answer();
  await expect(title).toContainText("uniform");
});

test("a map without elites to open does not say that Enter selects", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare?tab=maps`);
  await expect(page.getByRole("application").first()).toHaveAccessibleName(/0 shows all\.$/);
  await page.goto(`${view.address}#/maps`);
  await expect(page.getByRole("application").first()).toHaveAccessibleName(/Enter selects\.$/);
});

test("one repetition has no effects, and the reader is told why", async ({ page, view }) => {
  await page.route("**/api/study.json", async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), repetitions: 1 } });
  });
  await page.route("**/comparisons.json", async (route) => {
    const answer: Comparisons = await (await route.fetch()).json();
    for (const each of Object.values(answer.comparisons).flat(2)) {
      Object.assign(each, { welch_p: null, hedges_g: null, verdict: "undecided" });
    }
    await route.fulfill({ json: answer });
  });
  await page.goto(`${view.address}#/compare?tab=verdicts&first=0&second=1`);
  await expect(page.getByText("one repetition. That allows no test")).toBeVisible();
  const texts = await page.locator(".matrix button.entry").allInnerTexts();
  expect(texts.map((each) => each.replace("·", "").trim())).toEqual(Array(6).fill("–"));
  await expect(page.getByTestId("pair")).toContainText("Hedges' g–");
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
      await expectAccessible(page);
    }
  });
}
