// SPDX-License-Identifier: MIT
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test as plainTest } from "@playwright/test";

export { expect };

export const program = process.env.MCE_PROGRAM ?? "../build/release/mce";
/** Where the tests write. */
const folder = `build/${process.env.MCE_E2E ?? "e2e"}`;
export const study = `${folder}/explorer.mce`;
export const runFolder = `${folder}/run`;

/** `mce view` with these words; `address` ends with a slash. */
export interface View {
  address: string;
  /** The process of the server. */
  pid: number;
  stop(): Promise<void>;
}

export async function startView(...words: string[]): Promise<View> {
  const server = spawn(program, ["view", ...words, "--no-open", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await firstLine(server);
  const address = line.split(" ")[0]!;
  const pid = server.pid!;
  if (!process.env.MCE_VITE) return { address, pid, stop: () => stop(server) };
  // The page from its sources, as they are now: quicker while one writes it.
  const vite = spawn("node_modules/.bin/vite", ["--port", String(20000 + Math.floor(Math.random() * 20000))], {
    env: { ...process.env, MCE_VIEW: address, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [, found] = await firstLine(vite, /(http:\S+)/);
  return { address: found!, pid, stop: async () => void (await Promise.all([stop(vite), stop(server)])) };
}

async function firstLine(process: ChildProcess, pattern = /^http:\S+/): Promise<RegExpMatchArray> {
  for await (const line of createInterface({ input: process.stdout! })) {
    const found = line.match(pattern);
    if (found) return found;
  }
  throw new Error("the server ended before it said where it is");
}

function stop(process: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    process.once("exit", () => resolve());
    process.kill("SIGINT");
  });
}

/**
 * A test with `view`, a server of the study for all tests of a worker. Every test fails if the page writes an error to
 * the console, throws, or asks anybody else than its own server.
 */
export const test = plainTest.extend<{ watched: undefined }, { view: View }>({
  view: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const view = await startView(study);
      await use(view);
      await view.stop();
    },
    { scope: "worker" },
  ],
  watched: [
    async ({ page, view }, use) => {
      const faults: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
      page.on("request", (request) => {
        if (request.isNavigationRequest()) return; // where the test itself goes
        const own = [
          new URL(view.address).host,
          new URL(page.url() === "about:blank" ? view.address : page.url()).host,
        ];
        const { protocol, host } = new URL(request.url());
        if (["http:", "https:", "ws:", "wss:"].includes(protocol) && !own.includes(host))
          faults.push(`request: ${request.url()}`);
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Fails if axe-core finds something serious in the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

/** The themes and sizes in which every view has to look well. */
export const looks = [
  { name: "light", theme: "light", width: 1280, height: 720 },
  { name: "dark", theme: "dark", width: 1280, height: 720 },
  { name: "phone", theme: "light", width: 390, height: 844 },
] as const;
