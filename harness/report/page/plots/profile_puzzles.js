// Dolan-More performance profile, puzzle by puzzle, and the virtual best solver.
const format = require("../format");
const { is_on_view, read_cell, solver_column, solver_name, text_of } = require("../report");
const { plural } = require("../text");
const { curves, hidden_dots, hovered, legend_signals, legends } = require("../lines");

// The field with the most solvers of those that tell anything, unless the reader chose another
// sample.
function field_of(report, choices) {
  const fields = report.fields.filter((field) => is_on_view(field, choices));
  const chosen = report.fields[choices.sample];
  if (fields.includes(chosen)) return chosen;
  const size = (field) => (field.void ? 0 : field.solvers.length);
  return fields.reduce((most, field) => (most && size(most) >= size(field) ? most : field), null);
}

function points_of(report, field, position) {
  const solver = field.solvers[position];
  const name = solver_name(report, { solver });
  return field.profile.ratio.map((ratio, index) => {
    const share = field.profile.share[position][index];
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

const count_of = (cell) => read_cell(cell).key;

function standing_of(report, entry) {
  const alone = count_of(entry.unique)
    ? `, and alone by more than a tenth on ${text_of(entry.unique)}`
    : "";
  return `${solver_name(report, entry)} is among the fastest on ${text_of(entry.fastest)}${alone}.`;
}

function sentences_of(report, field) {
  const { total, unsolved } = field.best;
  const best =
    `The virtual best solver, which takes the fastest for each puzzle, needs ` +
    `${total} for ${plural(field.puzzles, "puzzle")}` +
    `${unsolved ? `; ${unsolved} of them nobody solved` : ""}.`;
  const winners = field.contest
    .filter(({ fastest }) => count_of(fastest) > 0)
    .sort((a, b) => count_of(b.fastest) - count_of(a.fastest));
  return [best, ...winners.map((entry) => standing_of(report, entry))];
}

function left_out(report, field) {
  const texts = field.left_out.map(
    ({ solver, reason }) => `${solver_name(report, { solver })} is left out: ${reason}`,
  );
  return texts.length ? texts.join("; ") : null;
}

function chart(report, choices, width) {
  const field = field_of(report, choices);
  if (field && field.void) return { why: field.void };
  const shown = field ? field.solvers.filter((solver) => choices.solvers.has(solver)) : [];
  if (shown.length === 0 || !field.profile) return null;
  const points = field.solvers.flatMap((solver, position) =>
    choices.solvers.has(solver) ? points_of(report, field, position) : [],
  );
  return {
    data: { points },
    signals: { share_title: "share of puzzles", ...legend_signals(report, shown, width) },
    height: 340,
    sentences: sentences_of(report, field),
    note: left_out(report, field),
    table: { columns, rows: field.contest.filter((row) => choices.solvers.has(row.solver)) },
  };
}

function sample_items(report, choices) {
  const fields = report.fields.filter((field) => is_on_view(field, choices));
  return fields.map((field) => [
    report.fields.indexOf(field),
    `${plural(field.puzzles, "puzzle")}, ${plural(field.solvers.length, "solver")}`,
  ]);
}

const sample_shown = (report, choices) => report.fields.indexOf(field_of(report, choices));

const specification = {
  autosize: { type: "fit", contains: "padding" },
  signals: [hovered],
  data: [{ name: "points" }],
  scales: [
    {
      name: "x",
      type: "log",
      domain: { data: "points", field: "ratio" },
      range: "width",
      zero: false,
    },
    { name: "y", type: "linear", domain: [0, 1], range: "height" },
  ],
  axes: [
    {
      scale: "x",
      orient: "bottom",
      title: "times the best solver's time",
      values: { signal: "axis_values(domain('x'), x_scale, floor(width / 70))" },
      encode: { labels: { update: { text: { signal: "times_tick(datum.value)" } } } },
    },
    {
      scale: "y",
      orient: "left",
      title: { signal: "share_title" },
      values: { signal: "[0, 0.2, 0.4, 0.6, 0.8, 1]" },
      encode: { labels: { update: { text: { signal: "percent_tick(datum.value)" } } } },
    },
  ],
  legends,
  marks: [curves("ratio", "share", "step-after"), hidden_dots("ratio", "share")],
};

module.exports = {
  id: "profile",
  title: "Performance profile over puzzles",
  short: "Profile over puzzles",
  about:
    "The share of puzzles that a solver solves within so many times the time of the fastest " +
    "(Dolan–Moré). Where a line starts is how often it wins; where it ends, how much it solves.",
  terms: ["field", "profile", "best", "fastest", "unique"],
  axes: ["x"],
  one_dataset: true,
  is_main: true,
  specification,
  chart,
  choice: { label: "Sample", key: "sample", items: sample_items, shown: sample_shown },
};
