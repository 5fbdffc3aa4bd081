// What became of every puzzle. Whatever is not an answer stands out.
const format = require("./format");
const { table_of } = require("./table");
const { element, name_of, words } = require("./text");

const first_bad = 5; // timeout, unsupported, crashed and wrong come after the answers

function outcome_column(report, name, index) {
  return {
    title: name,
    term: "outcomes",
    value: (row) => row.outcomes[index],
    text: (row) => format.count(row.outcomes[index]),
    tone: (row) => (row.outcomes[index] === 0 ? "zero" : index >= first_bad ? "bad" : null),
  };
}

function columns_of(report) {
  const several = report.runs.length > 1;
  const used = report.outcomes.map((name, index) =>
    index >= first_bad || report.rows.some((row) => row.outcomes[index] > 0)
      ? outcome_column(report, name, index)
      : null,
  );
  return [
    { title: "solver", name: (row) => report.solvers[row.solver].name },
    { title: "dataset", name: (row) => report.datasets[row.dataset].name },
    several ? { title: "run", name: (row) => report.runs[row.run].label } : null,
    { title: "threads", term: "threads", value: (row) => row.threads },
    ...used,
    { title: "digest", term: "digest", value: (row) => row.digest },
  ].filter(Boolean);
}

function bad_count(row) {
  return row.outcomes.slice(first_bad).reduce((sum, count) => sum + count, 0);
}

function proof(report, row, { puzzle, line, reason, outcome }) {
  const what = outcome === undefined ? "wrong" : report.outcomes[outcome];
  return element(
    "li",
    {},
    name_of(report.solvers[row.solver].name),
    ` on line ${line} of `,
    name_of(report.datasets[row.dataset].name),
    `: ${what}, `,
    words(reason),
    element("code", { class: "puzzle" }, puzzle),
  );
}

// The first few puzzles that went wrong, with what was wrong.
function proofs(report) {
  const items = report.rows.flatMap((row) =>
    [...row.wrong, ...row.incidents].map((one) => proof(report, row, one)),
  );
  const excluded = report.rows
    .filter((row) => row.disqualified)
    .map((row) =>
      element(
        "li",
        {},
        name_of(report.solvers[row.solver].name),
        " on ",
        name_of(report.datasets[row.dataset].name),
        " was disqualified: ",
        words(row.disqualified),
      ),
    );
  return [...items, ...excluded];
}

function sum_over(report, count) {
  return report.rows.reduce((sum, row) => sum + count(row), 0);
}

// What stands above everything else when something went wrong; null when nothing did. To give a
// puzzle up at the limit is a result like others, as long as nothing else happened.
function trouble(report, link = element("a", { href: "#outcomes" }, "See the outcomes.")) {
  const bad = sum_over(report, bad_count);
  const late = sum_over(report, (row) => row.outcomes[report.outcomes.indexOf("timeout")]);
  if (bad === late && proofs(report).length === 0) return null;
  return element(
    "p",
    { class: "alarm" },
    `Something went wrong: ${format.plural(bad, "answer")} missing, wrong or late. `,
    "A solver with a wrong answer has no speed. ",
    link,
  );
}

function headline(report) {
  const late = sum_over(report, bad_count);
  const fine = late
    ? `No answer was refused; ${format.plural(late, "answer")} did not come in time.`
    : "Every puzzle got an answer, and none was refused.";
  return trouble(report, null) || element("p", { class: "fine" }, fine);
}

// Rows with trouble first.
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
