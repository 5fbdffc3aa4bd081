// Several result files side by side: what each row came to in every run.
const { on_change } = require("./choices");
const { dataset_column, figure_columns, is_chosen, solver_column } = require("./report");
const { table_of } = require("./table");
const { element } = require("./text");

function columns_of(report) {
  const [threads, rate] = figure_columns(report, ["threads", "per_second"]);
  const of_row = (column, run) => (group) => group.rows.has(run) ? column.cell(group.rows.get(run)) : null;
  const runs = report.runs.map(({ label }, run) => ({ ...rate, title: label, cell: of_row(rate, run) }));
  const first = (group) => threads.cell(group.rows.values().next().value);
  return [solver_column, dataset_column, { ...threads, cell: first }, ...runs];
}

function groups_of(report, choices) {
  const groups = new Map();
  for (const row of report.rows.filter((one) => is_chosen(one, choices))) {
    const key = [row.solver, row.dataset, row.threads].join();
    const { solver, dataset, threads } = row;
    const group = groups.get(key) || { solver, dataset, threads, rows: new Map() };
    groups.set(key, group);
    group.rows.set(row.run, row);
  }
  return [...groups.values()];
}

function compared(report, choices) {
  const frame = element("div");
  const fill = () => {
    const rows = groups_of(report, choices);
    const table = { columns: columns_of(report), rows, title: "Throughput, run by run", report };
    frame.replaceChildren(table_of({ ...table, name: "runs-compared" }));
  };
  fill();
  on_change(fill);
  return frame;
}

module.exports = { compared };
