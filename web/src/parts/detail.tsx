// The strip at the foot of the window: what a drop would do, or what is known of the chosen slot or device.

import type { ComponentChildren } from "preact";
import type { Device, Slot } from "../contract";
import { held, ofTarget } from "../drag";
import { change, moved, remove, say, selected, sentence, view } from "../store";
import { isWanted, startsFrom, stay, stays, want } from "../wishes";

export function Detail() {
  if (held.value) {
    return (
      <Strip isPassing>
        <p>
          <b>
            <bdi>{held.value.title}</bdi>
          </b>{" "}
          {ofTarget() ?? say(held.value.by === "keyboard" ? "web-hint-keys" : "web-hint-drag")}
        </p>
      </Strip>
    );
  }
  const it = selected.value;
  if (!it) return null;
  const slot = view.value?.slots.find(each =>
    "slot" in it ? each.id === it.slot : each.holds === it.device,
  );
  const device = view.value?.devices.find(each =>
    "device" in it ? each.id === it.device : each.id === slot?.holds,
  );
  return (
    <Strip close={() => (selected.value = null)}>
      {device && <OfDevice device={device} />}
      {slot && <OfSlot slot={slot} />}
    </Strip>
  );
}

/** All that is to be known of a slot: why nothing works in it, what covers it, what it shares. */
export function whyOf(slot: Slot): string[] {
  const all = [slot.off, slot.covered, ...slot.shares];
  return [...new Set(all.filter(it => typeof it === "string"))].map(sentence);
}

function Strip({
  children,
  close,
  isPassing,
}: {
  children: ComponentChildren;
  close?: () => void;
  isPassing?: boolean;
}) {
  return (
    <aside class={`strip ${isPassing ? "passing" : ""}`} aria-label={say("web-details")}>
      <div>{children}</div>
      {close && (
        <button type="button" class="quiet" onClick={close} aria-label={say("web-close")}>
          ✕
        </button>
      )}
    </aside>
  );
}

function OfDevice({ device }: { device: Device }) {
  return (
    <div class="of">
      <p>
        <b>
          <bdi>{device.title}</bdi>
        </b>
        {device.model && (
          <>
            {" · "}
            <bdi>{device.model}</bdi>
          </>
        )}
      </p>
      {device.together && (
        <p>
          {[device.together.text, device.of_text, device.loss_text].filter(Boolean).join(" · ")}
        </p>
      )}
      {device.limit && (
        <p>{device.slot ? say("web-limit", { limit: device.limit }) : sentence(device.limit)}</p>
      )}
      {device.movable !== false && (
        <p class="actions">
          {device.slot !== null && (
            <>
              <button
                type="button"
                aria-pressed={stays(device.id)}
                onClick={() => stay(device.id, !stays(device.id))}
              >
                {say("web-keep-here")}
              </button>
              {device.kind === "drive" && <BootHere drive={device.id} />}
              <button type="button" onClick={() => void change(moved(device.id, null, null))}>
                {say("web-take-out")}
              </button>
            </>
          )}
          <button type="button" onClick={() => remove(device.id)}>
            {say("web-remove")}
          </button>
        </p>
      )}
    </div>
  );
}

function BootHere({ drive }: { drive: string }) {
  const devices = view.value?.devices ?? [];
  const word = startsFrom(drive);
  const all = devices.map(it => startsFrom(it.id));
  return (
    <button
      type="button"
      aria-pressed={isWanted(word)}
      onClick={() => want(isWanted(word) ? "" : word, all)}
    >
      {say("web-boot-here")}
    </button>
  );
}

function OfSlot({ slot }: { slot: Slot }) {
  return (
    <div class="of">
      <p>
        <b>{slot.title}</b>
        {slot.link && ` · ${slot.link.text}`}
      </p>
      {whyOf(slot).map(text => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
