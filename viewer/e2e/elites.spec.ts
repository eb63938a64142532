// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import type { Download, Page } from "@playwright/test";
import { readArrays } from "../src/data/arrays";
import { expect, expectAccessible, test, type View } from "./support";

/** The elites at the end of the run of the first selector in the first repetition. */
async function elitesOf(page: Page, view: View, treatment: number) {
  const answer = await page.request.get(`${view.address}api/runs/${treatment}/0/0/elites`);
  const body = await answer.body();
  return readArrays<{ pictures: number[] }>(Uint8Array.from(body).buffer);
}

async function open(page: Page, view: View, treatment: number, cell: number) {
  await page.goto(`${view.address}#/maps?treatment=${treatment}&selector=0&repetition=0&cell=${cell}`);
  const card = page.getByRole("article", { name: `Elite of cell ${cell},` });
  await expect(card).toBeVisible();
  return card;
}

/** What a click on that button downloads. */
async function downloaded(page: Page, name: string): Promise<{ download: Download; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const download = await waiting;
  return { download, bytes: readFileSync(await download.path()) };
}

test("a maze is drawn with its solution, and copied with all its numbers", async ({ page, view, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const elites = await elitesOf(page, view, 4);
  const cell = elites.u32("cells")[5]!;
  const card = await open(page, view, 4, cell);
  const image = card.getByRole("img", { name: "Maze of 8 × 8 tiles with its solution" });
  await expect(image).toHaveJSProperty("naturalWidth", 480);
  await expect(image).toHaveAttribute("src", /^data:image\/svg\+xml/);
  await expect(card).toContainText(", ucb-cell, repetition 0");
  for (const title of ["Fitness", "horizontal symmetry", "path", "Selections", "Survivals"]) {
    await expect(card.getByText(title, { exact: true })).toBeVisible();
  }
  await card.getByText("64 tiles").click();
  const tiles = Array.from(elites.u8("solutions").subarray(5 * 64, 6 * 64));
  await expect(card.getByText(tiles.join(","), { exact: true })).toBeVisible();

  await card.getByRole("button", { name: "Copy JSON" }).click();
  await expect(card.getByRole("status")).toHaveText("Copied.");
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ testbed: "maze", cell, fitness: elites.f64("fitness")[5], solution: tiles });
  expect(copied.features.map((each: { name: string }) => each.name)).toEqual(["horizontal symmetry", "path"]);
  expect(copied.cell_selections).toBeGreaterThanOrEqual(copied.elite_selections);
});

test("an elite is copied where a page may not use the clipboard", async ({ page, view, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const cell = (await elitesOf(page, view, 0)).u32("cells")[0]!;
  const card = await open(page, view, 0, cell);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await card.getByRole("button", { name: "Copy JSON" }).click();
  await expect(card.getByRole("status")).toHaveText("Copied.");
  await expect(card.getByRole("button", { name: "Copy JSON" })).toBeFocused();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({ cell });
});

test("an arm is downloaded as SVG and PNG", async ({ page, view }) => {
  const cell = (await elitesOf(page, view, 2)).u32("cells")[9]!;
  const card = await open(page, view, 2, cell);
  await expect(card.getByRole("img", { name: "Arm with 8 joints" })).toHaveJSProperty("naturalWidth", 480);
  const svg = await downloaded(page, "Download SVG");
  expect(svg.download.suggestedFilename()).toBe(`arms-joints=8-ucb-cell-repetition-0-cell${cell}.svg`);
  const points = svg.bytes.toString().match(/points="([^"]*)"/)![1]!;
  expect(points.split(" ")).toHaveLength(9);
  await expect(card.getByRole("status")).toHaveText(`Saved as ${svg.download.suggestedFilename()}.`);
  const png = await downloaded(page, "Download PNG");
  expect(png.download.suggestedFilename()).toMatch(/\.png$/);
  expect(png.bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(png.bytes.readUInt32BE(16)).toBe(960);
});

test("Rastrigin has its genes", async ({ page, view }) => {
  const elites = await elitesOf(page, view, 0);
  const cell = elites.u32("cells")[3]!;
  const card = await open(page, view, 0, cell);
  await expect(card.getByRole("img", { name: "6 genes as bars" })).toBeVisible();
  const genes = card.getByRole("list", { name: "Genes" }).getByRole("listitem");
  await expect(genes).toHaveCount(6);
  const first = elites.f64("solutions")[3 * 6]!;
  expect(Number((await genes.first().innerText()).replace("x1", "").replace("−", "-"))).toBeCloseTo(first, 3);
});

test("a picture from a worker is an image and nothing else", async ({ page, view }) => {
  const elites = await elitesOf(page, view, 10);
  const cell = elites.head.pictures[0]!;
  const card = await open(page, view, 10, cell);
  const image = card.getByRole("img", { name: `Picture of the elite of cell ${cell}, drawn by the worker` });
  await expect(image).toHaveJSProperty("naturalWidth", 200);
  await expect(card.getByText("<b>shade</b>")).toBeVisible();
  expect(await card.locator("circle, b").count()).toBe(0);
  const svg = await downloaded(page, "Download SVG");
  expect(svg.bytes.toString()).toContain('stroke="red"');
});

test("a picture that wants to act cannot", async ({ page, view }) => {
  const cell = (await elitesOf(page, view, 10)).head.pictures[0]!;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="parent.acted = 1"><script>parent.acted = 1</script>' +
    '<image href="http://elsewhere.invalid/a.png" width="9" height="9"/>' +
    '<foreignObject width="90" height="90"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="parent.acted = 1"/></body></foreignObject></svg>';
  await page.route("**/pictures/*", (route) => route.fulfill({ json: { svg } }));
  const card = await open(page, view, 10, cell);
  await expect(card.getByRole("img")).toHaveJSProperty("naturalWidth", 90);
  expect((await downloaded(page, "Download PNG")).bytes.readUInt32BE(16)).toBe(960);
  expect(await page.evaluate(() => "acted" in window)).toBe(false);
});

test("a picture that would hang the page waits until somebody wants it", async ({ page, view }) => {
  const cell = (await elitesOf(page, view, 10)).head.pictures[0]!;
  const groups = Array.from({ length: 18 }, (_each, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(2)}</g>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="70" height="70"><rect id="g0" width="9" height="9"/>${groups.join("")}</svg>`;
  await page.route("**/pictures/*", (route) => route.fulfill({ json: { svg } }));
  await page.goto(`${view.address}#/maps?treatment=10&selector=0&repetition=0&cell=${cell}&pins=10.0.0.${cell}`);
  const card = page.getByRole("article", { name: `Elite of cell ${cell},` });
  await expect(card).toContainText("The picture of the worker is not shown. To draw it takes very many steps.");
  const pinned = page.getByRole("region", { name: "Pinned elites", exact: true });
  await expect(pinned).toContainText("is not shown");
  await expect(card.getByRole("img")).toHaveCount(0);
  await expect(card.getByRole("button", { name: "Download PNG" })).toHaveCount(0);
  expect((await downloaded(page, "Download SVG")).bytes.toString()).toBe(svg);
  await expectAccessible(page);
  // A harmless one in its place: to show the first one is what must not happen here.
  const address = page.url();
  const small = svg.replace(/<g .*<\/g>/, '<g id="a"><use href="#a"/></g>');
  await page.unroute("**/pictures/*");
  await page.route("**/pictures/*", (route) => route.fulfill({ json: { svg: small } }));
  await page.reload();
  await card.getByRole("button", { name: "Show it anyway" }).click();
  await expect(card.getByRole("img")).toHaveJSProperty("naturalWidth", 70);
  await expect(pinned.getByRole("img")).toHaveCount(0);
  expect(page.url()).toBe(address);
});

test("an elite without a picture from the worker has its numbers", async ({ page, view }) => {
  const elites = await elitesOf(page, view, 10);
  const cell = Array.from(elites.u32("cells")).find((each) => !elites.head.pictures.includes(each))!;
  const card = await open(page, view, 10, cell);
  await expect(card.getByRole("img", { name: "3 genes as bars" })).toBeVisible();
});

test("pinned elites are compared side by side", async ({ page, view }) => {
  const elites = await elitesOf(page, view, 4);
  const [first, second] = elites.u32("cells");
  await page.goto(`${view.address}#/maps?treatment=4&cell=${second}&pins=4.0.0.${first},<script>,4.0.0.999999`);
  const pinned = page.getByRole("region", { name: "Pinned elites" });
  await expect(pinned.getByRole("heading")).toHaveText("1 pinned elite");
  const pin = page.getByRole("button", { name: "Pin", exact: true });
  await pin.click();
  await expect(pinned.getByRole("img")).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`pins=4\\.0\\.0\\.${first}(,|%2C)4\\.0\\.0\\.${second}(&|$)`));
  const row = (name: string) =>
    pinned.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row("Cell")).toHaveClass("differs");
  await expect(row("Cell").getByRole("cell")).toHaveText([String(first), String(second)]);
  const unlike = elites
    .u8("solutions")
    .subarray(0, 64)
    .filter((tile, i) => tile !== elites.u8("solutions")[64 + i]);
  await expect(row("Tiles unlike the first").getByRole("cell")).toHaveText(["0", String(unlike.length)]);
  await expectAccessible(page);
  await pinned.getByRole("button", { name: `Unpin cell ${first},` }).click();
  await expect(pinned.getByRole("img")).toHaveCount(1);
  await pinned.getByRole("button", { name: "Unpin all" }).click();
  await expect(pinned).toHaveCount(0);
  await expect(page).not.toHaveURL(/pins/);
});

test("Escape closes the card", async ({ page, view }) => {
  const cell = (await elitesOf(page, view, 0)).u32("cells")[0]!;
  const card = await open(page, view, 0, cell);
  await card.getByRole("button", { name: "Copy JSON" }).focus();
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
});
