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

const most_ticks = { x: "floor(width / 70)", y: "floor(height / 40)" };

// Vega axis with up to `most` lines at round numbers, labelled in the named format.
function ticks(scale, title, format, most = most_ticks[scale], more = {}) {
  const values = `axis_values(domain('${scale}'), ${scale}_scale, ${most})`;
  return axis(scale, title, values, `${format}_tick(datum.value)`, more);
}

// Axis `name` of a line plot: the field of the points, its Vega scale, and the Vega axis.
function logarithmic(name, field, title, format, more = {}) {
  const extent = scale(name, "log", of("points", field), more);
  return { field, scale: extent, axis: ticks(name, title, format) };
}

function shares(name, field, title) {
  const values = "[0, 0.2, 0.4, 0.6, 0.8, 1]";
  const percent = axis(name, title, values, "percent_tick(datum.value)");
  return { field, scale: scale(name, "linear", [0, 1]), axis: percent };
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

// Texts at the places of a data set, which do not hide marks below from the pointer; `look` holds
// constants such as align and dx.
function text(data, place, what, look = {}) {
  const constants = Object.entries(look).map(([name, constant]) => [name, value(constant)]);
  const update = { ...Object.fromEntries(constants), ...place, text: what };
  return mark("text", data, update, { interactive: false });
}

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

// Expression for the first of two runs in a plot: its marks are hollow.
const is_first = "(length(run_names) > 0 && datum.run === 0)";

// Appearance of a solver's mark, which is hollow in the first of two runs.
const dot = {
  shape: by_solver("shape"),
  fill: signal(`${is_first} ? ground : scale('colour', datum.solver)`),
  stroke: by_solver("colour"),
  strokeWidth: signal(`${is_first} ? 1.5 : 0`),
};

// Legends for the runs of a plot: one if there are two runs.
function run_legends({ runs }) {
  if (runs.length !== 2) return [];
  const symbol = { symbolType: "circle", symbolStrokeColor: signal("ink"), symbolStrokeWidth: 1.5 };
  const place = { orient: "top", direction: "horizontal" };
  return [{ fill: "run_fill", ...symbol, ...place, ...labels("run_names[datum.value]") }];
}

module.exports = {
  axis, by_solver, centred, density, density_cells, dot, interval, is_first, labels, logarithmic,
  mark, of, on, panels, place, run_legends, scale, shares, signal, solvers_axis, text, ticks,
  value,
};
