// The best arrangement with its proof, and what else could be had for what.

import type { Best as Found, Trade } from "../contract";
import { best, change, findBest, isSearching, say, state } from "../store";
import { Card } from "./answers";

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
        {found && !isSearching.value && !found.contradiction && (
          <button type="button" onClick={() => take(found)}>
            {say("web-use-best")}
          </button>
        )}
      </p>
      {found && <Answer found={found} />}
    </Card>
  );
}

/** Puts everything where an answer has it, with the settings that it needs. */
function take({ pins, set }: Pick<Found, "pins" | "set">, want = state.value.want) {
  const now = state.value;
  void change({ ...now, want, pins: { ...now.pins, ...pins }, set: { ...now.set, ...set } });
}

/** Constraints in the words of `plan --want`. */
function Wishes() {
  const set = (text: string) => {
    const want = text
      .split(",")
      .map(word => word.trim())
      .filter(Boolean);
    if (want.join() !== state.value.want.join()) void change({ ...state.value, want });
  };
  return (
    <label class="wishes">
      <span>{say("web-want")}</span>
      <input
        type="text"
        spellcheck={false}
        placeholder="gpu>=x8, boot=drive1"
        value={state.value.want.join(", ")}
        onChange={event => set(event.currentTarget.value)}
      />
    </label>
  );
}

function Answer({ found }: { found: Found }) {
  return (
    <div class="answer" aria-live="polite">
      {found.contradiction?.map(sentence => (
        <p key={sentence} class="alert">
          {sentence}
        </p>
      ))}
      {found.text.map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {(found.moves ?? []).length > 0 && (
        <ol>
          {found.moves?.map(move => (
            <li key={move}>{move}</li>
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
