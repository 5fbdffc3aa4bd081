// Several result files over time, when they carry dates.
const {
  figure_columns,
  is_chosen,
  run_column,
  solver_column,
  solver_name,
  threads_text,
} = require("../report");
const { rate_sentence, short_name } = require("../text");
const { curves, dots, hovered, legend_signals, legends } = require("../lines");
const { ends_of } = require("./throughput");

function dated_rows(report, choices) {
  return report.rows.filter(
    (row) =>
      row.dataset === choices.dataset &&
      row.threads === choices.threads &&
      is_chosen(row, choices) &&
      row.per_second &&
      report.runs[row.run].date,
  );
}

function point_of(report, row) {
  const { middle, low, high } = ends_of(row.per_second);
  const run = report.runs[row.run];
  const tip =
    `${solver_name(report, row)}, ${run.date.slice(0, 10)}, ` +
    `${short_name(run.label)}\n${rate_sentence(row.per_second)}`;
  return { solver: row.solver, at: Date.parse(run.date), middle, low, high, tip };
}

function table_of(report, rows) {
  const date = { title: "date", cell: (row) => report.runs[row.run].date };
  const rate = figure_columns(report, ["per_second"]);
  return { columns: [date, run_column, solver_column, ...rate], rows };
}

function chart(report, choices, width) {
  const rows = dated_rows(report, choices);
  const dates = new Set(rows.map((row) => report.runs[row.run].date));
  if (dates.size < 2) return null;
  const solvers = [...new Set(rows.map((row) => row.solver))];
  const points = rows.map((row) => point_of(report, row)).sort((a, b) => a.at - b.at);
  return {
    data: { points },
    signals: {
      ...legend_signals(report, solvers, width),
      y_title: "puzzles per second",
      y_is_share: false,
      dot_size: 80,
      interval_opacity: 0.4,
    },
    height: 340,
    sentences: [
      `${dates.size} runs of ${short_name(report.datasets[choices.dataset].name)} on ` +
        `${threads_text(choices.threads)}. Machines and builds may differ between them: see the ` +
        "table of runs.",
    ],
    table: table_of(report, rows),
  };
}

const specification = {
  autosize: { type: "fit", contains: "padding" },
  signals: [hovered],
  data: [{ name: "points" }, { name: "changes" }, { name: "levels" }],
  scales: [
    {
      name: "x",
      type: "utc",
      domain: { data: "points", field: "at" },
      range: "width",
      padding: 20,
    },
    {
      name: "y",
      type: "log",
      domain: {
        fields: [
          { data: "points", field: "low" },
          { data: "points", field: "high" },
        ],
      },
      range: "height",
      zero: false,
      nice: true,
    },
  ],
  axes: [
    {
      scale: "x",
      orient: "bottom",
      labelOverlap: true,
      tickCount: { signal: "floor(width / 110)" },
    },
    {
      scale: "y",
      orient: "left",
      title: { signal: "y_title" },
      values: { signal: "axis_values(domain('y'), y_scale, floor(height / 40))" },
      encode: {
        labels: {
          update: {
            text: { signal: "y_is_share ? percent_tick(datum.value) : rate_tick(datum.value)" },
          },
        },
      },
    },
  ],
  legends,
  marks: [
    {
      type: "rule",
      from: { data: "levels" },
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          x2: { scale: "x", field: "until" },
          y: { scale: "y", field: "middle" },
          stroke: { scale: "colour", field: "solver" },
          strokeWidth: { value: 9 },
          strokeOpacity: { value: 0.25 },
        },
      },
    },
    {
      type: "rule",
      from: { data: "points" },
      clip: true,
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "low" },
          y2: { scale: "y", field: "high" },
          stroke: { scale: "colour", field: "solver" },
          strokeWidth: { value: 4 },
          strokeOpacity: { signal: "interval_opacity" },
          strokeCap: { value: "round" },
        },
      },
    },
    curves("at", "middle"),
    dots("at", "middle", { signal: "dot_size" }),
    {
      type: "symbol",
      from: { data: "changes" },
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "middle" },
          size: { value: 420 },
          shape: { value: "circle" },
          fill: { value: "transparent" },
          stroke: { signal: "datum.worse ? alarm : ink" },
          strokeWidth: { value: 2.5 },
          tooltip: { field: "tip" },
        },
      },
    },
    {
      type: "text",
      from: { data: "changes" },
      interactive: false,
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "middle" },
          dy: { value: -17 },
          align: { value: "center" },
          fontWeight: { value: 600 },
          fill: { signal: "datum.worse ? alarm : ink" },
          text: { field: "text" },
        },
      },
    },
  ],
};

module.exports = {
  id: "history",
  title: "Over time",
  short: "Over time",
  about: "Throughput of the runs by their dates, on the chosen number of threads.",
  terms: ["per_second", "interval"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  specification,
  chart,
};
