// What an arrangement has to keep to, as controls show it: each is one word of `State.want`.

import type { Device } from "./contract";
import { change, state } from "./store";

export interface Wish {
  /** The word with which it is wanted. */
  word: string;
  /** The id of what the page says. */
  text: string;
}

/** What is maximised first; the usual is the rate of sequential reads. */
export const AIMS: Wish[] = [
  { word: "random", text: "web-aim-random" },
  { word: "write", text: "web-aim-write" },
  { word: "each=sequential", text: "web-aim-slowest" },
  { word: "few-moves", text: "web-aim-few-moves" },
  { word: "free-sata", text: "web-aim-free-sata" },
];

/** Lanes that a card keeps. */
export const WIDTHS: Wish[] = [
  { word: "=full", text: "web-width-full" },
  { word: ">=x8", text: "web-width-x8" },
  { word: ">=x4", text: "web-width-x4" },
];

/** What holds for all devices. */
export const GENERAL: Wish[] = [
  { word: "no-adapters", text: "web-wish-no-adapters" },
  { word: "risers", text: "web-wish-risers" },
  { word: "firmware-raid", text: "web-wish-firmware-raid" },
];

export function isWanted(word: string): boolean {
  return state.value.want.includes(word);
}

/** Wants one of several words that exclude each other, or none of them. Aims stand first: they are in order. */
export function want(word: string, others: string[], isFirst = false) {
  const rest = state.value.want.filter(it => !others.includes(it));
  const chosen = word ? [word] : [];
  void change({ ...state.value, want: isFirst ? [...chosen, ...rest] : [...rest, ...chosen] });
}

/** Whether a device has to stay where it is. */
export function stays(device: string): boolean {
  return isWanted(`${device}=stay`);
}

export function stay(device: string, isWished: boolean) {
  want(isWished ? `${device}=stay` : "", [`${device}=stay`]);
}

export function startsFrom(drive: string): string {
  return `boot=${drive}`;
}

export function withWidth(card: string, width: Wish): string {
  return card + width.word;
}

/** Words that no control of the page stands for, as a link may bring them. */
export function others(devices: Device[]): string[] {
  const known = new Set([...AIMS, ...GENERAL].map(it => it.word));
  for (const { id } of devices) {
    for (const word of [`${id}=stay`, startsFrom(id), `${id}=line-rate`]) known.add(word);
    for (const width of WIDTHS) known.add(withWidth(id, width));
  }
  return state.value.want.filter(word => !known.has(word));
}
