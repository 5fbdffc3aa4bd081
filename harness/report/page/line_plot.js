// Plots with a line per solver, and per run on a page with two: axes, lines, legends and data.
const { columns_of_runs, in_order } = require("./report");
const spec = require("./spec");
const { short_name } = require("./text");

// Width in pixels below which legends are placed under their plots.
const wide = 640;

const legend_columns = (width) => Math.max(1, Math.floor(width / 170));

function legend_signals(report, solvers, width) {
  return {
    shown: solvers,
    legend_names: report.solvers.map(({ name }) => short_name(name)),
    legend_orient: width >= wide ? "right" : "bottom",
    legend_columns: width >= wide ? 1 : legend_columns(width),
  };
}

// Height in pixels of a plot with a legend, which is at least that of the legend.
function height_of(height, solvers, width) {
  const row_height = 25;
  if (width >= wide) return Math.max(height, solvers * row_height + 40);
  return height + Math.ceil(solvers / legend_columns(width)) * row_height;
}

// Marks three points of each line with the shape of its solver, so that lines of one colour can be
// told apart; neighbours have theirs at different places.
function with_marks(points) {
  const lines = new Map();
  for (const point of points) {
    const line = `${point.solver},${point.run}`;
    lines.set(line, lines.get(line) || []).get(line).push(point);
  }
  for (const line of lines.values()) {
    const shift = 0.15 + 0.17 * (line[0].solver % 5);
    for (const third of [0, 1, 2]) {
      line[Math.floor((line.length * (third + shift)) / 3)].marked = true;
    }
  }
  return points;
}

function chart_of(plot, report, choices, width) {
  const rows = plot.rows(report, choices);
  const why = rows.length === 0 && plot.why_none && plot.why_none(report, choices);
  if (rows.length === 0) return why ? { why } : null;
  const points = rows.flatMap((row) => plot.points(report, row, rows));
  const solvers = in_order(rows.map((row) => row.solver));
  const { data, signals } = plot.more ? plot.more(report, rows, choices, width) : {};
  const has_runs = points.some(({ run }) => run !== undefined);
  return {
    data: { points: with_marks(points), ...data },
    signals: { ...legend_signals(report, solvers, width), ...signals },
    legends: [solver_legend, ...(has_runs ? spec.run_legends(report) : [])],
    height: height_of(plot.height || 340, solvers.length, width),
    sentences: plot.sentences(report, rows, choices),
    note: plot.note && plot.note(report, rows, choices),
    table: plot.table
      ? plot.table(rows)
      : { columns: columns_of_runs(report, plot.columns(report)), rows },
  };
}

const solver_legend = {
  orient: spec.signal("legend_orient"),
  columns: spec.signal("legend_columns"),
  direction: "vertical",
  offset: spec.signal("legend_orient == 'right' ? 18 : 8"),
  stroke: "colour",
  strokeDash: "dash",
  fill: "colour",
  shape: "sample",
  symbolStrokeWidth: 2,
  symbolSize: 500,
  values: spec.signal("shown"),
  ...spec.labels("legend_names[datum.value]"),
};

// The solver whose dots are below the pointer.
const hovered = {
  name: "hovered",
  value: null,
  on: [
    { events: "@dots:mouseover", update: "datum.solver" },
    { events: "@dots:mouseout", update: "null" },
  ],
};

// Lines through the points; those of the first of two runs are thin.
function lines(x, y, interpolate) {
  const update = {
    ...spec.place(x, y),
    interpolate: spec.value(interpolate),
    stroke: spec.by_solver("colour"),
    strokeDash: spec.by_solver("dash"),
    strokeWidth: spec.signal(`(hovered === datum.solver ? 4 : 2) * (${spec.is_first} ? 0.5 : 1)`),
    strokeOpacity: spec.signal("hovered === null || hovered === datum.solver ? 1 : 0.35"),
  };
  return {
    type: "group",
    from: { facet: { name: "line", data: "points", groupby: ["solver", "run"] } },
    marks: [spec.mark("line", "line", update, { interactive: false })],
  };
}

// Dots at the points. Without a size, they are visible only under the pointer and where marked.
function dots(x, y, size) {
  const update = {
    ...spec.place(x, y),
    ...spec.dot,
    size: size || spec.signal("datum.marked ? 60 : 110"),
    opacity: size ? spec.value(1) : spec.signal("datum.marked ? 1 : 0"),
    tooltip: { field: "tip" },
  };
  const mark = spec.mark("symbol", "points", update, { name: "dots" });
  if (!size) mark.encode.hover = { opacity: spec.value(1) };
  return mark;
}

// Plot (see plots.js) with a line per solver, made of what distinguishes it from others:
//
// rows(report, choices)             rows of its table; without one, there is nothing to show
// points(report, row, rows)         points of a row's line: {solver, run, tip, fields of the axes}
// sentences(report, rows, choices)  sentences below it
// columns(report)                   columns of its table
// x, y                              its axes, such as spec.logarithmic()
//
// Optional: `step` (how lines join points), `why_none` (report, choices), `note` (report, rows,
// choices), `table` (rows) instead of `columns`, `more` data and signals (report, rows, choices,
// width), `height`, `dot_size` (else only some points have a dot), marks `below` the lines and
// `above` the dots, `axes_beside`.
function line_plot(plot) {
  const { x, y, below = [], above = [], axes_beside = [] } = plot;
  return {
    ...plot,
    chart: (report, choices, width) => chart_of(plot, report, choices, width),
    specification: {
      autosize: { type: "fit", contains: "padding" },
      signals: [hovered],
      scales: [x.scale, y.scale],
      axes: [x.axis, y.axis, ...axes_beside],
      marks: [
        ...below,
        lines(x.field, y.field, plot.step || "linear"),
        dots(x.field, y.field, plot.dot_size),
        ...above,
      ],
    },
  };
}

module.exports = { line_plot };
