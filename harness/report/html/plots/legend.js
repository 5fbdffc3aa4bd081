// Who is in a plot of lines, and where the legend goes.
const { short_name } = require("../text");

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

module.exports = { height_with_legend, legend_signals };
