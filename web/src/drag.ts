// Moving devices: with a mouse, a finger or the keyboard, all through the same few steps.
// What fits where is asked of the module when a device is lifted, and shown while it is held.

import { signal } from "@preact/signals";
import { ask, Refused } from "./client";
import type { Fit, Fits } from "./contract";
import { arrange, change, complain, moved, preview, say, settled, spoken, state } from "./store";

/** The tray is where devices are that are in no slot. */
export const TRAY = "";

export interface Held {
  device: string;
  title: string;
  from: string | null;
  by: "pointer" | "keyboard";
  /** Nothing until the module answered. */
  fits: Map<string, Fit> | null;
  /** Slot id, the tray, or nothing. */
  over: string | null;
}
export const held = signal<Held | null>(null);
/** Where the pointer is, for the card that follows it. */
export const pointer = signal<{ x: number; y: number } | null>(null);

/** Ends when the module has said what fits where: a quick drop waits for it. */
let known: Promise<void> = Promise.resolve();

export function lift(device: string, by: Held["by"]): Promise<void> {
  known = asked(device, by);
  return known;
}

async function asked(device: string, by: Held["by"]) {
  const it = settled.value?.devices.find(each => each.id === device);
  if (!it || it.movable === false || held.value) return;
  held.value = {
    device,
    title: it.title,
    from: it.slot,
    by,
    fits: null,
    over: by === "keyboard" ? (it.slot ?? TRAY) : null,
  };
  try {
    const fits = new Map(
      (await ask("fits", state.value, device)).slots.map(fit => [fit.slot, fit]),
    );
    if (held.value?.device !== device) return;
    held.value = { ...held.value, fits };
    const count = [...fits.values()].filter(fit => fit.ok).length;
    spoken.value = say(by === "keyboard" ? "web-lifted-keys" : "web-lifted", {
      device: it.title,
      count,
    });
    if (held.value.over !== null) await show(held.value.over);
  } catch (error) {
    cancel();
    complain(error);
  }
}

/** Says what a target would do, and shows it where the device fits. */
export async function hover(target: string | null) {
  const it = held.value;
  if (!it || it.over === target) return;
  held.value = { ...it, over: target };
  if (it.fits) await show(target);
}

let shown = 0;

async function show(target: string | null) {
  const turn = ++shown;
  const next = target === null ? null : await wouldBe(target);
  if (turn !== shown) return;
  if (!next) {
    preview.value = null;
    return;
  }
  try {
    const arranged = await arrange(next);
    if (turn === shown && held.value) preview.value = arranged;
  } catch (error) {
    // A preview that the module refuses is none; dropping there says why.
    if (!(error instanceof Refused)) complain(error);
    preview.value = null;
  }
}

/** The state after a drop there; nothing where the device does not fit. */
async function wouldBe(target: string) {
  const it = held.value;
  if (!it) return null;
  if (target === TRAY) return moved(it.device, null, null);
  const fit = it.fits?.get(target);
  if (!fit?.ok || target === it.from) return null;
  return moved(it.device, fit, await placeFor(fit.taken_by ?? null, it.from));
}

/** Whether the one who has to leave can go to where the other came from. */
async function placeFor(leaving: string | null, slot: string | null): Promise<Fit | null> {
  if (!leaving || slot === null) return null;
  const fits: Fits = await ask("fits", state.value, leaving);
  return fits.slots.find(fit => fit.slot === slot) ?? null;
}

export async function drop() {
  await known;
  const it = held.value;
  if (!it) return;
  const target = it.over;
  if (target === null || target === (it.from ?? TRAY)) return cancel();
  const fit = it.fits?.get(target);
  if (target !== TRAY && !fit?.ok) {
    spoken.value = fit?.reason ?? say("web-does-not-fit");
    return it.by === "pointer" ? release() : undefined;
  }
  const next = await wouldBe(target);
  letGo();
  if (next && (await change(next))) announce(it, target);
}

function announce({ device, title }: Held, target: string) {
  const slot = settled.value?.slots.find(each => each.id === target);
  const now = settled.value?.devices.find(each => each.id === device);
  const text = slot
    ? say("web-dropped", { device: title, slot: slot.title })
    : say("web-taken-out", { device: title });
  spoken.value = [text, now?.together?.text, settled.value?.bottleneck].filter(Boolean).join(" · ");
}

export function cancel() {
  const it = held.value;
  if (!it) return;
  release();
  spoken.value = say("web-cancelled", { device: it.title });
}

function release() {
  letGo();
  preview.value = null;
}

/** What was shown of a drop stays until the drop is made, so that nothing jumps back and forth. */
function letGo() {
  ++shown;
  held.value = null;
  pointer.value = null;
}

/** What is said of the target that the device is over. */
export function ofTarget(): string | null {
  const it = held.value;
  if (!it || it.over === null) return null;
  if (it.over === TRAY) return say("web-over-tray");
  const slot = settled.value?.slots.find(each => each.id === it.over);
  const fit = it.fits?.get(it.over);
  if (!slot || !fit) return null;
  if (it.over === it.from) return say("web-over-own", { slot: slot.title });
  if (!fit.ok) return say("web-over-not", { slot: slot.title, reason: fit.reason ?? "" });
  const link = [fit.text, fit.adapter].filter(Boolean).join(", ");
  return say(fit.taken_by ? "web-over-swap" : "web-over-fits", { slot: slot.title, link });
}

/** Keys while a device is held by the keyboard: they reach nothing else. */
export async function key(event: KeyboardEvent) {
  const it = held.value;
  if (!it) return;
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowRight: 1,
    ArrowUp: -1,
    ArrowLeft: -1,
    Tab: event.shiftKey ? -1 : 1,
  };
  const step = steps[event.key];
  const isOurs =
    step !== undefined || event.key === "Enter" || event.key === " " || event.key === "Escape";
  if (!isOurs) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape") return cancel();
  // A key that is held down lifts once and drops nothing.
  if (step === undefined) return event.repeat ? undefined : drop();
  await hover(next(it, step));
  spoken.value = ofTarget() ?? "";
}

/** Slots as they stand on the page, then the tray. */
function next({ over }: Held, step: number): string {
  const drawn = [...document.querySelectorAll<HTMLElement>("[data-slot]")].map(
    it => it.dataset["slot"] ?? TRAY,
  );
  const at = drawn.indexOf(over ?? TRAY);
  return drawn[(at + step + drawn.length) % drawn.length] ?? TRAY;
}
