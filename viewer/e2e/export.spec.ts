// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, program, runFolder, study, test } from "./support";

// A page with its data inside, opened from the disk: there is no server to ask.

/** Exports into a folder of its own, and gives the address of the page there. */
function exported(name: string, ...words: string[]): string {
  const folder = `${dirname(study)}/exported-${name}`;
  mkdirSync(folder, { recursive: true });
  execFileSync(program, ["view", ...words, "--export", `${folder}/made.html`, "--force"]);
  copyFileSync(`${folder}/made.html`, `${folder}/mailed.html`); // it may have any name
  return pathToFileURL(resolve(folder, "mailed.html")).href;
}

/** Opens the page; what it asks others for is a fault. */
async function open(page: Page, address: string): Promise<string[]> {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(address);
  await expect(page.getByRole("navigation", { name: "Views" })).toBeVisible();
  return asked;
}

let whole: string;
test.beforeAll(() => {
  whole = exported("whole", study);
});

test("shows maps, elites, comparisons and mazes without a server", async ({ page }) => {
  const asked = await open(page, `${whole}#/maps?treatment=4&selector=1`);
  await page.getByRole("application").click();
  await page.keyboard.press("Home");
  await page.goto(`${whole}#/compare?treatment=2`);
  await expect(page.locator(".line-chart")).toBeVisible();
  await page.getByRole("tab", { name: "Who beats whom" }).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await page.goto(`${whole}#/gallery`);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await page.goto(`${whole}#/maps?treatment=10&selector=0&cell=0`);
  await expect(page.getByRole("article")).toBeVisible();
  expect(asked).toEqual([]);
});

test("keeps its view when it is loaded again", async ({ page }) => {
  await open(page, `${whole}#/maps`);
  await page.getByLabel("Quantity").selectOption("selections");
  await expect(page).toHaveURL(/quantity=selections/);
  await page.reload();
  await expect(page.getByLabel("Quantity")).toHaveValue("selections");
  await expectAccessible(page);
});

test("is a live demonstration: its playground ends as mce run does", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const words = "testbed=maze&set.size=5&evaluations=2000&selectors=ucb-cell;surprise&speed=full&seed=7";
  const asked = await open(page, `${exported("nothing")}#/playground?${words}`);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByTestId("race-state")).toHaveText("The race is finished.");
  for (const [i, selector] of ["ucb-cell", "surprise"].entries()) {
    const options = ["--set", "size=5", "--evaluations", "2000", "--seed", "7", "--selector", selector, "--quiet"];
    const output = execFileSync(program, ["run", "maze", ...options], { encoding: "utf8" });
    await expect(page.getByTestId(`standing-${i}`).locator("code")).toHaveText(
      output.match(/signature +([0-9a-f]{16})/)![1]!,
    );
  }
  expect(asked).toEqual([]);
});

test("of a part of a study offers just that part", async ({ page }) => {
  await open(page, exported("part", study, "--only", "treatment=voronoi,treatment=mazes*,selector=uniform"));
  const treatments = page.getByLabel("Treatment").locator("option");
  await expect(treatments).toHaveText([/^mazes/, /^mazes/, /^mazes/, "voronoi"]);
  await expect(page.getByLabel("Selector").locator("option")).toHaveText(["uniform"]);
  await expect(page.getByRole("application")).toBeVisible();
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page.locator(".line-chart")).toBeVisible();
  await page.getByRole("link", { name: "Mazes" }).click();
  await expect(page.getByText(/^Selectors:/)).toHaveCount(0); // there is but one
  const maze = page.getByRole("gridcell").first();
  await expect(maze).toHaveAccessibleName(/^uniform, /);
  await maze.click();
  await expect(page.getByRole("article").getByRole("img")).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("gridcell").last()).toHaveAccessibleName(/^uniform, /);
});

test("of a part of a study leads to no results that are left out", async ({ page }) => {
  const address = exported("arms", study, "--only", "treatment=arms*");
  await open(page, address);
  const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  await expect(views).toHaveText(["Maps", "Compare", "Playground"]); // there are no mazes
  await page.goto(`${address}#/compare?tab=verdicts`);
  const winnersOf = (testbed: string) =>
    page.locator(".beaten", { has: page.getByText(testbed, { exact: true }) }).locator("button.entry", {
      hasText: /[1-9]/,
    });
  await winnersOf("maze").first().click();
  await expect(page.locator(".victories")).toContainText("beats by");
  await expect(page.locator(".victories button")).toHaveCount(0);
  await winnersOf("arm").first().click();
  await page.locator(".victories button").first().click();
  await expect(page.getByTestId("pair")).toBeVisible();
  await expect(page).toHaveURL(/treatment=1&/);
});

test("of a run shows its map and its curve", async ({ page }) => {
  await open(page, exported("run", runFolder));
  await expect(page.getByRole("application")).toBeVisible();
  await page.getByRole("link", { name: "Compare" }).click();
  await expect(page.locator(".line-chart")).toBeVisible();
});
