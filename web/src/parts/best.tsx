// The best arrangement with its proof, and what else could be had for what.

import type { Best as Found, Device, Trade } from "../contract";
import {
  best,
  findBest,
  goal,
  isSearching,
  isThere,
  say,
  sentence,
  settled,
  state,
  take,
} from "../store";
import { save } from "../save";
import * as wishes from "../wishes";
import { Card, Select } from "./answers";

export function BestPanel() {
  const found = best.value?.found;
  return (
    <Card title={say("web-best")} id="best">
      <Wishes />
      <p class="actions">
        <button type="button" class="primary" onClick={() => void findBest()}>
          {say(isSearching.value ? "web-stop" : "web-find-best")}
        </button>
        {isSearching.value && <span class="busy">{say("web-searching")}</span>}
        {found && !isSearching.value && !found.contradiction && !isThere(found) && (
          <button type="button" onClick={() => take(found)}>
            {say("web-use-best")}
          </button>
        )}
        {goal.value === "buy" && (
          <button type="button" onClick={() => void save("export_notes")}>
            {say("web-shopping-notes")}
          </button>
        )}
      </p>
      {found && <Answer found={found} />}
    </Card>
  );
}

/** Devices that a list of switches has room for unfolded. */
const FEW = 6;

function Wishes() {
  const devices = settled.value?.devices ?? [];
  const cards = devices.filter(it => it.kind === "gpu" && it.movable !== false);
  const networks = devices.filter(it => it.kind === "network" && it.movable !== false);
  return (
    <>
      <div class="fields">
        <Choice
          label={say("web-aim")}
          none={say("web-aim-usual")}
          words={wishes.AIMS.map(({ word, text }) => ({ id: word, title: say(text) }))}
          isFirst
        />
        <StartsFrom devices={devices} />
        {cards.map(card => (
          <Choice
            key={card.id}
            label={say("web-width", { card: card.title })}
            none={say("web-width-usual")}
            words={wishes.WIDTHS.map(width => ({
              id: wishes.withWidth(card.id, width),
              title: say(width.text),
            }))}
          />
        ))}
      </div>
      <div class="wishes">
        {wishes.GENERAL.filter(it => it.word !== "firmware-raid" || state.value.array).map(
          ({ word, text }) => (
            <Switch key={word} word={word} text={say(text)} />
          ),
        )}
        {networks.map(({ id, title }) => (
          <Switch
            key={id}
            word={`${id}=line-rate`}
            text={say("web-wish-line-rate", { card: title })}
          />
        ))}
      </div>
      <Kept devices={devices} />
      <Others devices={devices} />
    </>
  );
}

/** One of several words that exclude each other. */
function Choice({
  label,
  none,
  words,
  isFirst,
}: {
  label: string;
  none: string;
  words: { id: string; title: string }[];
  isFirst?: boolean;
}) {
  const all = words.map(it => it.id);
  return (
    <Select
      label={label}
      none={none}
      value={all.find(wishes.isWanted) ?? ""}
      choices={words}
      choose={id => wishes.want(id, all, isFirst)}
    />
  );
}

function StartsFrom({ devices }: { devices: Device[] }) {
  const drives = devices.filter(it => it.kind === "drive" && it.movable !== false);
  if (drives.length === 0) return null;
  return (
    <Choice
      label={say("web-boot")}
      none={say("web-boot-any")}
      words={drives.map(({ id, title }) => ({ id: wishes.startsFrom(id), title }))}
    />
  );
}

function Switch({ word, text }: { word: string; text: string }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={wishes.isWanted(word)}
        onChange={event => wishes.want(event.currentTarget.checked ? word : "", [word])}
      />{" "}
      <bdi>{text}</bdi>
    </label>
  );
}

/** Devices that are not to be moved. */
function Kept({ devices }: { devices: Device[] }) {
  const here = devices.filter(it => it.movable !== false && it.slot !== null);
  if (here.length === 0) return null;
  const kept = here.filter(it => wishes.stays(it.id)).length;
  return (
    <details class="kept" open={here.length <= FEW && kept > 0}>
      <summary>
        {say("web-keep")} <small>{kept > 0 ? say("web-keep-some", { count: kept }) : ""}</small>
      </summary>
      <div class="wishes">
        {here.map(({ id, title }) => (
          <Switch key={id} word={`${id}=stay`} text={title} />
        ))}
      </div>
    </details>
  );
}

/** What a link asks that no control stands for. */
function Others({ devices }: { devices: Device[] }) {
  const words = wishes.others(devices);
  if (words.length === 0) return null;
  return (
    <p class="chips">
      {say("web-other-wishes")}
      {words.map(word => (
        <Chip key={word} text={word} remove={() => wishes.want("", [word])} />
      ))}
    </p>
  );
}

/** Something chosen that can be taken back. */
export function Chip({ text, remove }: { text: string; remove(): void }) {
  return (
    <button
      type="button"
      class="wished"
      onClick={remove}
      aria-label={`${say("web-remove")}: ${text}`}
    >
      <bdi>{text}</bdi> <span aria-hidden="true">✕</span>
    </button>
  );
}

function Answer({ found }: { found: Found }) {
  return (
    <div class="answer" aria-live="polite">
      {found.contradiction?.map(text => (
        <p key={text} class="alert">
          {sentence(text)}
        </p>
      ))}
      {found.text.map(text => (
        <p key={text}>{sentence(text)}</p>
      ))}
      {(found.moves ?? []).length > 0 && (
        <ol>
          {found.moves?.map(move => (
            <li key={move}>{sentence(move)}</li>
          ))}
        </ol>
      )}
      {found.proof && <p class="proof">{found.proof}</p>}
      {found.trades.length > 0 && <Trades trades={found.trades} />}
    </div>
  );
}

function Trades({ trades }: { trades: Trade[] }) {
  return (
    <>
      <h3>{say("web-trades")}</h3>
      <Curve trades={trades} />
      <ul class="trades">
        {trades.map(trade => (
          <li key={trade.text} class={trade.current ? "current" : ""}>
            <span>{trade.text}</span>
            <button
              type="button"
              onClick={() => take({ pins: trade.pins ?? {}, set: trade.set ?? {} }, trade.want)}
            >
              {say("web-use-this")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const WIDTH = 420;
const HEIGHT = 150;
const EDGE = { left: 58, right: 76, top: 22, bottom: 30 };

/** Rate over the lanes that the cards keep: each step down the curve costs what the step across brings. */
function Curve({ trades }: { trades: Trade[] }) {
  const points = trades
    .filter(it => it.rate && it.lanes)
    .map(it => ({ text: it.text, rate: it.rate!, lanes: it.lanes!, current: it.current === true }));
  if (points.length < 2) return null;
  points.sort((a, b) => a.lanes.number - b.lanes.number);
  const [lanes, rates] = [points.map(it => it.lanes.number), points.map(it => it.rate.bytes_per_s)];
  const x = scale(Math.min(...lanes), Math.max(...lanes), EDGE.left, WIDTH - EDGE.right);
  const y = scale(Math.min(...rates), Math.max(...rates), HEIGHT - EDGE.bottom, EDGE.top);
  const line = points.map(it => `${x(it.lanes.number)},${y(it.rate.bytes_per_s)}`).join(" ");
  return (
    <svg class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("web-trades")}>
      <line
        x1={EDGE.left - 8}
        x2={WIDTH - EDGE.right + 8}
        y1={HEIGHT - EDGE.bottom + 8}
        y2={HEIGHT - EDGE.bottom + 8}
      />
      <polyline points={line} />
      {points.map(it => (
        <g key={it.text} class={it.current ? "current" : ""}>
          <circle cx={x(it.lanes.number)} cy={y(it.rate.bytes_per_s)} r="4.5">
            <title>{it.text}</title>
          </circle>
          <text x={x(it.lanes.number) + 8} y={y(it.rate.bytes_per_s) - 7}>
            {it.rate.text}
          </text>
          <text class="axis" x={x(it.lanes.number)} y={HEIGHT - 6}>
            {it.lanes.text}
          </text>
        </g>
      ))}
    </svg>
  );
}

function scale(from: number, to: number, low: number, high: number): (value: number) => number {
  return value =>
    Math.round(
      to === from ? (low + high) / 2 : low + ((value - from) / (to - from)) * (high - low),
    );
}
