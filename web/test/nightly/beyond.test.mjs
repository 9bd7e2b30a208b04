// The page beyond the core path: fingers, files, hostile names, dark, print, telephones, accessibility.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, afterEach, before, test } from "node:test";
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

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const captures = new URL("../../../fixtures/", import.meta.url);
const PHONE = { viewport: { width: 380, height: 800 }, hasTouch: true, isMobile: true };

let server, chromium;
const opened = [];
before(async () => {
  server = await serve();
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  server?.close();
});
afterEach(async () => {
  for (const { context, slips } of opened.splice(0)) {
    await context.close();
    assert.deepEqual(slips, [], "nothing on the console, nothing refused, no request elsewhere");
  }
});

async function visit(options) {
  const visited = await open(chromium, server.url, options);
  opened.push(visited);
  return visited.page;
}

async function finger(page) {
  const session = await page.context().newCDPSession(page);
  return (type, points) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y]) => ({ x, y })),
    });
}

async function middle(locator) {
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("a finger lifts after a short press, drops, and otherwise scrolls", async () => {
  const page = await visit({ viewport: { width: 820, height: 1180 }, hasTouch: true });
  await machine(page);
  const id = await movable(page);
  const to = await fitting(page, id);
  await page.evaluate(() => document.activeElement?.blur());
  await slot(page, to).scrollIntoViewIfNeeded();
  const touch = await finger(page);
  const [x, y] = await middle(card(page, id));
  await touch("touchStart", [[x, y]]);
  await page.waitForSelector(".map.moving .fits");
  const there = await middle(slot(page, to));
  for (let step = 1; step <= 8; step += 1) {
    await touch("touchMove", [[x + ((there[0] - x) * step) / 8, y + ((there[1] - y) * step) / 8]]);
  }
  await page.waitForSelector(".target");
  await touch("touchEnd", []);
  await page.waitForSelector(".map:not(.moving)[aria-busy=false]");
  assert.equal(await slotOf(page, id), to);

  const before = await placement(page);
  const from = await page.evaluate(() => scrollY);
  const start = await middle(card(page, id));
  await touch("touchStart", [start]);
  for (let step = 1; step <= 6; step += 1)
    await touch("touchMove", [[start[0], start[1] - 30 * step]]);
  await touch("touchEnd", []);
  await page.waitForTimeout(400);
  assert.deepEqual(await placement(page), before);
  assert.ok((await page.evaluate(() => scrollY)) > from, "the page scrolled");
});

/** Drops a file on the page as the browser would. */
async function dropFile(page, name, bytes) {
  await page.evaluate(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
        );
      }
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
}

for (const name of ["z170-trio.tar.gz", "two-socket-8.tar.gz"]) {
  test(`a capture is dropped in: ${name}`, async () => {
    const page = await visit();
    await dropFile(page, name, await readFile(new URL(name, captures)));
    await page.locator(".bench").waitFor();
    await settled(page);
    assert.ok((await page.locator("[data-device]").count()) > 0);
    assert.equal(await page.locator(".trouble").count(), 0);
  });
}

test("what is no capture gets a sentence and changes nothing", async () => {
  const page = await visit();
  await machine(page);
  const before = await placement(page);
  for (const [name, bytes] of [
    ["photo.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ["empty.txt", Buffer.alloc(0)],
    ["noise.tar.gz", Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))],
  ]) {
    await page.evaluate(() => document.querySelector(".trouble button")?.click());
    await page.waitForSelector(".trouble", { state: "detached" });
    await dropFile(page, name, bytes);
    await page.locator(".trouble").waitFor();
    assert.deepEqual(await placement(page), before);
  }
});

test("a file of 50 MB is refused before it is read", async () => {
  const page = await visit();
  await machine(page);
  const before = await placement(page);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(50_000_000)], "huge.tar.gz"));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  });
  await page.locator(".trouble").filter({ hasText: "huge.tar.gz" }).waitFor();
  assert.deepEqual(await placement(page), before);
});

const drive = (id, on = "cpu") =>
  `[[drive]]\nid = ${JSON.stringify(id)}\non = "${on}"\nlink = "3.0 x4"\nread = "3200 MB/s"\nwrite = "2000 MB/s"\n`;

async function paste(page, text) {
  await page.getByRole("button", { name: /lspci/ }).first().click();
  await page.locator("#paste textarea").fill(text);
  await page.locator("#paste .primary").click();
}

test("names of 10 kB and with bidirectional marks stay in their boxes", async () => {
  for (const options of [{}, PHONE]) {
    const page = await visit(options);
    const names = ["x".repeat(10_000), "evil \u202E\u2066evird", "日本語ドライブ🚀", "a b\tc"];
    const file = `schema = "narrows.machine/1"\nname = "names"\n${names.map(it => drive(it)).join("")}`;
    await paste(page, file);
    await page.locator(".bench, .trouble").first().waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `the page is ${over} pixels too wide`);
    const text = await page.locator("main").innerText();
    assert.ok(!/[\u202A-\u202E]/.test(text), "no mark turns the text around");
  }
});

test("dark colours follow the system and the button, the picture with them", async () => {
  const page = await visit({ colorScheme: "dark" });
  await machine(page);
  const paper = () =>
    page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector(".pictures .narrow .paper")).fill,
    ]);
  const dark = await paper();
  await page.getByRole("button", { name: "Light colours" }).click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await page.waitForFunction(
    dark => getComputedStyle(document.querySelector(".pictures .narrow .paper")).fill !== dark,
    dark[1],
  );
  const light = await paper();
  assert.deepEqual(light, ["rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  assert.notDeepEqual(dark, light);
});

test("it prints, light and on few pages", async () => {
  const page = await visit({ colorScheme: "dark" });
  await machine(page);
  const pdf = await page.pdf({ format: "A4" });
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages >= 1 && pages <= 5, `${pages} pages`);
  await page.emulateMedia({ media: "print" });
  const [ground, over] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    document.documentElement.scrollWidth - innerWidth,
  ]);
  assert.equal(ground, "rgb(255, 255, 255)");
  assert.ok(over <= 0);
});

for (const locale of ["en-GB", "ja-JP"]) {
  test(`a telephone shows all without scrolling sideways: ${locale}`, async () => {
    const page = await visit({ ...PHONE, locale });
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok((await over()) <= 0, "the opening");
    for (let index = 0; index < 5; index += 1) {
      await page.goto(server.url);
      await page.waitForSelector(".opening h1");
      await example(page, index);
      assert.ok((await over()) <= 0, `example ${index}`);
    }
  });
}

const SEEN = [
  ["the opening", async () => {}],
  ["an arrangement", page => machine(page)],
  [
    "the answer of a search, with an array",
    async page => {
      await machine(page);
      await page.locator("#best .primary").click();
      await page.locator("#best .answer p").first().waitFor({ timeout: 30_000 });
      if (await page.locator("#raid select").count()) {
        await page.locator("#raid select").first().selectOption({ index: 1 });
        await page.waitForTimeout(500);
      }
    },
  ],
  [
    "a lifted device",
    async page => {
      await machine(page);
      await card(page, await movable(page)).focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(".map.moving .fits");
    },
  ],
];
for (const [what, go] of SEEN) {
  for (const options of [{}, { colorScheme: "dark", locale: "ja-JP" }, PHONE]) {
    test(`no serious finding of axe: ${what}, ${JSON.stringify(options)}`, async () => {
      const page = await visit(options);
      await go(page);
      // The policy keeps scripts out of the page; the tool goes in beside it.
      await page.evaluate(axe);
      const found = await page.evaluate(async () => (await globalThis.axe.run()).violations);
      const grave = found.filter(it => ["serious", "critical"].includes(it.impact));
      const told = grave.map(
        it => `${it.id}: ${it.nodes.map(node => node.html.slice(0, 160)).slice(0, 3)}`,
      );
      assert.deepEqual(told, []);
    });
  }
}

test("everything goes on without a network", async () => {
  const page = await visit();
  await page.context().setOffline(true);
  await machine(page);
  const id = await movable(page);
  const to = await fitting(page, id);
  await drag(page, id, to);
  assert.equal(await slotOf(page, id), to);
  await page.getByRole("button", { name: "日本語" }).click();
  await page.waitForFunction(() => document.documentElement.lang === "ja");
});

test("exports are files: machine, card, notes", async () => {
  const page = await visit();
  await machine(page);
  for (const [name, begins] of [
    ["Machine file", /narrows\.machine\/1/],
    ["Card", /^<svg/],
    ["Shopping notes", /\S/],
  ]) {
    await page.locator(".more summary").filter({ hasText: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".more button").filter({ hasText: name }).click(),
    ]);
    assert.match(await readFile(await file.path(), "utf8"), begins);
  }
});
