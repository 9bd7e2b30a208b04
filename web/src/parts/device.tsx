// A drive or card: what it is, what it gets, and how it is picked up.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Device } from "../contract";
import { cancel, held, key, lift } from "../drag";
import { endsDrag, pressed } from "../pointer";
import { remove, selected } from "../store";

/** Where focus goes once what is on the page was drawn anew. */
let toFocus: string | null = null;

export function DeviceCard({ device }: { device: Device }) {
  const card = useRef<HTMLButtonElement>(null);
  const isHeld = held.value?.device === device.id;
  const isMovable = device.movable !== false;
  useLayoutEffect(() => {
    if (toFocus === device.id) card.current?.focus({ preventScroll: true });
  });
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Enter" && isMovable) {
      event.preventDefault();
      toFocus = device.id;
      void lift(device.id, "keyboard");
    } else if (event.key === "Delete" && isMovable) {
      event.preventDefault();
      if (held.value) cancel();
      remove(device.id);
    }
  };
  const classes = [
    "card",
    kindOf(device),
    isHeld && "held",
    isMovable && "movable",
    isSelected(device) && "selected",
  ];
  return (
    <button
      ref={card}
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-device={device.id}
      aria-describedby={isMovable ? "how-to-move" : undefined}
      aria-pressed={isHeld}
      onPointerDown={event => isMovable && pressed(event, device.id)}
      onKeyDown={keys}
      onClick={() => !endsDrag() && !held.value && (selected.value = { device: device.id })}
      onBlur={event => {
        // A card that is drawn elsewhere loses focus; it gets it back there.
        if (event.relatedTarget && held.value?.by !== "keyboard") toFocus = null;
      }}
    >
      <Face device={device} />
    </button>
  );
}

export function Face({ device }: { device: Device }) {
  return (
    <>
      {device.movable !== false && <i class="grip" aria-hidden="true" />}
      <span class="name">
        <b>
          <bdi title={device.title}>{device.title}</bdi>
        </b>
        {device.model && device.model !== device.title && (
          <small>
            <bdi title={device.model}>{device.model}</bdi>
          </small>
        )}
      </span>
      <Gets device={device} />
    </>
  );
}

function Gets({ device }: { device: Device }) {
  if (!device.together) return null;
  return (
    <span class="gets">
      <b>{device.together.text}</b>
      {device.of_text && (
        <small>
          {device.of_text}
          {device.loss_text && <em> {device.loss_text}</em>}
        </small>
      )}
    </span>
  );
}

function isSelected(device: Device): boolean {
  const it = selected.value;
  return it !== null && "device" in it && it.device === device.id;
}

/** A class for the look of drives and of cards. */
export function kindOf(device: Device): string {
  return device.kind.includes("drive") || device.together ? "drive" : "other";
}

/** What follows the pointer. */
export function Ghost({ device, at }: { device: Device; at: { x: number; y: number } }) {
  return (
    <div class="ghost" aria-hidden="true" style={{ transform: `translate(${at.x}px, ${at.y}px)` }}>
      <div class={`card movable ${kindOf(device)}`}>
        <Face device={device} />
      </div>
    </div>
  );
}

/** While something is held, its keys are heard wherever focus is: what is drawn anew may have lost it. */
export function watchKeys() {
  const hear = (event: KeyboardEvent) => {
    const it = held.value;
    if (it?.by === "pointer" && event.key === "Escape") cancel();
    if (it?.by !== "keyboard") return;
    toFocus = it.device;
    void key(event);
  };
  document.addEventListener("keydown", hear, true);
  document.addEventListener("pointerdown", () => (toFocus = null), true);
}
