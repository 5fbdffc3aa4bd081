// The pieces that plots with a line for each solver share: parts of their specifications, and where
// the legend goes.
const { short_name } = require("./text");

const row_height = 19;

// How high a plot has to be for its legend, when it wants to be `height`.
function height_with_legend(height, count, width) {
  if (width >= 640) return Math.max(height, count * row_height + 40);
  return height + Math.ceil(count / columns_below(width)) * row_height;
}

function columns_below(width) {
  return Math.max(1, Math.floor(width / 170));
}

// `starred` solvers are marked, for what the text beside the plot says of them.
function legend_signals(report, solvers, width, starred = new Set()) {
  const wide = width >= 640;
  return {
    shown: solvers,
    legend_names: report.solvers.map(
      (solver, index) => short_name(solver.name) + (starred.has(index) ? "*" : ""),
    ),
    legend_orient: wide ? "right" : "bottom",
    legend_columns: wide ? 1 : columns_below(width),
  };
}

// The solver whose dots are below the pointer, or null.
const hovered = {
  name: "hovered",
  value: null,
  on: [
    { events: "@dots:mouseover", update: "datum.solver" },
    { events: "@dots:mouseout", update: "null" },
  ],
};

const legends = [
  {
    orient: { signal: "legend_orient" },
    columns: { signal: "legend_columns" },
    direction: "vertical",
    offset: { signal: "legend_orient == 'right' ? 18 : 8" },
    stroke: "colour",
    strokeDash: "dash",
    symbolType: "stroke",
    symbolStrokeWidth: 2.5,
    symbolSize: 300,
    values: { signal: "shown" },
    encode: { labels: { update: { text: { signal: "legend_names[datum.value]" } } } },
  },
];

const place = (x, y) => ({ x: { scale: "x", field: x }, y: { scale: "y", field: y } });

// A line for each solver through its points, of which `x` and `y` are fields.
const curves = (x, y, interpolate = "linear") => ({
  type: "group",
  from: { facet: { name: "curve", data: "points", groupby: "solver" } },
  marks: [
    {
      type: "line",
      from: { data: "curve" },
      interactive: false,
      encode: {
        update: {
          ...place(x, y),
          interpolate: { value: interpolate },
          stroke: { scale: "colour", field: "solver" },
          strokeDash: { scale: "dash", field: "solver" },
          strokeWidth: { signal: "hovered === datum.solver ? 4 : 2" },
          strokeOpacity: { signal: "hovered === null || hovered === datum.solver ? 1 : 0.35" },
        },
      },
    },
  ],
});

const dots = (x, y, size) => ({
  name: "dots",
  type: "symbol",
  from: { data: "points" },
  encode: {
    update: {
      ...place(x, y),
      size,
      shape: { scale: "shape", field: "solver" },
      fill: { scale: "colour", field: "solver" },
      fillOpacity: { value: 1 },
      tooltip: { field: "tip" },
    },
  },
});

// Dots that show only below the pointer.
function hidden_dots(x, y) {
  const mark = dots(x, y, { value: 110 });
  mark.encode.update.fillOpacity = { value: 0 };
  mark.encode.hover = { fillOpacity: { value: 1 } };
  return mark;
}

module.exports = {
  curves,
  dots,
  height_with_legend,
  hidden_dots,
  hovered,
  legend_signals,
  legends,
};
