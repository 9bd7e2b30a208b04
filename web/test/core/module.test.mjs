// The module as WebAssembly gives the very bytes of the terminal's `--json`.
// NARROWS_BINARY names the terminal's program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { before, test } from "node:test";

const web = join(dirname(fileURLToPath(import.meta.url)), "../..");
const fixtures = join(web, "../fixtures");
const narrows = process.env.NARROWS_BINARY ?? join(web, "../target/debug/narrows");
const skip = existsSync(narrows) ? false : "narrows is not built";
let module;

before(async () => {
  const folder = process.env.NARROWS_WEB_PKG ?? join(web, "../target/page-module");
  module = await import(join(folder, "narrows_web.js"));
  await module.default({ module_or_path: readFileSync(join(folder, "narrows_web_bg.wasm")) });
});

const state = rest => JSON.stringify({ v: 1, lang: "en", ...rest });

function terminal(...words) {
  const env = { ...process.env, LC_ALL: "C.UTF-8", NARROWS_CATALOG: "" };
  const options = { cwd: fixtures, env, maxBuffer: 1 << 28, encoding: "utf8" };
  try {
    return execFileSync(narrows, [...words, "--json", "--quiet"], options);
  } catch (found) {
    // What is found tells itself by the exit code, and stands on standard output all the same.
    return found.stdout;
  }
}

function same(of, kind, ...words) {
  const [page, said] = [module.document(of, kind), terminal(kind, ...words)];
  assert.ok(said.length > 100, `${kind} ${words}`);
  assert.equal(page, said, `${kind} ${words}`);
}

test("machines of the catalogue", { skip }, () => {
  for (const name of ["asrock-z170-oc-formula/3x-m8pe", "msi-x99s-sli-plus/3x-hg6"])
    for (const kind of ["see", "lanes", "predict"])
      same(state({ source: { example: name } }), kind, `catalog:${name}`);
  const three = "asrock-z170-oc-formula/3x-m8pe";
  same(state({ source: { example: three } }), "plan", `catalog:${three}`);
});

test("a board with devices added", { skip }, () => {
  const add = ["2x samsung-950-pro-256gb", "gpu"];
  const of = state({ source: { catalog: "asus-z170-a" }, add, want: ["gpu>=x16"] });
  const words = ["catalog:asus-z170-a", "--drives", add.join(",")];
  same(of, "lanes", ...words);
  same(of, "plan", ...words, "--want", "gpu>=x16");
});

test("captures that are dropped", { skip }, () => {
  for (const name of ["z170-trio.tar.gz", "two-socket-8.tar.gz"]) {
    const told = JSON.parse(module.put(name, readFileSync(join(fixtures, name))));
    assert.equal(told.name, name);
    for (const kind of ["see", "lanes", "predict"])
      same(state({ source: { file: name } }), kind, name);
  }
});

test("what is no state and no capture is told in a sentence", () => {
  const wrong = [
    module.arrange("{"),
    module.arrange('{"v":2,"lang":"en"}'),
    module.arrange(state({})),
    module.arrange(state({ source: { catalog: "<script>" } })),
    module.arrange(state({ source: { file: "gone" } })),
    module.put("noise", new Uint8Array([0, 255, 1, 2, 3])),
    module.put("huge", new Uint8Array(50 << 20)),
    module.put("run.json", new TextEncoder().encode('{"schema":"narrows.run/1"}')),
  ];
  for (const answer of wrong) {
    const { error } = JSON.parse(answer);
    assert.ok(error?.message.length > 10, answer.slice(0, 200));
  }
  assert.ok(JSON.parse(module.arrange(state({ source: { catalog: "asus-z170-a" } }))).slots.length);
});

test("every word of the page is said in both languages", () => {
  const [en, ja] = ["en", "ja"].map(lang => JSON.parse(module.words(lang)));
  assert.deepEqual(Object.keys(en), Object.keys(ja));
  assert.ok(Object.keys(en).length > 20);
});
