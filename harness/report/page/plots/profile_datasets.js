// Dolan-More performance profile over datasets, with a table of means.
const format = require("../format");
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const { read_cell, runs_on_view, solver_column, solver_name, text_of } = require("../report");

// Entries of the chosen solvers over all datasets, in the runs on view.
function entries_of(report, choices) {
  const runs = runs_on_view(report, choices);
  const suites = report.suites.filter(
    ({ run, threads }) => runs.includes(run) && threads === choices.threads,
  );
  return suites.flatMap(({ run, datasets, solvers }) =>
    solvers
      .filter(({ solver }) => choices.solvers.has(solver))
      .map((entry) => ({ ...entry, run, datasets })),
  );
}

// Entries that can be compared, with the number of chosen datasets and the finite ratios to the
// best time on them, ascending.
function rows(report, choices) {
  return entries_of(report, choices)
    .filter(({ too_few }) => !too_few)
    .map((entry) => {
      const chosen = entry.ratios.filter((ratio, i) => choices.datasets.has(entry.datasets[i]));
      const finite = chosen.filter((ratio) => ratio !== null).sort((a, b) => a - b);
      return { ...entry, all: chosen.length, finite };
    })
    .filter(({ finite }) => finite.length > 0);
}

function points(report, { solver, run, all, finite }, entries) {
  const name = solver_name(report, { solver, run });
  const point = (ratio, count) => ({
    solver,
    run,
    ratio,
    share: count / all,
    tip: `${name}\nwithin ${format.times(ratio)} the best time on ${count} of ${all} datasets`,
  });
  const end = Math.max(2, 1.3 * Math.max(...entries.flatMap((entry) => entry.finite)));
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

function sentences(report, entries) {
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
function note(report, shown, choices) {
  const texts = entries_of(report, choices)
    .filter(({ too_few }) => too_few)
    .map((entry) => `${solver_name(report, entry)} (${entry.too_few})`);
  return texts.length ? `left out because of too few puzzles: ${texts.join(", ")}` : null;
}

module.exports = line_plot({
  id: "profile-datasets",
  title: "Performance profile over datasets",
  short: "Profile over datasets",
  about:
    "The share of datasets on which a solver stays within a given multiple of the fastest time " +
    "(Dolan–Moré).",
  terms: ["suite_profile", "shifted_mean", "par2"],
  axes: ["x"],
  is_main: true,
  rows,
  points,
  sentences,
  note,
  columns: () => columns,
  height: 300,
  x: spec.logarithmic("x", "ratio", "times the best solver's time", "times"),
  y: spec.shares("y", "share", "share of datasets"),
  step: "step-after",
});
