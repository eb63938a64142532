// SPDX-License-Identifier: MIT
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, looks, test } from "./support";

const treatments = { plain: 0, mazes: 4, bars: 7, cube: 8, voronoi: 9, disks: 10 };

async function open(page: Page, address: string, query = ""): Promise<void> {
  await page.goto(`${address}#/maps${query}`);
  await expect(page.locator(".heat-map")).toBeVisible();
}

const field = (page: Page): Locator => page.getByRole("application");
const cell = (page: Page): Locator => page.getByTestId("cell");
const time = (page: Page): Locator => page.getByRole("slider", { name: "Time" });

/** What is painted, as a text that differs if a pixel does. */
const painted = (page: Page): Promise<string> =>
  page.locator(".heat-cells").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** The number of colours in the map, without the transparent pixels of empty cells. */
const colourCount = (page: Page): Promise<number> =>
  page.locator(".heat-cells").evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
    context.drawImage(element as HTMLCanvasElement, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const colours = new Set<number>();
    for (const pixel of new Uint32Array(data.buffer)) if (pixel !== 0) colours.add(pixel);
    return colours.size;
  });

/** Points at a place of the map, from 0 to 1. */
async function point(page: Page, x: number, y: number): Promise<void> {
  const box = (await field(page).boundingBox())!;
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
}

const query = (page: Page): URLSearchParams => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

test("the map of the first run is there, with its facts", async ({ page, view }) => {
  await open(page, view.address);
  await expect(cell(page)).toContainText(/Filled cells\d+ of 400/);
  await expect.poll(() => colourCount(page)).toBeGreaterThan(10);
  await expect(field(page)).toHaveAccessibleName(/^Fitness of plain, ucb-cell/);
});

test("a run has what is needed to make it again", async ({ page, view }) => {
  const answer = await (await page.request.get(`${view.address}api/treatments/0/runs.json`)).text();
  const [first] = JSON.parse(answer).runs;
  await open(page, view.address);
  const run = page.getByRole("region", { name: "Run" });
  // All digits of the seed, which are more than JSON.parse keeps.
  await expect(run).toContainText(`Seed${answer.match(/"seed":\s*(\d+)/)![1]}`);
  await expect(run.locator("code")).toHaveText(first.signature);
  await expect(run).toContainText("Evaluations3,000");
  await expect(run).toContainText(/Time[\d.e-]+ s/);
});

test("treatment, selector, repetition and quantity choose the map, and stand in the address", async ({
  page,
  view,
}) => {
  await open(page, view.address);
  await expect.poll(() => colourCount(page)).toBeGreaterThan(10);
  const choices: [string, string, string][] = [
    ["Selector", "uniform", "selector"],
    ["Repetition", "2", "repetition"],
    ["Quantity", "Survival rate", "quantity"],
    ["Scale", "logarithmic", "scale"],
    ["Colours reach", "over the whole run", "range"],
    ["Treatment", "arms joints=8", "treatment"],
  ];
  for (const [label, text, key] of choices) {
    const before = await painted(page);
    await page.getByRole("combobox", { name: label }).selectOption({ label: text });
    await expect.poll(() => query(page).has(key)).toBe(true);
    // The last map has its own colours already; everything else is another picture.
    if (key !== "range" && key !== "scale") await expect.poll(() => painted(page)).not.toBe(before);
  }
  await expect(field(page)).toHaveAccessibleName(/^Survival rate of arms joints=8, uniform/);
});

test("pointing at a cell shows its place, fitness and tallies, and the value in the legend", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.disks}`);
  await point(page, 0.3125, 0.4375);
  await expect(cell(page)).toContainText("Cell 20");
  await expect(cell(page)).toContainText("width0.25 to 0.375");
  await expect(cell(page)).toContainText("<b>shade</b>0.5 to 0.625");
  await expect(cell(page)).toContainText(/Fitness−0\.\d+Selections\d+Survivals\d+Survival rate/);
  await expect(page.locator(".heat-mark")).toHaveText(/−0\.\d+/);
  await page.mouse.move(2, 2);
  await expect(cell(page)).toContainText("The whole map");
  await expect(page.locator(".heat-mark")).toHaveCount(0);
});

test("everything works with the keys", async ({ page, view }) => {
  await open(page, view.address);
  await field(page).focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell(page)).toContainText("Cell 209"); // the middle: bins 10 and 9
  await page.keyboard.press("ArrowRight");
  await expect(cell(page)).toContainText("Cell 229");
  await page.keyboard.press("ArrowUp");
  await expect(cell(page)).toContainText("Cell 230");
  const before = await painted(page);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(() => painted(page)).not.toBe(before);
  await expect.poll(() => query(page).get("view")).toMatch(/^2\.25,/);
  for (let i = 0; i < 12; ++i) await page.keyboard.press("ArrowLeft"); // the map follows the cursor
  await expect.poll(() => Number(query(page).get("view")?.split(",")[1])).toBeLessThan(0.3);
  await page.keyboard.press("0");
  await expect.poll(() => query(page).has("view")).toBe(false);
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page).has("cell")).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => query(page).has("cell")).toBe(false);
  await expect(cell(page)).toContainText("The whole map");
});

test("the wheel enlarges around the mouse, and dragging moves", async ({ page, view }) => {
  await open(page, view.address);
  await point(page, 0.26, 0.26);
  const text = await cell(page).textContent();
  await page.mouse.wheel(0, -600);
  await expect.poll(() => query(page).get("view")).not.toBeNull();
  await expect(cell(page)).toHaveText(text!);
  const before = await painted(page);
  await page.mouse.down();
  await point(page, 0.6, 0.6);
  await page.mouse.up();
  await expect.poll(() => painted(page)).not.toBe(before);
  expect(query(page).has("cell")).toBe(false); // to drag is not to click
  await page.getByRole("button", { name: "Show the whole map" }).click();
  await expect.poll(() => query(page).has("view")).toBe(false);
});

test("the slider moves through the history, and plays it", async ({ page, view }) => {
  await open(page, view.address);
  await expect(time(page)).toHaveAttribute("aria-valuetext", "3,000 evaluations");
  await expect.poll(() => colourCount(page)).toBeGreaterThan(10);
  const last = await painted(page);
  await time(page).focus();
  await page.keyboard.press("Home");
  await expect(time(page)).toHaveAttribute("aria-valuetext", "0 evaluations");
  await expect(cell(page)).toContainText(/Filled cells1\d of 400/); // from the first 20 evaluations
  await expect.poll(() => painted(page)).not.toBe(last);
  await expect.poll(() => query(page).get("at")).toBe("0");
  await page.getByLabel("Speed").selectOption("very fast");
  await expect.poll(() => query(page).get("speed")).toBe("60");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(time(page)).toHaveAttribute("aria-valuetext", "3,000 evaluations");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await expect.poll(() => painted(page)).toBe(last);
});

test("tallies are shown at the nearest saved map", async ({ page, view }) => {
  await open(page, view.address, "?at=501");
  await expect(time(page)).toHaveAttribute("aria-valuetext", "501 evaluations");
  await page.getByLabel("Quantity").selectOption({ label: "Selections" });
  await expect(time(page)).toHaveAttribute("aria-valuetext", "1,000 evaluations");
  await expect(page.locator(".maps-help")).toContainText("2 moments only");
  await page.getByLabel("Quantity").selectOption({ label: "Age" });
  await expect(time(page)).toHaveAttribute("aria-valuetext", "501 evaluations");
});

test("a moment far from the end can have colours of its own", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.voronoi}&at=300`);
  await expect(page.getByText("cells are beyond the ends of the colours")).toBeVisible();
  const before = await colourCount(page);
  await page.getByRole("button", { name: "Colours for the whole run" }).click();
  await expect(page.getByText("cells are beyond the ends of the colours")).toHaveCount(0);
  await expect(page.getByLabel("Colours reach")).toHaveValue("run");
  await expect.poll(() => colourCount(page)).toBeGreaterThan(before);
});

test("one feature is shown as bars", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.bars}`);
  await point(page, 0.5125, 0.5);
  await expect(cell(page)).toContainText("Cell 20");
  await expect.poll(() => colourCount(page)).toBeGreaterThan(10);
  await field(page).press("ArrowLeft");
  await expect(cell(page)).toContainText("Cell 19");
});

test("three features are shown in slices, one or all", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.cube}`);
  await expect(page.getByLabel("Across")).toHaveValue("0");
  const cut = page.getByRole("slider", { name: "x3" });
  await cut.focus();
  await page.keyboard.press("Home");
  await expect(cut).toHaveAttribute("aria-valuetext", "−5.12 to −3.84");
  await point(page, 0.01, 0.99);
  await expect(cell(page)).toContainText("Cell 0");
  await page.getByLabel("Upwards").selectOption({ label: "x3" });
  await point(page, 0.01, 0.01);
  await expect(cell(page)).toContainText("x33.84 to 5.12");
  const one = await colourCount(page);
  await page.getByLabel("All slices side by side").check();
  await expect(cut).toHaveCount(0);
  await expect.poll(() => colourCount(page)).toBeGreaterThan(one);
  await expect.poll(() => query(page).get("slice")).toBe("0,2,all");
});

test("centroids are shown as areas", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.voronoi}`);
  await expect.poll(() => colourCount(page)).toBeGreaterThan(10);
  await point(page, 0.5, 0.5);
  await expect(cell(page)).toContainText(/end point xaround/);
  const first = await cell(page).textContent();
  await field(page).press("ArrowUp");
  await expect(cell(page)).not.toHaveText(first!);
});

test("a click opens the elite, which can be pinned; at former moments it is not kept", async ({ page, view }) => {
  await open(page, view.address, `?treatment=${treatments.disks}`);
  await point(page, 0.3125, 0.4375);
  await page.mouse.down();
  await page.mouse.up();
  const card = page.getByRole("article", { name: /Elite of cell 20/ });
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Pin" }).click();
  await expect(page.getByRole("region", { name: "Pinned elites", exact: true })).toContainText("1 pinned elite");
  expect(query(page).get("pins")).toBe(`${treatments.disks}.0.0.20`);
  await page.reload();
  await expect(card).toBeVisible();
  await card.getByRole("button", { name: "Close" }).click();
  await expect(card).toHaveCount(0);
  await expect(field(page)).toBeFocused();

  await open(page, view.address, "?at=0&cell=209");
  await expect(page.getByText("Only the elites at the end of a run are kept")).toBeVisible();
  await page.getByRole("button", { name: "Show the last moment" }).click();
  await expect(time(page)).toHaveAttribute("aria-valuetext", "3,000 evaluations");
});

test("the address restores the view", async ({ page, view }) => {
  const shared = `?treatment=${treatments.mazes}&selector=1&repetition=1&quantity=survivals&at=1000&view=3,0.4,0.6&cell=52`;
  await open(page, view.address, shared);
  await expect(time(page)).toHaveAttribute("aria-valuetext", "1,000 evaluations");
  await expect.poll(() => colourCount(page)).toBeGreaterThan(1);
  const before = await painted(page);
  await page.reload();
  await expect(page.getByLabel("Selector")).toHaveValue("1");
  await expect(page.getByLabel("Quantity")).toHaveValue("survivals");
  await expect(cell(page)).toContainText("Cell 52");
  await expect.poll(() => painted(page)).toBe(before);
});

test("a study without maps says so, and where to look", async ({ page, view }) => {
  await page.route("**/api/study.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), keep: "curves" } });
  });
  await page.route("**/runs.json", (route) => route.fulfill({ json: { runs: [], areas: {} } }));
  await page.goto(`${view.address}#/maps`);
  await expect(page.getByText("This study keeps no maps")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Compare" }).click();
  await expect(page).toHaveTitle(/^Compare/);
});

test("a running study shows its first run when it is in, and keeps the view", async ({ page, view }) => {
  let runs = 0;
  await page.route("**/api/state.json", async (route) => {
    const state = await (await route.fetch()).json();
    state.running = true;
    state.treatments[0].runs = runs;
    await route.fulfill({ json: state });
  });
  await page.route("**/treatments/0/runs.json", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, runs: answer.runs.slice(0, runs) } });
  });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/runs/0/0/0/")) asked.push(request.url());
  });
  await page.goto(`${view.address}#/maps`);
  await expect(page.getByText("No run of plain is in yet")).toBeVisible();
  runs = 1;
  await expect(page.locator(".heat-map")).toBeVisible();
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => query(page).get("view")).toBe("1.5,0.5,0.5");
  const before = await painted(page);
  runs = 4;
  await expect(page.getByLabel("Selector").locator("option")).toHaveCount(2);
  expect(query(page).get("view")).toBe("1.5,0.5,0.5");
  expect(await painted(page)).toBe(before);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(asked.length); // a run that is in stays as it is
});

test.describe("with fingers", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("two enlarge the map, one moves it, and a tap selects", async ({ page, view }) => {
    await open(page, view.address);
    const box = (await field(page).boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...places: [number, number][]) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: places.map(([x, y], id) => ({ x: box.x + box.width * x, y: box.y + box.height * y, id })),
      });
    await touch("touchStart", [0.4, 0.4], [0.6, 0.6]);
    await touch("touchMove", [0.3, 0.3], [0.7, 0.7]);
    await touch("touchEnd");
    await expect.poll(() => query(page).get("view")).toBe("2,0.5,0.5");
    await touch("touchStart", [0.5, 0.5]);
    await touch("touchMove", [0.7, 0.5]);
    await touch("touchEnd");
    await expect.poll(() => query(page).get("view")).toBe("2,0.4,0.5");
    expect(query(page).has("cell")).toBe(false);
    await page.touchscreen.tap(box.x + box.width * 0.51, box.y + box.height * 0.51);
    await expect(page).toHaveURL(/cell=169/);
  });
});

for (const look of looks) {
  test(`the maps are accessible and fit: ${look.name}`, async ({ page, view }) => {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.theme });
    await open(page, view.address, `?treatment=${treatments.cube}&cell=100`);
    await expect(page.locator(".maps-note, .elite-card")).toBeVisible();
    await expectAccessible(page);
    const { width, height } = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
    expect(width).toBeLessThanOrEqual(look.width);
    if (look.width > 1000) expect(height).toBeLessThanOrEqual(look.height);
  });
}
