// What everybody does on the page: find a board, move a drive, share, ask for the best.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, beforeEach, test } from "node:test";
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

test("the best arrangement is found with its proof, and taken", async () => {
  await machine(page);
  await page.locator("#best .primary").click();
  await page.locator("#best .answer p").first().waitFor({ timeout: 20_000 });
  assert.ok((await page.locator("#best .proof").textContent()).length > 10);
  await page.locator("#best .actions button").nth(1).click();
  await page.waitForFunction(
    () =>
      !document.querySelector("#best .answer") ||
      document.querySelectorAll(".top .icon:enabled").length > 0,
  );
  await settled(page);
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
  assert.deepEqual(other.slips, []);
  await other.context.close();
  started.close();
});
