// Plot of the tail of latencies: share of puzzles that take longer than any given time.
const format = require("../format");
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const { figure_columns, figure_text, solver_name, timed_rows, unfold } = require("../report");
const { short_name } = require("../text");

const is_batch = (row) => row.latency.chunk > 1;

function points(report, row) {
  const { solver, run } = row;
  const name = solver_name(report, row);
  const what = is_batch(row) ? `chunks of ${row.latency.chunk} puzzles` : "puzzles";
  const all = unfold(row.curve, 2);
  // A logarithmic axis has no zero: the last step is flat.
  const last = all.filter(([, above]) => above > 0).at(-1)?.[1];
  return all.filter(() => last).map(([t, above]) => {
    const share = `${format.percent(above)} of the ${what}`;
    const tip = `${name}\n${share} take longer than ${format.duration(t)}`;
    return { solver, run, t, above: above || last, tip };
  });
}

// Quantiles for sentences with the times that they need, the farthest in the tail first.
const tails = [
  ["p9999", "99.99 %", 10000],
  ["p999", "99.9 %", 1000],
  ["p99", "99 %", 100],
  ["p90", "90 %", 10],
];

// Sentence on a row's latencies, without a quantile for which it has too few puzzles or chunks.
function sentence_of(report, row) {
  // "within 1.2 ms", or "over 1 s" when no more is known.
  const within = (id) => {
    const text = figure_text(report, row, id);
    return text.startsWith(">") ? text.replace(">", "over ") : `within ${text}`;
  };
  const times = row.puzzles / row.latency.chunk;
  const is_known = ([id, , least]) => times >= least && figure_text(report, row, id) !== "–";
  const [id, share] = tails.find(is_known) || [];
  const star = is_batch(row) ? ` (times for ${row.latency.chunk} puzzles at once)` : "";
  return (
    `${solver_name(report, row)}${star}: half of the puzzles ${within("p50")}, ` +
    `${id ? `${share} ${within(id)}, ` : ""}the slowest ${within("max")}.`
  );
}

function starred_names(report, rows) {
  const batch = new Set(rows.filter(is_batch).map((row) => row.solver));
  const star = (solver) => (batch.has(solver) ? "*" : "");
  return report.solvers.map(({ name }, solver) => short_name(name) + star(solver));
}

// Axis that labels shares of puzzles as quantiles: p90, p99, …
const quantile_axis = spec.axis(
  "y",
  null,
  "[0.1, 0.01, 0.001, 0.0001]",
  "datum.value < domain('y')[0] || y_scale === 'linear' ? '' : 'p' + 100 * (1 - datum.value)",
  { orient: "right", grid: false, labelPadding: 4 },
);

const shares = ["share_values(domain('y'), y_scale)", "percent_tick(datum.value)"];

module.exports = line_plot({
  id: "latency",
  title: "Latency, down to the tail",
  short: "Latency",
  about:
    "How many puzzles take longer than a given time. A line further left is faster; a steep line " +
    "means similar times; a flat tail to the right means that a few puzzles take very long.",
  terms: ["latency", "p50", "p99", "curve", "censored"],
  axes: ["x", "y"],
  one_dataset: true,
  is_main: true,
  rows: timed_rows,
  points,
  sentences: (report, rows) => rows.slice(0, 4).map((row) => sentence_of(report, row)),
  note: (report, rows) =>
    rows.some(is_batch) ? "* times of whole chunks, not of single puzzles" : null,
  columns: (report) =>
    figure_columns(report, [
      "solver", "min", "p50", "p90", "p99", "p999", "p9999", "max", "mean",
    ]),
  more: (report, rows) => ({ signals: { legend_names: starred_names(report, rows) } }),
  height: 400,
  x: spec.logarithmic("x", "t", "time a puzzle takes", "duration"),
  y: {
    ...spec.logarithmic("y", "above"),
    axis: spec.axis("y", "share of puzzles that take longer", ...shares),
  },
  axes_beside: [quantile_axis],
  step: "step-after",
});
