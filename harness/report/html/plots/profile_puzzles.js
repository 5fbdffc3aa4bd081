// Dolan-More performance profile, puzzle by puzzle, and the virtual best solver.
const format = require("../format");
const { is_on_view } = require("../report");
const { short_name } = require("../text");
const { legend_signals } = require("./legend");

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
  const name = short_name(report.solvers[solver].name);
  return field.profile.ratio.map((ratio, index) => {
    const share = field.profile.share[position][index];
    const tip =
      `${name}\n${format.percent(share)} of the puzzles within ` +
      `${format.times_as_fast(ratio)} the best time`;
    return { solver, ratio, share, tip };
  });
}

const columns = [
  { title: "solver", name: (row, report) => report.solvers[row.solver].name },
  {
    title: "fastest on",
    term: "fastest",
    value: (row) => row.fastest,
    text: (row) => format.count(row.fastest),
  },
  {
    title: "unique wins",
    term: "unique",
    value: (row) => row.unique,
    text: (row) => format.count(row.unique),
  },
  {
    title: "solved",
    value: (row) => row.solved,
    text: (row) => format.count(row.solved),
  },
  {
    title: "total time",
    value: (row) => row.total,
    text: (row) => format.duration(row.total),
  },
];

function standing_of(report, entry) {
  const name = short_name(report.solvers[entry.solver].name);
  const alone = entry.unique
    ? `, and alone by more than a tenth on ${format.count(entry.unique)}`
    : "";
  return `${name} is among the fastest on ${format.count(entry.fastest)}${alone}.`;
}

function sentences_of(report, field) {
  const { total, unsolved } = field.best;
  const best =
    `The virtual best solver, which takes the fastest for each puzzle, needs ` +
    `${format.duration(total)} for ${format.plural(field.puzzles, "puzzle")}` +
    `${unsolved ? `; ${format.count(unsolved)} of them nobody solved` : ""}.`;
  const winners = field.contest
    .filter(({ fastest }) => fastest > 0)
    .sort((a, b) => b.fastest - a.fastest);
  return [best, ...winners.map((entry) => standing_of(report, entry))];
}

function left_out(report, field) {
  const texts = field.left_out.map(
    ({ solver, reason }) => `${short_name(report.solvers[solver].name)} is left out: ${reason}`,
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
  specification: require("./profile.json"),
  chart,
  field_of,
};
