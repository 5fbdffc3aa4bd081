// Tables of all measurements: by row, with remarks on each dataset, and by run.
const { refilled } = require("./choices");
const {
  dataset_column, figure_columns, is_chosen, run_column, solver_column,
} = require("./report");
const { table_of } = require("./table");
const { element, items, name_of, words } = require("./text");

function columns_of(report) {
  const shown = report.columns.filter((column) => column.shown).map(({ id }) => id);
  const [solver, ...figures] = figure_columns(report, shown);
  const run = report.runs.length > 1 ? [run_column] : [];
  return [solver, dataset_column, ...run, ...figures];
}

// Caption and notes of a dataset's table.
function remark(report, { run, dataset, caption, notes }) {
  const label = report.runs.length > 1 ? ` (${report.runs[run].label})` : "";
  const name = name_of(report.datasets[dataset].name);
  const head = [element("strong", {}, name, label), ": ", words(caption)];
  return element("li", {}, head, element("ul", {}, items(notes)));
}

function results(report, choices) {
  return refilled("div", () => {
    const rows = report.rows.filter((row) => is_chosen(row, choices));
    const table = { columns: columns_of(report), rows, title: "All results", name: "results" };
    const remarks = report.tables
      .filter(({ dataset }) => choices.datasets.has(dataset))
      .map((of_dataset) => remark(report, of_dataset));
    return [
      table_of({ ...table, report }),
      element(
        "details",
        { open: remarks.length <= 4 },
        element("summary", {}, "Notes on each dataset"),
        element("ul", { class: "remarks" }, remarks),
      ),
    ];
  });
}

function compared_columns(report) {
  const [threads, rate] = figure_columns(report, ["threads", "per_second"]);
  const rate_of = (group, run) => (group.rows.has(run) ? rate.cell(group.rows.get(run)) : null);
  const runs = report.runs.map(({ label }, run) => ({
    ...rate,
    title: label,
    cell: (group) => rate_of(group, run),
  }));
  const first = (group) => threads.cell(group.rows.values().next().value);
  return [solver_column, dataset_column, { ...threads, cell: first }, ...runs];
}

// Groups of rows of the same solver, dataset and threads, each keyed by run.
function groups_of(report, choices) {
  const groups = new Map();
  for (const row of report.rows.filter((one) => is_chosen(one, choices))) {
    const { solver, dataset, threads } = row;
    const key = [solver, dataset, threads].join();
    if (!groups.has(key)) groups.set(key, { solver, dataset, rows: new Map() });
    groups.get(key).rows.set(row.run, row);
  }
  return [...groups.values()];
}

function compared(report, choices) {
  const columns = compared_columns(report);
  return refilled("div", () => {
    const rows = groups_of(report, choices);
    const title = "Throughput, run by run";
    return table_of({ columns, rows, title, name: "runs-compared", report });
  });
}

module.exports = { compared, results };
