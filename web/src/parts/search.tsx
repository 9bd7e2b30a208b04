// A field that finds one of many entries as one types (the combobox of the ARIA practices).

import { useMemo, useRef, useState } from "preact/hooks";

export interface Entry {
  id: string;
  title: string;
  note?: string;
  /** Other words that it is found by. */
  called?: string;
}

const MOST = 60;

interface Props {
  id: string;
  label: string;
  placeholder: string;
  nothing: string;
  entries: Entry[];
  /** What stands in the field while nothing is typed. */
  chosen: string;
  choose(id: string): void;
}

export function Search({ id, label, placeholder, nothing, entries, chosen, choose }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const found = useMemo(() => (text === null ? [] : matching(entries, text)), [entries, text]);
  const isOpen = text !== null;
  const close = () => setText(null);
  const take = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    choose(entry.id);
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (!isOpen) setText("");
      else setAt(Math.max(0, Math.min(found.length - 1, at + step)));
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      take(found[at]);
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div class="search">
      <label for={id}>{label}</label>
      <input
        ref={field}
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[at] ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        value={text ?? chosen}
        onFocus={() => field.current?.select()}
        onClick={() => !isOpen && (setText(""), setAt(0), field.current?.select())}
        onInput={event => (setText(event.currentTarget.value), setAt(0))}
        onKeyDown={keys}
        onBlur={close}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen}>
        {found.map((entry, index) => (
          <li
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            ref={index === at ? intoView : null}
            onPointerDown={event => (event.preventDefault(), take(entry))}
          >
            <bdi>{entry.title}</bdi>
            {entry.note && <small>{entry.note}</small>}
          </li>
        ))}
        {isOpen && found.length === 0 && <li class="nothing">{nothing}</li>}
      </ul>
    </div>
  );
}

function intoView(item: Element | null) {
  item?.scrollIntoView({ block: "nearest" });
}

/** Entries that have all words, in any spelling with or without blanks; those that begin so first. */
function matching(entries: Entry[], text: string): Entry[] {
  const asked = text.toLowerCase().split(/\s+/).map(plain).filter(Boolean);
  const whole = asked.join("");
  const found = entries.filter(entry => {
    const name = plain(`${entry.title} ${entry.id} ${entry.note ?? ""} ${entry.called ?? ""}`);
    return asked.every(word => name.includes(word));
  });
  const rank = (entry: Entry) => (plain(entry.title).startsWith(whole) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
