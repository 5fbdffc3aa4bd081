// Who is in a plot of lines, and where the legend goes.
const { short_name } = require("../text");

// `starred` solvers are marked, for what the text beside the plot says of them.
function legend_signals(report, solvers, width, starred = new Set()) {
  const wide = width >= 640;
  return {
    shown: solvers,
    legend_names: report.solvers.map(
      (solver, index) => short_name(solver.name) + (starred.has(index) ? "*" : ""),
    ),
    legend_orient: wide ? "right" : "bottom",
    legend_columns: wide ? 1 : Math.max(1, Math.floor(width / 170)),
  };
}

module.exports = { legend_signals };
