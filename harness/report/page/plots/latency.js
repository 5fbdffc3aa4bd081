// Plot of the tail of latencies: share of puzzles that take longer than any given time.
const format = require("../format");
const spec = require("../spec");
const { figure_columns, figure_text, rows_of_dataset, solver_name, unfold } = require("../report");

const is_batch = (row) => row.latency.chunk > 1;

function points_of(report, row) {
  const name = solver_name(report, row);
  const what = is_batch(row) ? `chunks of ${row.latency.chunk} puzzles` : "puzzles";
  const points = unfold(row.curve, 2);
  // A logarithmic axis has no zero: the last step is flat.
  const last = points.filter(([, above]) => above > 0).at(-1)?.[1];
  return points.filter(() => last).map(([t, above]) => ({
    solver: row.solver,
    t,
    above: above || last,
    tip: `${name}\n${format.percent(above)} of the ${what} take longer than ${format.duration(t)}`,
  }));
}

const figures = ["solver", "min", "p50", "p90", "p99", "p999", "p9999", "max", "mean"];

// Quantiles for sentences with the times that they need, the farthest in the tail first.
const tails = [
  ["p9999", "99.99 %", 10000],
  ["p999", "99.9 %", 1000],
  ["p99", "99 %", 100],
  ["p90", "90 %", 10],
];

// Latency quantile in a sentence: "within 1.2 ms", or "over 1 s" when no more is known.
function within(report, row, id) {
  const text = figure_text(report, row, id);
  return text.startsWith(">") ? text.replace(">", "over ") : `within ${text}`;
}

// Sentence on a row's latencies, without a quantile for which it has too few puzzles or chunks.
function sentence_of(report, row) {
  const times = row.puzzles / row.latency.chunk;
  const star = is_batch(row) ? ` (times for ${row.latency.chunk} puzzles at once)` : "";
  const is_known = ([id, , least]) => times >= least && figure_text(report, row, id) !== "–";
  const tail = tails.find(is_known);
  return (
    `${solver_name(report, row)}${star}: half of the puzzles ${within(report, row, "p50")}, ` +
    `${tail ? `${tail[1]} ${within(report, row, tail[0])}, ` : ""}` +
    `the slowest ${within(report, row, "max")}.`
  );
}

function chart(report, choices) {
  const rows = rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);
  if (rows.length === 0) return null;
  const starred = new Set(rows.filter(is_batch).map((row) => row.solver));
  return {
    data: { points: rows.flatMap((row) => points_of(report, row)) },
    lines: rows.map((row) => row.solver),
    starred,
    height: 400,
    sentences: rows.slice(0, 4).map((row) => sentence_of(report, row)),
    note: starred.size ? "* times of whole chunks, not of single puzzles" : null,
    table: { columns: figure_columns(report, figures), rows },
  };
}

// Axis of the latency plot that labels shares of puzzles as quantiles: p90, p99, …
const quantile_axis = spec.axis(
  "y",
  null,
  "[0.1, 0.01, 0.001, 0.0001]",
  "datum.value < domain('y')[0] || y_scale === 'linear' ? '' : 'p' + 100 * (1 - datum.value)",
  { orient: "right", grid: false, labelPadding: 4 },
);

const specification = {
  ...spec.line_plot,
  scales: [
    spec.scale("x", "log", spec.of("points", "t")),
    spec.scale("y", "log", spec.of("points", "above")),
  ],
  axes: [
    spec.ticks("x", "time a puzzle takes", "floor(width / 70)", "duration"),
    spec.axis(
      "y",
      "share of puzzles that take longer",
      "share_values(domain('y'), y_scale)",
      "percent_tick(datum.value)",
    ),
    quantile_axis,
  ],
  marks: [spec.curves("t", "above", "step-after"), spec.hidden_dots("t", "above")],
};

module.exports = {
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
  specification,
  chart,
};
