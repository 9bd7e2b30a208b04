// The lane map: processor, chipset and switches, the slots on them, and what is in the slots.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Device, Lanes, Link, Place, Slot, View } from "../contract";
import { held, TRAY } from "../drag";
import {
  emptyBays,
  isEmptyBay,
  isSmall,
  layout,
  outline,
  type Box,
  type Layout,
  type Uplink,
} from "../layout";
import { isSettling, say, selected, settled, view } from "../store";
import { whyOf } from "./detail";
import { DeviceCard } from "./device";

/** Below this many pixels the boxes stand below each other and links are bars. */
const LIST = 720;

export function LaneMap() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new ResizeObserver(([entry]) =>
      setWidth(Math.floor(entry?.contentRect.width ?? 0)),
    );
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  const [stands, now] = [settled.value, view.value];
  return (
    <section
      class={`map ${held.value ? "moving" : ""}`}
      aria-label={say("web-map")}
      aria-busy={isSettling.value}
    >
      <div ref={frame} class="frame">
        {stands &&
          now &&
          width > 0 &&
          (width < LIST ? <List view={now} /> : <Drawn stands={stands} now={now} width={width} />)}
      </div>
    </section>
  );
}

function Drawn({ stands, now, width }: { stands: View; now: View; width: number }) {
  const drawn = layout(stands, now, width);
  return (
    <div class={`drawn ${drawn.row < 50 ? "dense" : ""}`} style={{ height: `${drawn.height}px` }}>
      <Bands drawn={drawn} />
      <ul aria-label={say("web-slots")} style={{ width: `${drawn.slots}px` }}>
        {drawn.rows.map(row => (
          <li
            key={"slot" in row ? row.slot.id : `${row.ports[0]?.id}-ports`}
            class="row"
            style={{ top: `${row.y}px`, height: `${row.height}px` }}
          >
            {"slot" in row ? (
              <SlotRow slot={current(now, row.slot)} view={now} />
            ) : (
              <Ports slots={row.ports.map(it => current(now, it))} view={now} />
            )}
          </li>
        ))}
      </ul>
      {drawn.boxes.map(box => (
        <PlaceBox
          key={box.place.id}
          box={{ ...box, place: now.places.find(it => it.id === box.place.id) ?? box.place }}
        />
      ))}
      {drawn.uplinks.map(uplink => (
        <UplinkLabel key={uplink.place.id} uplink={uplink} />
      ))}
    </div>
  );
}

function current(view: View, slot: Slot): Slot {
  return view.slots.find(it => it.id === slot.id) ?? slot;
}

function Bands({ drawn }: { drawn: Layout }) {
  return (
    <svg class="bands" width={drawn.width} height={drawn.height} aria-hidden="true">
      <defs>
        <pattern
          id="lost"
          width="7"
          height="7"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="lost-ground" width="7" height="7" />
          <rect class="lost-line" width="2.2" height="7" />
        </pattern>
      </defs>
      {drawn.bands.map(band => (
        <path key={band.id} class={band.kind} d={outline(band)} />
      ))}
    </svg>
  );
}

function PlaceBox({ box: { place, x, y, width, height, isRoot } }: { box: Box }) {
  const style = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
  return (
    <div
      class={`place ${isRoot ? "root" : "between"} ${place.link?.bottleneck ? "tight" : ""}`}
      style={style}
    >
      <div>
        <b>
          <bdi title={place.title}>{isRoot ? place.title : fitting(place.title, height)}</bdi>
        </b>
        {place.lanes && <LanesText lanes={place.lanes} />}
      </div>
    </div>
  );
}

/** A title along a box of this height, in at most two lines; CSS cuts vertical text without a sign. */
function fitting(title: string, height: number): string {
  const most = Math.max(8, 2 * Math.floor(height / 9));
  return title.length > most ? `${title.slice(0, most - 1).trimEnd()}…` : title;
}

function LanesText({ lanes }: { lanes: Lanes }) {
  return <small class={lanes.over ? "over" : ""}>{lanes.text}</small>;
}

/** Nothing is said of what goes through a link that nothing goes through. */
function isBusy(link: Link): boolean {
  return (link.flow?.bytes_per_s ?? 0) > 0;
}

function UplinkLabel({ uplink: { place, from, to, y, height } }: { uplink: Uplink }) {
  const link = place.link;
  if (!link) return null;
  const isInside = height > 58 && to - from > 110;
  const style = {
    left: `${from + 8}px`,
    width: `${to - from - 16}px`,
    top: `${isInside ? y : y + height / 2 + 6}px`,
  };
  return (
    <div
      class={`uplink ${isInside ? "inside" : "below"} ${link.bottleneck ? "tight" : ""}`}
      style={style}
    >
      <span>{link.text}</span>
      {isBusy(link) && <b>{link.flow?.text}</b>}
      {isBusy(link) && <small>{link.busy_text}</small>}
    </div>
  );
}

function List({ view: now }: { view: View }) {
  const places = new Set(now.places.map(place => place.id));
  const loose = now.slots.filter(slot => !places.has(slot.under ?? ""));
  return (
    <div class="list">
      {now.places.map(place => (
        <section key={place.id} aria-label={place.title}>
          <PlaceHead place={place} />
          <Rows
            slots={now.slots.filter(
              it => it.under === place.id && !isEmptyBay(it) && (!isSmall(it) || it.holds),
            )}
            view={now}
          />
          <SmallPorts place={place} view={now} />
        </section>
      ))}
      {loose.length > 0 && <Rows slots={loose} view={now} />}
    </div>
  );
}

function Rows({ slots, view: now }: { slots: Slot[]; view: View }) {
  return (
    <ul>
      {slots.map(slot => (
        <li key={slot.id} class="row">
          <SlotRow slot={slot} view={now} />
          {emptyBays(now.slots, slot).length > 0 && (
            <Ports slots={emptyBays(now.slots, slot)} view={now} />
          )}
        </li>
      ))}
    </ul>
  );
}

function SmallPorts({ place, view: now }: { place: Place; view: View }) {
  const ports = now.slots.filter(slot => slot.under === place.id && isSmall(slot) && !slot.holds);
  return ports.length > 0 ? <Ports slots={ports} view={now} /> : null;
}

function PlaceHead({ place }: { place: Place }) {
  const link = place.link;
  return (
    <header class={link?.bottleneck ? "tight" : ""}>
      <b>
        <bdi>{place.title}</bdi>
      </b>
      {place.lanes && <LanesText lanes={place.lanes} />}
      {link && (
        <span class="bar-line">
          <span class="bar">
            <i style={{ width: `${Math.min(100, (link.busy ?? 0) * 100)}%` }} />
          </span>
          <small>
            {[link.text, ...(isBusy(link) ? [link.flow?.text, link.busy_text] : [])]
              .filter(Boolean)
              .join(" · ")}
          </small>
        </span>
      )}
    </header>
  );
}

/** How a slot looks while something is being moved. */
function lit(slot: Slot): string {
  const it = held.value;
  if (!it) return "";
  const fit = it.fits?.get(slot.id);
  const over = it.over === slot.id ? " target" : "";
  if (slot.id === it.from) return `own${over}`;
  if (!fit) return over;
  return (fit.ok ? "fits" : "not") + over;
}

function select(slot: Slot) {
  if (!held.value) selected.value = { slot: slot.id };
}

function SlotRow({ slot, view: now }: { slot: Slot; view: View }) {
  const device = now.devices.find(it => it.id === slot.holds);
  const isChosen = selected.value && "slot" in selected.value && selected.value.slot === slot.id;
  const classes = [
    "slot",
    lit(slot),
    slot.off !== null ? "off" : "",
    slot.covered ? "covered" : "",
    slot.within ? "bay" : "",
    device ? "full" : "empty",
    isChosen ? "selected" : "",
  ];
  return (
    <div class={classes.filter(Boolean).join(" ")} data-slot={slot.id}>
      <button type="button" class="label" onClick={() => select(slot)}>
        <b title={slot.title}>{slot.title}</b>
        <small>
          {slot.link?.text}
          {whyOf(slot).length > 0 && (
            <em class="tie" title={whyOf(slot).join("\n")} aria-label={say("web-why")}>
              ?
            </em>
          )}
        </small>
      </button>
      <div class="well">
        {device ? <DeviceCard key={device.id} device={device} /> : <Vacant slot={slot} />}
      </div>
    </div>
  );
}

/** What an empty slot says: why a device does not fit, what it would get, or that nothing works in it. */
function Vacant({ slot }: { slot: Slot }) {
  const fit = held.value?.fits?.get(slot.id);
  if (fit && !fit.ok) return <span class="why">{fit.reason}</span>;
  if (fit) return <span class="fit">{[fit.text, fit.adapter].filter(Boolean).join(" · ")}</span>;
  return <span class="why">{whyOf(slot)[0]}</span>;
}

function Ports({ slots, view: now }: { slots: Slot[]; view: View }) {
  return (
    <div class={`ports ${slots[0]?.within ? "bay" : ""}`}>
      {slots.map(slot => (
        <Port key={slot.id} slot={slot}>
          {now.devices.find(it => it.id === slot.holds)?.title}
        </Port>
      ))}
    </div>
  );
}

function Port({ slot, children }: { slot: Slot; children?: ComponentChildren }) {
  const classes = ["port", lit(slot), slot.off !== null ? "off" : ""];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-slot={slot.id}
      onClick={() => select(slot)}
      title={[slot.title, slot.off ?? slot.link?.text].filter(Boolean).join(" · ")}
      aria-label={slot.within ? slot.title : undefined}
    >
      {children ?? (slot.within ? slot.title.slice(slot.within.length) : slot.title)}
      <span class="unseen">{slot.off}</span>
    </button>
  );
}

function emptyTray(now: View | null): string {
  if (held.value) return "web-tray-hint";
  return now?.devices.length === 0 ? "web-tray-nothing" : "web-tray-empty";
}

/** Devices in no slot; also where a device goes to be taken out. */
export function Tray() {
  const now = view.value;
  const unplaced = (now?.devices ?? []).filter((it: Device) => it.slot === null);
  const classes = ["tray", held.value ? "fits" : "", held.value?.over === TRAY ? "target" : ""];
  return (
    <section
      class={classes.filter(Boolean).join(" ")}
      data-slot={TRAY}
      aria-label={say("web-tray")}
    >
      <h3>{say("web-tray")}</h3>
      <div>
        {unplaced.map(device => (
          <DeviceCard key={device.id} device={device} />
        ))}
        {unplaced.length === 0 && <p>{say(emptyTray(now))}</p>}
      </div>
    </section>
  );
}
