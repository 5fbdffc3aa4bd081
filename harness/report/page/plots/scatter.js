// Scatter plot of two solvers: density of their times on the same puzzles.
const format = require("../format");
const spec = require("../spec");
const {
  bin_edges, group_of, is_pair, solver_name, text_of, unfold,
} = require("../report");
const { plural, short_name } = require("../text");

function pairs_of(report, choices) {
  const shown = (pair) => choices.solvers.has(pair.a) && choices.solvers.has(pair.b);
  return group_of(report, choices).scatters.filter(shown);
}

const key_of = (pair) => `${pair.a},${pair.b}`;

// Two solvers to plot: the reader's choice, or the pair (with the reference if possible) that
// shares the most puzzles.
function pair_on_view(report, choices) {
  const pairs = pairs_of(report, choices);
  const of_reference = pairs.filter(({ a, b }) => [a, b].includes(choices.reference));
  const candidates = of_reference.length ? of_reference : pairs;
  const [largest] = [...candidates].sort((one, other) => other.puzzles - one.puzzles);
  return pairs.find((pair) => key_of(pair) === choices.pair) || largest || null;
}

// Edges of a time bin in nanoseconds. Unsolved puzzles are placed past the slowest one.
function edges(bin, step, last) {
  return bin_edges(bin < 0 ? last + 1.5 * step : bin, step).map((ps) => ps / 1000);
}

function span_text(bin, step) {
  if (bin < 0) return "not in time";
  return edges(bin, step).map(format.duration).join(" to ");
}

function cells_of(report, pair, names) {
  const step = report.bins.time;
  const cells = unfold(pair.cells, 3);
  const last = Math.max(...cells.map(([x, y]) => Math.max(x, y)));
  return cells.map(([x, y, puzzles]) => {
    const [a, a_end] = edges(x, step, last);
    const [b, b_end] = edges(y, step, last);
    const tip =
      `${plural(puzzles, "puzzle")}\n${names[0]}: ${span_text(x, step)}\n` +
      `${names[1]}: ${span_text(y, step)}`;
    return { a, a_end, b, b_end, puzzles, tip };
  });
}

const name_at = (side) => (row, report) => report.solvers[row[side]].name;
const counted = (title, field, term) => ({ title, term, cell: (row) => row[field] });
const columns = [
  { title: "A", name: name_at("a") },
  { title: "B", name: name_at("b") },
  counted("puzzles", "puzzles"),
  counted("A faster", "a_faster", "scatter"),
  counted("B faster", "b_faster", "scatter"),
];

function extent_of(cells) {
  const low = Math.min(...cells.flatMap((cell) => [cell.a, cell.b]));
  const high = Math.max(...cells.flatMap((cell) => [cell.a_end, cell.b_end]));
  return [low, high];
}

function sentence_of(pair, names) {
  const puzzles = plural(pair.puzzles, "puzzle");
  if (pair.few) return `${puzzles} are too few to say which of ${names.join(" and ")} is faster.`;
  return (
    `Of ${puzzles}, ${names[0]} is faster by more than a ` +
    `tenth on ${text_of(pair.a_faster)} and ${names[1]} on ${text_of(pair.b_faster)}.`
  );
}

function note_of(report, { run }) {
  const batch = "batch solvers are left out because they are timed per chunk";
  if (!is_pair(report)) return batch;
  const label = short_name(report.runs[run].label);
  return `of ${label}, the run chosen above: squares of two runs would hide each other; ${batch}`;
}

function chart(report, choices) {
  const pair = pair_on_view(report, choices);
  if (!pair) return null;
  const names = [pair.a, pair.b].map((solver) => solver_name(report, { solver }));
  const cells = cells_of(report, pair, names);
  const extent = extent_of(cells);
  return {
    data: { cells, diagonal: extent.map((t) => ({ t })) },
    signals: { extent, x_name: names[0], y_name: names[1] },
    height: 460,
    width: 620,
    sentences: [sentence_of(pair, names)],
    note: note_of(report, choices),
    table: { columns, rows: pairs_of(report, choices).filter(({ few }) => !few) },
  };
}

function pair_items(report, choices) {
  const name = (solver) => solver_name(report, { solver });
  return pairs_of(report, choices).map((pair) => [
    key_of(pair),
    `${name(pair.a)} and ${name(pair.b)}`,
  ]);
}

const pair_shown = (report, choices) => key_of(pair_on_view(report, choices));

const scale_of = (name) => spec.scale(name, "log", spec.signal("extent"));

const diagonal = {
  ...spec.place("t", "t"),
  stroke: spec.signal("ink"),
  strokeWidth: spec.value(1),
  strokeDash: spec.value([4, 3]),
};

function corner(text, at) {
  const fill = spec.signal("muted");
  const update = { ...at, fill, text: spec.signal(`${text} + ' is faster here'`) };
  return { type: "text", encode: { update } };
}

const specification = {
  autosize: { type: "fit", contains: "padding" },
  scales: [scale_of("x"), scale_of("y"), spec.density("cells")],
  axes: [
    spec.ticks("x", spec.signal("'time of ' + x_name"), "duration"),
    spec.ticks("y", spec.signal("'time of ' + y_name"), "duration", 8),
  ],
  legends: [
    {
      fill: "density",
      type: "gradient",
      title: "puzzles",
      orient: "bottom",
      direction: "horizontal",
      gradientLength: 160,
      titleOrient: "left",
      tickCount: 3,
      format: "~s",
    },
  ],
  marks: [
    spec.density_cells("cells", "a", "b", { clip: true }),
    spec.mark("line", "diagonal", diagonal, { interactive: false }),
    corner("x_name", { x: spec.value(10), y: spec.value(16) }),
    corner("y_name", {
      x: spec.signal("width - 10"),
      y: spec.signal("height - 10"),
      align: spec.value("right"),
    }),
  ],
};

module.exports = {
  id: "scatter",
  title: "Puzzle by puzzle, one solver against another",
  short: "Puzzle by puzzle",
  about:
    "Each square counts the puzzles with these two times. On the dashed line both solvers are " +
    "equally fast; squares beyond the longest time are puzzles that were not solved in time.",
  terms: ["scatter"],
  one_dataset: true,
  specification,
  chart,
  choice: { label: "Solvers", key: "pair", items: pair_items, shown: pair_shown },
};
