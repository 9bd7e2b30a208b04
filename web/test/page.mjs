// A browser with the page in it, served as any static host would serve it, for the tests beside this file.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const built = resolve(process.env.NARROWS_PAGE ?? join(here, "../../target/share/narrows/page"));
const KINDS = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** What stands in the path where `narrows web` serves. */
const TOKEN = "/00000000000000000000000000000000/";

/** Serves the built page on a free port of this machine; with a start, as `narrows web` does. */
export async function serve(start = null, below = "/") {
  const begun = start && { "start.json": JSON.stringify(start.json), source: start.source };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname
      .replace(TOKEN, "/")
      .replace(below, "/");
    const name = path === "/" ? "index.html" : path.slice(1);
    if (begun && name in begun) return response.writeHead(200).end(begun[name]);
    try {
      const body = await readFile(join(built, name.replaceAll("..", "")));
      response.writeHead(200, {
        "content-type": KINDS[extname(name)] ?? "application/octet-stream",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}${start ? TOKEN : below}`;
  const close = () => (server.closeAllConnections(), server.close());
  return { url, close };
}

export async function browser() {
  const executablePath = process.env.NARROWS_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** A page whose errors, refused content and requests elsewhere are kept in `slips`. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1400 },
    locale: "en-GB",
    ...options,
  });
  const page = await context.newPage();
  const slips = [];
  page.on("pageerror", error => slips.push(`error: ${error}`));
  page.on(
    "console",
    message =>
      ["error", "warning"].includes(message.type()) &&
      slips.push(`console: ${message.text()} (${message.location().url})`),
  );
  page.on("request", request => {
    const isOurs =
      request.url().startsWith(new URL(url).origin) || /^(blob|data):/.test(request.url());
    if (!isOurs) slips.push(`request: ${request.url()}`);
  });
  page.on("dialog", dialog => (slips.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  await page.goto(url);
  await page.waitForSelector(".opening h1, .bench, main.opening");
  return { page, slips, context };
}

/** Opens one of the examples on the opening page. */
export async function example(page, index = 0) {
  await page.locator(".examples button").nth(index).click();
  await settled(page);
}

/** Three drives behind the chipset's uplink, on a board with slots of every kind. */
const FULL = { v: 1, source: { catalog: "asrock-z170-oc-formula/full" } };

/** Opens that machine by a link, as another page wrote it. */
export async function machine(page, state = FULL) {
  const lang = await page.evaluate(() => document.documentElement.lang);
  const letters = deflateRawSync(JSON.stringify({ lang, ...state })).toString("base64url");
  await page.evaluate(fragment => (location.hash = fragment), `1.${letters}`);
  await settled(page);
}

/** Waits until the map stands. */
export async function settled(page) {
  await page.waitForSelector(".map[aria-busy=false] .place, .map[aria-busy=false] .list section");
}

export const card = (page, id) => page.locator(`[data-device="${id}"]`);
export const slot = (page, id) => page.locator(`[data-slot="${id}"]`);

/** Where a device is on the page: the id of its slot, empty for the tray. */
export async function slotOf(page, id) {
  return card(page, id).evaluate(it => it.closest("[data-slot]").dataset.slot);
}

/** Drags a device with the mouse, and calls `before` while it is over the target. */
export async function drag(page, id, to, before = async () => {}) {
  await card(page, id).scrollIntoViewIfNeeded();
  const from = await card(page, id).boundingBox();
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + from.height / 2 + 8, { steps: 3 });
  await page.waitForSelector(".map.moving .fits, .map.moving .not");
  const target = await slot(page, to).boundingBox();
  await page.mouse.move(target.x + target.width * 0.7, target.y + target.height / 2, { steps: 6 });
  await before();
  await page.mouse.up();
  await page.waitForSelector(".map:not(.moving)[aria-busy=false]");
}

/** A device that can be moved: a drive if there is one with a rate. */
export async function movable(page) {
  const ids = await page
    .locator(".map .card.movable.drive")
    .evaluateAll(cards => cards.map(it => it.dataset.device));
  return ids.at(-1);
}

/** A slot that takes the device, empty if possible; with `not`, one that does not. */
export async function fitting(page, id, kind = "fits") {
  await card(page, id).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".map.moving .fits, .map.moving .not");
  const slots = await page.locator(`.map .slot.${kind}:not(.own)`).evaluateAll(all => {
    const empty = all.filter(it => it.classList.contains("empty"));
    return (empty.length > 0 ? empty : all).map(it => it.dataset.slot);
  });
  await page.keyboard.press("Escape");
  await page.waitForSelector(".map:not(.moving)");
  if (slots.length === 0) throw new Error(`no slot of the example is \`${kind}\` for ${id}`);
  return slots[0];
}

/** Every device with its slot. */
export async function placement(page) {
  return page
    .locator("[data-device]")
    .evaluateAll(cards =>
      Object.fromEntries(
        cards.map(it => [it.dataset.device, it.closest("[data-slot]")?.dataset.slot]),
      ),
    );
}
