// Where a solver's time goes: a panel per solver, puzzles by their guesses and their time.
const format = require("../format");
const { ramps } = require("../palette");
const { rows_of_dataset } = require("../report");
const { short_name } = require("../text");

function bins_of(report, row) {
  const { t, g, n, bins } = row.guess_time;
  const time_step = 2 ** (1 / bins.per_octave_t);
  const guess_step = 2 ** (1 / bins.per_octave_g);
  return t.map((start, index) => {
    // No guess has no place on a logarithmic axis: it gets a column of its own, left of 1.
    const guesses = g[index] || 0.5;
    const what = g[index] ? `from ${format.number(g[index])} guesses` : "no guess";
    return {
      solver: row.solver,
      guesses,
      guesses_end: guesses * guess_step,
      t: start,
      t_end: start * time_step,
      puzzles: n[index],
      tip:
        `${short_name(report.solvers[row.solver].name)}\n` +
        `${format.plural(n[index], "puzzle")}: ${what}, ` +
        `${format.duration(start)} to ${format.duration(start * time_step)}`,
    };
  });
}

const columns = [
  { title: "solver", name: (row, report) => report.solvers[row.solver].name },
  {
    title: "guesses",
    term: "guesses",
    value: (row) => row.guesses.mean,
    text: (row) => format.number(row.guesses.mean),
  },
  {
    title: "without a guess",
    term: "zero",
    value: (row) => row.guesses.zero,
    text: (row) => format.percent(row.guesses.zero),
  },
  {
    title: "time",
    term: "p50",
    value: (row) => row.latency && row.latency.p50,
    text: (row) => format.duration(row.latency && row.latency.p50),
  },
];

function chart(report, choices, width) {
  const rows = rows_of_dataset(report, choices).filter((row) => row.guess_time && row.guesses);
  if (rows.length === 0) return null;
  const fitting = Math.max(1, Math.min(3, rows.length, Math.floor(width / 300)));
  const { few, many } = ramps[choices.theme];
  return {
    data: { bins: rows.flatMap((row) => bins_of(report, row)) },
    signals: {
      columns: fitting,
      panel_width: Math.min(420, Math.floor(width / fitting) - 105),
      panel_height: 190,
      few,
      many,
    },
    sentences: rows
      .slice(0, 6)
      .map(
        (row) =>
          `${short_name(report.solvers[row.solver].name)} makes ` +
          `${format.number(row.guesses.mean)} guesses a puzzle in the mean and none on ${format.percent(row.guesses.zero)} of them.`,
      ),
    table: { columns, rows },
  };
}

module.exports = {
  id: "guesses",
  title: "Guesses against time",
  short: "Guesses",
  about:
    "How the time of a puzzle goes with the guesses it takes; a stronger colour is more " +
    "puzzles. The column at the left is of puzzles without a guess.",
  terms: ["guess_time", "guesses", "zero"],
  axes: [],
  one_dataset: true,
  specification: require("./guess_time.json"),
  chart,
};
