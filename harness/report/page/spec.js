// Building blocks of Vega specifications.

const value = (constant) => ({ value: constant });
const signal = (expression) => ({ signal: expression });

// Vega reference to a data field on the scale of an axis or of the solvers' appearance.
const on = (scale, field) => ({ scale, field });
const place = (x, y) => ({ x: on("x", x), y: on("y", y) });
const centred = (x, y) => ({ x: { ...on("x", x), band: 0.5 }, y: { ...on("y", y), band: 0.5 } });
const by_solver = (scale) => on(scale, "solver");

// Vega domain of a scale: the values of one or several fields.
const of = (data, ...fields) => ({ data, fields });

// Vega scale of the axis `name`; scales of other names have their range in `more`.
function scale(name, type, domain, more = {}) {
  const zero = type === "log" ? { zero: false } : {};
  return { name, type, domain, range: name === "x" ? "width" : "height", ...zero, ...more };
}

// Vega colour scale from few to many puzzles.
function density(data) {
  const range = [signal("few"), signal("many")];
  return scale("density", "log", of(data, "puzzles"), { range, interpolate: "lab" });
}

const labels = (text, more = {}) => ({
  encode: { labels: { update: { text: signal(text), ...more } } },
});

// Vega axis whose lines and labels are expressions.
function axis(scale, title, values, text, more = {}) {
  const orient = scale === "x" ? "bottom" : "left";
  return { scale, orient, title, values: signal(values), ...labels(text), ...more };
}

// Vega axis with up to `most` lines at round numbers, labelled in the named format.
function ticks(scale, title, most, format, more = {}) {
  const values = `axis_values(domain('${scale}'), ${scale}_scale, ${most})`;
  return axis(scale, title, values, `${format}_tick(datum.value)`, more);
}

function shares(scale, title) {
  return axis(scale, title, "[0, 0.2, 0.4, 0.6, 0.8, 1]", "percent_tick(datum.value)");
}

const solvers_axis = {
  scale: "y",
  orient: "left",
  labelLimit: 150,
  ...labels("solver_names[datum.value]", { fill: signal("ink") }),
};

const mark = (type, data, update, more = {}) => ({
  type,
  from: { data },
  encode: { update },
  ...more,
});

// Cells of a density plot; those of the field `x` end at the field `x_end`, and so for `y`.
function density_cells(data, x, y, more = {}) {
  const update = {
    ...place(x, y),
    x2: on("x", `${x}_end`),
    y2: on("y", `${y}_end`),
    fill: on("density", "puzzles"),
    tooltip: { field: "tip" },
  };
  return mark("rect", data, update, more);
}

// Vertical mark for the interval of an estimate over the field `at`, or one with other `ends`.
function interval(data, opacity, ends = { ...place("at", "low"), y2: on("y", "high") }) {
  return mark("rule", data, {
    ...ends,
    stroke: by_solver("colour"),
    strokeWidth: value(4),
    strokeOpacity: value(opacity),
    strokeCap: value("round"),
  });
}

// Panels of a plot, one per value of the field `by`, with the title `title`.
function panels(data, by, title, [row, column], { marks, ...more }) {
  const facet = { name: "panel", data, groupby: by };
  return {
    layout: {
      columns: signal("columns"),
      padding: { row, column },
      bounds: "full",
      align: "all",
      center: false,
    },
    marks: [
      {
        type: "group",
        from: { facet },
        title: { frame: "group", fontSize: 13, ...title },
        encode: { update: { width: signal("panel_width"), height: signal("panel_height") } },
        marks,
        ...more,
      },
    ],
  };
}

// Plot of `points` with a line per solver and a legend, whose signals chart.js makes.
const line_plot = {
  autosize: { type: "fit", contains: "padding" },
  signals: [
    {
      name: "hovered", // the solver whose dots are below the pointer
      value: null,
      on: [
        { events: "@dots:mouseover", update: "datum.solver" },
        { events: "@dots:mouseout", update: "null" },
      ],
    },
  ],
  legends: [
    {
      orient: signal("legend_orient"),
      columns: signal("legend_columns"),
      direction: "vertical",
      offset: signal("legend_orient == 'right' ? 18 : 8"),
      stroke: "colour",
      strokeDash: "dash",
      fill: "colour",
      shape: "sample",
      symbolStrokeWidth: 2,
      symbolSize: 500,
      values: signal("shown"),
      ...labels("legend_names[datum.value]"),
    },
  ],
};

// Curves in a plot, one per solver, through points whose fields are `x` and `y`.
function curves(x, y, interpolate = "linear") {
  const update = {
    ...place(x, y),
    interpolate: value(interpolate),
    stroke: by_solver("colour"),
    strokeDash: by_solver("dash"),
    strokeWidth: signal("hovered === datum.solver ? 4 : 2"),
    strokeOpacity: signal("hovered === null || hovered === datum.solver ? 1 : 0.35"),
  };
  return {
    type: "group",
    from: { facet: { name: "curve", data: "points", groupby: "solver" } },
    marks: [mark("line", "curve", update, { interactive: false })],
  };
}

function dots(x, y, size) {
  const update = {
    ...place(x, y),
    size,
    shape: by_solver("shape"),
    fill: by_solver("colour"),
    fillOpacity: value(1),
    tooltip: { field: "tip" },
  };
  return mark("symbol", "points", update, { name: "dots" });
}

// Dots at the points of a plot, visible only under the pointer and where points are marked.
function hidden_dots(x, y) {
  const mark = dots(x, y, signal("datum.marked ? 60 : 110"));
  mark.encode.update.fillOpacity = signal("datum.marked ? 1 : 0");
  mark.encode.hover = { fillOpacity: value(1) };
  return mark;
}

module.exports = {
  axis, by_solver, centred, curves, density, density_cells, dots, hidden_dots, interval, labels,
  line_plot, mark, of, on, panels, place, scale, shares, signal, solvers_axis, ticks, value,
};
