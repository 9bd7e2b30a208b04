// Asks the module in its worker.

import type { Call, Calls, Failure } from "./contract";
import type { Reply, Request } from "./worker";

/** What the module refuses, in its own sentence. */
export class Refused extends Error {
  readonly help: string | null;
  constructor(failure: Failure) {
    super(failure.error.message);
    this.help = failure.error.help ?? null;
  }
}

/** The module is not there or ended unexpectedly. */
export class Broken extends Error {}

interface Waiting {
  resolve(json: string): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let last = 0;

function started(): Worker {
  const it = new Worker("worker.js", { type: "module" });
  it.onmessage = (event: MessageEvent<Reply>) => take(event.data);
  it.onerror = event => abandon(event.message || "worker");
  return it;
}

function take({ id, json, broken }: Reply) {
  const asker = waiting.get(id);
  waiting.delete(id);
  if (json !== undefined) asker?.resolve(json);
  // A module that panicked must not be asked again: its memory may be in any state.
  else abandon(broken ?? "", asker);
}

function abandon(why: string, asker?: Waiting) {
  worker?.terminate();
  worker = null;
  const broken = new Broken(why);
  asker?.reject(broken);
  for (const each of waiting.values()) each.reject(broken);
  waiting.clear();
}

/** The module's answer; rejected with its sentence where it refuses. */
export async function ask<C extends Call>(
  call: C,
  ...values: Calls[C]["takes"]
): Promise<Calls[C]["gives"]> {
  worker ??= started();
  const id = ++last;
  const request: Request = { id, call, values };
  const json = await new Promise<string>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage(request);
  });
  const answer: unknown = JSON.parse(json);
  if (isFailure(answer)) throw new Refused(answer);
  return answer as Calls[C]["gives"];
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
