// The slots for cards as they sit on the board, from the processor down: what stands in each row, and what it covers.

import type { Slot, View } from "../contract";
import { say, selected, view } from "../store";
import { Card } from "./answers";

/** How long a slot is drawn, in percent. */
const LENGTHS: Record<string, number> = { x16: 100, x8: 60, x4: 42, x1: 26, "mini-pcie": 26 };

export function Rows() {
  const now = view.value;
  const slots = (now?.slots ?? []).filter(slot => slot.row);
  if (!now || slots.length < 2) return null;
  const last = Math.max(...slots.map(slot => slot.row ?? 0));
  const rows = Array.from({ length: last }, (_, index) => index + 1);
  return (
    <Card title={say("web-rows")} id="rows">
      <ol class="rows">
        {rows.map(row => (
          <Row key={row} row={row} slot={slots.find(it => it.row === row)} now={now} />
        ))}
      </ol>
    </Card>
  );
}

function Row({ row, slot, now }: { row: number; slot: Slot | undefined; now: View }) {
  const device = now.devices.find(it => it.id === slot?.holds);
  if (!slot) return <li class="none" value={row} />;
  return (
    <li value={row} class={slot.covered ? "covered" : ""}>
      <button
        type="button"
        style={{ width: `${LENGTHS[slot.form ?? ""] ?? 100}%` }}
        title={slot.covered ?? slot.link?.text}
        onClick={() => (selected.value = { slot: slot.id })}
      >
        <span>{slot.title}</span>
        {device && (
          <b>
            <bdi>{device.title}</bdi>
          </b>
        )}
      </button>
      {slot.covered && <small>{slot.covered}</small>}
    </li>
  );
}
