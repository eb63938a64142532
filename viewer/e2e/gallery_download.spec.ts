// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { strFromU8 } from "fflate";
import { cellAt, count, open, zipOf } from "./gallery_support";
import { expect, program, test } from "./support";

test("what is selected is downloaded as SVG, PNG and text", async ({ page, view }) => {
  await open(page, view, "sort=path");
  const selected = page.locator(".download-bar > strong");
  await cellAt(page, 1).click({ modifiers: ["Control"] });
  await cellAt(page, 4).click({ modifiers: ["Shift"] });
  await expect(selected).toHaveText("4 selected");
  await cellAt(page, 2).hover();
  await cellAt(page, 2).locator("[data-mark]").click();
  await expect(selected).toHaveText("3 selected");
  await expect(cellAt(page, 1)).toHaveAttribute("aria-selected", "true");
  await expect(cellAt(page, 2)).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+ ");
  await page.keyboard.press("Control+ ");
  await expect(page.getByRole("article")).toHaveCount(0);

  const svg = await zipOf(page, "SVG");
  expect(svg.name).toBe("explorer-mazes-svg.zip");
  const names = Object.keys(svg.entries);
  const label = (await cellAt(page, 1).getAttribute("aria-label"))!;
  const [, selector, repetition, cell] = label.match(/^(.*), repetition (\d+), cell (\d+),/)!;
  expect(names).toHaveLength(4);
  expect(names).toContain(`00001_${selector}_r${repetition}_cell${cell}.svg`);
  expect(strFromU8(svg.entries[names[0]!]!)).toMatch(/^<svg xmlns=.*circle.*<\/svg>\n$/s);
  const lines = strFromU8(svg.entries["index.csv"]!).trim().split("\n");
  expect(lines[0]).toBe(
    "file,treatment,selector,repetition,cell,size,fitness,corners,straights,horizontal-symmetry,bilateral-symmetry,path",
  );
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(names.filter((each) => each.endsWith(".svg")));

  const png = await zipOf(page, "PNG");
  const image = Buffer.from(Object.values(png.entries)[0]!);
  expect(image.subarray(1, 4).toString()).toBe("PNG");
  expect(image.readUInt32BE(16)).toBe(480);

  const texts = await zipOf(page, "text tiles");
  const [drawing, tiles] = strFromU8(Object.values(texts.entries)[0]!).split("\n\n");
  const said = execFileSync(program, ["maze", "--tiles", tiles!.trim(), "--ascii"], { encoding: "utf8" });
  expect(said.replaceAll(/ +$/gm, "")).toContain(drawing!.replaceAll(/ +$/gm, ""));
});

test("all that is shown can be selected", async ({ page, view }) => {
  await open(page, view, "corners=0.4..0.6");
  const shown = (await count(page).innerText()).split(" ")[0]!;
  await page.getByRole("button", { name: `Select all ${shown}` }).click();
  await expect(page.locator(".download-bar > strong")).toHaveText(`${shown} selected`);
  const { entries } = await zipOf(page, "text tiles");
  expect(Object.keys(entries)).toHaveLength(Number(shown.replaceAll(",", "")) + 1);
  await page.getByRole("button", { name: "Select none" }).click();
  await expect(page.getByRole("button", { name: "Download zip" })).toBeDisabled();
});

test("a download ends when one leaves the view", async ({ page, view }) => {
  await page.addInitScript(() => {
    const { toDataURL } = HTMLCanvasElement.prototype;
    Object.assign(window, { drawn: 0 });
    HTMLCanvasElement.prototype.toDataURL = function (...words) {
      Object.assign(window, { drawn: (window as unknown as { drawn: number }).drawn + 1 });
      return toDataURL.apply(this, words);
    };
  });
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: number }).drawn);
  await open(page, view);
  await page.getByRole("button", { name: "Select all" }).click();
  await page.getByLabel("Format").selectOption("PNG");
  await page.getByRole("button", { name: "Download zip" }).click();
  await expect.poll(drawn).toBeGreaterThan(5);
  await page.getByRole("link", { name: "Maps" }).click();
  await expect(page.getByRole("application")).toBeVisible();
  await page.waitForTimeout(100); // the one that is being drawn
  const before = await drawn();
  await page.waitForTimeout(300);
  expect(await drawn()).toBe(before);
});
