// From pointer events to lifting, hovering and dropping. A mouse lifts after a few pixels; a finger
// after a short press, so that the page still scrolls.

import { drop, cancel, held, hover, lift, pointer } from "./drag";

const PIXELS = 5;
const PRESS_MS = 220;
/** How near the edges the page scrolls by itself (the bar covers the upper), and how far each frame. */
const UPPER = 100;
const LOWER = 70;
const SCROLL = 9;

interface Press {
  id: number;
  device: string;
  x: number;
  y: number;
  timer: number;
}
let press: Press | null = null;
/** A click follows a drag; it must not select. */
let wasDragged = false;

export function pressed(event: PointerEvent, device: string) {
  if (event.button !== 0 || held.value || press) return;
  wasDragged = false;
  const isTouch = event.pointerType === "touch";
  const timer = isTouch ? window.setTimeout(begin, PRESS_MS) : 0;
  press = { id: event.pointerId, device, x: event.clientX, y: event.clientY, timer };
  const card = event.currentTarget as HTMLElement;
  // A finger captures its pointer; what is below it is asked of the document instead.
  if (card.hasPointerCapture(event.pointerId)) card.releasePointerCapture(event.pointerId);
  // A finger's moves go to the card where it began, even once the card was drawn elsewhere.
  card.addEventListener("touchmove", holdStill, { passive: false });
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", stop);
}

/** Whether a click ends a drag and means nothing else. */
export function endsDrag(): boolean {
  return wasDragged;
}

function begin() {
  if (!press) return;
  wasDragged = true;
  pointer.value = { x: press.x, y: press.y };
  void lift(press.device, "pointer");
}

function move(event: PointerEvent) {
  if (!press || event.pointerId !== press.id) return;
  const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > PIXELS;
  if (!held.value) {
    if (!far) return;
    // A finger that moves before it lifted scrolls.
    if (event.pointerType === "touch") return end();
    begin();
  }
  pointer.value = { x: event.clientX, y: event.clientY };
  hoverThere();
  if (scrolling === 0 && scrollBy() !== 0) scrolling = requestAnimationFrame(scroll);
}

function hoverThere() {
  const at = pointer.value;
  if (at) void hover(targetAt(at.x, at.y));
}

function targetAt(x: number, y: number): string | null {
  const slot = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-slot]");
  return slot?.dataset["slot"] ?? null;
}

/** The frame that scrolls next; 0 while nothing does. */
let scrolling = 0;

function scrollBy(): number {
  const y = held.value ? pointer.value?.y : undefined;
  if (y === undefined) return 0;
  return y < UPPER ? -SCROLL : y > window.innerHeight - LOWER ? SCROLL : 0;
}

function scroll() {
  scrolling = 0;
  const step = scrollBy();
  if (step === 0) return;
  window.scrollBy(0, step);
  hoverThere();
  scrolling = requestAnimationFrame(scroll);
}

function up(event: PointerEvent) {
  if (!press || event.pointerId !== press.id) return;
  end();
  if (held.value?.by === "pointer") void drop();
}

function stop() {
  end();
  if (held.value?.by === "pointer") cancel();
}

function end() {
  if (press) window.clearTimeout(press.timer);
  press = null;
  document.removeEventListener("pointermove", move);
  document.removeEventListener("pointerup", up);
  document.removeEventListener("pointercancel", stop);
}

/** Keeps the page from scrolling under a finger that holds a device. */
function holdStill(event: TouchEvent) {
  if (held.value?.by === "pointer" && event.cancelable) event.preventDefault();
}

/** The browser has to know before a touch begins that it may be held. */
export function watchTouch() {
  document.addEventListener("touchmove", holdStill, { passive: false });
  document.addEventListener("contextmenu", event => {
    if (held.value) event.preventDefault();
  });
}
