// Dolan-More performance profile over puzzles, with the virtual best solver.
const format = require("../format");
const { line_plot } = require("../line_plot");
const spec = require("../spec");
const {
  group_of, of_run, runs_on_view, solver_column, solver_name, text_of,
} = require("../report");
const { plural } = require("../text");

const key_of = ({ puzzles, entries }) => [puzzles, ...entries.map((entry) => entry.solver)].join();

// Set of puzzles to plot: the one that the reader chose or, without a choice, the one that most
// solvers solved; sets with wrong answers come last.
function field_of(report, choices) {
  const { fields } = group_of(report, choices);
  const chosen = fields.find((field) => key_of(field) === choices.sample);
  if (chosen) return chosen;
  const size = (field) => (field.void ? 0 : field.entries.length);
  return fields.reduce((most, field) => (most && size(most) >= size(field) ? most : field), null);
}

// Sets of puzzles of the runs on view.
function fields_of(report, choices) {
  const fields = runs_on_view(report, choices).map((run) => {
    const field = field_of(report, { ...choices, run });
    return field && { ...field, run };
  });
  return fields.filter(Boolean);
}

// Entries of the chosen solvers, with their sets.
function rows(report, choices) {
  const compared = fields_of(report, choices).filter((field) => !field.void);
  return compared.flatMap((field) =>
    field.entries
      .filter(({ solver }) => choices.solvers.has(solver))
      .map((entry) => ({ ...entry, run: field.run, field })),
  );
}

function points(report, { solver, run, field, shares }) {
  const name = solver_name(report, { solver, run });
  return field.ratios.map((ratio, index) => {
    const share = shares[index];
    const tip =
      `${name}\n${format.percent(share)} of the puzzles within ` +
      `${format.times(ratio)} the best time`;
    return { solver, run, ratio, share, tip };
  });
}

const columns = [
  solver_column,
  { title: "fastest on", term: "fastest", cell: (row) => row.fastest },
  { title: "unique wins", term: "unique", cell: (row) => row.unique },
  { title: "solved", cell: (row) => row.solved },
  { title: "total time", cell: (row) => row.total },
];

const behind = "every other solver takes over 10 % longer or fails";

// Sentence on a solver that is the fastest on some puzzles, perhaps together with others.
function standing_of(report, { solver, fastest, unique }, { run, puzzles }) {
  const [first, alone] = [fastest, unique].map(text_of);
  const lead = unique ? `; on ${alone} of these ${behind}` : "";
  return (
    `${solver_name(report, { solver, run })} is the fastest on ${first} of ` +
    `${plural(puzzles, "puzzle")}${alone === first ? `, and ${behind}` : lead}.`
  );
}

function sentences_of(report, field) {
  const { total, unsolved, puzzles, run } = field;
  const best =
    `The virtual best solver${of_run(report, run)}, which uses the fastest for each puzzle, ` +
    `needs ${total} for ${plural(puzzles, "puzzle")}` +
    `${unsolved ? `; no solver solved ${unsolved} of them` : ""}.`;
  const winners = field.entries
    .filter(({ fastest }) => fastest > 0)
    .sort((a, b) => b.fastest - a.fastest);
  return [best, ...winners.map((entry) => standing_of(report, entry, field))];
}

// Note on the solvers that are left out, by reason.
function note(report, shown, choices) {
  const by_reason = new Map();
  for (const { left_out, run } of fields_of(report, choices).filter((field) => !field.void)) {
    for (const { solver, reason } of left_out) {
      const names = by_reason.get(reason) || [];
      by_reason.set(reason, [...names, solver_name(report, { solver, run })]);
    }
  }
  const texts = [...by_reason].map(([reason, names]) => `${names.join(", ")} (${reason})`);
  return texts.length ? `left out: ${texts.join("; ")}` : null;
}

function sample_items(report, choices) {
  return group_of(report, choices).fields.map((field) => [
    key_of(field),
    `${plural(field.puzzles, "puzzle")}, ${plural(field.entries.length, "solver")}`,
  ]);
}

const field_shown = (report, choices) => key_of(field_of(report, choices));

module.exports = line_plot({
  id: "profile",
  title: "Performance profile over puzzles",
  short: "Profile over puzzles",
  about:
    "The share of puzzles that a solver solves within a given multiple of the fastest time " +
    "(Dolan–Moré). A line starts at the share that the solver wins and ends at the share that it " +
    "solves.",
  terms: ["field", "profile", "best", "fastest", "unique"],
  axes: ["x"],
  one_dataset: true,
  is_main: true,
  choice: { label: "Sample", key: "sample", items: sample_items, shown: field_shown },
  rows,
  why_none: (report, choices) => fields_of(report, choices)[0]?.void,
  points,
  sentences: (report, shown) => {
    const fields = [...new Set(shown.map(({ field }) => field))];
    return fields.flatMap((field) => sentences_of(report, field));
  },
  note,
  columns: () => columns,
  x: spec.logarithmic("x", "ratio", "times the best solver's time", "times"),
  y: spec.shares("y", "share", "share of puzzles"),
  step: "step-after",
});
