// A field that finds one of many entries as one types (the combobox of the ARIA practices).

import { useMemo, useRef, useState } from "preact/hooks";

export interface Entry {
  id: string;
  title: string;
  note?: string;
  /** Other words that it is found by. */
  called?: string;
}

const MOST = 200;

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

/**
 * Entries that have all words: capacities as a whole, letters from the start of a word, others anywhere, as `narrows
 * catalog` finds them; or those that are spelled so without blanks. Those that begin so come first, then those whose
 * own name ends so, goes on so, or has the words.
 */
function matching(entries: Entry[], text: string): Entry[] {
  const asked = words(text);
  const whole = plain(text);
  const has = (name: string) => {
    const own = words(name);
    const isThere = (word: string) =>
      own.some(part => isIn(word, part)) || (!isSize(word) && isSpelled(name, word));
    return asked.every(isThere) || isSpelled(name, whole);
  };
  const rank = (entry: Entry) => {
    if (plain(entry.title).startsWith(whole)) return 0;
    if (plain(entry.title).endsWith(whole)) return 1;
    if (isSpelled(entry.title, whole)) return 2;
    return has(`${entry.title} ${entry.id}`) ? 3 : 4;
  };
  const called = (entry: Entry) =>
    `${entry.title} ${entry.id} ${entry.note ?? ""} ${entry.called ?? ""}`;
  const found = entries.filter(entry => has(called(entry)));
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MOST);
}

/** Whether a name is spelled so without blanks, from the beginning of one of its words. */
function isSpelled(name: string, whole: string): boolean {
  const parts = name.split(/[^\p{L}\p{N}]+/u);
  return parts.some((_, at) => plain(parts.slice(at).join("")).startsWith(whole));
}

function isSize(word: string): boolean {
  return /^[\d.]+gb$/.test(word);
}

function isIn(word: string, part: string): boolean {
  if (isSize(word)) return part === word;
  return /^\p{L}+$/u.test(word) ? part.startsWith(word) : part.includes(word);
}

/** Lower case, without what divides words; capacities in gigabytes. */
function words(text: string): string[] {
  const joined = text.toLowerCase().replace(/([\d.]+)\s+([gt]b)\b/g, "$1$2");
  const all = joined.split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
  return all.map(word => {
    const size = /^([\d.]+)tb$/.exec(word);
    return size ? `${Math.round(Number(size[1]) * 1000)}gb` : word;
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
