// SPDX-License-Identifier: MIT
// node record.mjs MCE STUDY FOLDER: photographs the explorer while it is used. scripts/explorer_picture makes pictures of it.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";

const [program, study, folder] = process.argv.slice(2);
const server = spawn(program, ["view", study, "--no-open", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const [line] = await createInterface({ input: server.stdout })
  [Symbol.asyncIterator]()
  .next()
  .then((each) => [each.value]);
const address = line.split(" ")[0];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });

const shots = [];
/** `facts` has `seconds`, how long it stays in the film, or `name`, that of a picture of its own, or both. */
async function shoot(facts) {
  const file = `${String(shots.length).padStart(3, "0")}.png`;
  await page.screenshot({ path: `${folder}/${file}` });
  shots.push({ file, ...facts });
}

async function open(hash, there) {
  await page.goto(`${address}#/${hash}`);
  await page.locator(there).first().waitFor();
  await page.waitForTimeout(600);
}

/** The elite in the middle of all elites of the run. */
async function someElite(run) {
  const answer = await (await fetch(`${address}api/runs/${run}/elites`)).arrayBuffer();
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(answer, 4, new DataView(answer).getUint32(0, true))));
  const { offset, length } = head.arrays.find((each) => each.name === "cells");
  return new Uint32Array(answer, offset, length)[Math.floor(length * 0.62)];
}

async function race() {
  await open("playground?testbed=rastrigin&selectors=ucb-cell;uniform&evaluations=200000&speed=10000", ".heat-cells");
  const start = page.getByRole("button", { name: "Start", exact: true });
  if (await start.isVisible()) await start.click();
  for (let i = 0; i < 28; ++i) {
    await shoot({ seconds: 0.16, ...(i === 27 ? { name: "playground", seconds: 1 } : {}) });
    await page.waitForTimeout(120);
  }
}

async function map() {
  await open("maps?treatment=0&selector=0&at=0", ".heat-cells");
  const slider = page.getByRole("slider", { name: /Time/ });
  await shoot({ seconds: 0.5 });
  const moments = Number(await slider.getAttribute("max"));
  for (let i = 1; i <= moments; ++i) {
    await slider.press("ArrowRight");
    await page.waitForTimeout(350);
    await shoot({ seconds: 0.45 });
  }
  const box = await page.getByRole("application").boundingBox();
  for (let i = 0; i < 6; ++i) {
    await page.mouse.move(box.x + box.width * (0.3 + 0.06 * i), box.y + box.height * (0.62 - 0.05 * i));
    await page.waitForTimeout(60);
    await shoot({ seconds: 0.18 });
  }
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole("article").waitFor();
  await page.waitForTimeout(300);
  await shoot({ seconds: 1.2, name: "maps" });
}

async function maze() {
  const cell = await someElite("7/1/0");
  await open(`maps?treatment=7&selector=1&cell=${cell}`, "article");
  await shoot({ seconds: 1.8, name: "elite" });
}

async function gallery() {
  await open("gallery", "[role=gridcell]");
  await shoot({ seconds: 0.9 });
  const symmetry = page.getByRole("slider", { name: /Horizontal symmetry/i }).first();
  await symmetry.focus();
  for (let i = 0; i < 8; ++i) {
    for (let step = 0; step < 10; ++step) await symmetry.press("ArrowRight");
    await page.waitForTimeout(60);
    await shoot({ seconds: 0.14 });
  }
  await shoot({ seconds: 0.6, name: "gallery" });
  await page.getByRole("gridcell").nth(4).hover();
  for (let i = 0; i < 8; ++i) {
    await page.mouse.wheel(0, 60);
    await page.waitForTimeout(60);
    await shoot({ seconds: 0.12 });
  }
}

async function comparisons() {
  await open("compare?hidden=6&x=log", ".line-chart canvas");
  await shoot({ seconds: 1.3, name: "curves" });
  await open("compare?tab=verdicts&first=0&second=1", "table");
  await shoot({ seconds: 1.5, name: "verdicts" });
}

await race();
await map();
await maze();
await gallery();
await comparisons();
writeFileSync(`${folder}/shots.json`, JSON.stringify(shots));
await browser.close();
server.kill("SIGINT");
