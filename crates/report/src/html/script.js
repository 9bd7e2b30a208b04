"use strict";
// Orders the rows of a table by the column whose heading is chosen, figures by what they amount to.
const factors = {n: 1e-9, "µ": 1e-6, m: 1e-3, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12};
function amount(text) {
  const found = text.replace("−", "-").match(/-?\d+(\.\d+)?/);
  if (!found) return null;
  const unit = text.slice(found.index + found[0].length).trim();
  const scaled = /^([nµmkKMGT])(s\b|i?B|\b)/u.exec(unit);
  return Number(found[0]) * (scaled ? factors[scaled[1]] : 1);
}
function order(table, column, down) {
  const body = table.tBodies[0];
  const key = (row) => row.cells[column].textContent.trim();
  const names = new Intl.Collator(undefined, {numeric: true});
  const isText = column === 0;
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)];
    const [m, n] = isText ? [null, null] : [amount(x), amount(y)];
    if (m === null && n === null) return names.compare(x, y);
    return m === null ? 1 : n === null ? -1 : m - n;
  };
  const rows = [...body.rows].sort(compare);
  body.append(...(down ? rows.reverse() : rows));
}
for (const table of document.querySelectorAll("table[data-sort]")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    head.tabIndex = 0;
    const choose = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      order(table, column, down);
    };
    head.addEventListener("click", choose);
    head.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(); });
  });
}
// On paper nothing unfolds.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("details[data-print]:not([open])")];
  for (const details of unfolded) details.open = true;
});
addEventListener("afterprint", () => { for (const details of unfolded) details.open = false; });
