// SPDX-License-Identifier: MIT
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin } from "vite";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What the page may do: run its own script and its engine, and ask its own server. */
function policy(scripts: string[], styles: string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Puts scripts and styles into the page, which is then one file that loads nothing. Its policy allows just these. */
function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page");
      let html = String(page.source);
      const scripts: string[] = [];
      const styles: string[] = [];
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          // "</script" would end the element; the function keeps "$&" in the code as it is.
          const code = part.code.replaceAll("</script", "<\\/script");
          html = html.replace(new RegExp(`<script[^>]*src="[^"]*${part.fileName}"[^>]*></script>`), "");
          html = html.replace("</body>", () => `<script type="module">${code}</script></body>`);
          scripts.push(code);
          delete bundle[name];
        } else if (name.endsWith(".css")) {
          const style = String(part.source);
          html = html.replace(new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), () => `<style>${style}</style>`);
          styles.push(style);
          delete bundle[name];
        }
      }
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(scripts, styles)}" />`;
      page.source = html.replace('<meta charset="utf-8" />', () => `<meta charset="utf-8" />\n    ${meta}`);
    },
  };
}

/** `import bytes from "x.wasm?packed"`: the file, compressed, as base64. */
function packed(): Plugin {
  return {
    name: "packed",
    enforce: "pre",
    resolveId(id, importer) {
      if (!id.endsWith("?packed") || !importer) return null;
      const file = resolve(dirname(importer), id.slice(0, -"?packed".length));
      if (!existsSync(file)) this.error(`there is no ${file}: scripts/viewer builds the engine first`);
      return `${file}?packed`;
    },
    async load(id) {
      if (!id.endsWith("?packed")) return null;
      const { gzipSync } = await import("node:zlib");
      const file = id.slice(0, -"?packed".length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(gzipSync(readFileSync(file), { level: 9 }).toString("base64"))}`;
    },
  };
}

export default defineConfig({
  plugins: [packed(), oneFile()],
  build: { target: "es2022", cssCodeSplit: false, modulePreload: false, assetsInlineLimit: 0 },
  // A page from a file: URL cannot start a worker that is a module.
  worker: { format: "iife" },
  server: { proxy: { "/api": { target: process.env.MCE_VIEW ?? "http://127.0.0.1:8800", changeOrigin: true } } },
});
