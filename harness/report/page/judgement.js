// What a test of two builds came to: its verdict, and the checks behind it.
const { table_of } = require("./table");
const { element, words } = require("./text");

const columns = [
  { title: "row", name: (check) => check.row },
  { title: "check", name: (check) => check.check },
  { title: "verdict", name: ({ verdict, bad }) => [verdict, verdict, bad ? "bad" : null] },
  { title: "what", cell: (check) => check.what, prose: true },
];

const about =
  "Both builds solved everything once: these two runs are compared check by check, and all other " +
  "parts of this page are about them. Speeds of a single pass scatter: the times below were judged " +
  "by many short processes of both builds in turns.";

function judgement(report) {
  const { checks, sentences } = report.judgement;
  const table = { columns, rows: checks, title: "Checks", name: "checks", report };
  return element(
    "div",
    {},
    element("p", { class: "note" }, about),
    sentences.map((sentence) => element("p", {}, words(sentence))),
    checks.length ? table_of(table) : null,
  );
}

module.exports = { judgement };
