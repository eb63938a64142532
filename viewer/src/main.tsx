// SPDX-License-Identifier: MIT
import { render } from "preact";
import { App } from "./app/app";
import { restoreTheme } from "./app/theme";
import { Study } from "./data/study";
import "./ui/page.css";

restoreTheme();
const place = document.getElementById("app")!;
Study.open().then(
  (study) => render(<App study={study} />, place),
  (error: Error) => render(<p class="failure alone">{error.message}</p>, place),
);
