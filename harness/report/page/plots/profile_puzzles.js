// Dolan-More performance profile over puzzles, with the virtual best solver.
const format = require("../format");
const spec = require("../spec");
const { group_of, solver_column, solver_name, text_of } = require("../report");
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

function points_of(report, { ratios }, { solver, shares }) {
  const name = solver_name(report, { solver });
  return ratios.map((ratio, index) => {
    const share = shares[index];
    const tip =
      `${name}\n${format.percent(share)} of the puzzles within ` +
      `${format.times(ratio)} the best time`;
    return { solver, ratio, share, tip };
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
function standing_of(report, entry, puzzles) {
  const [fastest, alone] = [entry.fastest, entry.unique].map(text_of);
  const lead = entry.unique ? `; on ${alone} of these ${behind}` : "";
  return (
    `${solver_name(report, entry)} is the fastest on ${fastest} of ${plural(puzzles, "puzzle")}` +
    `${alone === fastest ? `, and ${behind}` : lead}.`
  );
}

function sentences_of(report, field) {
  const { total, unsolved, puzzles } = field;
  const best =
    `The virtual best solver, which uses the fastest for each puzzle, needs ` +
    `${total} for ${plural(puzzles, "puzzle")}` +
    `${unsolved ? `; no solver solved ${unsolved} of them` : ""}.`;
  const winners = field.entries
    .filter(({ fastest }) => fastest > 0)
    .sort((a, b) => b.fastest - a.fastest);
  return [best, ...winners.map((entry) => standing_of(report, entry, puzzles))];
}

// Note on the solvers that are left out, by reason.
function left_out(report, field) {
  const by_reason = new Map();
  for (const { solver, reason } of field.left_out) {
    const names = by_reason.get(reason) || [];
    by_reason.set(reason, [...names, solver_name(report, { solver })]);
  }
  const texts = [...by_reason].map(([reason, names]) => `${names.join(", ")} (${reason})`);
  return texts.length ? `left out: ${texts.join("; ")}` : null;
}

function chart(report, choices) {
  const field = field_of(report, choices);
  if (field && field.void) return { why: field.void };
  const shown = field ? field.entries.filter(({ solver }) => choices.solvers.has(solver)) : [];
  if (shown.length === 0) return null;
  return {
    data: { points: shown.flatMap((entry) => points_of(report, field, entry)) },
    lines: shown.map((entry) => entry.solver),
    signals: { share_title: "share of puzzles" },
    sentences: sentences_of(report, field),
    note: left_out(report, field),
    table: { columns, rows: shown },
  };
}

function sample_items(report, choices) {
  return group_of(report, choices).fields.map((field) => [
    key_of(field),
    `${plural(field.puzzles, "puzzle")}, ${plural(field.entries.length, "solver")}`,
  ]);
}

const field_shown = (report, choices) => key_of(field_of(report, choices));

const specification = {
  ...spec.line_plot,
  scales: [spec.scale("x", "log", spec.of("points", "ratio")), spec.scale("y", "linear", [0, 1])],
  axes: [
    spec.ticks("x", "times the best solver's time", "floor(width / 70)", "times"),
    spec.shares("y", spec.signal("share_title")),
  ],
  marks: [spec.curves("ratio", "share", "step-after"), spec.hidden_dots("ratio", "share")],
};

module.exports = {
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
  specification,
  chart,
  choice: { label: "Sample", key: "sample", items: sample_items, shown: field_shown },
};
