// The first thing on the page: who won, and what speaks against believing it.
const { element, words } = require("./text");

const marks = { good: "▲", bad: "✕", note: "·" };
const spoken = { good: "Result: ", bad: "Problem: ", note: "Note: " };

function verdict_item(report, { kind, run, text }) {
  const which = report.runs.length > 1 ? ` (${report.runs[run].label})` : "";
  return element(
    "li",
    { class: kind },
    element("span", { class: "mark", "aria-hidden": "true" }, marks[kind]),
    element("span", { class: "unseen" }, spoken[kind]),
    words(text + which),
  );
}

function verdicts(report) {
  const items = report.verdicts.map((verdict) => verdict_item(report, verdict));
  return element("ul", { class: "verdicts" }, items);
}

module.exports = { verdicts };
