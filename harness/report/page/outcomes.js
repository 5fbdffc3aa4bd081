// Table of outcomes of all puzzles, with failures highlighted.
const {
  dataset_column, figure_columns, read_cell, run_column, solver_column,
} = require("./report");
const { table_of } = require("./table");
const { element, name_of, plural, words } = require("./text");

const first_bad = 5; // index of timeout; unsupported, crashed, wrong follow

const count_of = (row, index) => read_cell(row.outcomes[index]).key;

function columns_of(report) {
  const used = report.outcomes.map((name, index) =>
    index >= first_bad || report.rows.some((row) => count_of(row, index) > 0)
      ? { title: name, term: "outcomes", cell: (row) => row.outcomes[index] || ["0", 0, "quiet"] }
      : null,
  );
  return [
    solver_column,
    dataset_column,
    report.runs.length > 1 ? run_column : null,
    ...figure_columns(report, ["threads"]),
    ...used,
    { title: "digest", term: "digest", cell: (row) => row.digest },
  ].filter(Boolean);
}

function bad_count(row) {
  const counts = row.outcomes.map((cell, index) => (index < first_bad ? 0 : count_of(row, index)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function row_names(report, row, between) {
  const dataset = name_of(report.datasets[row.dataset].name);
  return [name_of(report.solvers[row.solver].name), between, dataset];
}

function proof(report, row, { puzzle, line, reason, outcome }) {
  const what = outcome === undefined ? "wrong" : report.outcomes[outcome];
  const head = [...row_names(report, row, ` on line ${line} of `), `: ${what}, `, words(reason)];
  return element("li", {}, head, element("code", { class: "puzzle" }, puzzle));
}

// List items on the first puzzles that went wrong, with reasons, and on disqualified solvers.
function proofs(report) {
  const found = report.rows.flatMap((row) =>
    [...(row.wrong || []), ...(row.incidents || [])].map((one) => proof(report, row, one)),
  );
  const excluded = report.rows.filter((row) => row.disqualified).map((row) => {
    const who = row_names(report, row, " on ");
    return element("li", {}, who, " was disqualified: ", words(row.disqualified));
  });
  return [...found, ...excluded];
}

function sum_over(report, count) {
  return report.rows.reduce((sum, row) => sum + count(row), 0);
}

// Warning at the top of the page about wrong or missing answers; null if at most timeouts occurred.
function trouble(report, link = element("a", { href: "#outcomes" }, "See the outcomes.")) {
  const bad = sum_over(report, bad_count);
  const late = sum_over(report, (row) => count_of(row, first_bad));
  if (bad === late && proofs(report).length === 0) return null;
  return element(
    "p",
    { class: "alarm" },
    `Something went wrong: ${plural(bad, "answer")} missing, wrong or late. `,
    "A solver with a wrong answer has no speed. ",
    link,
  );
}

function headline(report) {
  const late = sum_over(report, bad_count);
  const fine = late
    ? `No answer was rejected; ${plural(late, "answer")} did not arrive in time.`
    : "Every puzzle was answered, and no answer was rejected.";
  return trouble(report, null) || element("p", { class: "fine" }, fine);
}

function outcomes(report) {
  const rows = [...report.rows].sort((a, b) => bad_count(b) - bad_count(a));
  const columns = columns_of(report);
  const found = proofs(report);
  return element(
    "div",
    {},
    headline(report),
    table_of({ columns, rows, title: "Outcomes", name: "outcomes", report }),
    found.length ? element("ul", { class: "proofs" }, found) : null,
  );
}

module.exports = { outcomes, trouble };
