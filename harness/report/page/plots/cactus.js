// Cactus plot: puzzles solved within a time limit, as shares because slow solvers get samples.
const format = require("../format");
const spec = require("../spec");
const {
  bin_edges, figure_columns, figure_text, outcomes_of, read_cell, rows_of_dataset, solver_column,
  solver_name, unfold,
} = require("../report");

const stuck_on = (report, row) => outcomes_of(report, row, "incomplete");
const solved_by = (report, row) => read_cell(row.in_time).key - stuck_on(report, row);

// Times [t, share of the puzzles solved within t] of a solver that got stuck: its latency curve
// includes the puzzles on which it did, but its guesses and times are of solved puzzles only.
function solved_curve(report, row) {
  const counts = new Map();
  for (const [, bin, puzzles] of unfold(row.guess_time, 3)) {
    counts.set(bin, (counts.get(bin) || 0) + puzzles);
  }
  let sum = 0;
  return [...counts].sort(([a], [b]) => a - b).map(([bin, puzzles]) => {
    sum += puzzles;
    return [bin_edges(bin, report.bins.time)[1] / 1000, sum / row.puzzles];
  });
}

function curve_of(report, row) {
  if (stuck_on(report, row)) return solved_curve(report, row);
  return unfold(row.curve, 2).map(([t, above]) => [t, 1 - above]);
}

function points_of(report, row) {
  const name = solver_name(report, row);
  return curve_of(report, row).map(([t, solved]) => {
    const tip =
      `${name}\n${format.count(row.puzzles * solved)} of ${format.count(row.puzzles)} ` +
      `puzzles within ${format.duration(t)} each`;
    return { solver: row.solver, t, solved, tip };
  });
}

function sentence_of(report, row) {
  const solved = `${format.count(solved_by(report, row))} of ${format.count(row.puzzles)} puzzles`;
  const name = solver_name(report, row);
  if (stuck_on(report, row)) return `${name} solves ${solved} and gets stuck on the others.`;
  const slowest = `, each within ${figure_text(report, row, "max")}`;
  return `${name} solves ${solved}${row.latency.censored ? " before the time limit" : slowest}.`;
}

function table_of(report, rows) {
  const [puzzles, half, all] = figure_columns(report, ["puzzles", "p50", "max"]);
  const columns = [
    solver_column,
    puzzles,
    { title: "solved in time", cell: (row) => solved_by(report, row) },
    { ...half, title: "half within" },
    { ...all, title: "all within" },
  ];
  return { columns, rows };
}

// Note on the solvers that are left out: batch solvers, and stuck ones with unknown times.
function left_out(report, measured, single, rows) {
  const names = (all, shown) =>
    all.filter((row) => !shown.includes(row)).map((row) => solver_name(report, row)).join(", ");
  const [batch, stuck] = [names(measured, single), names(single, rows)];
  const texts = [
    batch && `left out because they are timed per chunk: ${batch}`,
    stuck && `left out because the times of their solved puzzles are not known: ${stuck}`,
  ].filter(Boolean);
  return texts.length ? texts.join("; ") : null;
}

function chart(report, choices) {
  const measured = rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);
  const single = measured.filter((row) => row.latency.chunk === 1);
  const rows = single.filter((row) => row.guess_time || !stuck_on(report, row));
  if (rows.length === 0) return null;
  const fastest = rows.slice(0, 4);
  const stuck = rows.slice(4).filter((row) => stuck_on(report, row));
  return {
    data: { points: rows.flatMap((row) => points_of(report, row)) },
    lines: rows.map((row) => row.solver),
    sentences: [...fastest, ...stuck].map((row) => sentence_of(report, row)),
    note: left_out(report, measured, single, rows),
    table: table_of(report, rows),
  };
}

const specification = {
  ...spec.line_plot,
  scales: [
    spec.scale("x", "linear", [0, 1]),
    spec.scale("y", "log", spec.of("points", "t"), { nice: true }),
  ],
  axes: [
    spec.shares("x", "share of puzzles solved"),
    spec.ticks("y", "time per puzzle", "floor(height / 40)", "duration"),
  ],
  marks: [spec.curves("solved", "t", "step-before"), spec.hidden_dots("solved", "t")],
};

module.exports = {
  id: "cactus",
  title: "Puzzles solved within a given time",
  short: "Solved within a time",
  about:
    "A cactus plot: further right solves more, lower is faster. A curve ends at the share of the " +
    "puzzles that the solver solved.",
  terms: ["cactus", "latency", "censored", "batch"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  specification,
  chart,
};
