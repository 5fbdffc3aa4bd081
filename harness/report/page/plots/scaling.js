// Plot of the speed-up of solvers with more threads, against ideal scaling.
const spec = require("../spec");
const {
  ends_of, figure_columns, rows_with, solver_column, solver_name, text_of,
} = require("../report");
const { threads_text } = require("../text");

function sentence_of({ scaling }) {
  const share = `which is ${text_of(scaling.of_ideal)} of the ideal`;
  const [times, doubt] = text_of(scaling.times).split(" unstable");
  const base = threads_text(scaling.base);
  return `${times} as fast as on ${base}, ${share}${doubt === "" ? ", but unstable" : ""}`;
}

function point_of(report, row) {
  const tip = `${solver_name(report, row)}, ${threads_text(row.threads)}\n${sentence_of(row)}`;
  return { solver: row.solver, at: row.threads, ...ends_of(row.scaling.ratio), tip };
}

// Points at speed-up 1 for the thread count to which the other rows are relative.
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
    .map((row) => `${solver_name(report, row)} on ${threads_text(most)}: ${sentence_of(row)}.`);
}

function chart(report, choices) {
  const more = rows_with(report, choices, "run", "dataset").filter(
    ({ threads, scaling }) => scaling && threads > scaling.base,
  );
  if (more.length === 0) return null;
  const base = more[0].scaling.base;
  const most = Math.max(...more.map((row) => row.threads));
  const counts = [...new Set([base, ...more.map((row) => row.threads)])].sort((a, b) => a - b);
  return {
    data: {
      points: [...base_points(more), ...more.map((row) => point_of(report, row))],
      ideal: [
        { at: base, middle: 1 },
        { at: most, middle: most / base, label: "ideal" },
      ],
    },
    signals: {
      thread_counts: counts,
      base_title: `times as fast as on ${threads_text(base)}`,
    },
    lines: [...new Set(more.map((row) => row.solver))],
    sentences: sentences_of(report, more, most),
    table: table_of(report, more),
  };
}

// Domains of fields of two data sets, which spec.of() cannot name.
const from = (data, field) => ({ data, field });
const threads = { fields: [from("points", "at"), from("ideal", "at")] };
const times = { fields: [from("points", "low"), from("points", "high"), from("ideal", "middle")] };

const ideal = {
  ...spec.place("at", "middle"),
  stroke: spec.signal("muted"),
  strokeDash: spec.value([4, 4]),
  strokeWidth: spec.value(1.5),
};

const ideal_name = {
  ...spec.place("at", "middle"),
  text: { field: "label" },
  align: spec.value("right"),
  dx: spec.value(-8),
  dy: spec.value(-6),
  fill: spec.signal("muted"),
};

const specification = {
  ...spec.line_plot,
  scales: [
    spec.scale("x", "log", threads, { base: 2, padding: 12 }),
    spec.scale("y", "log", times, { base: 2, padding: 8 }),
  ],
  axes: [
    spec.axis("x", "threads", "thread_counts", "datum.value"),
    spec.ticks("y", spec.signal("base_title"), 8, "times"),
  ],
  marks: [
    spec.mark("line", "ideal", ideal),
    spec.mark("text", "ideal", ideal_name),
    spec.interval("points", 0.4),
    spec.curves("at", "middle"),
    spec.dots("at", "middle", spec.value(80)),
  ],
};

module.exports = {
  id: "scaling",
  title: "Scaling over threads",
  short: "Scaling",
  about: "How many times as fast with more threads; the dashed line is the ideal.",
  terms: ["threads", "scaling", "interval"],
  axes: ["x", "y"],
  one_dataset: true,
  is_main: true,
  all_threads: true,
  specification,
  chart,
};
