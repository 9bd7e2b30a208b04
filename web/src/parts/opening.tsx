// How a machine comes onto the page: chosen, dropped, pasted, or one of the examples.

import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../client";
import type { View } from "../contract";
import {
  add,
  catalogue,
  change,
  chooseBoard,
  openExample,
  openFile,
  stateOf,
  say,
  state,
  view,
} from "../store";
import { Select } from "./answers";
import { Picture } from "./picture";
import { Search } from "./search";

function BoardSearch() {
  const source = state.value.source;
  const boards = catalogue.value?.boards ?? [];
  const id = source && "catalog" in source ? source.catalog.split("/")[0] : null;
  const chosen = view.value?.board ?? boards.find(it => it.id === id)?.title ?? "";
  const entries = boards.map(({ id, title, socket, chipset, called = "" }) => ({
    id,
    title,
    called,
    note: [chipset, socket].filter(Boolean).join(" · "),
  }));
  return (
    <Search
      id="board"
      label={say("web-board")}
      placeholder={say("web-board-hint")}
      nothing={say("web-nothing-found")}
      entries={entries}
      chosen={chosen}
      choose={chooseBoard}
    />
  );
}

function ProcessorSearch() {
  const source = state.value.source;
  const all = catalogue.value?.processors ?? [];
  const board = catalogue.value?.boards.find(
    it => source && "catalog" in source && it.id === source.catalog.split("/")[0],
  );
  const fitting = board ? all.filter(it => it.sockets.includes(board.socket ?? "")) : all;
  const chosen = all.find(it => it.id === state.value.cpu)?.title ?? view.value?.processor ?? "";
  const choose = (id: string) => void change({ ...state.value, cpu: id });
  // A whole machine has its processor; only a bare board takes another.
  const isBare = source !== null && "catalog" in source && !source.catalog.includes("/");
  if (!isBare) return <Given label={say("web-processor")} text={chosen} />;
  return (
    <Search
      id="cpu"
      label={say("web-processor")}
      placeholder={say("web-processor-hint")}
      nothing={say("web-nothing-found")}
      entries={fitting}
      chosen={chosen}
      choose={choose}
    />
  );
}

function Given({ label, text }: { label: string; text: string }) {
  return (
    <div class="given">
      <span>{label}</span>
      <bdi title={text}>{text}</bdi>
    </div>
  );
}

export function Choices() {
  const os = [
    { id: "windows", title: "Windows" },
    { id: "linux", title: "Linux" },
  ];
  const isOs = (id: string) => id === "windows" || id === "linux";
  return (
    <section class="choices" aria-label={say("web-machine")}>
      <BoardSearch />
      <ProcessorSearch />
      <Select
        label={say("web-workload")}
        none={say("web-usual-workload")}
        value={state.value.workload ?? ""}
        choices={catalogue.value?.workloads ?? []}
        choose={id => void change({ ...state.value, workload: id || null })}
      />
      <Select
        label={say("web-system")}
        none={say("web-any-system")}
        value={state.value.os ?? ""}
        choices={os}
        choose={id =>
          void change({ ...state.value, os: isOs(id) ? (id as "windows" | "linux") : null })
        }
      />
    </section>
  );
}

export function AddDevice() {
  const entries = (catalogue.value?.devices ?? []).map(({ id, title, kind, called = "" }) => ({
    id,
    title,
    note: kind,
    called,
  }));
  return (
    <Search
      id="add"
      label={say("web-add")}
      placeholder={say("web-add-hint")}
      nothing={say("web-nothing-found")}
      entries={entries}
      chosen=""
      choose={add}
    />
  );
}

export function Opening() {
  return (
    <div class="opening">
      <h1>{say("web-welcome")}</h1>
      <p class="lead">{say("web-welcome-text")}</p>
      <div class="start">
        <BoardSearch />
        <FileField />
      </div>
      <Showpiece />
      <h2>{say("web-examples")}</h2>
      <Examples />
    </div>
  );
}

/** The picture of the first example: what the page is for, seen at once. Its button is among the examples. */
function Showpiece() {
  const [picture, setPicture] = useState<View["picture"]>(null);
  const first = catalogue.value?.examples[0];
  const lang = state.value.lang;
  useEffect(() => {
    const whole = first && stateOf(first);
    // Without a picture the page says the same in words.
    if (whole)
      ask("arrange", whole).then(
        view => setPicture(view.picture),
        () => setPicture(null),
      );
  }, [first, lang]);
  if (!first || !picture) return null;
  return (
    <figure class="showpiece" onClick={() => openExample(first.id)}>
      <Picture class="wide" svg={picture.wide} />
      <Picture class="narrow" svg={picture.narrow} />
      <figcaption>{first.title}</figcaption>
    </figure>
  );
}

function FileField() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div class="file">
      <span class="label">{say("web-own-machine")}</span>
      <div class="actions">
        <button type="button" onClick={() => field.current?.click()}>
          {say("web-open-file")}
        </button>
        <button type="button" onClick={showPaste}>
          {say("web-paste")}
        </button>
      </div>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={say("web-open-file")}
        onChange={event => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) void openFile(file.name, file);
        }}
      />
    </div>
  );
}

export function Examples() {
  return (
    <ul class="examples">
      {catalogue.value?.examples.map(({ id, title, found }) => (
        <li key={id}>
          <button type="button" onClick={() => openExample(id)} data-example={id}>
            <b>{title}</b>
            <span>{found}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function showPaste() {
  document.querySelector<HTMLDialogElement>("#paste")?.showModal();
}

/** A dialog for `lspci` text or a machine file that one has as text. */
export function PasteDialog() {
  const text = useRef<HTMLTextAreaElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => {
    const it = text.current?.value ?? "";
    dialog.current?.close();
    if (it.trim()) void openFile(say("web-pasted-name"), new Blob([it]));
  };
  return (
    <dialog id="paste" ref={dialog} aria-labelledby="paste-title">
      <h2 id="paste-title">{say("web-paste")}</h2>
      <p>{say("web-paste-text")}</p>
      <pre>lspci -vv</pre>
      <textarea ref={text} rows={12} spellcheck={false} aria-labelledby="paste-title" />
      <p class="actions">
        <button type="button" class="primary" onClick={open}>
          {say("web-open")}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {say("web-close")}
        </button>
      </p>
    </dialog>
  );
}

/** Files may be dropped anywhere on the page. */
export function watchFiles() {
  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
  const mark = (on: boolean) => document.documentElement.toggleAttribute("data-file-over", on);
  document.addEventListener("dragover", event => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", event => event.relatedTarget === null && mark(false));
  document.addEventListener("drop", event => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void openFile(file.name, file);
  });
}
