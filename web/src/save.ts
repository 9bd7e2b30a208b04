// Hands files out: machine file, card, shopping notes.

import { ask } from "./client";
import type { TextFile } from "./contract";
import { complain, state } from "./store";

export async function save(what: "export_machine" | "export_card" | "export_notes") {
  try {
    download(await ask(what, state.value));
  } catch (error) {
    complain(error);
  }
}

function download({ name, text, svg }: TextFile) {
  const type = svg === undefined ? "text/plain" : "image/svg+xml";
  const url = URL.createObjectURL(new Blob([svg ?? text ?? ""], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the data once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
