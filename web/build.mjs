// Builds the page into a folder, with the module of the folder that NARROWS_WEB_PKG names: the same input gives the
// same bytes. `cargo xtask page` calls it.

import { cp, mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const to = resolve(process.argv[2]);
const pkg = resolve(process.env.NARROWS_WEB_PKG);
const src = join(here, "src");

await rm(to, { recursive: true, force: true });
await mkdir(to, { recursive: true });
await build({
  entryPoints: { app: join(src, "main.tsx"), worker: join(src, "worker.ts") },
  outdir: to,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome110", "firefox114", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  alias: { "narrows-module": join(pkg, "narrows_web.js") },
  legalComments: "inline",
  charset: "utf8",
  logLevel: "warning",
});
await build({
  entryPoints: [join(src, "style.css")],
  outfile: join(to, "style.css"),
  minify: true,
  logLevel: "warning",
});
await cp(join(pkg, "narrows_web_bg.wasm"), join(to, "narrows.wasm"));
await cp(join(src, "index.html"), join(to, "index.html"));
