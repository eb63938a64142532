// SPDX-License-Identifier: MIT
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Page, test as unwatched } from "@playwright/test";
import { expect, expectAccessible, looks, program, runFolder, startView, study, test } from "./support";

const folder = dirname(study);
const sizes = looks.filter((each) => each.theme === "light");

test("the page opens at the maps", async ({ page, view }) => {
  await page.goto(view.address);
  await expect(page).toHaveTitle("Maps · explorer · Monte Carlo Elites");
  await expectAccessible(page);
});

test("the keyboard goes from the skip link through the views to the content", async ({ page, view }) => {
  await page.goto(`${view.address}#/compare`);
  await expect(page.getByRole("tab", { name: "Curves" })).toBeVisible();
  const next = async () => {
    await page.keyboard.press("Tab");
    return page.evaluate(() => document.activeElement!.textContent);
  };
  const order: (string | null)[] = [];
  for (let i = 0; i < 7; ++i) order.push(await next());
  expect(order).toEqual(["Skip to the content", "Maps", "Compare", "Mazes", "Playground", "Dark", "Curves"]);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Who beats whom" })).toBeFocused();
  await page.getByRole("button", { name: "Skip to the content" }).press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("the links between the views keep the treatment and the pins", async ({ page, view }) => {
  await page.goto(`${view.address}#/maps?treatment=5&pins=5.0.0.1&selector=1`);
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("combobox", { name: "Treatment", exact: true })).toHaveValue("5");
  await views.getByRole("link", { name: "Mazes" }).click();
  await expect(page).toHaveURL(/#\/gallery\?treatment=5&pins=5\.0\.0\.1$/);
  await expect(views.getByRole("link", { name: "Playground" })).toHaveAttribute("href", "#/playground");
});

test("the colours follow the system until somebody chooses, and then stay", async ({ page, view }) => {
  const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${view.address}#/compare`);
  const dark = await back();
  await page.getByRole("button", { name: "Light" }).click();
  const light = await back();
  expect(light).not.toBe(dark);
  await page.reload();
  await expect(page.getByRole("button", { name: "Dark" })).toBeVisible();
  expect(await back()).toBe(light);
});

test("the choice of colours works without storage", async ({ page, view }) => {
  await page.addInitScript(() => {
    const refuse = {
      get: () => {
        throw new DOMException("no storage", "SecurityError");
      },
    };
    Object.defineProperty(window, "localStorage", refuse);
  });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${view.address}#/compare`);
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.getByRole("button", { name: "Light" })).toBeVisible();
});

// A lost connection is written to the console by Chromium itself.
unwatched("a server that is away is told of in words, and the page continues when it is back", async ({ page }) => {
  const view = await startView(study);
  try {
    await page.goto(`${view.address}#/compare`);
    await expect(page.locator(".curve-table")).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole("tab", { name: "Sweeps" }).click();
    await expect(page.getByRole("alert")).toContainText("mce view does not answer");
    await page.context().setOffline(false);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.locator(".legend-table tbody tr")).not.toHaveCount(0);
  } finally {
    await page.close();
    await view.stop();
  }
});

test("a study that was extended, or another one in its place, is read anew", async ({ page, view }) => {
  let identity = "one";
  await page.route("**/api/state.json", async (route) => {
    const state = await (await route.fetch()).json();
    await route.fulfill({ json: { ...state, identity } });
  });
  await page.goto(`${view.address}#/compare?treatment=2`);
  await expect(page.locator(".curve-table")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const isFirst = () => page.evaluate(() => "isFirst" in window).catch(() => true); // on the way from page to page
  const look = async () => {
    const answered = page.waitForResponse("**/api/state.json");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await answered;
  };
  await look();
  expect(await isFirst()).toBe(true);
  identity = "another";
  await look();
  await expect.poll(isFirst).toBe(false);
  await expect(page.locator(".curve-table")).toBeVisible();
  await expect(page).toHaveURL(/compare\?treatment=2$/);
});

test("a study that is started after the page is followed, too", async ({ page, view }) => {
  let runs = 3;
  await page.route("**/api/state.json", async (route) => {
    const state = await (await route.fetch()).json();
    state.treatments[0].runs = runs;
    await route.fulfill({ json: { ...state, running: runs > 3 } });
  });
  await page.clock.install();
  await page.goto(`${view.address}#/compare`);
  const progress = page.locator(".progress");
  await expect(progress).toContainText("unfinished · 93 of 99 runs");
  runs = 4;
  await page.clock.runFor(16_000);
  await expect(progress).toContainText("running · 94 of 99 runs");
});

test("a study that runs is followed until it ends", async ({ page }) => {
  test.slow();
  const file = `${folder}/following.mce`;
  rmSync(file, { force: true });
  const run = spawn(program, ["study", "run", "e2e/following.toml", "--out", file, "--threads", "1"], {
    stdio: "ignore",
  });
  // The file is there a moment before there is a study in it.
  await expect(() => execFileSync(program, ["study", "status", file], { stdio: "ignore" })).toPass();
  const view = await startView(file);
  try {
    await page.goto(`${view.address}#/compare`);
    const progress = page.locator(".progress");
    await expect(progress).toContainText(/running · [\d,]+ of 2,000 runs/);
    const runs = async () => Number((await progress.innerText()).match(/[\d,]+/)![0].replaceAll(",", ""));
    const status = page.locator("header").getByRole("status");
    await expect(status).toHaveText("The study is running.");
    const before = await runs();
    await expect.poll(runs, { timeout: 15_000 }).toBeGreaterThan(before);
    run.kill("SIGINT");
    await once(run, "exit");
    await expect(progress).toContainText("unfinished", { timeout: 15_000 });
    await expect(status).toHaveText("The study is unfinished.");
    // What is missing is said, at least of the treatment whose runs were being made.
    const texts: string[] = [];
    for (const treatment of ["0", "1"]) {
      await page.getByLabel("Treatment").selectOption(treatment);
      await expect(page.locator(".curve-table, .note").first()).toBeVisible();
      texts.push(...(await page.locator(".note").allInnerTexts()));
    }
    expect(texts.join(" ")).toMatch(/of this treatment are in/);
  } finally {
    run.kill("SIGKILL");
    await page.close();
    await view.stop();
  }
});

for (const look of looks) {
  test(`the page of a run, and the page of nothing, are accessible and fit: ${look.name}`, async ({ page }) => {
    await page.setViewportSize({ width: look.width, height: look.height });
    await page.emulateMedia({ colorScheme: look.theme });
    for (const [what, shown] of [
      [[runFolder], ".heat-cells"],
      [[], ".race-maps, main button"],
    ] as const) {
      const view = await startView(...what);
      try {
        await page.goto(view.address);
        await expect(page.locator(shown).first()).toBeVisible();
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width);
      } finally {
        await page.goto("about:blank");
        await view.stop();
      }
    }
  });
}

test.describe("names from a study", () => {
  /** Fails if a name has become an element, or runs. */
  async function expectJustText(page: Page): Promise<void> {
    expect(await page.locator("#app script, #app img[src='x'], #app svg[onload]").count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }

  /** What names have said by alert(). */
  function alertsOf(page: Page): string[] {
    const alerts: string[] = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    return alerts;
  }

  /** All tabs of Compare, and Maps with an elite, at every size. */
  async function expectJustTextEverywhere(page: Page, address: string, treatment: number): Promise<void> {
    for (const { width, height } of sizes) {
      await page.setViewportSize({ width, height });
      for (const tab of [
        "curves",
        "verdicts&first=0&second=1&winner=0&testbed=arm",
        "maps",
        "sweeps&lines=treatments",
      ]) {
        await page.goto(`${address}#/compare?treatment=${treatment}&tab=${tab}`);
        await expect(page.locator(".tab-panel").locator("canvas, circle").first()).toBeVisible();
        await expectJustText(page);
      }
      await page.goto(`${address}#/maps?treatment=${treatment}`);
      const map = page.getByRole("application");
      await map.press("ArrowRight");
      await map.press("Enter");
      await expect(page.locator(".maps-note, .elite-card")).toBeVisible();
      await expectJustText(page);
    }
  }

  test("are text wherever they are, and break no layout, also in an exported page", async ({ page }) => {
    test.slow();
    const file = `${folder}/hostile.mce`;
    const made = `${folder}/hostile.html`;
    rmSync(file, { force: true });
    const quietly = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
    execFileSync(program, ["study", "run", "e2e/hostile.toml", "--out", file], quietly);
    execFileSync(program, ["view", file, "--export", made, "--force"], quietly);
    const view = await startView(file);
    const alerts = alertsOf(page);
    try {
      for (const treatment of [2, 3]) await expectJustTextEverywhere(page, view.address, treatment);
      for (const address of [view.address, pathToFileURL(resolve(made)).href]) {
        await page.goto(`${address}#/compare`);
        const treatments = page.getByRole("combobox", { name: "Treatment", exact: true }).locator("option");
        await expect(treatments.first()).toHaveText("<script>alert(1)</script>");
      }
      await expectJustTextEverywhere(page, pathToFileURL(resolve(made)).href, 3);
      expect(alerts).toEqual([]);
    } finally {
      await page.close();
      await view.stop();
    }
  });

  test("of selectors, metrics and the study are text, too", async ({ page, view }) => {
    test.slow();
    const alerts = alertsOf(page);
    const name = `"><img src=x onerror=alert(1)><script>alert(2)</script>${"z".repeat(250)}`;
    await page.route("**/api/study.json", async (route) => {
      const facts = await (await route.fetch()).json();
      facts.name = name;
      for (const each of facts.selectors) each.label = each.short = each.name + name;
      for (const each of facts.metrics) each.title = each.key + name;
      await route.fulfill({ json: facts });
    });
    await expectJustTextEverywhere(page, view.address, 1);
    expect(await page.title()).toContain("<script>alert(2)</script>");
    expect(alerts).toEqual([]);
  });

  test("of the folder of a run are text, too", async ({ page }) => {
    const run = `${folder}/"><img src=x onerror=alert(6)>`;
    execFileSync(program, ["run", "rastrigin", "--evaluations", "300", "--out", run, "--force"], { stdio: "ignore" });
    const view = await startView(run);
    const alerts = alertsOf(page);
    try {
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        for (const [where, what] of [
          ["maps", ".heat-cells"],
          ["compare", ".line-chart canvas"],
        ] as const) {
          await page.goto(`${view.address}#/${where}`);
          await expect(page.locator(what)).toBeVisible();
          await expectJustText(page);
        }
      }
      expect(await page.title()).toContain("<img src=x onerror=alert(6)>");
      expect(alerts).toEqual([]);
    } finally {
      await page.close();
      await view.stop();
    }
  });

  test("can be searched if there are many", async ({ page, view }) => {
    await page.route("**/api/study.json", async (route) => {
      const facts = await (await route.fetch()).json();
      const [first] = facts.treatments;
      for (let i = 0; i < 60; ++i) facts.treatments.push({ ...first, name: `extra number=${i}` });
      await route.fulfill({ json: facts });
    });
    await page.goto(`${view.address}#/compare`);
    const choice = page.getByRole("combobox", { name: "Treatment", exact: true });
    await expect.poll(() => choice.locator("option").count()).toBeGreaterThan(60);
    expect(await choice.locator("optgroup").count()).toBeGreaterThan(2);
    const search = page.getByLabel("Search in: Treatment");
    await search.fill("16 arm");
    await expect(choice.locator("option")).toHaveText([/plain|rastrigin/, /16/]); // the chosen one stays
    await search.press("Enter");
    await expect(choice.locator("option:checked")).toHaveText(/16/);
    expect(page.url()).toContain("treatment=3");
    await expectAccessible(page);
  });
});
