// Light or dark: the system's, unless the reader chose.

import { computed, effect, signal } from "@preact/signals";

export type Wanted = "system" | "light" | "dark";
const KEY = "narrows-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const isSystemDark = signal(system.matches);
system.addEventListener("change", event => (isSystemDark.value = event.matches));

export const wanted = signal<Wanted>(kept());
export const theme = computed<"light" | "dark">(() => {
  if (wanted.value !== "system") return wanted.value;
  return isSystemDark.value ? "dark" : "light";
});

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

export function turn() {
  wanted.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEY, wanted.value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function kept(): Wanted {
  try {
    const it = localStorage.getItem(KEY);
    return it === "light" || it === "dark" ? it : "system";
  } catch {
    return "system";
  }
}
