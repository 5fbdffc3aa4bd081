// The tail: the share of puzzles that take longer than any given time.
const format = require("../format");
const { rows_of_dataset, unfold } = require("../report");
const { short_name } = require("../text");
const { legend_signals } = require("./legend");

function is_batch(row) {
  return row.latency !== null && row.latency.chunk > 1;
}

function points_of(report, row) {
  const name = short_name(report.solvers[row.solver].name);
  const what = is_batch(row) ? `chunks of ${row.latency.chunk} puzzles` : "puzzles";
  // A logarithmic axis has no zero: the curve ends at the last puzzle.
  const points = unfold(row.curve, 2).filter(([, above]) => above > 0);
  return points.map(([t, above]) => ({
    solver: row.solver,
    t,
    above,
    tip: `${name}\n${format.percent(above)} of the ${what} take longer than ${format.duration(t)}`,
  }));
}

const quantile = (id, title, term = "latency") => ({
  title,
  term,
  value: (row) => row.latency[id],
  text: (row) => format.duration(row.latency[id]),
});
const columns = [
  {
    title: "solver",
    name: (row, report) => report.solvers[row.solver].name + (is_batch(row) ? "*" : ""),
  },
  quantile("min", "min"),
  quantile("p50", "p50", "p50"),
  quantile("p90", "p90"),
  quantile("p99", "p99"),
  quantile("p999", "p99.9"),
  quantile("p9999", "p99.99", "p9999"),
  quantile("max", "max"),
  quantile("mean", "mean"),
];

function sentences_of(report, rows) {
  return rows.map((row) => {
    const name = short_name(report.solvers[row.solver].name);
    const star = is_batch(row) ? ` (times of ${row.latency.chunk} puzzles at once)` : "";
    return (
      `${name}${star}: half of the puzzles ${format.within(row.latency.p50)}, 99.99 % ` +
      `${format.within(row.latency.p9999)}.`
    );
  });
}

function chart(report, choices, width) {
  const rows = rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);
  if (rows.length === 0) return null;
  const starred = new Set(rows.filter(is_batch).map((row) => row.solver));
  return {
    data: { points: rows.flatMap((row) => points_of(report, row)) },
    signals: legend_signals(
      report,
      rows.map((row) => row.solver),
      width,
      starred,
    ),
    height: 400,
    sentences: sentences_of(report, rows.slice(0, 4)),
    note: starred.size ? "* times of whole chunks: not what one puzzle waits for" : null,
    table: { columns, rows },
  };
}

module.exports = {
  id: "latency",
  title: "Latency, down to the tail",
  short: "Latency",
  about:
    "How many puzzles take longer than a given time. A line further left is faster; one that " +
    "falls steeply is predictable; a flat tail to the right is what a user waits for.",
  terms: ["latency", "p50", "p9999", "curve", "censored"],
  axes: ["x", "y"],
  one_dataset: true,
  specification: require("./latency.json"),
  chart,
};
