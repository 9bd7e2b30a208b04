// The line at the top: undo, sharing, exports, language, colours.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import {
  canRedo,
  canUndo,
  changeLanguage,
  complain,
  leave,
  redo,
  say,
  state,
  tell,
  toShare,
  undo,
} from "../store";
import { toFragment } from "../link";
import { isServedHere } from "../served";
import { save } from "../save";
import { theme, turn } from "../theme";
import { chooseFile, showPaste } from "./opening";

export function Bar() {
  const isOpen = state.value.source !== null;
  return (
    <header class="top">
      <a href="#" class="mark" onClick={event => (event.preventDefault(), void leave())}>
        <Mark /> Narrows
      </a>
      <nav aria-label={say("web-actions")}>
        {isOpen && (
          <>
            <button
              type="button"
              class="icon"
              disabled={!canUndo.value}
              onClick={() => void undo()}
              aria-label={say("web-undo")}
              title={`${say("web-undo")} (Ctrl+Z)`}
            >
              <Arrow />
            </button>
            <button
              type="button"
              class="icon flip"
              disabled={!canRedo.value}
              onClick={() => void redo()}
              aria-label={say("web-redo")}
              title={`${say("web-redo")} (Ctrl+Y)`}
            >
              <Arrow />
            </button>
            <button
              type="button"
              class="wordy"
              onClick={() => void share()}
              title={say("web-share")}
            >
              <Chain />
              <span>{say("web-share")}</span>
            </button>
            <Open />
            <More />
          </>
        )}
        <button
          type="button"
          class="quiet"
          lang={other()}
          onClick={() => void changeLanguage(other())}
        >
          {other() === "ja" ? "日本語" : "English"}
        </button>
        <button
          type="button"
          class="icon quiet"
          onClick={turn}
          aria-label={say(theme.value === "dark" ? "web-light" : "web-dark")}
          title={say(theme.value === "dark" ? "web-light" : "web-dark")}
        >
          <Half />
        </button>
      </nav>
    </header>
  );
}

function other(): "en" | "ja" {
  return state.value.lang === "ja" ? "en" : "ja";
}

/** A link that works elsewhere; where none does, the machine file takes its place. */
async function share() {
  const saveInstead = { label: say("web-machine-file"), run: () => void save("export_machine") };
  if (isServedHere()) return tell(say("web-link-only-here"), saveInstead);
  try {
    const shared = await toShare();
    if (!shared) return tell(say("web-link-too-long"), saveInstead);
    const link = location.origin + location.pathname + (await toFragment(shared));
    await navigator.clipboard.writeText(link).then(
      () => tell(say("web-link-copied")),
      () => {
        // Without the right to the clipboard the address line gets the link.
        history.replaceState(null, "", link);
        tell(say("web-link-in-address"));
      },
    );
  } catch (error) {
    complain(error);
  }
}

/** Another machine in place of this one. */
function Open() {
  const items: [string, () => void][] = [
    [say("web-open-file"), chooseFile],
    [say("web-paste"), showPaste],
    [say("web-begin-anew"), () => void leave()],
  ];
  return (
    <Menu title={say("web-open")} icon={<Folder />}>
      {then =>
        items.map(([text, run]) => (
          <button key={text} type="button" onClick={then(run)}>
            {text}
          </button>
        ))
      }
    </Menu>
  );
}

/** What else can be had of the arrangement. */
function More() {
  return (
    <Menu title={say("web-export")} icon={<Down />}>
      {then => (
        <>
          <button type="button" onClick={then(() => void save("export_machine"))}>
            {say("web-machine-file")}
          </button>
          <button type="button" onClick={then(() => void save("export_card"))}>
            {say("web-card")}
          </button>
          <button type="button" onClick={then(() => void save("export_notes"))}>
            {say("web-shopping-notes")}
          </button>
          <button type="button" onClick={then(() => window.print())}>
            {say("web-print")}
          </button>
        </>
      )}
    </Menu>
  );
}

function Menu({
  title,
  icon,
  children,
}: {
  title: string;
  icon: ComponentChildren;
  children(then: (action: () => void) => () => void): ComponentChildren;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const then = (action: () => void) => () => {
    if (details.current) details.current.open = false;
    action();
  };
  const close = (event: FocusEvent) => {
    if (
      !details.current?.contains(event.relatedTarget as Node | null) &&
      details.current &&
      event.relatedTarget
    )
      details.current.open = false;
  };
  return (
    <details
      class="more"
      ref={details}
      onFocusOut={close}
      onKeyDown={event =>
        event.key === "Escape" && details.current && (details.current.open = false)
      }
    >
      <summary class="wordy" title={title}>
        {icon}
        <span>{title}</span>
      </summary>
      <div>{children(then)}</div>
    </details>
  );
}

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path class="mark-flow" d="M1 3C10 3 10 9.5 14 9.5H23V14.5H14C10 14.5 10 21 1 21Z" />
    </svg>
  );
}

function Arrow() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path class="stroke" d="M6 3 2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7" />
    </svg>
  );
}

function Chain() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        class="stroke"
        d="M6.5 9.5 9.5 6.5M7 4.5l1.6-1.6a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.6 1.6a3.2 3.2 0 0 1-4.5-4.5L4.5 7"
      />
    </svg>
  );
}

function Folder() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path class="stroke" d="M2 13V3.5h4l1.5 2H14V13Z" />
    </svg>
  );
}

function Down() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path class="stroke" d="M8 2v8m0 0L4.8 6.8M8 10l3.2-3.2M2.5 13.5h11" />
    </svg>
  );
}

function Half() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <circle class="stroke" cx="8" cy="8" r="6" />
      <path class="solid" d="M8 2a6 6 0 0 1 0 12Z" />
    </svg>
  );
}
