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
  goal,
  isBare,
  openFile,
  stateOf,
  say,
  state,
  view,
  type Goal,
} from "../store";
import { Select } from "./answers";
import { Chip } from "./best";
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
      choose={id => void chooseBoard(id)}
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
  if (!isBare(source)) return <Given label={say("web-processor")} text={chosen} />;
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

const KINDS: Record<string, string> = {
  drive: "web-kind-drive",
  carrier: "web-kind-carrier",
  card: "web-kind-card",
  gpu: "web-kind-gpu",
};

export function AddDevice() {
  const all = catalogue.value?.devices ?? [];
  // The catalogue's own entry of any graphics card is the same.
  const different = all.filter(it => it.kind === "gpu" || it.id !== "gpu");
  const entries = different.map(({ id, title, kind, called = "" }) => ({
    id,
    title,
    note: say(KINDS[kind] ?? "web-kind-card"),
    called,
  }));
  const choose = (id: string) => {
    add(id);
    if (state.value.source) return;
    goal.value ??= "slot";
    // One more may be typed at once; the board comes next.
    focusOn("board");
  };
  return (
    <Search
      id="add"
      label={say("web-add")}
      placeholder={say("web-add-hint")}
      nothing={say("web-nothing-found")}
      entries={entries}
      chosen=""
      choose={choose}
    />
  );
}

/** Five things that people come with; each has one control to begin with. */
const GOALS: { goal: Goal; begin(): void }[] = [
  { goal: "board", begin: () => focusOn("board") },
  { goal: "machine", begin: showPaste },
  { goal: "slot", begin: () => focusOn("add") },
  { goal: "rate", begin: () => focusOn("add") },
  { goal: "buy", begin: () => focusOn("add") },
];

const TEXTS: Record<Goal, [string, string]> = {
  board: ["web-goal-board", "web-goal-board-text"],
  machine: ["web-goal-machine", "web-goal-machine-text"],
  slot: ["web-goal-slot", "web-goal-slot-text"],
  rate: ["web-goal-rate", "web-goal-rate-text"],
  buy: ["web-goal-buy", "web-goal-buy-text"],
};

function focusOn(id: string) {
  const field = document.querySelector<HTMLInputElement>(`#${id}`);
  field?.focus();
  field?.click();
}

export function Opening() {
  return (
    <div class="opening">
      <h1>{say("web-welcome")}</h1>
      <p class="lead">{say("web-welcome-text")}</p>
      <ul class="goals">
        {GOALS.map(it => (
          <li key={it.goal}>
            <button
              type="button"
              data-goal={it.goal}
              aria-pressed={goal.value === it.goal}
              onClick={() => ((goal.value = it.goal), it.begin())}
            >
              <b>{say(TEXTS[it.goal][0])}</b>
              <span>{say(TEXTS[it.goal][1])}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="start">
        <BoardSearch />
        <AddDevice />
        <Basket />
        <FileField />
      </div>
      <Showpiece />
      <h2>{say("web-examples")}</h2>
      <Examples />
    </div>
  );
}

/** What was chosen before a board was: it waits for one. */
function Basket() {
  const models = catalogue.value?.devices ?? [];
  const chosen = state.value.add;
  if (chosen.length === 0) return null;
  const without = (index: number) => chosen.filter((_, at) => at !== index);
  return (
    <p class="chips" role="status">
      {chosen.map((id, index) => (
        <Chip
          key={`${id} ${index}`}
          text={models.find(it => it.id === id)?.title ?? id}
          remove={() => void change({ ...state.value, add: without(index) })}
        />
      ))}
      <b>{say("web-board-next")}</b>
    </p>
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
  return (
    <div class="file">
      <span class="label">{say("web-own-machine")}</span>
      <div class="actions">
        <button type="button" onClick={showPaste}>
          {say("web-paste")}
        </button>
        <button type="button" onClick={chooseFile}>
          {say("web-open-file")}
        </button>
      </div>
    </div>
  );
}

/** Lets the reader choose a file, from wherever on the page. */
export function chooseFile() {
  document.querySelector<HTMLInputElement>("#file")?.click();
}

export function FileInput() {
  return (
    <input
      id="file"
      type="file"
      hidden
      aria-label={say("web-open-file")}
      onChange={event => {
        const [file] = event.currentTarget.files ?? [];
        event.currentTarget.value = "";
        if (file) void openFile(file.name, file);
      }}
    />
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
    if (!it.trim()) {
      text.current?.focus();
      return;
    }
    dialog.current?.close();
    void openFile(say("web-pasted-name"), new Blob([it]));
  };
  return (
    <dialog id="paste" ref={dialog} aria-labelledby="paste-title">
      <h2 id="paste-title">{say("web-paste").replace("…", "")}</h2>
      <p>{say("web-paste-text")}</p>
      <pre>sudo lspci -vv</pre>
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
