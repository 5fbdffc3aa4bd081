// Dolan-More performance profile over datasets, with a table of means.
const format = require("../format");
const { are_together, read_cell, solver_column, solver_name, text_of } = require("../report");
const { specification } = require("./profile_puzzles");

// Number of chosen datasets, and a solver's finite ratios to the best time on them, ascending.
function ratios_of(suite, entry, choices) {
  const chosen = entry.ratios.filter((ratio, index) => choices.datasets.has(suite.datasets[index]));
  return {
    all: chosen.length,
    finite: chosen.filter((ratio) => ratio !== null).sort((a, b) => a - b),
  };
}

function steps_of(report, { solver, all, finite }, end) {
  const name = solver_name(report, { solver });
  const point = (ratio, count) => ({
    solver,
    ratio,
    share: count / all,
    tip: `${name}\nwithin ${format.times(ratio)} the best time on ${count} of ${all} datasets`,
  });
  const won = finite.filter((ratio) => ratio <= 1).length;
  const steps = finite.map((ratio, index) => point(ratio, index + 1)).slice(won);
  return [point(1, won), ...steps, point(end, finite.length)];
}

const columns = [
  solver_column,
  { title: "shifted geometric mean", term: "shifted_mean", cell: (row) => row.shifted_mean },
  { title: "solved", cell: (row) => row.solved },
  { title: "PAR-2", term: "par2", cell: (row) => row.par2 },
];

function sentences_of(report, entries) {
  return entries
    .filter((entry) => entry.shifted_mean !== null)
    .sort((a, b) => read_cell(a.shifted_mean).key - read_cell(b.shifted_mean).key)
    .slice(0, 5)
    .map((entry) => {
      const time = `${text_of(entry.shifted_mean)} per puzzle`;
      const name = solver_name(report, entry);
      return `${name} takes ${time} in the shifted geometric mean over all datasets.`;
    });
}

// Names the solvers left out because of too few puzzles of some dataset for a comparison.
function left_out(report, suite, choices) {
  const texts = suite.solvers
    .filter((entry) => choices.solvers.has(entry.solver) && entry.too_few)
    .map(({ solver, too_few }) => `${solver_name(report, { solver })} (${too_few})`);
  return texts.length ? `left out because of too few puzzles: ${texts.join(", ")}` : null;
}

function chart(report, choices) {
  const suite = report.suites.find((one) => are_together(one, choices, ["run", "threads"]));
  if (!suite) return null;
  const entries = suite.solvers
    .filter(({ solver, too_few }) => choices.solvers.has(solver) && !too_few)
    .map((entry) => ({ ...entry, ...ratios_of(suite, entry, choices) }))
    .filter(({ finite }) => finite.length > 0);
  if (entries.length === 0) return null;
  const worst = Math.max(...entries.flatMap(({ finite }) => finite));
  const end = Math.max(2, worst * 1.3);
  return {
    data: { points: entries.flatMap((entry) => steps_of(report, entry, end)) },
    lines: entries.map((entry) => entry.solver),
    signals: { share_title: "share of datasets" },
    height: 300,
    sentences: sentences_of(report, entries),
    note: left_out(report, suite, choices),
    table: { columns, rows: entries },
  };
}

module.exports = {
  id: "profile-datasets",
  title: "Performance profile over datasets",
  short: "Profile over datasets",
  about:
    "The share of datasets on which a solver stays within a given multiple of the fastest time " +
    "(Dolan–Moré).",
  terms: ["suite_profile", "shifted_mean", "par2"],
  axes: ["x"],
  is_main: true,
  specification,
  chart,
};
