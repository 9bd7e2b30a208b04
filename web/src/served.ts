// What `narrows web` was started with: a language, a state, and the file that the state names.

import { open } from "./client";
import type { Language } from "./contract";

interface Start {
  lang: Language;
  state: Record<string, unknown>;
  files: { name: string; url: string }[];
}

/** Only `narrows web` serves below a token; a static site is not asked for what it has not. */
const TOKEN = /^\/[0-9a-f]{32}\/$/;

export function isServedHere(): boolean {
  return TOKEN.test(location.pathname);
}

/** A page of a web server stays usable without it. `narrows web` serves for as long as it runs. */
export function keepOffline() {
  if (isServedHere() || !("serviceWorker" in navigator)) return;
  // Where the browser keeps nothing, the page works all the same.
  navigator.serviceWorker.register("offline.js").catch(() => {});
}

export async function served(): Promise<Start | null> {
  if (!isServedHere()) return null;
  const answer = await fetch("start.json");
  return answer.ok ? ((await answer.json()) as Start) : null;
}

/** Hands its files to the module. */
export async function takeFiles({ files }: Start) {
  for (const { name, url } of files) {
    const answer = await fetch(url);
    await open(name, new Uint8Array(await answer.arrayBuffer()));
  }
}
