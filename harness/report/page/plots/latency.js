// The tail: the share of puzzles that take longer than any given time.
const format = require("../format");
const {
  figure_columns,
  figure_text,
  rows_of_dataset,
  solver_name,
  unfold,
} = require("../report");
const { curves, hidden_dots, hovered, legend_signals, legends } = require("../lines");

function is_batch(row) {
  return Boolean(row.latency) && row.latency.chunk > 1;
}

function points_of(report, row) {
  const name = solver_name(report, row);
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

const quantiles = ["min", "p50", "p90", "p99", "p999", "p9999", "max", "mean"];

function columns_of(report) {
  const [solver, ...others] = figure_columns(report, ["solver", ...quantiles]);
  return [{ ...solver, name: solver.cell }, ...others];
}

// "within 1.2 ms", or "over 1 s" when no more is known.
function within(report, row, id) {
  const text = figure_text(report, row, id);
  return text.startsWith(">") ? text.replace(">", "over ") : `within ${text}`;
}

function sentences_of(report, rows) {
  return rows.map((row) => {
    const name = solver_name(report, row);
    const star = is_batch(row) ? ` (times of ${row.latency.chunk} puzzles at once)` : "";
    return (
      `${name}${star}: half of the puzzles ${within(report, row, "p50")}, 99.99 % ` +
      `${within(report, row, "p9999")}.`
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
    table: { columns: columns_of(report), rows },
  };
}

const specification = {
  autosize: { type: "fit", contains: "padding" },
  signals: [hovered],
  data: [{ name: "points" }],
  scales: [
    { name: "x", type: "log", domain: { data: "points", field: "t" }, range: "width", zero: false },
    {
      name: "y",
      type: "log",
      domain: { data: "points", field: "above" },
      range: "height",
      zero: false,
    },
  ],
  axes: [
    {
      scale: "x",
      orient: "bottom",
      title: "time a puzzle takes",
      values: { signal: "axis_values(domain('x'), x_scale, floor(width / 70))" },
      encode: { labels: { update: { text: { signal: "duration_tick(datum.value)" } } } },
    },
    {
      scale: "y",
      orient: "left",
      title: "share of puzzles that take longer",
      values: { signal: "share_values(domain('y'), y_scale)" },
      encode: { labels: { update: { text: { signal: "percent_tick(datum.value)" } } } },
    },
    {
      scale: "y",
      orient: "right",
      title: null,
      values: { signal: "[0.1, 0.01, 0.001, 0.0001]" },
      encode: {
        labels: {
          update: {
            text: {
              signal:
                "datum.value < domain('y')[0] || y_scale === 'linear' ? '' : 'p' + 100 * (1 - datum.value)",
            },
          },
        },
      },
      grid: false,
      labelPadding: 4,
    },
  ],
  legends,
  marks: [curves("t", "above"), hidden_dots("t", "above")],
};

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
  is_main: true,
  specification,
  chart,
};
