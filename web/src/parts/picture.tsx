// The module's picture as a part of the page. Its style goes into a style sheet of its own, because
// the page's security policy allows none within, and so that the reader's choice of colours rules it.

import { useLayoutEffect, useRef } from "preact/hooks";
import { theme } from "../theme";

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
let held = "";
const LATER_MS = 150;

export function Picture({ svg, class: name }: { svg: string; class: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const colours = theme.value;
  useLayoutEffect(() => {
    const it = frame.current;
    const draw = () => it?.replaceChildren(...parsed(svg));
    // The drawing for other widths, and for paper, can wait until nothing moves.
    if (it?.offsetParent) return draw();
    const later = setTimeout(draw, LATER_MS);
    return () => clearTimeout(later);
  }, [svg]);
  useLayoutEffect(() => paint(colours), [svg, colours]);
  return <div class={`picture ${name}`} ref={frame} />;
}

/** The drawing without its style, and without anything that could act. */
function parsed(svg: string): Element[] {
  // Cut out of the text: a parsed style element would already be refused by the policy.
  const [before = "", rest = ""] = svg.split("<style>", 2);
  const [style = "", after = ""] = rest.split("</style>", 2);
  held = style;
  const root = new DOMParser().parseFromString(before + after, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return [];
  root.querySelectorAll("script, style, foreignObject, a, image, use").forEach(it => it.remove());
  return [document.importNode(root, true)];
}

/** The picture follows the page's colours, not only the system's; paper stays light. */
function paint(colours: "light" | "dark") {
  sheet.replaceSync(held);
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("prefers-color-scheme")) {
      rule.media.mediaText = colours === "dark" ? "screen" : "not all";
    }
  }
}
