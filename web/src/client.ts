// Asks the module in its workers: one for what the page shows, one for searches, which take longer and
// can be stopped.

import type { Call, Calls, Dropped, Failure, Best, State } from "./contract";
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

/** The search was stopped. */
export class Stopped extends Error {}

interface Waiting {
  resolve(json: string): void;
  reject(error: Error): void;
}

/** Files that were opened: a module that was started anew is given them again. */
const files = new Map<string, Uint8Array>();

class Lane {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private readonly given = new Set<string>();
  private last = 0;

  async ask<C extends Call>(call: C, ...values: Calls[C]["takes"]): Promise<Calls[C]["gives"]> {
    this.worker ??= this.started();
    const id = ++this.last;
    const request: Request = { id, call, values };
    const json = await new Promise<string>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker?.postMessage(request);
    });
    const answer: unknown = JSON.parse(json);
    if (isFailure(answer)) throw new Refused(answer);
    return answer as Calls[C]["gives"];
  }

  /** Hands a file over, unless this module has it. */
  async give(name: string): Promise<Dropped | null> {
    const bytes = files.get(name);
    if (!bytes || (this.worker && this.given.has(name))) return null;
    const dropped = await this.ask("put", name, bytes);
    this.given.add(name);
    return dropped;
  }

  /** Starts the module before it is asked: what is started later may find no network. */
  prepare() {
    this.worker ??= this.started();
  }

  end(why: Error) {
    this.worker?.terminate();
    this.worker = null;
    this.given.clear();
    for (const each of this.waiting.values()) each.reject(why);
    this.waiting.clear();
  }

  private started(): Worker {
    const it = new Worker("worker.js", { type: "module" });
    it.onmessage = (event: MessageEvent<Reply>) => this.take(event.data);
    it.onerror = event => this.end(new Broken(event.message || "worker"));
    return it;
  }

  private take({ id, json, broken }: Reply) {
    // A module that panicked must not be asked again: its memory may be in any state.
    if (json === undefined) return this.end(new Broken(broken ?? ""));
    this.waiting.get(id)?.resolve(json);
    this.waiting.delete(id);
  }
}

const shown = new Lane();
const searches = new Lane();

/** The module's answer; rejected with its sentence where it refuses. */
export function ask<C extends Call>(
  call: C,
  ...values: Calls[C]["takes"]
): Promise<Calls[C]["gives"]> {
  return shown.ask(call, ...values);
}

/** Takes a file in; rejected with the module's sentence where it is nothing that it reads. */
export async function open(name: string, bytes: Uint8Array): Promise<Dropped> {
  const dropped = await shown.ask("put", name, bytes);
  files.set(dropped.name, bytes);
  return dropped;
}

/** Whether a file was opened, and is there for the module. */
export async function has(name: string): Promise<boolean> {
  await shown.give(name);
  return files.has(name);
}

/** The best arrangement, searched for beside everything else. */
export async function search(state: State): Promise<Best> {
  if (state.source && "file" in state.source) await searches.give(state.source.file);
  return searches.ask("best", state);
}

export function stopSearch() {
  searches.end(new Stopped());
  searches.prepare();
}

export function prepareSearch() {
  searches.prepare();
}

function isFailure(answer: unknown): answer is Failure {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
