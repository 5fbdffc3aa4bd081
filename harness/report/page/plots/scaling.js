// How many times as fast a solver gets with more threads, against the line of no loss.
const {
  figure_columns,
  is_chosen,
  solver_column,
  solver_name,
  text_of,
  threads_text,
} = require("../report");
const { curves, dots, hovered, legend_signals, legends } = require("../lines");
const { ends_of } = require("./throughput");

function scaled_rows(report, choices) {
  return report.rows.filter(
    (row) =>
      row.run === choices.run &&
      row.dataset === choices.dataset &&
      is_chosen(row, choices) &&
      row.scaling,
  );
}

function sentence_of({ scaling }) {
  const share = `${text_of(scaling.of_ideal)} of the ideal`;
  return `${text_of(scaling.times)} as fast as on ${scaling.base}, ${share}`;
}

function point_of(report, row) {
  const { middle, low, high } = ends_of(row.scaling.ratio);
  const tip = `${solver_name(report, row)}, ${threads_text(row.threads)}\n${sentence_of(row)}`;
  return { solver: row.solver, at: row.threads, middle, low, high, tip };
}

// The rows that the others are measured by: as fast as themselves.
function base_points(rows) {
  const solvers = new Map(rows.map((row) => [row.solver, row.scaling.base]));
  return [...solvers].map(([solver, at]) => ({ solver, at, middle: 1, low: 1, high: 1, tip: "" }));
}

function table_of(report, rows) {
  const columns = [
    solver_column,
    ...figure_columns(report, ["threads"]),
    { title: "times as fast", term: "scaling", cell: (row) => row.scaling.times },
    { title: "of the ideal", cell: (row) => row.scaling.of_ideal },
  ];
  return { columns, rows };
}

function sentences_of(report, rows, most) {
  return rows
    .filter((row) => row.threads === most)
    .slice(0, 6)
    .map((row) => `${solver_name(report, row)} on ${threads_text(most)}: ${sentence_of(row)}.`);
}

function chart(report, choices, width) {
  const rows = scaled_rows(report, choices);
  const more = rows.filter((row) => row.threads > row.scaling.base);
  if (more.length === 0) return null;
  const base = more[0].scaling.base;
  const most = Math.max(...more.map((row) => row.threads));
  const solvers = [...new Set(more.map((row) => row.solver))];
  const counts = [...new Set([base, ...more.map((row) => row.threads)])].sort((a, b) => a - b);
  return {
    data: {
      points: [...base_points(more), ...more.map((row) => point_of(report, row))],
      ideal: [
        { at: base, middle: 1 },
        { at: most, middle: most / base, label: "no loss" },
      ],
    },
    signals: {
      thread_counts: counts,
      base_title: `times as fast as on ${threads_text(base)}`,
      ...legend_signals(report, solvers, width),
    },
    height: 340,
    sentences: sentences_of(report, more, most),
    table: table_of(report, more),
  };
}

const specification = {
  autosize: { type: "fit", contains: "padding" },
  signals: [hovered],
  data: [{ name: "points" }, { name: "ideal" }],
  scales: [
    {
      name: "x",
      type: "log",
      base: 2,
      domain: {
        fields: [
          { data: "points", field: "at" },
          { data: "ideal", field: "at" },
        ],
      },
      range: "width",
      zero: false,
      padding: 12,
    },
    {
      name: "y",
      type: "log",
      base: 2,
      domain: {
        fields: [
          { data: "points", field: "low" },
          { data: "points", field: "high" },
          { data: "ideal", field: "middle" },
        ],
      },
      range: "height",
      zero: false,
      padding: 8,
    },
  ],
  axes: [
    {
      scale: "x",
      orient: "bottom",
      title: "threads",
      values: { signal: "thread_counts" },
      encode: { labels: { update: { text: { signal: "datum.value" } } } },
    },
    {
      scale: "y",
      orient: "left",
      title: { signal: "base_title" },
      values: { signal: "axis_values(domain('y'), y_scale, 8)" },
      encode: { labels: { update: { text: { signal: "times_tick(datum.value)" } } } },
    },
  ],
  legends,
  marks: [
    {
      type: "line",
      from: { data: "ideal" },
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "middle" },
          stroke: { signal: "muted" },
          strokeDash: { value: [4, 4] },
          strokeWidth: { value: 1.5 },
        },
      },
    },
    {
      type: "text",
      from: { data: "ideal" },
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "middle" },
          text: { field: "label" },
          align: { value: "right" },
          dx: { value: -8 },
          dy: { value: -6 },
          fill: { signal: "muted" },
        },
      },
    },
    {
      type: "rule",
      from: { data: "points" },
      encode: {
        update: {
          x: { scale: "x", field: "at" },
          y: { scale: "y", field: "low" },
          y2: { scale: "y", field: "high" },
          stroke: { scale: "colour", field: "solver" },
          strokeWidth: { value: 4 },
          strokeOpacity: { value: 0.4 },
          strokeCap: { value: "round" },
        },
      },
    },
    curves("at", "middle"),
    dots("at", "middle", { value: 80 }),
  ],
};

module.exports = {
  id: "scaling",
  title: "Scaling over threads",
  short: "Scaling",
  about: "How many times as fast with more threads; on the dashed line no thread loses anything.",
  terms: ["threads", "scaling", "interval"],
  axes: ["x", "y"],
  one_dataset: true,
  is_main: true,
  all_threads: true,
  specification,
  chart,
};
