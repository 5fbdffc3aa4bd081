// Top of the page: who won, reasons for doubt, and the result of a test of two builds.
const { table_of } = require("./table");
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

// Pages on a test of two builds name no fastest solver: each build solved the puzzles only once.
function verdicts(report) {
  const judged = report.verdict_summary;
  const told = report.verdicts.filter(({ kind }) => !judged || kind === "bad");
  const first = judged ? item(judged.bad ? "bad" : "good", judged.verdict) : null;
  const label = (run) => (report.runs.length > 1 ? ` (${report.runs[run].label})` : "");
  const others = told.map(({ kind, run, text }) => item(kind, text + label(run)));
  return element("ul", { class: "verdicts" }, first, others);
}

const columns = [
  { title: "row", name: (check) => check.row },
  { title: "check", name: (check) => check.check },
  { title: "verdict", name: ({ verdict, bad }) => [verdict, verdict, bad ? "bad" : null] },
  { title: "what", cell: (check) => check.what, prose: true },
];

const about =
  "Each build solved all puzzles once: the checks compare these two runs, and the rest of this " +
  "page describes them. The speed of a single pass varies, so the times below were judged from " +
  "many short processes in which the two builds took turns.";

function count_table(report) {
  const { counted, counts: rows } = report.verdict_summary;
  const row = { title: "row", name: (counts) => counts.row };
  const events = counted.map((title, i) => ({ title, cell: ({ changes }) => changes[i] }));
  return table_of({ columns: [row, ...events], rows, title: "Counts", name: "counts", report });
}

function verdict_summary(report) {
  const { checks: rows, counts, sentences } = report.verdict_summary;
  return element(
    "div",
    {},
    element("p", { class: "note" }, about),
    sentences.map((sentence) => element("p", {}, words(sentence))),
    rows.length ? table_of({ columns, rows, title: "Checks", name: "checks", report }) : null,
    counts.length ? count_table(report) : null,
  );
}

module.exports = { verdict_summary, verdicts };
