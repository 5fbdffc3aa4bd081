// Plot of results of different dates over time, if these are too few for their trend (trend.js).
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const {
  ends_of, figure_columns, rows_with, run_column, solver_column, solver_name,
} = require("../report");
const { rate_sentence, short_name, threads_text } = require("../text");

function rows(report, choices) {
  if (report.trend?.length) return [];
  const date_of = ({ run }) => report.runs[run].date;
  const dated = rows_with(report, choices, "dataset", "threads").filter(
    (row) => row.per_second && date_of(row),
  );
  const several = new Set(dated.map(date_of)).size > 1;
  return several ? dated.sort((a, b) => Date.parse(date_of(a)) - Date.parse(date_of(b))) : [];
}

function point_of(report, row) {
  const { date, label } = report.runs[row.run];
  const { solver } = row;
  const tip =
    `${solver_name(report, { solver })}, ${date.slice(0, 10)}, ${short_name(label)}\n` +
    rate_sentence(row.per_second);
  return { solver, at: Date.parse(date), ...ends_of(row.per_second), tip };
}

// Runs with different dates, one of each.
function runs_of(report, all) {
  const runs = all.map(({ run }) => report.runs[run]);
  return [...new Map(runs.map((run) => [run.date, run])).values()];
}

function sentences(report, all, choices) {
  return [
    `${runs_of(report, all).length} runs of ` +
      `${short_name(report.datasets[choices.dataset].name)} on ` +
      `${threads_text(choices.threads)}. Machines and builds may differ between them: see the ` +
      "table of runs.",
  ];
}

function more(report, all) {
  const runs = runs_of(report, all);
  const ticks = runs.map(({ date }) => Date.parse(date));
  const tick_names = runs.map(({ label, date }) => [short_name(label, 16), date.slice(0, 10)]);
  return { data: { changes: [], levels: [] }, signals: { ticks, tick_names } };
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

const change = { ...spec.place("at", "middle"), fill: alarm };
const above_ring = { dy: -17, align: "center", fontWeight: 600 };

// What a line plot over time has in common with others: its axis of time, intervals, and medians
// between changes. `y` is its other axis.
function over_time(y, dot_size, interval_opacity) {
  const axis = {
    scale: "x",
    orient: "bottom",
    labelOverlap: true,
    values: spec.signal("ticks"),
    ...spec.labels("tick_names[indexof(ticks, toNumber(datum.value))]"),
  };
  const scale = spec.scale("x", "utc", spec.of("points", "at"), { padding: 20 });
  return {
    x: { field: "at", scale, axis },
    y,
    below: [
      spec.mark("rule", "levels", level),
      { ...spec.interval("points", interval_opacity), clip: true },
    ],
    dot_size,
    above: [
      spec.mark("symbol", "changes", ring),
      spec.text("changes", change, { field: "text" }, above_ring),
    ],
  };
}

const speed = {
  ...spec.logarithmic("y", "middle", "puzzles per second", "rate"),
  scale: spec.scale("y", "log", spec.of("points", "low", "high"), { nice: true }),
};

module.exports = line_plot({
  id: "history",
  title: "Over time",
  short: "Over time",
  about: "Throughput of the runs by their dates, on the chosen number of threads.",
  terms: ["per_second", "interval"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  rows,
  points: point_of,
  sentences,
  columns: (report) => [
    { title: "date", cell: (row) => report.runs[row.run].date },
    run_column,
    solver_column,
    ...figure_columns(report, ["per_second"]),
  ],
  more,
  ...over_time(speed, spec.value(80), 0.4),
});
module.exports.over_time = over_time;
