// The first thing on the page: who won, and what speaks against believing it.
const { element, words } = require("./text");

const marks = { good: "▲", bad: "✕", note: "·" };
const spoken = { good: "Result: ", bad: "Problem: ", note: "Note: " };

function item(kind, text) {
  return element(
    "li",
    { class: kind },
    element("span", { class: "mark", "aria-hidden": "true" }, marks[kind]),
    element("span", { class: "unseen" }, spoken[kind]),
    words(text),
  );
}

function verdict_item(report, { kind, run, text }) {
  const which = report.runs.length > 1 ? ` (${report.runs[run].label})` : "";
  return item(kind, text + which);
}

// Reached elsewhere, and what the page is there for.
function judged_item({ verdict, bad }) {
  return item(bad ? "bad" : "good", verdict);
}

function verdicts(report) {
  const judged = report.judgement ? judged_item(report.judgement) : null;
  // Who won in runs of a single pass is not the question of a page that judges two builds.
  const told = report.verdicts.filter(({ kind }) => !report.judgement || kind === "bad");
  const items = told.map((verdict) => verdict_item(report, verdict));
  return element("ul", { class: "verdicts" }, judged, items);
}

module.exports = { verdicts };
