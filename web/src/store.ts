// What the page knows, as signals; parts draw from them and nothing else.

import { computed, signal } from "@preact/signals";
import {
  ask,
  Broken,
  has,
  open,
  prepareSearch,
  Refused,
  search,
  Stopped,
  stopSearch,
} from "./client";
import type {
  About,
  Best,
  Catalogue,
  Device,
  Example,
  Fit,
  Language,
  Slot,
  State,
  Titled,
  View,
} from "./contract";
import { completed, EMPTY, fromFragment, toFragment } from "./link";
import { served, takeFiles } from "./served";

export const about = signal<About | null>(null);
export const words = signal<Record<string, string>>({});
export const catalogue = signal<Catalogue | null>(null);
export const state = signal<State>(EMPTY);
/** The arrangement as it stands. */
export const settled = signal<View | null>(null);
/** What it would be if the device that is being moved were dropped now. */
export const preview = signal<View | null>(null);
export const view = computed(() => preview.value ?? settled.value);
export const best = signal<{ for: State; found: Best } | null>(null);
export const isSearching = signal(false);
/** A change was asked for and is not made yet. */
export const isSettling = signal(false);
export const isReady = signal(false);
/** The module could not be started or ended: the page says so in its own words. */
export const isBroken = signal(false);
/** A sentence that something did not work, with what helps. */
export const trouble = signal<{ text: string; help: string | null } | null>(null);
/** What screen readers are told next. */
export const spoken = signal("");
/** What everyone is told next, with what can be done about it. */
export const notice = signal<{ text: string; action?: { label: string; run(): void } } | null>(
  null,
);
/** With what in mind the page was opened: what follows once a board is chosen. */
export type Goal = "board" | "machine" | "slot" | "rate" | "buy";
export const goal = signal<Goal | null>(null);
/** The device or slot whose details are shown. */
export const selected = signal<{ device: string } | { slot: string } | null>(null);

const past = signal<State[]>([]);
const future = signal<State[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);
const MOST_PAST = 200;

/** A sentence of the page with its values put in. */
export function say(id: string, values: Record<string, string | number> = {}): string {
  const text = words.value[id] ?? id;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A sentence of the module as the page shows it: what is typed elsewhere stands in quotation marks. */
export function sentence(text: string): string {
  const [open, close] = state.value.lang === "ja" ? ["「", "」"] : ["“", "”"];
  return text.replace(/`([^`]*)`/g, (_, inner: string) => `${open}${inner}${close}`);
}

/** Tells something to everyone. */
export function tell(text: string, action?: { label: string; run(): void }) {
  spoken.value = text;
  notice.value = action ? { text, action } : { text };
}

/** Shows what a failed call said; what is on the page stays. */
export function complain(error: unknown) {
  if (error instanceof Refused) trouble.value = { text: error.message, help: error.help };
  else if (error instanceof Broken) trouble.value = { text: say("web-module-ended"), help: null };
  else throw error;
}

export async function start() {
  let begun: Awaited<ReturnType<typeof served>>;
  try {
    about.value = await ask("about");
    begun = await served();
    await speak(begun?.lang ?? preferredLanguage());
  } catch (error) {
    isBroken.value = true;
    console.error(error);
    return;
  }
  state.value = { ...EMPTY, lang: begun?.lang ?? preferredLanguage() };
  isReady.value = true;
  await begin(begun);
  prepareSearch();
}

/** Opens what the link holds, or else what the page was served with. */
async function begin(begun: Awaited<ReturnType<typeof served>>) {
  try {
    if (begun) await takeFiles(begun);
  } catch (error) {
    complain(error);
  }
  if (location.hash.length > 1) return follow(location.hash, false);
  const first = begun && completed({ ...begun.state, v: 1 });
  if (first?.source) await settle(first, "in place");
}

function preferredLanguage(): Language {
  const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
  return asked.toLowerCase().startsWith("ja") ? "ja" : "en";
}

/** Takes all words from the language's own. */
async function speak(language: Language) {
  const [all, known] = await Promise.all([ask("words", language), ask("catalogue", language)]);
  words.value = all;
  catalogue.value = { ...known, workloads: distinct(known.workloads) };
  document.documentElement.lang = language;
}

/** Profiles that ask the same have the same title: one of them is enough. */
function distinct(workloads: Titled[]): Titled[] {
  return workloads.filter((it, at) => workloads.findIndex(one => one.title === it.title) === at);
}

export async function changeLanguage(language: Language) {
  try {
    await speak(language);
    const changed = { ...state.value, lang: language };
    await settle(changed);
    best.value = null;
  } catch (error) {
    complain(error);
  }
}

/** Opens what a link holds; what is on the page stays where the link cannot be read. */
export async function follow(fragment: string, isLater = true) {
  const found = await fromFragment(fragment);
  if (found === "none") {
    // Back to the opening.
    if (isLater && state.value.source) await change(opening(), "in place");
    return;
  }
  if (found === "newer" || found === "broken") {
    trouble.value = {
      text: say(found === "newer" ? "web-link-newer" : "web-link-broken"),
      help: null,
    };
    return;
  }
  if (JSON.stringify(found.state) === JSON.stringify(state.value)) return;
  if (found.state.lang !== state.value.lang) await speak(found.state.lang);
  if (isLater) await change(found.state, "in place");
  else await settle(found.state, "in place");
}

/** Nothing chosen, in the language of the page. */
function opening(): State {
  return { ...EMPTY, lang: state.value.lang };
}

export async function leave() {
  goal.value = null;
  if (state.value.source) await change(opening());
}

/** Makes a state the present one, unless the module refuses it; then all stays as it is. */
export async function change(next: State, entry: Entry = "new"): Promise<boolean> {
  const before = state.value;
  if (!(await settle(next, entry))) return false;
  past.value = [...past.value, before].slice(-MOST_PAST);
  future.value = [];
  return true;
}

/** The arrangement of a state. Devices without a slot stand in one that nothing else goes into. */
export async function arrange(next: State): Promise<View> {
  const view = await ask("arrange", next);
  const fixed = view.devices.filter(it => it.slot === null && it.under);
  const slots = fixed.map(it => fixedSlot(it.id, it.under ?? null));
  const place = (it: Device) => (fixed.includes(it) ? { ...it, slot: fixedId(it.id) } : it);
  return { ...view, slots: [...view.slots, ...slots], devices: view.devices.map(place) };
}

function fixedId(device: string): string {
  return `fixed ${device}`;
}

function fixedSlot(device: string, under: string | null): Slot {
  const [id, title] = [fixedId(device), say("web-fixed")];
  return { id, title, under, kind: "fixed", shares: [], off: null, holds: device };
}

let asked = 0;

/** Whether another machine is a new entry of the browser's history: Back leads to the one before. */
type Entry = "new" | "in place";

async function settle(next: State, entry: Entry = "new"): Promise<boolean> {
  const turn = ++asked;
  isSettling.value = true;
  try {
    await handOver(next);
    const arranged = next.source ? await arrange(next) : null;
    // A later change overtook this one.
    if (turn !== asked) return false;
    trouble.value = null;
    notice.value = null;
    const isOther = JSON.stringify(state.value.source) !== JSON.stringify(next.source);
    state.value = next;
    settled.value = arranged;
    preview.value = null;
    document.title = arranged ? `${arranged.title} · Narrows` : "Narrows";
    if (best.value && JSON.stringify(best.value.for) !== JSON.stringify(next)) best.value = null;
    forgetSelection();
    if (isOther) window.scrollTo(0, 0);
    await keepInAddress(next, isOther && entry === "new");
    return true;
  } catch (error) {
    preview.value = null;
    complain(error);
    return false;
  } finally {
    if (turn === asked) isSettling.value = false;
  }
}

/** A file's text may travel in the state; the module wants it once. */
async function handOver({ source }: State) {
  if (!source || !("file" in source) || (await has(source.file))) return;
  if (source.text === undefined) {
    throw new Refused({ error: { message: say("web-file-not-here", { file: source.file }) } });
  }
  await open(source.file, new TextEncoder().encode(source.text));
}

function forgetSelection() {
  const it = selected.value;
  if (!it || !settled.value) return;
  const { devices, slots } = settled.value;
  const isThere =
    "device" in it ? devices.some(d => d.id === it.device) : slots.some(s => s.id === it.slot);
  if (!isThere) selected.value = null;
}

async function keepInAddress(next: State, isNew: boolean) {
  const address = next.source ? await toFragment(next) : location.pathname + location.search;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

export async function undo() {
  const before = past.value.at(-1);
  if (!before) return;
  const now = state.value;
  if (!(await settle({ ...before, lang: now.lang }))) return;
  past.value = past.value.slice(0, -1);
  future.value = [...future.value, now];
  spoken.value = say("web-undone");
}

export async function redo() {
  const after = future.value.at(-1);
  if (!after) return;
  const now = state.value;
  if (!(await settle({ ...after, lang: now.lang }))) return;
  future.value = future.value.slice(0, -1);
  past.value = [...past.value, now];
  spoken.value = say("web-redone");
}

/** Whether a machine is a bare board of the catalogue, into which everything was put here. */
export function isBare(source: State["source"]): boolean {
  return source !== null && "catalog" in source && !source.catalog.includes("/");
}

/** A machine's own devices as the catalogue has them, and the names of those that it lacks. */
function ownDevices(): { models: string[]; left: string[] } {
  const known = catalogue.value?.devices ?? [];
  const own = (settled.value?.devices ?? []).filter(it => (it.added ?? null) === null);
  const models: string[] = [];
  const left: string[] = [];
  for (const device of own) {
    const found = known.find(it => it.title === device.model);
    if (found) models.push(found.id);
    else if (device.kind === "gpu") models.push("gpu");
    else left.push(device.title);
  }
  return { models, left };
}

/**
 * A board's processor, slots and choices belong to it; the work that is asked stays, and so do the devices, those
 * of another machine as far as the catalogue has them.
 */
export async function chooseBoard(id: string) {
  const { lang, workload, os, cpu, source } = state.value;
  const { models, left } = source && !isBare(source) ? ownDevices() : { models: [], left: [] };
  const add = [...models, ...state.value.add];
  const board = catalogue.value?.boards.find(it => it.id === id);
  const keeps = catalogue.value?.processors
    .find(it => it.id === cpu)
    ?.sockets.includes(board?.socket ?? "");
  const isMade = await change({
    ...EMPTY,
    lang,
    workload,
    os,
    add,
    cpu: keeps ? cpu : null,
    source: { catalog: id },
  });
  if (!isMade) return;
  if (models.length + left.length > 0) tellBrought(models.length, left);
  if ((goal.value === "slot" || goal.value === "buy") && add.length > 0) void answerGoal();
}

function tellBrought(count: number, left: string[]) {
  const all = count + left.length;
  const text =
    left.length > 0
      ? say("web-brought-some", { count, all, names: left.join(", ") })
      : say("web-brought", { all });
  tell(text, { label: say("web-undo"), run: () => void undo() });
}

/** The state that an example begins with, in the language of the page. */
export function stateOf(example: Example): State | null {
  const whole = completed({ ...example.state, v: 1, lang: state.value.lang });
  return whole && { ...whole, source: whole.source ?? { example: example.id } };
}

/** Whether a machine is that of an example, however its devices stand by now. */
export function isOf(example: Example, source: State["source"]): boolean {
  return source !== null && JSON.stringify(stateOf(example)?.source) === JSON.stringify(source);
}

export function openExample(id: string) {
  const example = catalogue.value?.examples.find(it => it.id === id);
  const whole = example && stateOf(example);
  if (whole) void change(whole);
}

/** Bytes of a machine file that travels in a link. */
const MOST_IN_LINK = 8_000;

/** What a link to the page has to hold; nothing where it would be too long, and the machine file has to go along. */
export async function toShare(): Promise<State | null> {
  const now = state.value;
  if (!now.source || !("file" in now.source) || now.source.text !== undefined) return now;
  const file = await ask("export_machine", now);
  const text = file.text ?? "";
  if (new TextEncoder().encode(text).length > MOST_IN_LINK) return null;
  const { lang, workload, os, want, array } = now;
  return { ...EMPTY, lang, workload, os, want, array, source: { file: file.name, text } };
}

/** Opens a file that was dropped, chosen or pasted; what is on the page stays where it is no use. */
export async function openFile(name: string, blob: Blob) {
  const most = about.value?.most_bytes ?? 32_000_000;
  if (blob.size > most) {
    trouble.value = { text: say("web-file-too-large", { file: shortened(name) }), help: null };
    return;
  }
  try {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const dropped = await open(name, bytes);
    const text = bytes.length <= MOST_IN_LINK ? asText(bytes) : null;
    const source = { file: dropped.name, ...(text === null ? {} : { text }) };
    const { lang, workload, os } = state.value;
    if (await change({ ...EMPTY, lang, workload, os, source })) {
      spoken.value = say("web-opened", { file: dropped.title });
    }
  } catch (error) {
    complain(error);
  }
}

function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}

function asText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Where every device is now: once something was moved, nothing else may jump. */
export function pinned(): Record<string, string | null> {
  const pins: Record<string, string | null> = { ...state.value.pins };
  for (const { id, slot, movable } of settled.value?.devices ?? []) {
    if (movable !== false) pins[id] = slot;
  }
  return pins;
}

/** The state with a device in a slot, or in none; who was there goes where the device came from if it can. */
export function moved(device: string, fit: Fit | null, back: Fit | null): State {
  const pins = pinned();
  const from = settled.value?.devices.find(it => it.id === device)?.slot ?? null;
  pins[device] = fit?.slot ?? null;
  const goesBack = back?.ok === true && !back.adapter;
  if (fit?.taken_by && fit.taken_by !== device) pins[fit.taken_by] = goesBack ? from : null;
  return { ...state.value, pins };
}

export function add(model: string) {
  void change({ ...state.value, pins: pinned(), add: [...named(model, ""), model] });
}

export function remove(id: string) {
  const device = settled.value?.devices.find(it => it.id === id);
  if (!device) return;
  const now = state.value;
  const pins = pinned();
  delete pins[id];
  const added = device.added ?? null;
  const next =
    added === null
      ? { ...now, pins, without: [...now.without, id] }
      : {
          ...now,
          pins,
          add: named(plain(now.add[added] ?? ""), id),
        };
  selected.value = null;
  void change({ ...next, array: withoutMember(now.array, id) });
}

/**
 * What was added, without one device: all others of a model keep their names, which the planner otherwise gives by
 * how many there are.
 */
function named(model: string, without: string): string[] {
  const added = settled.value?.devices ?? [];
  return state.value.add.flatMap((word, index) => {
    if (plain(word) !== model) return [word];
    const here = added.filter(it => it.added === index);
    if (here.length === 0) return [word];
    return here.filter(it => it.id !== without).map(it => `${it.id}=${model}`);
  });
}

/** The model of `name=model` and `model*3`. */
function plain(word: string): string {
  return word.replace(/^[^=]*=/, "").replace(/\*\d+$/, "");
}

function withoutMember(array: State["array"], id: string): State["array"] {
  if (!array) return null;
  const members = array.members.filter(it => it !== id);
  return members.length > 0 ? { ...array, members } : null;
}

/** Whether everything is where an answer has it. */
export function isThere({ pins, set = {}, isFixed }: Best): boolean {
  const devices = settled.value?.devices ?? [];
  const slotOf = (id: string) => devices.find(it => it.id === id)?.slot ?? null;
  const isSet = Object.entries(set).every(([name, value]) => state.value.set[name] === value);
  return isFixed === true || (isSet && Object.keys(pins).every(id => slotOf(id) === pins[id]));
}

/** Puts everything where an answer has it, with the settings that it needs. */
export function take({ pins, set }: Pick<Best, "pins" | "set">, want = state.value.want) {
  const now = state.value;
  void change({ ...now, want, pins: { ...now.pins, ...pins }, set: { ...now.set, ...set } });
}

/** The answer to whoever came for it, where it is seen at once. */
async function answerGoal() {
  await findBest();
  const found = best.value?.found;
  const [first] = found?.contradiction ?? found?.text ?? [];
  if (!found || first === undefined) return;
  const isOffered = !found.contradiction && !isThere(found);
  const use = { label: say("web-use-best"), run: () => take(found) };
  tell(sentence(first), ...(isOffered ? [use] : []));
}

/** Searches, or stops the search that is on. */
export async function findBest() {
  if (isSearching.value) return stopSearch();
  const present = state.value;
  const devices = settled.value?.devices ?? [];
  if (devices.length > 0 && devices.every(it => it.movable === false)) {
    const text = [say("web-nothing-movable")];
    best.value = { for: present, found: { pins: {}, text, trades: [], isFixed: true } };
    return;
  }
  isSearching.value = true;
  try {
    const found = await search(present);
    if (JSON.stringify(present) === JSON.stringify(state.value)) {
      best.value = { for: present, found };
    }
  } catch (error) {
    if (!(error instanceof Stopped)) complain(error);
  }
  isSearching.value = false;
}
