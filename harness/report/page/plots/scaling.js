// Plot of the speed-up of solvers with more threads, against ideal scaling.
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const {
  are_together, ends_of, figure_columns, rows_on_view, solver_column, solver_name, text_of,
} = require("../report");
const { threads_text } = require("../text");

function sentence_of({ scaling }) {
  const share = `which is ${text_of(scaling.of_ideal)} of the ideal`;
  const [times, doubt] = text_of(scaling.times).split(" unstable");
  const base = threads_text(scaling.base);
  return `${times} as fast as on ${base}, ${share}${doubt === "" ? ", but unstable" : ""}`;
}

function rows(report, choices) {
  return rows_on_view(report, choices, "dataset")
    .filter(({ threads, scaling }) => scaling && threads > scaling.base)
    .sort((a, b) => a.threads - b.threads);
}

// Point of a row, for the first row of a line behind one at speed-up 1 on the fewest threads.
function points(report, row, all) {
  const { solver, run, threads, scaling } = row;
  const tip = `${solver_name(report, row)}, ${threads_text(threads)}\n${sentence_of(row)}`;
  const point = { solver, run, at: threads, ...ends_of(scaling.ratio), tip };
  const first = all.find((other) => are_together(row, other, ["solver", "run"]));
  const base = { solver, run, at: scaling.base, middle: 1, low: 1, high: 1, tip: "" };
  return row === first ? [base, point] : [point];
}

const most_threads = (rows) => rows.at(-1).threads;

function sentences(report, all) {
  const most = most_threads(all);
  return all
    .filter(({ threads }) => threads === most)
    .map((row) => `${solver_name(report, row)} on ${threads_text(most)}: ${sentence_of(row)}.`);
}

function more(report, all) {
  const { base } = all[0].scaling;
  const most = most_threads(all);
  const ideal = [{ at: base, middle: 1 }, { at: most, middle: most / base, label: "ideal" }];
  const thread_counts = [...new Set([base, ...all.map((row) => row.threads)])];
  const signals = { thread_counts, base_title: `times as fast as on ${threads_text(base)}` };
  return { data: { ideal }, signals };
}

// Vega scale of a logarithmic axis to base 2, over fields of both data sets.
function scale_of(name, padding, fields, ideal) {
  const domain = { fields: [...fields.map((field) => ({ data: "points", field })), ideal] };
  return spec.scale(name, "log", domain, { base: 2, padding });
}

const ideal_line = {
  ...spec.place("at", "middle"),
  stroke: spec.signal("muted"),
  strokeDash: spec.value([4, 4]),
  strokeWidth: spec.value(1.5),
};

const ideal_name = { ...spec.place("at", "middle"), fill: spec.signal("muted") };

module.exports = line_plot({
  id: "scaling",
  title: "Scaling over threads",
  short: "Scaling",
  about: "How many times as fast with more threads; the dashed line is the ideal.",
  terms: ["threads", "scaling", "interval"],
  axes: ["x", "y"],
  one_dataset: true,
  is_main: true,
  all_threads: true,
  rows,
  points,
  sentences,
  columns: (report) => [
    solver_column,
    ...figure_columns(report, ["threads"]),
    { title: "times as fast", term: "scaling", cell: (row) => row.scaling.times },
    { title: "of the ideal", cell: (row) => row.scaling.of_ideal },
  ],
  more,
  x: {
    field: "at",
    scale: scale_of("x", 12, ["at"], { data: "ideal", field: "at" }),
    axis: spec.axis("x", "threads", "thread_counts", "datum.value"),
  },
  y: {
    field: "middle",
    scale: scale_of("y", 8, ["low", "high"], { data: "ideal", field: "middle" }),
    axis: spec.ticks("y", spec.signal("base_title"), "times"),
  },
  below: [
    spec.mark("line", "ideal", ideal_line),
    spec.text("ideal", ideal_name, { field: "label" }, { align: "right", dx: -8, dy: -6 }),
    spec.interval("points", 0.4),
  ],
  dot_size: spec.value(80),
});
