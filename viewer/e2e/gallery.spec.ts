// SPDX-License-Identifier: MIT
import type { Page } from "@playwright/test";
import { readArrays } from "../src/data/arrays";
import type { ElitesHead, Runs } from "../src/data/study";
import { cellAt, count, open, zipOf } from "./gallery_support";
import { expect, expectAccessible, looks, test, type View } from "./support";

const treatments = [4, 5, 6];

interface Facts {
  treatment: number;
  selector: number;
  corners: number;
  path: number;
  tiles: string;
}

/** All mazes, as the server has them. */
async function mazesOf(page: Page, view: View): Promise<Facts[]> {
  const result: Facts[] = [];
  for (const treatment of treatments) {
    const { runs } = (await (
      await page.request.get(`${view.address}api/treatments/${treatment}/runs.json`)
    ).json()) as Runs;
    for (const { selector, repetition } of runs) {
      const answer = await page.request.get(`${view.address}api/runs/${treatment}/${selector}/${repetition}/elites`);
      const arrays = readArrays<ElitesHead>(Uint8Array.from(await answer.body()).buffer);
      const metrics = arrays.f32("metrics");
      arrays.u32("cells").forEach((_cell, i) => {
        const tiles = arrays
          .u8("solutions")
          .subarray(i * 64, (i + 1) * 64)
          .join();
        result.push({ treatment, selector, corners: metrics[i * 5]!, path: metrics[i * 5 + 4]!, tiles });
      });
    }
  }
  return result;
}

const distinct = (mazes: Facts[]) => new Set(mazes.map((each) => each.tiles)).size;
const text = (count: number) => count.toLocaleString("en-GB");

test("all mazes are there, each once or as often as they were found", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  await open(page, view);
  await expect(count(page)).toHaveText(`${text(distinct(mazes))} of ${text(distinct(mazes))} mazes`);
  await page.getByLabel("Each maze once").uncheck();
  await expect(count(page)).toHaveText(`${text(mazes.length)} of ${text(mazes.length)} mazes`);
  await expect(page).toHaveURL(/repeats=1/);
  // The name of the view leads to the view, and nowhere else.
  await expect(page.getByLabel("Mazes", { exact: true })).toHaveCount(0);
});

test("treatments and selectors are chosen", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  await open(page, view, "repeats=1");
  await page.getByText("Selectors: all 3").click();
  await page.getByRole("button", { name: "only uniform" }).click();
  const uniform = mazes.filter((each) => each.selector === 2);
  await expect(count(page)).toHaveText(`${text(uniform.length)} of ${text(uniform.length)} mazes`);
  await expect(page.getByText("Selectors: uniform")).toBeVisible();
  await page.getByText("Treatments: all 3").click();
  await page.getByRole("checkbox", { name: /^mazes fitness=path/ }).uncheck();
  await expect(page).toHaveURL(/treatments=4(%2C|,)5/);
  await expect(count(page)).not.toContainText(`of ${text(uniform.length)}`);
});

test("it says while mazes of another choice are loaded, and keeps the list open", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/runs/5/**/elites", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, view, "treatments=4&repeats=1");
  const note = page.getByText("These are the mazes of the former choice.");
  await expect(note).toHaveCount(0);
  await page.locator("summary", { hasText: "Treatments:" }).click();
  const five = page.getByRole("button", { name: /^only mazes fitness=hor/ });
  await five.click();
  await expect(note).toBeVisible();
  release();
  await expect(note).toHaveCount(0);
  await expect(five).toBeVisible();
  await expect(count(page)).toContainText(`of ${text(mazes.filter((each) => each.treatment === 5).length)} mazes`);
});

test("the mazes of every run are asked for once, and only of the chosen selectors", async ({ page, view }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const run = request.url().match(/api\/runs\/(.*)\/elites$/)?.[1];
    if (run) asked.push(run);
  });
  await open(page, view, "selectors=2");
  expect(asked.sort()).toEqual(treatments.flatMap((treatment) => [0, 1, 2].map((each) => `${treatment}/2/${each}`)));
  await page.getByText("Selectors: uniform").click();
  await page.getByRole("button", { name: "All", exact: true }).last().click();
  await expect(page.getByText("Selectors: all 3")).toBeVisible();
  await expect.poll(() => asked.length).toBe(27);
  await page.getByLabel("Each maze once").uncheck();
  const mazes = await mazesOf(page, view);
  await expect(count(page)).toHaveText(`${text(mazes.length)} of ${text(mazes.length)} mazes`);
  expect(new Set(asked).size).toBe(27);
  expect(asked.length).toBe(27);
});

test("what cannot be read is said, and the other mazes and the selection stay", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  await open(page, view, "treatments=4&repeats=1");
  await cellAt(page, 1).click({ modifiers: ["Control"] });
  await page.route("**/treatments/5/runs.json", (route) => route.fulfill({ body: "{" }));
  await page.locator("summary", { hasText: "Treatments:" }).click();
  await page.getByRole("checkbox", { name: /^mazes fitness=hor/ }).check();
  await expect(page.getByRole("alert")).toContainText("Not all mazes could be read: ");
  const four = mazes.filter((each) => each.treatment === 4);
  await expect(count(page)).toHaveText(`${text(four.length)} of ${text(four.length)} mazes`);
  await expect(page.locator(".download-bar > strong")).toHaveText("1 selected");
  await page.getByRole("checkbox", { name: /^mazes fitness=hor/ }).uncheck();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("what could not be read is read when somebody asks for it", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  const those = (chosen: number[]) => text(mazes.filter((each) => chosen.includes(each.treatment)).length);
  const broken = "**/runs/6/**/elites";
  const breakThem = () => page.route(broken, (route) => route.fulfill({ body: "{}" }));
  const tryAgain = page.getByRole("button", { name: "Try again" });
  await breakThem();
  await open(page, view, "treatments=5,6&repeats=1");
  await expect(page.getByRole("alert")).toContainText("Not all mazes could be read: ");
  await expect(count(page)).toHaveText(`${those([5])} of ${those([5])} mazes`);
  await page.getByLabel("Path, lowest").fill("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("None of the mazes that are loaded is within all ranges.")).toBeVisible();
  await page.getByRole("button", { name: "Take all values" }).click();
  await page.unroute(broken);
  await tryAgain.click();
  await expect(count(page)).toHaveText(`${those([5, 6])} of ${those([5, 6])} mazes`);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(cellAt(page, 0)).toBeFocused();

  // Not a single one.
  await breakThem();
  await page.goto(`${view.address}#/compare`);
  await page.goto(`${view.address}#/gallery?treatments=6&repeats=1`);
  await expect(page.locator("main > .failure")).toBeVisible();
  await page.unroute(broken);
  await tryAgain.click();
  await expect(count(page)).toHaveText(`${those([6])} of ${those([6])} mazes`);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  /** A finger that moves from a point, and stays down. */
  async function swipe(page: Page, x: number, y: number, dx: number, dy: number): Promise<() => Promise<void>> {
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", way: number) => {
      const touchPoints = type === "touchEnd" ? [] : [{ x: x + dx * way, y: y + dy * way }];
      return session.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    await touch("touchStart", 0);
    for (let step = 1; step <= 10; ++step) await touch("touchMove", step / 10);
    return () => touch("touchEnd", 1).then(() => {});
  }

  test("a swipe over a histogram filters sideways, and scrolls up and down", async ({ page, view }) => {
    await open(page, view, "corners=0.2..0.6");
    await page.getByText("Filters", { exact: true }).click();
    const corners = page.getByRole("img", { name: /^Distribution of corners/ });
    const straights = page.getByRole("img", { name: /^Distribution of straights/ });
    const lowest = page.getByLabel("Corners, lowest");
    const middle = async (picture = corners) => {
      await picture.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await picture.boundingBox())!;
      return [x + width * 0.4, y + height / 2] as const;
    };
    const cancelled = page.evaluate(
      () => new Promise((resolve) => document.addEventListener("pointercancel", resolve, { once: true })),
    );
    await (await swipe(page, ...(await middle()), 0, -200))();
    await cancelled;
    // Neither the moves before it scrolls nor its end change the range.
    await page.waitForTimeout(400);
    await expect(lowest).toHaveValue("0.2");
    await expect(page).toHaveURL(/corners=0.2..0.6/);
    await (await swipe(page, ...(await middle(straights)), 0, -200))();
    await page.waitForTimeout(400);
    await expect(page).not.toHaveURL(/straights/);

    await (await swipe(page, ...(await middle()), 30, 0))();
    await expect(lowest).not.toHaveValue("0.2");
  });
});

test("dragging over a histogram filters, and all histograms follow", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  await open(page, view, "repeats=1");
  const corners = page.getByRole("img", { name: /^Distribution of corners/ });
  const path = page.getByRole("img", { name: /^Distribution of path/ });
  const picture = () => path.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await picture();
  const box = (await corners.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 20, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
  await page.mouse.up();
  const low = Number(await page.getByLabel("Corners, lowest").inputValue());
  const high = Number(await page.getByLabel("Corners, highest").inputValue());
  expect(low).toBeCloseTo(0.25, 1);
  expect(high).toBeCloseTo(0.5, 1);
  const within = mazes.filter((each) => each.corners >= low - 1e-6 && each.corners <= high + 1e-6);
  await expect(count(page)).toHaveText(`${text(within.length)} of ${text(mazes.length)} mazes`);
  await expect(path).toHaveAccessibleName(new RegExp(`${text(within.length)} mazes are shown`));
  expect(await picture()).not.toBe(before);
  await expect(page).toHaveURL(new RegExp(`corners=${low}\\.\\.${high}`));

  // A click takes everything again.
  await page.mouse.click(box.x + 4, box.y + 20);
  await expect(count(page)).toHaveText(`${text(mazes.length)} of ${text(mazes.length)} mazes`);
  await expect(page).not.toHaveURL(/corners/);
});

test("ranges are set by numbers and by the keyboard", async ({ page, view }) => {
  const mazes = await mazesOf(page, view);
  await open(page, view, "repeats=1");
  await page.getByLabel("Path, lowest").fill("0.5");
  await page.keyboard.press("Enter");
  const within = mazes.filter((each) => each.path >= 0.5);
  await expect(count(page)).toHaveText(`${text(within.length)} of ${text(mazes.length)} mazes`);
  await page.getByLabel("Path, slider of the highest").focus();
  for (let i = 0; i < 10; ++i) await page.keyboard.press("ArrowLeft");
  await expect(page.getByLabel("Path, highest")).toHaveValue("0.9");
  const fewer = mazes.filter((each) => each.path >= 0.5 && each.path <= 0.9 + 1e-6);
  await expect(count(page)).toHaveText(`${text(fewer.length)} of ${text(mazes.length)} mazes`);
  await page.getByLabel("Path, lowest").fill("0.95");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Path, lowest")).toHaveValue("0.9"); // not above the highest
  await page.getByRole("button", { name: "Take all values" }).click();
  await expect(count(page)).toHaveText(`${text(mazes.length)} of ${text(mazes.length)} mazes`);
});

test("nothing within the ranges is said", async ({ page, view }) => {
  await page.goto(`${view.address}#/gallery?corners=0.99..1&straights=0.99..1`);
  await expect(page.getByText("No maze is within all ranges.")).toBeVisible();
  await page.getByRole("button", { name: "Take all values" }).click();
  await expect(page.getByRole("gridcell").first()).toBeVisible();
});

test("mazes are sorted, and scrolling shows those in between", async ({ page, view }) => {
  await open(page, view, "sort=corners");
  const value = async (position: number) => {
    const name = await cellAt(page, position).getAttribute("aria-label");
    return Number(name!.match(/corners ([\d.]+)$/)![1]);
  };
  const inOrder = async (positions: number[], sign: number) => {
    for (const i of positions) expect(sign * ((await value(i)) - (await value(i + 1)))).toBeGreaterThanOrEqual(0);
  };
  await inOrder([0, 1, 2, 3, 4, 5, 6, 7, 8], 1);
  const highest = await value(0);
  const scroller = page.locator(".maze-scroller");
  await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
  const columns = Number(await page.getByRole("grid").getAttribute("aria-colcount"));
  const rows = Number(await page.getByRole("grid").getAttribute("aria-rowcount"));
  const middle = Math.floor(rows / 2) * columns;
  await expect(cellAt(page, middle)).toBeInViewport();
  expect(await page.getByRole("gridcell").count()).toBeLessThan(columns * 16);
  await inOrder([middle, middle + 1, middle + 2], 1);
  expect(await value(middle)).toBeLessThan(highest);
  await page.getByLabel("Order").selectOption("lowest first");
  await expect(cellAt(page, 0)).toBeInViewport(); // a new order begins at its top
  await inOrder([0, 1, 2, 3, 4], -1);
});

test("a maze is opened by a click, another one by the keyboard", async ({ page, view }) => {
  await open(page, view);
  await cellAt(page, 2).click();
  const card = page.getByRole("article");
  const drawing = card.getByRole("img");
  await expect(drawing).toHaveAttribute("alt", "Maze of 8 × 8 tiles with its solution");
  const label = (await cellAt(page, 2).getAttribute("aria-label"))!;
  const cell = label.match(/cell (\d+)/)![1]!;
  await expect(card.getByRole("heading")).toContainText(`Cell ${cell}`);
  const first = await drawing.getAttribute("src");
  await expect(cellAt(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(cellAt(page, 3)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawing).not.toHaveAttribute("src", first!);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  await expect(page).toHaveURL(/maze=\d/);
  await card.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(page.getByRole("region", { name: "Pinned elites" }).getByRole("img")).toHaveCount(1);
  await card.getByRole("button", { name: "Close the elite" }).click();
  await expect(card).toHaveCount(0);
  await expect(page.locator('.maze-cell[tabindex="0"]')).toBeFocused();
});

test("drawings have another size, with or without solutions", async ({ page, view }) => {
  await open(page, view);
  const row = page.locator(".maze-row canvas").first();
  const picture = () => row.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await picture();
  await page.getByLabel("Solutions").uncheck();
  await expect.poll(picture).not.toBe(before);
  const width = async () => (await cellAt(page, 0).boundingBox())!.width;
  const medium = await width();
  await page.getByLabel("Drawings").selectOption("large");
  expect(await width()).toBeGreaterThan(medium * 1.3);
  await page.getByLabel("Drawings").selectOption("small");
  await expect.poll(width).toBeLessThan(medium * 0.8);
  await expect(page).toHaveURL(/solution=0/);
  await expect(page).toHaveURL(/size=small/);
});

test("names of treatments and selectors are text", async ({ page, view }) => {
  const name = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
  await page.route("**/api/study.json", async (route) => {
    const facts = await (await route.fetch()).json();
    facts.name = name;
    for (const each of [...facts.selectors, ...facts.treatments]) each.label = each.name = each.name + name;
    await route.fulfill({ json: facts });
  });
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await open(page, view);
  await expect(cellAt(page, 0)).toHaveAttribute("aria-label", /<script>alert\(2\)<\/script>, repetition/);
  await page.locator("summary", { hasText: "Treatments:" }).click();
  await page.locator("summary", { hasText: "Selectors:" }).click();
  await expect(page.getByRole("checkbox", { name: /^mazes.*<script>/ })).toHaveCount(3);
  await expect(page.getByRole("checkbox", { name: /^uniform.*<script>/ })).toHaveCount(1);
  await cellAt(page, 0).click();
  const card = page.getByRole("article");
  await expect(card.getByRole("heading")).toContainText("<script>alert(2)</script>");
  await card.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(page.getByRole("region", { name: "Pinned elites", exact: true })).toContainText("<script>");
  await cellAt(page, 0).click({ modifiers: ["Control"] });
  const { name: file, entries } = await zipOf(page, "text tiles");
  for (const each of [file, ...Object.keys(entries)]) expect(each).toMatch(/^[\w.=-]+$/);
  expect(await page.locator("#app script, #app img[src='x']").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(alerts).toEqual([]);
});

test("the address holds all choices", async ({ page, view }) => {
  const query = "treatments=4&selectors=0,2&corners=0.1..0.5&sort=straights&order=up&size=large&solution=0&format=txt";
  await open(page, view, query);
  const counts = await count(page).innerText();
  await page.reload();
  await expect(count(page)).toHaveText(counts);
  await expect(page.getByLabel("Sort by")).toHaveValue("straights");
  await expect(page.getByLabel("Order")).toHaveValue("up");
  await expect(page.getByLabel("Drawings")).toHaveValue("large");
  await expect(page.getByLabel("Solutions")).not.toBeChecked();
  await expect(page.getByText("Selectors: 2 of 3")).toBeVisible();
  await expect(page.getByLabel("Corners, highest")).toHaveValue("0.5");
  await expect(page.getByLabel("Format")).toHaveValue("txt");
  await page.getByLabel("Format").selectOption("PNG");
  await expect(page).toHaveURL(/format=png/);
});

for (const { name, theme, width, height } of looks) {
  test(`the gallery is accessible: ${name}`, async ({ page, view }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await open(page, view, "corners=0.2..0.6");
    const filters = page.getByText("Filters", { exact: true });
    const narrow = width < 768;
    if (narrow) {
      await expect(page.getByLabel("Corners, lowest")).toBeHidden();
      await filters.click();
    }
    await expect(page.getByLabel("Corners, lowest")).toBeVisible();
    await page.getByText("Selectors: all 3").click();
    await expectAccessible(page);
    if (narrow) await filters.click();
    await cellAt(page, 0).click();
    await expect(page.getByRole("article").getByRole("img")).toBeInViewport({ ratio: 0.9 });
    await expectAccessible(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
  });
}
