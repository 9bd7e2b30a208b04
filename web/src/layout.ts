// Where the boxes of the lane map stand. Slots are rows at the left, below the place they hang on;
// chipset and switches are boxes between them and the processor at the right, as tall as their rows,
// so that every link runs straight. The width of a band is its rate, on one scale.

import type { Device, Place, Slot, View } from "./contract";

const ROW = 58;
/** Where there are many, rows are lower. */
const DENSE = 46;
const MANY = 18;
const GAP = 8;
const GROUP = 18;
const BOX = 64;
const PROCESSOR = 132;
/** Small ports a line of the same row holds, and how tall it is. */
const PORTS = 4;
const LINE = 34;
/** Pixels of the widest band. */
const WIDEST = 42;
const LEAST_BOX = 132;

export type Row = { y: number; height: number } & ({ slot: Slot } | { ports: Slot[] });
export interface Box {
  place: Place;
  x: number;
  y: number;
  width: number;
  height: number;
  isRoot: boolean;
}
export interface Band {
  /** The same for the same link before and after a change. */
  id: string;
  kind: "flow" | "tight" | "lost" | "trace";
  /** Corner points at the left and at the right end: x, top, bottom. */
  from: [number, number, number];
  to: [number, number, number];
}
export interface Uplink {
  place: Place;
  from: number;
  to: number;
  y: number;
  height: number;
}
export interface Layout {
  row: number;
  width: number;
  height: number;
  slots: number;
  rows: Row[];
  boxes: Box[];
  bands: Band[];
  uplinks: Uplink[];
}

export function isSmall(slot: Slot): boolean {
  return !slot.within && (slot.group ?? slot.kind).startsWith("sata");
}

/** Bays of a carrier that nothing is in share a row below it. */
export function emptyBays(slots: Slot[], carrier: Slot): Slot[] {
  return slots.filter(slot => slot.within === carrier.id && slot.holds === null);
}

export function isEmptyBay(slot: Slot): boolean {
  return Boolean(slot.within) && slot.holds === null;
}

/** Empty small ports share rows. */
function isRow(slot: Slot): boolean {
  return (!isSmall(slot) && !isEmptyBay(slot)) || slot.holds !== null;
}

/** Rows and boxes are those of the settled view, so that nothing moves under a pointer; what flows is `now`'s. */
export function layout(settled: View, now: View, width: number): Layout {
  const slots = Math.round(Math.min(460, Math.max(300, width * 0.45)));
  const row = settled.slots.filter(slot => isRow(slot)).length > MANY ? DENSE : ROW;
  const it: Layout = { row, width, height: 0, slots, rows: [], boxes: [], bands: [], uplinks: [] };
  const deepest = Math.max(1, ...settled.places.map(place => depth(settled, place)));
  let y = 0;
  for (const root of settled.places.filter(place => place.under === null)) {
    y = group(it, settled, root, deepest, y) + GROUP;
  }
  // What hangs on an unknown place stands by itself, without a link.
  const places = new Set(settled.places.map(place => place.id));
  for (const slot of settled.slots.filter(slot => !places.has(slot.under ?? ""))) {
    it.rows.push({ y, height: it.row, slot });
    y += it.row + GAP;
  }
  it.height = Math.max(0, y - GROUP);
  flows(it, now);
  return it;
}

function depth(view: View, place: Place): number {
  const above = view.places.find(other => other.id === place.under);
  return above && above !== place ? 1 + depth(view, above) : 0;
}

/** Places what hangs on a place, then its box beside it; gives where the next may begin. */
function group(it: Layout, view: View, place: Place, deepest: number, top: number): number {
  const own = view.slots.filter(slot => slot.under === place.id);
  const small = own.filter(slot => isSmall(slot) && !isRow(slot));
  let y = top;
  const ports = (some: Slot[]) => {
    if (some.length === 0) return;
    const height = Math.ceil(some.length / PORTS) * LINE - 4;
    it.rows.push({ y, height, ports: some });
    y += height + GAP;
  };
  for (const slot of own.filter(isRow)) {
    it.rows.push({ y, height: it.row, slot });
    y += it.row + GAP;
    ports(emptyBays(own, slot));
  }
  ports(small);
  for (const below of view.places.filter(other => other.under === place.id && other !== place)) {
    if (y > top) y += GROUP - GAP;
    y = group(it, view, below, deepest, y) + GAP;
  }
  const height = Math.max(y - GAP - top, LEAST_BOX);
  it.boxes.push({
    place,
    ...column(it, depth(view, place), deepest),
    y: top,
    height,
    isRoot: place.under === null,
  });
  return top + height;
}

function column(it: Layout, level: number, deepest: number): { x: number; width: number } {
  const right = it.width - PROCESSOR;
  if (level === 0) return { x: right, width: PROCESSOR };
  const room = right - it.slots;
  // The uplink of the chipset is the link that matters most: it has the most room for its words.
  const share = 0.56 - (0.4 * (level - 1)) / Math.max(1, deepest - 1);
  return { x: Math.round(it.slots + room * share - BOX / 2), width: BOX };
}

function flows(it: Layout, view: View) {
  const scale = pixelsPerByte(view);
  for (const row of it.rows) {
    if ("slot" in row) slotBand(it, view, row.slot.id, row, scale);
    else portsBands(it, view, row, scale);
  }
  for (const box of it.boxes) if (!box.isRoot) uplink(it, view, box, scale);
}

function pixelsPerByte(view: View): number {
  const most = Math.max(...view.devices.map(could), 0);
  return most > 0 ? WIDEST / most : 0;
}

function could(device: Device): number {
  const rates = [device.alone?.bytes_per_s ?? 0, device.together?.bytes_per_s ?? 0];
  return device.slot === null ? 0 : Math.max(...rates);
}

function slotBand(
  it: Layout,
  view: View,
  slot: string,
  row: { y: number; height: number },
  scale: number,
) {
  const found = view.slots.find(each => each.id === slot);
  const box = it.boxes.find(each => each.place.id === found?.under);
  if (!found || !box || found.off !== null) return;
  const device = view.devices.find(each => each.id === found.holds);
  const middle = row.y + row.height / 2;
  band(it, slot, [it.slots, box.x], middle, device, scale, found.link?.bottleneck === true);
}

function band(
  it: Layout,
  id: string,
  [from, to]: [number, number],
  middle: number,
  device: Device | undefined,
  scale: number,
  isTight: boolean,
) {
  const got = (device?.together?.bytes_per_s ?? 0) * scale;
  if (!device || got <= 0) {
    it.bands.push({ id, kind: "trace", from: [from, middle, middle], to: [to, middle, middle] });
    return;
  }
  const lost = device.loss_text ? Math.max(0, could(device) * scale - got) : 0;
  const top = middle - (got + lost) / 2;
  const edge = top + Math.max(got, 2);
  it.bands.push({
    id,
    kind: isTight ? "tight" : "flow",
    from: [from, top, edge],
    to: [to, top, edge],
  });
  if (lost > 0)
    it.bands.push({
      id: `${id} lost`,
      kind: "lost",
      from: [from, edge, edge + lost],
      to: [to, edge, edge + lost],
    });
}

/** Of small ports only those that hold something have a band of their own. */
function portsBands(
  it: Layout,
  view: View,
  row: { y: number; height: number; ports: Slot[] },
  scale: number,
) {
  // The carrier's own row has the band of what is in it.
  if (row.ports.some(port => port.within)) return;
  const filled = row.ports.filter(port => view.slots.find(slot => slot.id === port.id)?.holds);
  const first = row.ports[0];
  if (filled.length === 0 && first) slotBand(it, view, first.id, row, scale);
  const height = row.height / Math.max(1, filled.length);
  filled.forEach((port, index) =>
    slotBand(it, view, port.id, { y: row.y + index * height, height }, scale),
  );
}

/** The link above a place, with a funnel where more arrives than passes. */
function uplink(it: Layout, view: View, box: Box, scale: number) {
  const place = view.places.find(each => each.id === box.place.id) ?? box.place;
  const above = it.boxes.find(each => each.place.id === place.under);
  if (!above) return;
  const middle = box.y + box.height / 2;
  const [from, to] = [box.x + box.width, above.x];
  const half = (passing(view, place) * scale) / 2;
  it.uplinks.push({ place, from, to, y: middle, height: half * 2 });
  if (half <= 0) {
    it.bands.push({
      id: `${place.id} up`,
      kind: "trace",
      from: [from, middle, middle],
      to: [to, middle, middle],
    });
    return;
  }
  const arrives = place.link?.bottleneck ? (arriving(view, place.id) * scale) / 2 : half;
  const wide = Math.min(arrives, box.height / 2);
  if (arrives > half * 1.02) it.bands.push(...funnel(place.id, [from, to], middle, [wide, half]));
  it.bands.push({
    id: `${place.id} up`,
    kind: place.link?.bottleneck ? "tight" : "flow",
    from: [from, middle - half, middle + half],
    to: [to, middle - half, middle + half],
  });
}

/** What does not pass, above and below what does. */
function funnel(
  id: string,
  [from, to]: [number, number],
  middle: number,
  [wide, half]: [number, number],
): Band[] {
  const end = from + Math.min(64, (to - from) * 0.35);
  const [top, bottom] = [middle - half, middle + half];
  return [
    { id: `${id} upper`, kind: "lost", from: [from, middle - wide, top], to: [end, top, top] },
    {
      id: `${id} lower`,
      kind: "lost",
      from: [from, bottom, middle + wide],
      to: [end, bottom, bottom],
    },
  ];
}

/** What passes a place: told of its link, else what all below it get. */
function passing(view: View, place: Place): number {
  if (place.link?.flow) return place.link.flow.bytes_per_s;
  const own = view.slots.filter(slot => slot.under === place.id && slot.holds);
  const gets = (slot: Slot) => view.devices.find(it => it.id === slot.holds)?.together?.bytes_per_s;
  const here = own.reduce((sum, slot) => sum + (gets(slot) ?? 0), 0);
  const below = view.places.filter(other => other.under === place.id && other.id !== place.id);
  return below.reduce((sum, other) => sum + passing(view, other), here);
}

/** What all below a place could do. */
function arriving(view: View, place: string): number {
  const own = view.slots.filter(slot => slot.under === place && slot.holds);
  const devices = own.map(slot => view.devices.find(device => device.id === slot.holds));
  const here = devices.reduce((sum, device) => sum + (device ? could(device) : 0), 0);
  const below = view.places.filter(other => other.under === place && other.id !== place);
  return below.reduce(
    (sum, other) => sum + (other.link?.flow?.bytes_per_s ?? arriving(view, other.id)),
    here,
  );
}

/** The outline of a band. */
export function outline({ from: [x0, top0, bottom0], to: [x1, top1, bottom1] }: Band): string {
  const bend = (x0 + x1) / 2;
  return `M${x0} ${top0}C${bend} ${top0} ${bend} ${top1} ${x1} ${top1}V${bottom1}C${bend} ${bottom1} ${bend} ${bottom0} ${x0} ${bottom0}Z`;
}
