// The page: draws what the store knows and starts everything.

import { render } from "preact";
import { held, pointer } from "./drag";
import { watchTouch } from "./pointer";
import {
  about,
  follow,
  isBroken,
  isReady,
  notice,
  redo,
  say,
  selected,
  sentence,
  settled,
  spoken,
  start,
  state,
  trouble,
  undo,
} from "./store";
import {
  Budget,
  Feasibility,
  FoundByAuthor,
  Headline,
  Notes,
  Pictures,
  Raid,
  Settings,
} from "./parts/answers";
import { Bar } from "./parts/bar";
import { BestPanel } from "./parts/best";
import { Detail } from "./parts/detail";
import { Ghost, watchKeys } from "./parts/device";
import { LaneMap, Tray } from "./parts/map";
import { Rows } from "./parts/rows";
import { keepOffline } from "./served";
import { AddDevice, Choices, FileInput, Opening, PasteDialog, watchFiles } from "./parts/opening";

function Page() {
  if (isBroken.value) return <Broken />;
  if (!isReady.value) return null;
  return (
    <>
      <Bar />
      <Trouble />
      <Told />
      <main>{state.value.source ? <Planner /> : <Opening />}</main>
      <Foot />
      <PasteDialog />
      <FileInput />
      <Detail />
      <Following />
      <div class="unseen" role="status" aria-live="assertive">
        {spoken.value}
      </div>
      <p id="how-to-move" hidden>
        {say("web-how-to-move")}
      </p>
    </>
  );
}

function Planner() {
  return (
    <>
      <Title />
      <Choices />
      <Headline />
      <div class="bench">
        <div class="left">
          <div class="adding">
            <AddDevice />
            <Tray />
          </div>
          <LaneMap />
        </div>
        <div class="right">
          <Pictures />
          <Budget />
        </div>
      </div>
      <div class="panels">
        <FoundByAuthor />
        <Rows />
        <BestPanel />
        <Raid />
        <Feasibility />
        <Settings />
        <Notes />
      </div>
    </>
  );
}

/** What the page is about; unseen where the board's field says the same. */
function Title() {
  const it = settled.value;
  return (
    <h1 class={it?.title === it?.board ? "unseen" : ""}>
      <bdi>{it?.title}</bdi>
    </h1>
  );
}

/** The module is not there, so that its words are not either: both languages stand in the page itself. */
function Broken() {
  return (
    <main
      class="opening"
      ref={it =>
        it?.replaceChildren(
          ...(document.querySelector<HTMLTemplateElement>("#broken")?.content.cloneNode(true)
            .childNodes ?? []),
        )
      }
    />
  );
}

function Trouble() {
  const it = trouble.value;
  if (!it) return null;
  return (
    <div class="trouble" role="alert">
      <p>
        <b>{sentence(it.text)}</b> {it.help && sentence(it.help)}
      </p>
      <button
        type="button"
        class="quiet"
        onClick={() => (trouble.value = null)}
        aria-label={say("web-close")}
      >
        ✕
      </button>
    </div>
  );
}

/** What was done, or what else has to be known of it. */
function Told() {
  const it = notice.value;
  if (!it) return null;
  const close = () => (notice.value = null);
  return (
    <div class="trouble told">
      <p>{it.text}</p>
      <p class="actions">
        {it.action && (
          <button type="button" onClick={() => (close(), it.action?.run())}>
            {it.action.label}
          </button>
        )}
        <button type="button" class="quiet" onClick={close} aria-label={say("web-close")}>
          ✕
        </button>
      </p>
    </div>
  );
}

function Following() {
  const device = settled.value?.devices.find(it => it.id === held.value?.device);
  return device && pointer.value && held.value?.by === "pointer" ? (
    <Ghost device={device} at={pointer.value} />
  ) : null;
}

function Foot() {
  return (
    <footer>
      <p>{say("web-foot", { version: about.value?.version ?? "" })}</p>
      {about.value?.catalogue && (
        <p>{say("web-foot-catalogue", { date: about.value.catalogue })}</p>
      )}
    </footer>
  );
}

function shortcuts(event: KeyboardEvent) {
  if (event.key === "Escape" && !held.value) selected.value = null;
  const isTyping =
    event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping || held.value) return;
  const letter = event.key.toLowerCase();
  const action =
    letter === "y" || (letter === "z" && event.shiftKey) ? redo : letter === "z" ? undo : null;
  if (!action) return;
  event.preventDefault();
  void action();
}

document.addEventListener("keydown", shortcuts);
window.addEventListener("hashchange", () => void follow(location.hash));
keepOffline();
watchTouch();
watchFiles();
watchKeys();
render(<Page />, document.querySelector("#page")!);
void start();
