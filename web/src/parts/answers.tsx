// What follows from the arrangement: the picture, lanes, arrays, booting, settings, notes.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { ArrayChoice, Choice, Setting, Verdict, View } from "../contract";
import { held } from "../drag";
import { catalogue, change, isOf, say, sentence, state, view } from "../store";
import { Picture } from "./picture";

export function Card({
  title,
  children,
  id,
}: {
  title: string;
  children: ComponentChildren;
  id?: string;
}) {
  return (
    <section class="panel" {...(id ? { id } : {})}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Without a drive nothing is to be said of rates. */
function hasDrives(): boolean {
  return (view.value?.devices ?? []).some(it => it.kind === "drive" || it.alone);
}

/** The answer in three figures; the picture says the same with bands. */
export function Headline() {
  const box = useRef<HTMLElement>(null);
  const it = view.value?.headline;
  if (!it || !hasDrives()) return null;
  // A title of more or fewer lines would move the map below the finger that holds a device.
  const height = held.value && box.current ? `${box.current.offsetHeight}px` : undefined;
  return (
    <section class="headline" ref={box} style={{ height }} aria-label={say("web-answer")}>
      <div>
        <h2>{it.title}</h2>
        {it.text && <p>{it.text}</p>}
      </div>
      <dl>
        {it.figures.map(figure => (
          <div key={figure.label} class={figure.alert ? "alert" : ""}>
            <dd>{figure.value}</dd>
            <dt>{figure.label}</dt>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Pictures() {
  const it = view.value?.picture;
  if (!it) return null;
  if (!hasDrives()) {
    return (
      <section class="pictures none" aria-label={say("web-picture")}>
        <p>{say("web-no-drives")}</p>
      </section>
    );
  }
  return (
    <section class="pictures" aria-label={say("web-picture")}>
      <Picture class="wide" svg={it.wide} />
      <Picture class="narrow" svg={it.narrow} />
    </section>
  );
}

export function Budget() {
  const places = (view.value?.places ?? []).filter(place => place.lanes);
  if (places.length === 0) return null;
  return (
    <Card title={say("web-lanes")}>
      <ul class="budget">
        {places.map(({ id, title, lanes }) =>
          lanes ? (
            <li key={id}>
              <span>
                <bdi>{title}</bdi>
              </span>
              <b class={lanes.over ? "over" : ""}>{lanes.text}</b>
              <Ticks taken={lanes.taken} filled={lanes.filled} most={lanes.most} />
            </li>
          ) : null,
        )}
      </ul>
    </Card>
  );
}

/** A tick for each lane: in use, in use with all slots populated, free, and beyond what there is. */
function Ticks({ taken, filled, most }: { taken: number; filled: number; most: number | null }) {
  const count = Math.min(160, Math.max(taken, filled, most ?? 0));
  const kind = (lane: number) =>
    most !== null && lane >= most
      ? "beyond"
      : lane < taken
        ? "taken"
        : lane < filled
          ? "filled"
          : "free";
  return (
    <span class={`ticks ${count > 48 ? "many" : ""}`} aria-hidden="true">
      {Array.from({ length: count }, (_, lane) => (
        <i key={lane} class={kind(lane)} />
      ))}
    </span>
  );
}

export function Raid() {
  const now = view.value;
  const possible = now?.arrays_possible;
  if (!now || !possible) return null;
  const choice = state.value.array;
  const set = (array: ArrayChoice | null) => void change({ ...state.value, array });
  const drives = now.devices.filter(device => device.together && device.slot !== null);
  const everyone = drives.map(device => device.id);
  const start = (level: string) =>
    set(
      level
        ? {
            level,
            engine: choice?.engine ?? "",
            chunk: choice?.chunk ?? null,
            members: choice?.members ?? everyone,
          }
        : null,
    );
  return (
    <Card title={say("web-raid")} id="raid">
      <div class="fields">
        <Select
          label={say("web-level")}
          none={say("web-no-array")}
          value={choice?.level ?? ""}
          choices={possible.levels}
          choose={start}
        />
        {choice && (
          <>
            <Select
              label={say("web-engine")}
              none={say("web-any-engine")}
              value={choice.engine}
              choices={possible.engines}
              choose={id => set({ ...choice, engine: id })}
            />
            <Select
              label={say("web-chunk")}
              none={say("web-usual-chunk")}
              value={choice.chunk ?? ""}
              choices={possible.chunks}
              choose={id => set({ ...choice, chunk: id || null })}
            />
          </>
        )}
      </div>
      {choice && (
        <Members
          choice={choice}
          drives={drives.map(({ id, title }) => ({ id, title }))}
          set={set}
        />
      )}
      {now.array && <Figures array={now.array} />}
    </Card>
  );
}

function Members({
  choice,
  drives,
  set,
}: {
  choice: ArrayChoice;
  drives: Choice[];
  set(array: ArrayChoice): void;
}) {
  const toggle = (id: string) => {
    const members = choice.members.includes(id)
      ? choice.members.filter(it => it !== id)
      : [...choice.members, id];
    set({ ...choice, members });
  };
  return (
    <fieldset class="members">
      <legend>{say("web-members")}</legend>
      {drives.map(({ id, title }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={choice.members.includes(id)}
            onChange={() => toggle(id)}
          />{" "}
          <bdi>{title}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

function Figures({ array }: { array: NonNullable<View["array"]> }) {
  const most = Math.max(...array.figures.map(figure => figure.bytes_per_s), 1);
  return (
    <>
      <table class="figures">
        <tbody>
          {array.figures.map(figure => (
            <tr key={figure.title}>
              <th scope="row">{figure.title}</th>
              <td>
                <b>{figure.text}</b>
              </td>
              <td class="grow">
                <span class="bar">
                  <i style={{ width: `${(100 * figure.bytes_per_s) / most}%` }} />
                </span>
                {figure.limit && <small>{figure.limit}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {[array.capacity, array.survives, ...(array.notes ?? [])].map(
        text => text && <p key={text}>{sentence(text)}</p>,
      )}
      <Verdicts
        list={(array.feasibility ?? []).map(it => ({
          what: it.engine,
          verdict: it.verdict,
          reason: it.reason,
        }))}
      />
    </>
  );
}

export function Feasibility() {
  const list = view.value?.feasibility ?? [];
  if (list.length === 0) return null;
  return (
    <Card title={say("web-feasibility")} id="feasibility">
      <Verdicts list={list} />
    </Card>
  );
}

const MARKS: Record<Verdict, [string, string]> = {
  yes: ["✓", "web-yes"],
  no: ["✕", "web-no"],
  unknown: ["?", "web-unknown"],
  contradicted: ["≠", "web-contradicted"],
};

/** Letters of a reason that needs no unfolding. */
const SHORT = 120;

function Verdicts({ list }: { list: { what: string; verdict: Verdict; reason: string }[] }) {
  return (
    <ul class="verdicts">
      {list.map(({ what, verdict, reason }) => {
        const [mark, word] = MARKS[verdict] ?? MARKS.unknown;
        return (
          <li key={what + reason} class={verdict}>
            <i aria-hidden="true">{mark}</i>
            <details open={reason.length < SHORT}>
              <summary>
                <b>{what}</b> <em>{say(word)}</em>
                <span class="brief">{sentence(reason)}</span>
              </summary>
              <p>{sentence(reason)}</p>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

export function Settings() {
  const list = view.value?.settings ?? [];
  if (list.length === 0) return null;
  return (
    <Card title={say("web-settings")} id="settings">
      <ul class="settings">
        {list.map(setting =>
          typeof setting === "string" ? (
            <li key={setting}>{setting}</li>
          ) : (
            <SettingRow key={setting.name} setting={setting} />
          ),
        )}
      </ul>
    </Card>
  );
}

function SettingRow({ setting: { name, values, text, why } }: { setting: Setting }) {
  const choose = (id: string) => {
    const set = { ...state.value.set };
    if (id) set[name] = id;
    else delete set[name];
    void change({ ...state.value, set });
  };
  return (
    <li>
      <span>{sentence(text)}</span>
      {why && <small>{sentence(why)}</small>}
      {values.length > 0 && (
        <Select
          isQuiet
          label={name}
          none={say("web-as-is")}
          value={state.value.set[name] ?? ""}
          choices={values.map(id => ({ id, title: id }))}
          choose={choose}
        />
      )}
    </li>
  );
}

/** What the author of a published machine found, beside what is calculated here. */
export function FoundByAuthor() {
  const source = state.value.source;
  const example = catalogue.value?.examples.find(it => isOf(it, source));
  if (!example?.found) return null;
  return (
    <Card title={say("web-found")} id="found">
      <p>{example.found}</p>
    </Card>
  );
}

/** Notes that are read at once; the others unfold. */
const MOST_NOTES = 3;

export function Notes() {
  const list = [...new Set(view.value?.notes ?? [])].map(sentence);
  if (list.length === 0) return null;
  const rest = list.slice(MOST_NOTES);
  return (
    <Card title={say("web-notes")} id="notes">
      <NoteList notes={list.slice(0, MOST_NOTES)} />
      {rest.length > 0 && (
        <details class="kept">
          <summary>{say("web-more-notes", { count: rest.length })}</summary>
          <NoteList notes={rest} />
        </details>
      )}
    </Card>
  );
}

function NoteList({ notes }: { notes: string[] }) {
  return (
    <ul class="notes">
      {notes.map(note => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface SelectProps {
  label: string;
  /** What is beside it says its label. */
  isQuiet?: boolean;
  none: string | null;
  value: string;
  choices: Choice[];
  choose(id: string): void;
}

/** Choices that are not possible say why. */
export function Select({ label, isQuiet, none, value, choices, choose }: SelectProps) {
  return (
    <label class="select">
      <span class={isQuiet ? "unseen" : ""}>{label}</span>
      <select value={value} onChange={event => choose(event.currentTarget.value)}>
        {none !== null && <option value="">{none}</option>}
        {choices.map(({ id, title, ok, reason }) => (
          <option key={id} value={id} disabled={ok === false}>
            {ok === false && reason ? `${title} · ${reason}` : title}
          </option>
        ))}
      </select>
    </label>
  );
}
