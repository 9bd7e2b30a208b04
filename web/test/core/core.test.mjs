// What everybody does on the page: find a board, move a drive, share, ask for the best.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { inflateRawSync } from "node:zlib";
import {
  browser,
  card,
  drag,
  example,
  machine,
  fitting,
  movable,
  open,
  placement,
  serve,
  settled,
  slot,
  slotOf,
} from "../page.mjs";

let server, chromium, page, slips, context;
before(async () => {
  server = await serve();
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  server?.close();
});
beforeEach(async () => {
  ({ page, slips, context } = await open(chromium, server.url));
});
afterEach(async () => {
  await context.close();
  assert.deepEqual(slips, [], "nothing on the console, nothing refused, no request elsewhere");
});

test("a board is found as one types, and a drive is added to it", async () => {
  await page.locator("#board").click();
  await page.keyboard.type("z170 oc form");
  await page.locator("#board-list [role=option]").first().waitFor();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await page.locator("#board").inputValue(), /Z170 OC Formula/);
  const before = await page.locator("[data-device]").count();
  await page.locator("#add").click();
  await page.keyboard.type("950 pro 256");
  await page.locator("#add-list [role=option]").first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    count => document.querySelectorAll("[data-device]").length > count,
    before,
  );
  assert.match(page.url(), /#1\./);
});

test("what people type finds it first, and nothing that only has the letters in it", async () => {
  const found = async (field, typed) => {
    await page.locator(`#${field}`).click();
    await page.locator(`#${field}`).fill(typed);
    const names = page.locator(`#${field}-list [role=option] bdi`);
    await names.first().waitFor();
    const all = await names.allTextContents();
    await page.keyboard.press("Escape");
    return all;
  };
  for (const typed of ["epyc", "threadripper", "server", "xeon", "am5"])
    assert.ok((await found("board", typed)).length > 3, typed);
  assert.equal((await found("board", "z170-a"))[0], "ASUS Z170-A");
  // Graphics cards by what they are, and no drive whose model has these letters in it.
  const gpus = await found("add", "gpu");
  assert.equal(gpus[0], "Graphics card");
  assert.ok(gpus.includes("NVIDIA GeForce RTX 4090") && !gpus.some(it => /Toshiba/.test(it)));
  assert.deepEqual(await found("add", "wd red 8tb"), ["WD Red Plus 8TB"]);
  assert.match((await found("add", "990pro 2tb"))[0], /990 PRO 2000GB/);
});

test("a drive is dragged with the mouse: what fits is lit, the figures follow, undo takes it back", async () => {
  await machine(page);
  const id = await movable(page);
  const from = await slotOf(page, id);
  const answer = () => page.locator(".pictures .narrow svg desc").textContent();
  const before = await answer();
  const to = await fitting(page, id);
  await drag(page, id, to, async () => {
    assert.ok(
      (await page.locator(".map .not .why").allTextContents()).some(Boolean),
      "slots that do not fit say why",
    );
    await page.waitForFunction(
      ([id, to]) =>
        document.querySelector(`[data-device="${id}"]`)?.closest("[data-slot]")?.dataset.slot ===
        to,
      [id, to],
    );
    assert.notEqual(await answer(), before, "the picture shows the drop before it is made");
  });
  assert.equal(await slotOf(page, id), to);
  const link = page.url();
  await page.keyboard.press("Control+z");
  await page.waitForFunction(
    ([id, from]) =>
      document.querySelector(`[data-device="${id}"]`)?.closest("[data-slot]")?.dataset.slot ===
      from,
    [id, from],
  );
  assert.equal(await answer(), before);
  await page.getByRole("button", { name: "Redo" }).click();
  await page.waitForFunction(link => location.href === link, link);
  assert.equal(await slotOf(page, id), to);
});

test("a drop where nothing fits changes nothing", async () => {
  await machine(page);
  const id = await movable(page);
  const before = await placement(page);
  const no = await fitting(page, id, "not");
  await drag(page, id, no);
  assert.deepEqual(await placement(page), before);
});

test("the keyboard lifts, chooses, drops and cancels, and each step is announced", async () => {
  await machine(page);
  const id = await movable(page);
  const to = await fitting(page, id);
  const said = words =>
    page.locator("[role=status]").filter({ hasText: words }).waitFor({ state: "attached" });
  const before = await placement(page);
  await card(page, id).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".map.moving .fits");
  await said(/lifted/);
  await page.keyboard.press("Escape");
  await said(/stays/);
  await page.waitForSelector(".map:not(.moving)[aria-busy=false]");
  assert.deepEqual(await placement(page), before);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".map.moving .fits");
  const over = () => page.locator(".target").getAttribute("data-slot");
  const count = await page.locator("[data-slot]").count();
  for (let step = 0; step < count && (await over()) !== to; step += 1) {
    const left = await over();
    await page.keyboard.press(step % 2 ? "ArrowDown" : "Tab");
    await page.waitForFunction(
      left => document.querySelector(".target")?.dataset.slot !== left,
      left,
    );
  }
  assert.equal(await over(), to);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".map:not(.moving)[aria-busy=false]");
  await page.waitForFunction(
    ([id, to]) =>
      document.querySelector(`[data-device="${id}"]`)?.closest("[data-slot]")?.dataset.slot === to,
    [id, to],
  );
  assert.equal(
    await page.evaluate(() => document.activeElement?.dataset.device),
    id,
    "focus stays with the device",
  );
});

test("every example opens with what its author found", async () => {
  const count = await page.locator(".examples button").count();
  assert.equal(count, 5);
  for (let index = 0; index < count; index += 1) {
    await example(page, index);
    assert.ok((await page.locator("#found p").textContent()).length > 40);
    assert.ok((await page.locator(".map .card").count()) > 0);
    await page.locator(".mark").click();
    await page.waitForSelector(".opening h1");
  }
});

test("five things that people come with each begin with one control", async () => {
  const field = () => page.evaluate(() => document.activeElement?.id);
  for (const [goal, id] of [
    ["board", "board"],
    ["slot", "add"],
    ["rate", "add"],
    ["buy", "add"],
  ]) {
    await page.locator(`[data-goal=${goal}]`).click();
    assert.equal(await field(), id, goal);
    await page.keyboard.press("Escape");
  }
  await page.locator("[data-goal=machine]").click();
  await page.locator("#paste textarea").waitFor();
});

test("a drive is typed before a board is chosen, and its best slot is searched for at once", async () => {
  await page.locator("[data-goal=slot]").click();
  await page.keyboard.type("950 pro 256");
  await page.keyboard.press("Enter");
  await page.locator(".wished").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "board");
  await page.keyboard.type("z170-a");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.ok((await page.locator('[data-device^="950-pro"]').count()) > 0);
  await page.locator("#best .answer p").first().waitFor({ timeout: 30_000 });
  const answer = await page.locator("#best .answer p").first().textContent();
  assert.equal(await page.locator(".told p").first().textContent(), answer, "it is seen at once");
});

test("requirements have controls, and the page names no command", async () => {
  await machine(page);
  const wanted = async () => {
    const letters = new URL(page.url()).hash.slice(3);
    const bytes = inflateRawSync(Buffer.from(letters, "base64url"));
    return JSON.parse(bytes.toString()).want ?? [];
  };
  const changes = async action => {
    const before = page.url();
    await action();
    await page.waitForFunction(before => location.href !== before, before);
  };
  await changes(() => page.getByLabel("Most important").selectOption("random"));
  await changes(() => page.getByLabel("Width of gpu1").selectOption({ label: "Full width" }));
  await changes(() => page.getByLabel("Boot from").selectOption("boot=ssd750"));
  await changes(() => page.getByLabel("No adapters").check());
  await page.getByText("Keep in place").click();
  await changes(() => page.locator(".kept").getByLabel("m8pe1").check());
  assert.deepEqual(await wanted(), [
    "random",
    "gpu1=full",
    "boot=ssd750",
    "no-adapters",
    "m8pe1=stay",
  ]);
  await changes(() => page.getByLabel("Width of gpu1").selectOption(""));
  assert.ok(!(await wanted()).includes("gpu1=full"));
  const text = await page.locator("body").innerText();
  assert.doesNotMatch(text, /`|--want|narrows (plan|measure|see|capture)|\[host\]/);
});

test("a board in place of a machine takes its devices along and says so; Back leads to the machine", async () => {
  await example(page, 1);
  const machine = await page.locator("h1").textContent();
  await page.locator("#board").click();
  await page.keyboard.type("z170 oc form");
  await page.keyboard.press("Enter");
  await page.locator(".told").filter({ hasText: "carried over" }).waitFor();
  assert.ok((await page.locator("[data-device]").count()) >= 2);
  await page.goBack();
  await page.waitForFunction(title => document.querySelector("h1")?.textContent === title, machine);
  await page.goBack();
  await page.waitForSelector(".opening h1");
});

test("a link works elsewhere: a capture travels as its machine file", async () => {
  const capture = await readFile(new URL("../../../fixtures/z170-trio.tar.gz", import.meta.url));
  const input = page.locator("#file");
  await input.setInputFiles({ name: "mine.tar.gz", mimeType: "", buffer: capture });
  await settled(page);
  const count = await page.locator("[data-device]").count();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.locator(".told").filter({ hasText: "Link copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(chromium, link);
  await settled(other.page);
  assert.equal(await other.page.locator("[data-device]").count(), count);
  assert.deepEqual(other.slips, []);
  await other.context.close();
});

test("once loaded it reloads without a network, below any path", async () => {
  const below = await serve(null, "/tools/narrows/");
  const other = await open(chromium, below.url);
  await other.page.evaluate(() => navigator.serviceWorker.ready);
  await other.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await machine(other.page);
  below.close();
  await other.context.setOffline(true);
  await other.page.reload();
  await settled(other.page);
  await other.page.locator("#best .primary").click();
  await other.page.locator("#best .answer p").first().waitFor({ timeout: 30_000 });
  await other.context.close();
});

test("a link brings the same arrangement elsewhere", async () => {
  await machine(page);
  const id = await movable(page);
  await drag(page, id, await fitting(page, id));
  const [there, title] = [
    await placement(page),
    await page.locator(".pictures .narrow svg desc").textContent(),
  ];
  const other = await open(chromium, page.url());
  await settled(other.page);
  assert.deepEqual(await placement(other.page), there);
  assert.equal(await other.page.locator(".pictures .narrow svg desc").textContent(), title);
  assert.deepEqual(other.slips, []);
  await other.context.close();
});

test("a link of a newer version, or a damaged one, gets a sentence and changes nothing", async () => {
  await machine(page);
  const before = await placement(page);
  for (const [fragment, sentence] of [
    ["#2.AAAA", /newer version/],
    ["#1.AAAA", /damaged/],
    ["#%3Cscript%3E", /damaged/],
  ]) {
    await page.evaluate(fragment => (location.hash = fragment), fragment);
    await page.locator(".trouble").filter({ hasText: sentence }).waitFor();
    assert.deepEqual(await placement(page), before);
  }
});

test("the best arrangement is found with its proof, and taken; the one that stands is not offered", async () => {
  const source = { catalog: "asrock-z170-oc-formula/full" };
  await machine(page, { v: 1, source, pins: { m8pe1: null } });
  assert.equal(await slotOf(page, "m8pe1"), "");
  const search = async () => {
    await page.locator("#best .primary").click();
    await page.locator("#best .answer p").first().waitFor({ timeout: 20_000 });
    assert.ok((await page.locator("#best .proof").textContent()).length > 10);
  };
  const use = page.getByRole("button", { name: "Use this arrangement" });
  await search();
  await use.click();
  await page.waitForFunction(
    () =>
      document.querySelector('[data-device="m8pe1"]')?.closest("[data-slot]")?.dataset.slot !== "",
  );
  await search();
  assert.equal(await use.count(), 0);
});

test("a drive called <script> is a drive with that name", async () => {
  const machine =
    '[[drive]]\nid = "<script>alert(1)</script>"\non = "cpu"\nlink = "3.0 x4"\nread = "3200 MB/s"\nwrite = "2000 MB/s"\n';
  await page.getByRole("button", { name: /Paste/ }).click();
  await page
    .locator("#paste textarea")
    .fill(`schema = "narrows.machine/1"\nname = "<img src=x onerror=alert(2)>"\n${machine}`);
  await page.locator("#paste .primary").click();
  await page.locator(".bench").waitFor();
  await page.locator("text=<script>alert(1)</script>").first().waitFor();
  assert.equal(await page.locator("script:not([src])").count(), 0);
  assert.equal(await page.locator("img").count(), 0);
});

test("the page begins with the machine that it is served with", async () => {
  const source = await readFile(new URL("../../../fixtures/z170-trio.tar.gz", import.meta.url));
  const state = { v: 1, lang: "ja", source: { file: "this-machine" } };
  const files = [{ name: "this-machine", url: "source" }];
  const started = await serve({ json: { lang: "ja", state, files }, source });
  const other = await open(chromium, started.url);
  await settled(other.page);
  assert.ok((await other.page.locator(".map .card").count()) > 0);
  assert.equal(await other.page.evaluate(() => document.documentElement.lang), "ja");
  // An address of this machine is of no use elsewhere.
  await other.page.getByRole("button", { name: "リンクをコピー" }).click();
  await other.page.locator(".told").filter({ hasText: "構成ファイル" }).waitFor();
  assert.deepEqual(other.slips, []);
  await other.context.close();
  started.close();
});
