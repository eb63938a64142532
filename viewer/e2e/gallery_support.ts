// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expect, type View } from "./support";

/** Opens the gallery, and waits until all mazes are there. */
export async function open(page: Page, view: View, query = "") {
  await page.goto(`${view.address}#/gallery${query && `?${query}`}`);
  await expect(page.getByRole("gridcell").first()).toBeVisible();
  await expect(page.getByText("Loading more mazes")).toHaveCount(0);
}

export const count = (page: Page) => page.locator(".gallery-count");
export const cellAt = (page: Page, position: number) => page.locator(`[data-position="${position}"]`);

/** Downloads what is selected. */
export async function zipOf(page: Page, format: string) {
  await page.getByLabel("Format").selectOption(format);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download zip" }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), entries: unzipSync(readFileSync(await download.path())) };
}
