// Cactus plot: puzzles solved within a time limit, as shares because slow solvers get samples.
const format = require("../format");
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const {
  bin_edges, figure_columns, figure_text, outcomes_of, read_cell, solver_column, solver_name,
  timed_rows, unfold,
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

function points(report, row) {
  const { solver, run } = row;
  const curve = stuck_on(report, row)
    ? solved_curve(report, row)
    : unfold(row.curve, 2).map(([t, above]) => [t, 1 - above]);
  return curve.map(([t, solved]) => {
    const share = `${format.count(row.puzzles * solved)} of ${format.count(row.puzzles)} puzzles`;
    const tip = `${solver_name(report, row)}\n${share} within ${format.duration(t)} each`;
    return { solver, run, t, solved, tip };
  });
}

function sentence_of(report, row) {
  const solved = `${format.count(solved_by(report, row))} of ${format.count(row.puzzles)} puzzles`;
  const name = solver_name(report, row);
  if (stuck_on(report, row)) return `${name} solves ${solved} and gets stuck on the others.`;
  const slowest = `, each within ${figure_text(report, row, "max")}`;
  return `${name} solves ${solved}${row.latency.censored ? " before the time limit" : slowest}.`;
}

function sentences(report, rows) {
  const stuck = rows.slice(4).filter((row) => stuck_on(report, row));
  return [...rows.slice(0, 4), ...stuck].map((row) => sentence_of(report, row));
}

const is_single = (row) => row.latency.chunk === 1;
const has_times = (report, row) => row.guess_time || !stuck_on(report, row);

// Note on the solvers that are left out: batch solvers, and stuck ones with unknown times.
function note(report, rows, choices) {
  const measured = timed_rows(report, choices);
  const reasons = [
    ["they are timed per chunk", (row) => !is_single(row)],
    [
      "the times of their solved puzzles are not known",
      (row) => is_single(row) && !has_times(report, row),
    ],
  ];
  const texts = reasons.map(([reason, applies]) => {
    const names = measured.filter(applies).map((row) => solver_name(report, row)).join(", ");
    return names && `left out because ${reason}: ${names}`;
  });
  return texts.filter(Boolean).join("; ");
}

function columns(report) {
  const [puzzles, half, all] = figure_columns(report, ["puzzles", "p50", "max"]);
  return [
    solver_column,
    puzzles,
    { title: "solved in time", cell: (row) => solved_by(report, row) },
    { ...half, title: "half within" },
    { ...all, title: "all within" },
  ];
}

module.exports = line_plot({
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
  rows: (report, choices) =>
    timed_rows(report, choices).filter((row) => is_single(row) && has_times(report, row)),
  points,
  sentences,
  note,
  columns,
  x: spec.shares("x", "solved", "share of puzzles solved"),
  y: spec.logarithmic("y", "t", "time per puzzle", "duration", { nice: true }),
  step: "step-before",
});
