// Several result files side by side: what each row came to in every run.
const { on_change } = require("./choices");
const format = require("./format");
const { is_chosen } = require("./report");
const { table_of } = require("./table");
const { element } = require("./text");

function columns_of(report) {
  const runs = report.runs.map((run, index) => ({
    title: run.label,
    term: "rate",
    value: (group) => {
      const row = group.rows.get(index);
      return row ? row.no_speed || (row.per_second && row.per_second[0]) : null;
    },
    text: (group) => {
      const row = group.rows.get(index);
      return row ? row.no_speed || format.rate_with_interval(row.per_second) : format.unknown;
    },
  }));
  return [
    { title: "solver", name: (group) => report.solvers[group.solver].name },
    { title: "dataset", name: (group) => report.datasets[group.dataset].name },
    { title: "threads", term: "threads", value: (group) => group.threads },
    ...runs,
  ];
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
