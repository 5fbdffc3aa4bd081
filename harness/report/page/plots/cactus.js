// Cactus plot: puzzles finished within a time limit, as shares because slow solvers get samples.
const format = require("../format");
const spec = require("../spec");
const {
  figure_columns, figure_text, rows_of_dataset, solver_column, solver_name, text_of, unfold,
} = require("../report");

function points_of(report, row) {
  const name = solver_name(report, row);
  return unfold(row.curve, 2).map(([t, above]) => {
    const solved = 1 - above;
    const tip =
      `${name}\n${format.count(row.puzzles * solved)} of ${format.count(row.puzzles)} ` +
      `puzzles within ${format.duration(t)} each`;
    return { solver: row.solver, t, solved, tip };
  });
}

function sentence_of(report, row) {
  const solved = `${text_of(row.in_time)} of ${format.count(row.puzzles)} puzzles`;
  const slowest = `, each within ${figure_text(report, row, "max")}`;
  const end = row.latency.censored ? " before the time limit" : slowest;
  return `${solver_name(report, row)} answers ${solved}${end}.`;
}

function table_of(report, rows) {
  const [puzzles, half, all] = figure_columns(report, ["puzzles", "p50", "max"]);
  const columns = [
    solver_column,
    puzzles,
    { title: "in time", cell: (row) => row.in_time },
    { ...half, title: "half within" },
    { ...all, title: "all within" },
  ];
  return { columns, rows };
}

function chart(report, choices) {
  const measured = rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);
  const rows = measured.filter((row) => row.latency.chunk === 1);
  if (rows.length === 0) return null;
  const batch = measured.filter((row) => row.latency.chunk > 1);
  const names = batch.map((row) => solver_name(report, row)).join(", ");
  return {
    data: { points: rows.flatMap((row) => points_of(report, row)) },
    lines: rows.map((row) => row.solver),
    sentences: rows.slice(0, 4).map((row) => sentence_of(report, row)),
    note: names ? `left out because they are timed per chunk: ${names}` : null,
    table: table_of(report, rows),
  };
}

const specification = {
  ...spec.line_plot,
  scales: [
    spec.scale("x", "linear", spec.of("points", "solved"), { zero: true }),
    spec.scale("y", "log", spec.of("points", "t"), { nice: true }),
  ],
  axes: [
    spec.shares("x", "share of puzzles solved"),
    spec.ticks("y", "time per puzzle", "floor(height / 40)", "duration"),
  ],
  marks: [spec.curves("solved", "t"), spec.hidden_dots("solved", "t")],
};

module.exports = {
  id: "cactus",
  title: "Puzzles solved within a given time",
  short: "Solved within a time",
  about: "A cactus plot: further right solves more, lower is faster.",
  terms: ["cactus", "latency", "censored", "batch"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  specification,
  chart,
};
