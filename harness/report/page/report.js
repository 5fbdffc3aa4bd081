// Queries on a report page's data that several parts of the page share.
const format = require("./format");
const { short_name } = require("./text");

// Reads a table cell: null (unknown), a count, a text, [text, key(, tone)]. The key is for sorting.
function read_cell(cell) {
  if (typeof cell === "number") return { text: format.count(cell), key: cell };
  const [text, key, tone] = Array.isArray(cell) ? cell : [cell, cell];
  return { text: text ?? "–", key, tone };
}

// Number of a row's puzzles with the named outcome.
const outcomes_of = (report, row, name) =>
  read_cell(row.outcomes[report.outcomes.indexOf(name)]).key;

const text_of = (cell) => read_cell(cell).text;

// Two runs share the plots; of more, most plots show the one that the reader chose.
const is_pair = ({ runs }) => runs.length === 2;

const runs_on_view = (report, { run }) => (is_pair(report) ? [0, 1] : [run]);

// Label of a run behind a text, where two runs share a plot.
const of_run = (report, run) =>
  is_pair(report) && run !== undefined ? ` (${short_name(report.runs[run].label)})` : "";

// Name of a row's solver in plots and sentences.
const solver_name = (report, { solver, run }) =>
  short_name(report.solvers[solver].name) + of_run(report, run);

const solver_column = { title: "solver", name: (row, report) => report.solvers[row.solver].name };
const dataset_column = {
  title: "dataset",
  term: "sha256",
  name: (row, report) => report.datasets[row.dataset].name,
};
const run_column = { title: "run", name: (row, report) => report.runs[row.run].label };

// Columns of a plot's table, which names the runs where the plot shows two.
function columns_of_runs(report, columns) {
  if (!is_pair(report) || columns.includes(run_column)) return columns;
  const names = columns.filter((column) => [dataset_column, solver_column].includes(column)).length;
  return [...columns.slice(0, names || 1), run_column, ...columns.slice(names || 1)];
}

function figure_cell(report, row, id) {
  return row.cells[report.columns.findIndex((column) => column.id === id)];
}

const figure_text = (report, row, id) => text_of(figure_cell(report, row, id));

function figure_columns(report, ids) {
  return ids.map((id) => {
    const { title } = report.columns.find((column) => column.id === id);
    const kind = id === "solver" ? "name" : "cell";
    return { title, term: id, [kind]: (row) => figure_cell(report, row, id) };
  });
}

const is_chosen = ({ dataset, solver }, choices) =>
  choices.datasets.has(dataset) && choices.solvers.has(solver);

// Returns whether two objects, such as choices, have the same run, dataset and thread count, or
// agree in other members.
function are_together(part, other, members = ["run", "dataset", "threads"]) {
  return members.every((member) => part[member] === other[member]);
}

// Rows of the chosen solvers and datasets that agree with the choices in `members`.
function rows_with(report, choices, ...members) {
  return report.rows.filter(
    (row) => are_together(row, choices, members) && is_chosen(row, choices),
  );
}

// Rows of the runs on view that rows_with() finds. On a page with two runs, the rows of a solver are
// neighbours.
function rows_on_view(report, choices, ...members) {
  const runs = runs_on_view(report, choices);
  const rows = rows_with(report, choices, ...members).filter(({ run }) => runs.includes(run));
  if (!is_pair(report)) return rows;
  return rows.sort((a, b) => a.dataset - b.dataset || a.solver - b.solver || a.run - b.run);
}

// Rows on view with the chosen thread count on the one dataset that single-dataset plots show.
const rows_of_dataset = (report, choices) => rows_on_view(report, choices, "dataset", "threads");

// Rows of rows_of_dataset() whose latencies are known.
const timed_rows = (report, choices) =>
  rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);

function thread_counts(rows) {
  return [...new Set(rows.map((row) => row.threads))].sort((a, b) => a - b);
}

// Median and interval of an estimate; without an interval both ends are the median.
function ends_of(estimate) {
  const [middle, low, high] = estimate || [null, null, null];
  return { middle, low: low ?? middle, high: high ?? middle };
}

// The given solvers, once each, in the order of the report.
const in_order = (solvers) => [...new Set(solvers)].sort((a, b) => a - b);

// Splits an array into arrays of `width` values.
function unfold(values, width) {
  const records = [];
  for (let at = 0; at < values.length; at += width) records.push(values.slice(at, at + width));
  return records;
}

// Edges of a logarithmic bin; the program has `per_octave` bins to an octave.
function bin_edges(bin, per_octave) {
  return [bin, bin + 1].map((at) => 2 ** (at / per_octave));
}

// Comparisons of the solvers of one run, dataset and thread count.
function group_of(report, place) {
  const none = { ratios: [], fields: [], scatters: [] };
  return report.groups.find((group) => are_together(group, place)) || none;
}

// Speed ratios of all pairs in a group: [a, b, ratio, shared puzzles, text, text of b over a, why
// there is no ratio or no interval, why of b over a].
const ratios_of_group = (report, place) => unfold(group_of(report, place).ratios, 8);

module.exports = {
  are_together, bin_edges, columns_of_runs, dataset_column, ends_of, figure_cell, figure_columns,
  figure_text, group_of, in_order, is_pair, of_run, outcomes_of, ratios_of_group, read_cell,
  rows_of_dataset, rows_on_view, rows_with, run_column, runs_on_view, solver_column, solver_name,
  text_of, thread_counts, timed_rows, unfold,
};
