// How soon a move is shown. Run alone on the machine, or it says that it skips.

import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";
import { after, before, test } from "node:test";
import { browser, machine, movable, open, serve } from "../page.mjs";

let server, chromium;
before(async () => {
  server = await serve();
  chromium = await browser();
});
after(async () => {
  await chromium?.close();
  server?.close();
});

test("a move is shown within 50 ms on a desktop board", async t => {
  const busy = loadavg()[0] / availableParallelism();
  if (busy > 1)
    return t.skip(`others use the machine: ${busy.toFixed(1)} processes for each processor`);
  const { page } = await open(chromium, server.url);
  await machine(page);
  const id = await movable(page);
  const took = await page.evaluate(async id => {
    const press = key =>
      document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    document.querySelector(`[data-device="${CSS.escape(id)}"]`).focus();
    press("Enter");
    while (!document.querySelector(".map.moving .fits")) await new Promise(requestAnimationFrame);
    const times = [];
    for (let step = 0; step < 40 && times.length < 8; step += 1) {
      const before = document.querySelector(".pictures .narrow svg");
      const began = performance.now();
      press("ArrowDown");
      for (let turn = 0; turn < 60; turn += 1) {
        await new Promise(resolve => setTimeout(resolve, 1));
        if (document.querySelector(".pictures .narrow svg") !== before) {
          times.push(performance.now() - began);
          break;
        }
      }
    }
    press("Escape");
    return times.sort((a, b) => a - b);
  }, id);
  t.diagnostic(`milliseconds: ${took.map(it => it.toFixed(0)).join(" ")}`);
  assert.ok(took.length > 0);
  assert.ok(took[Math.floor(took.length / 2)] < 50, `median of ${took}`);
});
