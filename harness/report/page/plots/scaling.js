// How many times as fast a solver gets with more threads, against the line of no loss.
const {
  axis,
  curves,
  dots,
  interval,
  line_plot,
  mark,
  of,
  on,
  place,
  scale,
  signal,
  ticks,
  value,
} = require("../marks");
const {
  ends_of,
  figure_columns,
  is_chosen,
  solver_column,
  solver_name,
  text_of,
} = require("../report");
const { threads_text } = require("../text");

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
  const tip = `${solver_name(report, row)}, ${threads_text(row.threads)}\n${sentence_of(row)}`;
  return { solver: row.solver, at: row.threads, ...ends_of(row.scaling.ratio), tip };
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

function chart(report, choices) {
  const rows = scaled_rows(report, choices);
  const more = rows.filter((row) => row.threads > row.scaling.base);
  if (more.length === 0) return null;
  const base = more[0].scaling.base;
  const most = Math.max(...more.map((row) => row.threads));
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
    },
    lines: [...new Set(more.map((row) => row.solver))],
    height: 340,
    sentences: sentences_of(report, more, most),
    table: table_of(report, more),
  };
}

const threads = { fields: [of("points", "at"), of("ideal", "at")] };
const times = { fields: [of("points", "low", "high"), of("ideal", "middle")] };

const ideal = {
  ...place("at", "middle"),
  stroke: signal("muted"),
  strokeDash: value([4, 4]),
  strokeWidth: value(1.5),
};

const ideal_name = {
  ...place("at", "middle"),
  text: { field: "label" },
  align: value("right"),
  dx: value(-8),
  dy: value(-6),
  fill: signal("muted"),
};

const specification = {
  ...line_plot,
  data: [{ name: "points" }, { name: "ideal" }],
  scales: [
    scale("x", "log", threads, { base: 2, padding: 12 }),
    scale("y", "log", times, { base: 2, padding: 8 }),
  ],
  axes: [
    axis("x", "threads", "thread_counts", "datum.value"),
    ticks("y", signal("base_title"), 8, "times"),
  ],
  marks: [
    mark("line", "ideal", ideal),
    mark("text", "ideal", ideal_name),
    interval("points", { ...place("at", "low"), y2: on("y", "high") }, value(0.4)),
    curves("at", "middle"),
    dots("at", "middle", value(80)),
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
