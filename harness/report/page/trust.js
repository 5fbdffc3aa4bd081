// Whether the figures can be believed, and how to get them again: warnings, machine, settings,
// datasets, command lines.
const { copy_button } = require("./boards");
const { table_of } = require("./table");
const { element, name_of, words } = require("./text");

function sentences(kind, texts) {
  return element(
    "ul",
    { class: kind },
    texts.map((text) => element("li", {}, words(text))),
  );
}

function facts(title, pairs) {
  const items = pairs.flatMap(([name, text]) => [
    element("dt", {}, words(name)),
    element("dd", {}, words(text)),
  ]);
  return [element("h4", {}, title), element("dl", { class: "facts" }, items)];
}

function warnings_of(run) {
  if (run.warnings.length === 0) return element("p", { class: "fine" }, "No warnings.");
  return sentences("warnings", run.warnings);
}

function run_part(report, run) {
  const complete = run.complete ? "" : "The run was interrupted: figures are of what it had met.";
  return element(
    "section",
    { class: "run" },
    element("h3", {}, name_of(run.label)),
    complete ? element("p", { class: "alarm" }, complete) : null,
    warnings_of(run),
    sentences("overhead", run.overhead),
    element(
      "div",
      { class: "two" },
      element("div", {}, facts("Machine", [["program", run.tool], ...run.facts])),
      element("div", {}, facts("Settings", run.settings)),
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
  { title: "warnings", term: "warnings", cell: (run) => [`${run.warnings.length}`, run.warnings.length] },
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

function quarantine(report) {
  const found = report.datasets.flatMap((set) => set.quarantine_first);
  return found.length ? sentences("warnings", found) : null;
}

function datasets(report) {
  const table = { columns: dataset_columns, rows: report.datasets, title: "Datasets", report };
  return element("div", {}, table_of({ ...table, name: "datasets" }), quarantine(report));
}

module.exports = { datasets, runs };
