// How many puzzles a solver finishes when each may take so long: as shares, because slow solvers
// meet samples.
const format = require("../format");
const { rows_of_dataset, unfold } = require("../report");
const { short_name } = require("../text");
const { legend_signals } = require("./legend");

function points_of(report, row) {
  const name = short_name(report.solvers[row.solver].name);
  return unfold(row.curve, 2).map(([t, above]) => {
    const solved = 1 - above;
    const tip =
      `${name}\n${format.count(row.puzzles * solved)} of ${format.count(row.puzzles)} ` +
      `puzzles within ${format.duration(t)} each`;
    return { solver: row.solver, t, solved, tip };
  });
}

const solved_of = (row) => row.puzzles - (row.latency ? row.latency.censored : 0);

function in_time({ latency }) {
  return latency.censored ? " before they were given up" : `, each ${format.within(latency.max)}`;
}

const columns = [
  { title: "solver", name: (row, report) => report.solvers[row.solver].name },
  { title: "puzzles", value: (row) => row.puzzles, text: (row) => format.count(row.puzzles) },
  { title: "in time", value: solved_of, text: (row) => format.count(solved_of(row)) },
  {
    title: "half of them within",
    term: "p50",
    value: (row) => row.latency.p50,
    text: (row) => format.duration(row.latency.p50),
  },
  {
    title: "all within",
    term: "latency",
    value: (row) => row.latency.max,
    text: (row) => format.duration(row.latency.max),
  },
];

function chart(report, choices, width) {
  const measured = rows_of_dataset(report, choices).filter((row) => row.curve && row.latency);
  const rows = measured.filter((row) => row.latency.chunk === 1);
  if (rows.length === 0) return null;
  const batch = measured.filter((row) => row.latency.chunk > 1);
  const names = batch.map((row) => short_name(report.solvers[row.solver].name)).join(", ");
  return {
    data: { points: rows.flatMap((row) => points_of(report, row)) },
    signals: legend_signals(
      report,
      rows.map((row) => row.solver),
      width,
    ),
    height: 340,
    sentences: rows
      .slice(0, 4)
      .map(
        (row) =>
          `${short_name(report.solvers[row.solver].name)} answers ` +
          `${format.count(solved_of(row))} of ${format.count(row.puzzles)} puzzles${in_time(row)}.`,
      ),
    note: names ? `left out, because they are timed by the chunk: ${names}` : null,
    table: { columns, rows },
  };
}

module.exports = {
  id: "cactus",
  title: "Puzzles solved within a time each",
  short: "Solved within a time",
  about: "A cactus plot: further right solves more, lower is faster.",
  terms: ["cactus", "latency", "censored", "batch"],
  axes: ["y"],
  one_dataset: true,
  specification: require("./cactus.json"),
  chart,
};
