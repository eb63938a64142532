// SPDX-License-Identifier: MIT
import { defineConfig } from "@playwright/test";

/** Tests of the page in Chromium, against the real `mce view` and studies that `mce` has made (e2e/prepare.ts). */
export default defineConfig({
  testDir: "e2e",
  outputDir: `build/${process.env.MCE_E2E ?? "e2e"}-results`,
  globalSetup: "./e2e/prepare.ts",
  forbidOnly: true,
  // Measurements, which mean something only on a machine that does nothing else: MCE_SPEED=1 npm run e2e -- --grep @speed
  grepInvert: process.env.MCE_SPEED ? undefined : /@speed/,
  timeout: 30_000,
  workers: 2,
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 720 },
    // Debian's: Playwright's own is fetched from elsewhere. Without a sandbox, since CI runs as root.
    launchOptions: { executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
});
