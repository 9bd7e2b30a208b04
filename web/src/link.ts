// The state in the page's address, after `#`: a version, a dot, and the state as deflated JSON.
// The part after `#` is never sent to a server.

import type { State } from "./contract";

const VERSION = 1;
/** Letters of a link that this page is ready to unpack, and bytes of what comes out. */
const MOST_LETTERS = 60_000;
const MOST_BYTES = 1_000_000;

export type FromLink = { state: State } | "newer" | "broken" | "none";

export const EMPTY: State = {
  v: 1,
  lang: "en",
  source: null,
  cpu: null,
  add: [],
  pins: {},
  without: [],
  set: {},
  want: [],
  array: null,
  workload: null,
  os: null,
};

export async function toFragment(state: State): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(withoutDefaults(state)));
  return `#${VERSION}.${toLetters(await through(bytes, new CompressionStream("deflate-raw"), Infinity))}`;
}

/** What a link says. A newer version is told apart from a damaged link, so that each has its sentence. */
export async function fromFragment(fragment: string): Promise<FromLink> {
  if (fragment === "" || fragment === "#") return "none";
  const [, version, letters] = /^#(\d+)\.([\w-]*)$/.exec(fragment) ?? [];
  if (version === undefined || letters === undefined) return "broken";
  if (Number(version) > VERSION) return "newer";
  if (letters.length > MOST_LETTERS) return "broken";
  try {
    const stream = new DecompressionStream("deflate-raw");
    const bytes = await through(fromLetters(letters), stream, MOST_BYTES);
    return read(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return "broken";
  }
}

function read(value: unknown): FromLink {
  if (!isRecord(value)) return "broken";
  if (typeof value["v"] === "number" && value["v"] > VERSION) return "newer";
  const state = completed(value);
  return state ? { state } : "broken";
}

/** A state with what is missing filled in; nothing where something has the wrong shape. */
export function completed(value: Record<string, unknown>): State | null {
  const state = { ...EMPTY, ...value, source: onlySource(value["source"]) };
  const right =
    state.v === 1 &&
    (state.lang === "en" || state.lang === "ja") &&
    (state.source === null || isSource(state.source)) &&
    isTextOrNull(state.cpu) &&
    isTexts(state.add) &&
    isTexts(state.without) &&
    isTexts(state.want) &&
    isRecord(state.pins) &&
    Object.values(state.pins).every(isTextOrNull) &&
    isRecord(state.set) &&
    isTexts(Object.values(state.set)) &&
    (state.array === null || isArrayChoice(state.array)) &&
    isTextOrNull(state.workload) &&
    (state.os === null || state.os === "windows" || state.os === "linux");
  return right ? (state as State) : null;
}

/** A source without the keys that say nothing. */
function onlySource(value: unknown): unknown {
  if (!isRecord(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([, it]) => it !== null));
}

function isSource(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { catalog, example, file, text } = value;
  const named = [catalog, example, file].filter(it => it !== undefined);
  return (
    named.length === 1 &&
    typeof named[0] === "string" &&
    (text === undefined || typeof text === "string")
  );
}

function isArrayChoice(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["level"] === "string" &&
    typeof value["engine"] === "string" &&
    isTextOrNull(value["chunk"] ?? null) &&
    isTexts(value["members"])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(it => typeof it === "string");
}

/** Links stay short: what is as it always begins is left out. */
function withoutDefaults(state: State): Partial<State> {
  const entries = Object.entries(state).filter(([key, value]) => {
    const usual = (EMPTY as unknown as Record<string, unknown>)[key];
    return key === "v" || key === "lang" || JSON.stringify(value) !== JSON.stringify(usual);
  });
  return Object.fromEntries(entries) as Partial<State>;
}

async function through(
  bytes: Uint8Array,
  stream: GenericTransformStream,
  most: number,
): Promise<Uint8Array> {
  const readable = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) throw new Error("too large");
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

function toLetters(bytes: Uint8Array): string {
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromLetters(letters: string): Uint8Array {
  const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, letter => letter.charCodeAt(0));
}
