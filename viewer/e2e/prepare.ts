// SPDX-License-Identifier: MIT
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { program, runFolder, study } from "./support";

/** Makes what the tests look at: a study with maps of every shape, and the folder of a single run. */
export default function prepare(): void {
  if (!existsSync(program)) throw new Error(`there is no ${program}: build mce first, or name it in MCE_PROGRAM`);
  mkdirSync(dirname(study), { recursive: true });
  rmSync(study, { force: true });
  const run = (...words: string[]) => execFileSync(program, words, { stdio: ["ignore", "ignore", "inherit"] });
  run("study", "run", "e2e/explorer.toml", "--out", study);
  run("run", "maze", "--seed", "3", "--evaluations", "3000", "--out", runFolder);
}
