// Plot of several result files over time, when they carry dates.
const spec = require("../spec");
const {
  ends_of, figure_columns, rows_with, run_column, solver_column, solver_name,
} = require("../report");
const { rate_sentence, short_name, threads_text } = require("../text");

function point_of(report, row) {
  const run = report.runs[row.run];
  const tip =
    `${solver_name(report, row)}, ${run.date.slice(0, 10)}, ` +
    `${short_name(run.label)}\n${rate_sentence(row.per_second)}`;
  return { solver: row.solver, at: Date.parse(run.date), ...ends_of(row.per_second), tip };
}

function table_of(report, rows) {
  const date = { title: "date", cell: (row) => report.runs[row.run].date };
  const rate = figure_columns(report, ["per_second"]);
  return { columns: [date, run_column, solver_column, ...rate], rows };
}

function chart(report, choices) {
  const rows = rows_with(report, choices, "dataset", "threads").filter(
    (row) => row.per_second && report.runs[row.run].date,
  );
  const dates = new Set(rows.map((row) => report.runs[row.run].date));
  if (dates.size < 2) return null;
  const points = rows.map((row) => point_of(report, row)).sort((a, b) => a.at - b.at);
  const run_of = ({ run }) => report.runs[run];
  const runs = new Map(rows.map(run_of).map((run) => [Date.parse(run.date), run]));
  const names = [...runs.values()].map((run) => [short_name(run.label, 16), run.date.slice(0, 10)]);
  return {
    data: { points, changes: [], levels: [] },
    signals: { ticks: [...runs.keys()], tick_names: names },
    lines: [...new Set(rows.map((row) => row.solver))],
    sentences: [
      `${dates.size} runs of ${short_name(report.datasets[choices.dataset].name)} on ` +
        `${threads_text(choices.threads)}. Machines and builds may differ between them: see the ` +
        "table of runs.",
    ],
    table: table_of(report, rows),
  };
}

const level = {
  ...spec.place("at", "middle"),
  x2: spec.on("x", "until"),
  stroke: spec.by_solver("colour"),
  strokeWidth: spec.value(9),
  strokeOpacity: spec.value(0.25),
};

const alarm = spec.signal("datum.worse ? alarm : ink");

const ring = {
  ...spec.place("at", "middle"),
  size: spec.value(420),
  shape: spec.value("circle"),
  fill: spec.value("transparent"),
  stroke: alarm,
  strokeWidth: spec.value(2.5),
  tooltip: { field: "tip" },
};

const change = {
  ...spec.place("at", "middle"),
  dy: spec.value(-17),
  align: spec.value("center"),
  fontWeight: spec.value(600),
  fill: alarm,
  text: { field: "text" },
};

// Plot of points over time and the medians between changes; `title` and `format` are for axis `y`.
function over_time(y, title, format, dot_size, interval_opacity) {
  return {
    ...spec.line_plot,
    scales: [spec.scale("x", "utc", spec.of("points", "at"), { padding: 20 }), y],
    axes: [
      {
        scale: "x",
        orient: "bottom",
        labelOverlap: true,
        values: spec.signal("ticks"),
        ...spec.labels("tick_names[indexof(ticks, toNumber(datum.value))]"),
      },
      spec.ticks("y", title, "floor(height / 40)", format),
    ],
    marks: [
      spec.mark("rule", "levels", level),
      { ...spec.interval("points", interval_opacity), clip: true },
      spec.curves("at", "middle"),
      spec.dots("at", "middle", dot_size),
      spec.mark("symbol", "changes", ring),
      spec.mark("text", "changes", change, { interactive: false }),
    ],
  };
}

const y = spec.scale("y", "log", spec.of("points", "low", "high"), { nice: true });

module.exports = {
  id: "history",
  title: "Over time",
  short: "Over time",
  about: "Throughput of the runs by their dates, on the chosen number of threads.",
  terms: ["per_second", "interval"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  specification: over_time(y, "puzzles per second", "rate", spec.value(80), 0.4),
  chart,
  over_time,
};
