// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, looks, program, startView, test } from "./support";

// Races start by themselves, unless somebody wants little motion: then the tests know where they are.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: "reduce" }));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const evaluations = (page: Page) => page.getByTestId("evaluations");
const state = (page: Page) => page.getByTestId("race-state");

async function open(page: Page, address: string, words: string): Promise<void> {
  await page.goto(`${address}#/playground?${words}`);
  await expect(button(page, "Start")).toBeEnabled();
}

/** What the commands that the page shows print as signatures. */
async function signaturesOfCommands(page: Page): Promise<string[]> {
  await page.getByText("The same runs in a terminal").click();
  const commands = await page.locator(".command code").allTextContents();
  return commands.map((each) => {
    const [name, ...words] = each.split(" ");
    expect(name).toBe("mce");
    return execFileSync(program, [...words, "--quiet"], { encoding: "utf8" }).match(/signature +([0-9a-f]{16})/)![1]!;
  });
}

async function signaturesOfRacers(page: Page, count: number): Promise<string[]> {
  await expect(state(page)).toHaveText("The race is finished.", { timeout: 15_000 });
  const texts = Array.from({ length: count }, (_each, i) => page.getByTestId(`standing-${i}`).locator("code"));
  return Promise.all(texts.map(async (each) => (await each.textContent())!));
}

test("a race starts by itself, can be paused and goes on", async ({ page, view }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${view.address}#/playground`);
  await button(page, "Pause").click();
  await expect(page).toHaveURL(/testbed=rastrigin.*at=\d+/);
  const paused = await evaluations(page).textContent();
  expect(paused).toMatch(/^\d/);
  await expect(state(page)).toContainText("Paused at");
  await expect(page.getByTestId("standing-0")).toContainText("%");
  await button(page, "Start").click();
  await expect(evaluations(page)).not.toHaveText(paused!);
});

for (const words of [
  "testbed=rastrigin&evaluations=5000&selectors=ucb-cell:lambda=0.3;curiosity;explore-individual&set.dimensions=4",
  "testbed=arm&evaluations=4000&selectors=surprise;thompson-tournament&centroids=150&centroid-seed=3&seed=11",
  "testbed=maze&evaluations=3000&selectors=ucb-individual;greedy&profile=published&set.size=6&batch=4",
  "testbed=passage&evaluations=3000&selectors=discounted-ucb;uniform&resolution=30x20&profile=published",
]) {
  test(`ends as mce run does: ${words}`, async ({ page, view }) => {
    await open(page, view.address, `${words}&speed=full`);
    // Neither steps nor a pause change anything.
    await button(page, "Step").click();
    await expect(page).toHaveURL(/at=\d/);
    await button(page, "Start").click();
    const count = words.match(/selectors=([^&]*)/)![1]!.split(";").length;
    const signatures = await signaturesOfRacers(page, count);
    expect(new Set(signatures).size).toBe(count);
    expect(signatures).toEqual(await signaturesOfCommands(page));
  });
}

test("a step shows a parent and what became of its offspring", async ({ page, view }) => {
  await open(page, view.address, "testbed=arm&resolution=10&selectors=uniform;ucb-cell&evaluations=100");
  await expect(evaluations(page)).toHaveText("0 of 100");
  await button(page, "Step").click();
  await expect(evaluations(page)).toHaveText("1 of 100");
  await expect(page.getByText(/^Parent: cell \d+; its offspring (took cell \d+|did not survive)\.$/)).toHaveCount(2);
  await button(page, "Step").click();
  await expect(evaluations(page)).toHaveText("2 of 100");
});

test("the speed is chosen and spoken", async ({ page, view }) => {
  await open(page, view.address, "testbed=arm&resolution=10&evaluations=300&selectors=uniform;greedy&speed=1");
  const slider = page.getByRole("slider", { name: "Speed" });
  await expect(slider).toHaveAttribute("aria-valuetext", "1 evaluation per second");
  await button(page, "Start").click();
  await slider.press("End");
  await expect(slider).toHaveAttribute("aria-valuetext", "as fast as it goes");
  await expect(page).toHaveURL(/speed=full/);
  await expect(state(page)).toHaveText("The race is finished.");
  await expect(button(page, "Start")).toBeDisabled();
});

test("another seed is another race, and the same one is the same", async ({ page, view }) => {
  await open(page, view.address, "testbed=rastrigin&resolution=10&evaluations=500&speed=full&selectors=uniform;greedy");
  await button(page, "Start").click();
  const first = await signaturesOfRacers(page, 2);
  await button(page, "Other seed").click();
  await expect(page.getByLabel("Seed")).toHaveValue("2");
  await expect(page.getByTestId("standing-0").locator("code")).not.toHaveText(first[0]!);
  expect(await signaturesOfRacers(page, 2)).not.toEqual(first);
  await page.getByLabel("Seed").fill("1");
  await page.getByLabel("Seed").press("Enter");
  await expect(page.getByTestId("standing-0").locator("code")).toHaveText(first[0]!);
  expect(await signaturesOfRacers(page, 2)).toEqual(first);
});

test("an elite is opened by a click or by keys, pinned and closed", async ({ page, view }) => {
  const words = "testbed=maze&set.size=6&resolution=5&evaluations=2000&selectors=uniform;greedy&at=2000";
  await page.goto(`${view.address}#/playground?${words}`);
  await expect(state(page)).toHaveText("The race is finished.");
  const map = page.getByRole("application").first();
  await map.click();
  await expect(page).toHaveURL(/elite=0%3A12/);
  const card = page.getByRole("article", { name: "Elite of cell 12" });
  await expect(card).toContainText("uniform, seed 1, 2,000 evaluations");
  await expect(card.getByRole("img", { name: "Maze of 6 × 6 tiles with its solution" })).toBeVisible();
  await card.getByRole("button", { name: "Pin" }).click();
  await expect(page.getByRole("region", { name: "Pinned elites", exact: true })).toContainText("1 pinned elite");
  await card.getByRole("button", { name: "Close the elite" }).click();
  await expect(card).toBeHidden();
  await expect(map).toBeFocused();
  await page.getByRole("application").nth(1).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("cell")).toContainText(/cell \d+: .* · uniform .* · greedy /);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/elite=1%3A\d+/);
});

test("an empty cell is said, and the choice is undone by a button or Escape", async ({ page, view }) => {
  const words = "testbed=arm&resolution=5&initial=1&evaluations=100&selectors=uniform;greedy&at=0";
  await open(page, view.address, `${words}&elite=1:0`);
  const said = page.getByText("Cell 0 of greedy is empty.");
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await button(page, "Clear the selection").click();
  await expect(said).toHaveCount(0);
  await expect(page).not.toHaveURL(/elite=/);
  const map = page.getByRole("application").nth(1);
  await expect(map).toBeFocused();
  await map.press("ArrowRight");
  await map.press("Enter");
  await expect(page).toHaveURL(/elite=1%3A\d/);
  await map.press("Escape");
  await expect(page).not.toHaveURL(/elite=/);
});

test("maps of three features show the same slice, which is chosen", async ({ page, view }) => {
  const words = "testbed=rastrigin&set.features=3&resolution=4&evaluations=300&selectors=uniform;greedy&at=300";
  await page.goto(`${view.address}#/playground?${words}`);
  await expect(state(page)).toHaveText("The race is finished.");
  const pictures = () =>
    page.locator("canvas.heat-cells").evaluateAll((all) => all.map((each) => (each as HTMLCanvasElement).toDataURL()));
  const cut = page.locator(".maps-slices").getByRole("slider");
  const before = await pictures();
  expect(before).toHaveLength(2);
  await cut.press("Home");
  await expect(page).toHaveURL(/slice=0%2C1%2C\d\.\d\.0/);
  await expect.poll(async () => (await pictures()).every((each, i) => each !== before[i])).toBe(true);
  await page.getByLabel("Upwards").selectOption({ index: 2 });
  await expect(page).toHaveURL(/slice=0%2C2/);
  await page.reload();
  await expect(page.getByLabel("Upwards")).toHaveValue("2");
  await expectAccessible(page);
  await page.getByLabel("Testbed").selectOption("arm");
  await expect(page).not.toHaveURL(/slice=/);
});

test("values are read by keys: of a cell while nothing runs, and of the curves at any time", async ({ page, view }) => {
  await open(
    page,
    view.address,
    "testbed=arm&resolution=10&selectors=uniform;greedy&evaluations=100000&speed=1&at=500",
  );
  await expect(evaluations(page)).toHaveText("500 of 100,000");
  const cell = page.getByTestId("cell");
  await expect(cell).toHaveAttribute("aria-live", "polite");
  const slider = page.getByRole("slider", { name: "evaluations of the values" });
  const value = async () => (await slider.getAttribute("aria-valuetext"))!;
  expect(await value()).toMatch(/^500: uniform [\d,.−]+ · greedy [\d,.−]+$/);
  await expect(page.locator(".curve-line").first()).toHaveText((await value()).slice("500: ".length));
  await slider.press("Home");
  await expect(slider).toHaveAttribute("aria-valuetext", /^0: uniform/);
  await expect(page).toHaveURL(/point=0/);
  await slider.press("ArrowRight");
  await expect(slider).not.toHaveAttribute("aria-valuetext", /^0:/);
  const there = await value();
  await button(page, "Start").click();
  await expect(cell).toHaveAttribute("aria-live", "off");
  await expect(evaluations(page)).not.toHaveText("500 of 100,000");
  expect(await value()).toBe(there); // what is chosen stays while the curves grow
  await slider.press("End");
  await expect(page).not.toHaveURL(/point=/);
});

test("the address is not written with every movement of the speed", async ({ page, view }) => {
  await open(page, view.address, "testbed=arm&resolution=10&evaluations=300&selectors=uniform;greedy&at=0&speed=1");
  const written = await page.getByRole("slider", { name: "Speed" }).evaluate(async (element) => {
    const slider = element as HTMLInputElement;
    let count = 0;
    const { replaceState } = history;
    history.replaceState = (...words) => {
      ++count;
      replaceState.apply(history, words);
    };
    for (let i = 0; i < 300; ++i) {
      slider.value = String(i % 19);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      if (i % 20 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return count;
  });
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(10);
  await expect(page).toHaveURL(/speed=50000/);
});

test("is accessible without a study", async ({ page }) => {
  const view = await startView();
  try {
    await page.goto(view.address);
    await expect(button(page, "Start")).toBeEnabled();
    await expectAccessible(page);
  } finally {
    await page.close();
    await view.stop();
  }
});

test("an error is shown at its field, and the page stays usable", async ({ page, view }) => {
  await open(page, view.address, "testbed=maze&set.size=6&selectors=ucb-cell;greedy");
  await button(page, "Settings").click();
  const size = page.getByRole("textbox", { name: "size" });
  await size.fill("99");
  await size.press("Enter");
  await expect(page.getByRole("alert")).toContainText("allowed are whole numbers from 2 to 64");
  await expect(size).toHaveAttribute("aria-invalid", "true");
  await size.fill("7");
  await size.press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(button(page, "Start")).toBeEnabled();

  await page.getByText("Tune", { exact: true }).click();
  const lambda = page.getByRole("textbox", { name: "lambda" });
  await lambda.fill("-1");
  await lambda.press("Enter");
  await expect(page.getByRole("alert")).toContainText("out of range");
  await lambda.fill("0.25");
  await lambda.press("Enter");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/selectors=ucb-cell%3Alambda%3D0\.25%3Bgreedy/);
  await expect(page.getByTestId("standing-0")).toContainText("ucb-cell:lambda=0.25");
});

test("what is too large is said in words", async ({ page, view }) => {
  await page.goto(
    `${view.address}#/playground?testbed=rastrigin&set.dimensions=1000&resolution=1000&selectors=uniform;greedy`,
  );
  await expect(page.getByRole("alert")).toHaveText("there is not enough memory for this");
  await page.getByLabel("Testbed").selectOption("arm");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(button(page, "Start")).toBeEnabled();
});

test("what goes wrong before a race starts is said", async ({ page, view }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new Error("no more workers");
      }
    } as unknown as typeof Worker;
  });
  await page.goto(`${view.address}#/playground?testbed=arm`);
  await expect(page.getByRole("alert")).toHaveText("no more workers");
});

test("four selectors race, and one can be taken out", async ({ page, view }) => {
  await open(page, view.address, "testbed=passage&resolution=10&evaluations=400&speed=full&selectors=uniform;greedy");
  await button(page, "Add a selector").click();
  await button(page, "Add a selector").click();
  await expect(button(page, "Add a selector")).toHaveCount(0);
  await page.getByLabel("Selector 4", { exact: true }).selectOption("curiosity");
  await expect(page).toHaveURL(/selectors=uniform%3Bgreedy%3Bsurprise%3Bcuriosity/);
  await expect(button(page, "Start")).toBeEnabled();
  await expect(page.getByRole("application")).toHaveCount(4);
  await button(page, "Start").click();
  await signaturesOfRacers(page, 4);
  await button(page, "Remove selector 2").click();
  await expect(page).toHaveURL(/selectors=uniform%3Bsurprise%3Bcuriosity/);
  await expect(page.getByRole("application")).toHaveCount(3);
});

test("an address shows the same race at the same place", async ({ page, view }) => {
  const words =
    "testbed=arm&centroids=80&selectors=uniform;greedy&evaluations=900&at=450&seed=4&speed=50&quantity=selections&metric=coverage&x=log";
  await page.goto(`${view.address}#/playground?${words}`);
  await expect(evaluations(page)).toHaveText("450 of 900");
  await expect(page.getByLabel("Seed")).toHaveValue("4");
  await expect(page.getByLabel("Maps show")).toHaveValue("selections");
  await expect(page.getByLabel("Metric")).toHaveValue("coverage");
  await expect(page.getByLabel("log x")).toBeChecked();
  await expect(button(page, "Start")).toBeEnabled();
  const shown = await page.getByTestId("standing-0").textContent();
  await page.reload();
  await expect(evaluations(page)).toHaveText("450 of 900");
  const withoutRate = (text: string | null) => text!.replace(/[^%]*$/, "");
  expect(withoutRate(await page.getByTestId("standing-0").textContent())).toBe(withoutRate(shown));
});

for (const { name, theme, width, height } of looks) {
  test(`is accessible and fits: ${name}`, async ({ page, view }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const words = "testbed=maze&set.size=6&resolution=5&selectors=uniform;ucb-cell&evaluations=2000&at=1000";
    await page.goto(`${view.address}#/playground?${words}`);
    await expect(evaluations(page)).toHaveText("1,000 of 2,000");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (width > 1000) expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    await button(page, "Settings").click();
    await page.getByText("Tune", { exact: true }).click();
    await page.getByText("The same runs in a terminal").click();
    await page.getByRole("application").first().click();
    await expect(page.getByRole("article")).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
