// Runs the module beside the page, so that the page never waits for it.

import init, * as narrows from "narrows-module";
import type { Call } from "./contract";

export interface Request {
  id: number;
  call: Call;
  values: unknown[];
}
export interface Reply {
  id: number;
  /** The JSON text that the module gave. */
  json?: string;
  /** The module ended unexpectedly: its own words, for the console. */
  broken?: string;
}

const ready = init({ module_or_path: new URL("narrows.wasm", self.location.href) });

function answered({ call, values }: Request): string {
  const run = narrows[call] as (...values: unknown[]) => string;
  return run(...values.map(value => (isJson(value) ? JSON.stringify(value) : value)));
}

function isJson(value: unknown): boolean {
  return typeof value === "object" && !(value instanceof Uint8Array);
}

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id } = event.data;
  try {
    await ready;
    self.postMessage({ id, json: answered(event.data) } satisfies Reply);
  } catch (error) {
    self.postMessage({ id, broken: String(error) } satisfies Reply);
  }
};
