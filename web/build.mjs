// Builds the page into a folder, with the module of the folder that NARROWS_WEB_PKG names: the same input gives the
// same bytes. `cargo xtask page` calls it.

import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
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

// Another name for every build: what browsers keep of an earlier one is not mixed with it.
const all = createHash("sha256");
for (const name of (await readdir(to)).sort()) all.update(await readFile(join(to, name)));
await build({
  entryPoints: [join(src, "offline.ts")],
  outdir: to,
  bundle: true,
  minify: true,
  format: "iife",
  define: { BUILD: JSON.stringify(all.digest("hex").slice(0, 16)) },
  logLevel: "warning",
});
