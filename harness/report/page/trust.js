// Section of a page on trust: warnings, machine, settings, datasets, command lines, definitions.
const { copy_button } = require("./boards");
const { table_of } = require("./table");
const { element, facts, list, name_of } = require("./text");

function run_part(report, run) {
  const interrupted = "The run was interrupted: the figures cover what was measured.";
  const facts_part = (title, pairs) => element("div", {}, element("h4", {}, title), facts(pairs));
  return element(
    "section",
    { class: "run" },
    element("h3", {}, name_of(run.label)),
    run.complete ? null : element("p", { class: "alarm" }, interrupted),
    run.warnings.length
      ? list("warnings", run.warnings)
      : element("p", { class: "fine" }, "No warnings."),
    list("overhead", run.overhead),
    element(
      "div",
      { class: "two" },
      facts_part("Machine", [["program", run.tool], ...run.facts]),
      facts_part("Settings", run.settings),
    ),
    element("h4", {}, "Command"),
    element("pre", { tabindex: "0" }, run.command),
    copy_button("copy command", run.command),
  );
}

const run_columns = [
  { title: "run", name: (run) => run.label },
  { title: "started", cell: (run) => run.date || null },
  { title: "machine", name: (run) => run.machine },
  { title: "program", name: (run) => run.tool },
  { title: "warnings", term: "warnings", cell: (run) => run.warnings.length },
  { title: "file", name: (run) => run.file },
];

function runs(report) {
  const table = { columns: run_columns, rows: report.runs, title: "Runs", name: "runs", report };
  return element(
    "div",
    {},
    report.runs.length > 1 ? table_of(table) : null,
    report.runs.map((run) => run_part(report, run)),
  );
}

const dataset_columns = [
  { title: "dataset", name: (set) => set.name },
  { title: "puzzles", cell: (set) => set.puzzles },
  { title: "clues", term: "clues", cell: (set) => set.clues },
  { title: "quarantined", term: "quarantine", cell: (set) => set.quarantined },
  { title: "small", term: "small_set", cell: (set) => set.small },
  { title: "SHA-256", term: "sha256", cell: (set) => set.sha256 },
  { title: "path", name: (set) => set.path },
];

function datasets(report) {
  const table = { columns: dataset_columns, rows: report.datasets, title: "Datasets", report };
  const quarantined = report.datasets.flatMap((set) => set.quarantine_first);
  const warnings = quarantined.length ? list("warnings", quarantined) : null;
  return element("div", {}, table_of({ ...table, name: "datasets" }), warnings);
}

function definitions(report) {
  const parts = report.definitions.map(({ id, term, text }) => [
    element("dt", { id: `def-${id}`, tabindex: "-1" }, term),
    element("dd", {}, text),
  ]);
  return element("dl", { class: "definitions" }, parts.flat());
}

module.exports = { datasets, definitions, runs };
