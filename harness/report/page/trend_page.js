// Page of `history trend --html`: speed and guesses over time for equal puzzles, machine, settings.
const { solver_list } = require("./controls");
const { figure_of } = require("./figure");
const format = require("./format");
const { line_plot } = require("./line_plot");
const { over_time } = require("./plots/history");
const spec = require("./spec");
const { ends_of, solver_column, solver_name } = require("./report");
const { table_of } = require("./table");
const {
  element, list, name_of, rate_sentence, section, short_name, threads_text, words,
} = require("./text");

// Figures of a trend: `ends` makes [value, low, high] of a point, or null.
const speed = {
  id: "speed",
  what: "Speed",
  ends: (point) => point.speed,
  text: rate_sentence,
  column: { title: "puzzles/s", cell: (row) => row.speed_cell },
  more: ", a vertical line the interval of a result.",
};
const guesses = {
  id: "guesses",
  what: "Guesses",
  ends: (point) => (point.guesses === null ? null : Array(3).fill(point.guesses)),
  text: ([mean]) => `${format.number(mean)} guesses per puzzle`,
  column: { title: "guesses", cell: (row) => row.guesses_cell },
  more: ".",
};

const at_of = ({ when }) => Date.parse(when);

function points_of(report, series, figure) {
  const base = series.oldest_levels[figure.id];
  return series.points.filter(figure.ends).map((point) => {
    const estimate = figure.ends(point);
    const tip =
      `${solver_name(report, series)}, ${point.when.slice(0, 10)}, ` +
      `${short_name(point.revision)} ${short_name(point.label)}\n${figure.text(estimate)}` +
      `${point.sample ? `, ${point.sample}` : ""}\n` +
      `${format.percent(estimate[0] / base)} of its oldest level`;
    const ends = ends_of(estimate.map((end) => end && end / base));
    return { solver: series.solver, at: at_of(point), ...ends, tip };
  });
}

function changes_of(report, series, figure) {
  const base = series.oldest_levels[figure.id];
  return series[figure.id].map(({ first, text, worse }) => {
    const point = series.points[first];
    const tip =
      `${solver_name(report, series)}: ${text}\n` +
      `since ${point.when.slice(0, 10)}, revision ${short_name(point.revision)}`;
    const middle = figure.ends(point)[0] / base;
    return { solver: series.solver, at: at_of(point), middle, text, worse, tip };
  });
}

// Horizontal lines of a trend plot: the median of a solver's values between two changes.
function levels_of(report, { solver, points, oldest_levels, ...series }, { id }) {
  const changes = series[id];
  if (changes.length === 0) return [];
  const starts = [0, ...changes.map(({ first }) => first), points.length];
  const levels = [changes[0].from, ...changes.map(({ to }) => to)];
  return levels.map((level, index) => ({
    solver,
    at: at_of(points[starts[index]]),
    until: at_of(points[starts[index + 1] - 1]),
    middle: level / oldest_levels[id],
  }));
}

function sentences_of(report, series, figure) {
  return series[figure.id].map(({ first, text }) => {
    const [before, now] = series.points.slice(first - 1);
    const where = `between ${short_name(before.revision)} and ${short_name(now.revision)}`;
    return `${solver_name(report, series)}: ${text} ${where}, ${now.when.slice(0, 10)}.`;
  });
}

const sample_column = { title: "sample", cell: (row) => row.sample || "all puzzles" };

function table_of_points(shown, figure) {
  const rows = shown.flatMap(({ solver, points }) => points.map((point) => ({ solver, ...point })));
  const columns = [
    solver_column,
    { title: "when", cell: (row) => row.when },
    { title: "revision", name: (row) => row.revision },
    { title: "label", name: (row) => row.label },
    ...(rows.some(({ sample }) => sample) ? [sample_column] : []),
    { title: "result", cell: (row) => row.result },
    figure.column,
  ];
  return { columns, rows };
}

// Moments on the axis of a trend plot, as many as fit, with the revision and day of each, and the
// size of its dots.
function commit_ticks(series, width) {
  const points = new Map(series.flatMap((one) => one.points.map((point) => [at_of(point), point])));
  const times = [...points.keys()].sort((a, b) => a - b);
  const every = Math.ceil(times.length / Math.max(1, Math.floor(width / 90)));
  const ticks = times.filter((time, index) => index % every === 0);
  const names = ticks.map((time) => {
    const { revision, when } = points.get(time);
    return [short_name(revision.slice(0, 9)), when.slice(0, 10)];
  });
  const is_crowded = Math.max(...series.map(({ points }) => points.length)) > width / 40;
  return { ticks, tick_names: names, dot_size: is_crowded ? 25 : 60 };
}

// What the lack of changes means: nothing, with too few results.
function unchanged({ trend }, series, { id }) {
  const judged = series.filter((one) => id === "guesses" || one.judged).length;
  if (judged === series.length) return "No change was found.";
  const few = `a change of speed shows from ${trend.fewest} results on`;
  if (judged === 0) return `Too few results to tell: ${few}.`;
  return `No change was found in ${judged} of ${series.length} series; in the others, ${few}.`;
}

// Trend plot in per cent of each solver's oldest median, as solvers differ a thousandfold. Its axis
// covers medians only: wide intervals would hide small changes.
function plot_of(group, index, figure) {
  const { id, what, more } = figure;
  const of_all = (of_series) => (report, shown) =>
    shown.flatMap((series) => of_series(report, series, figure));
  const title = `${what.toLowerCase()}, oldest level = 100 %`;
  const y = spec.logarithmic("y", "middle", title, "percent", { padding: 30 });
  return line_plot({
    id: `${id}-${index}`,
    title: `${what}: ${short_name(group.dataset)}, ${threads_text(group.threads)}`,
    about:
      `${what} of each solver over time, relative to its oldest level. ` +
      `A ring marks a change, a band the levels before and after it${more}`,
    rows: (report, choices) =>
      group.series.filter(
        ({ solver, oldest_levels }) => choices.solvers.has(solver) && oldest_levels[id] > 0,
      ),
    points: (report, series) => points_of(report, series, figure),
    sentences: (report, shown) => {
      const changes = of_all(sentences_of)(report, shown);
      return changes.length ? changes : [unchanged(report, shown, figure)];
    },
    table: (shown) => table_of_points(shown, figure),
    more: (report, shown, choices, width) => {
      const [changes, levels] = [changes_of, levels_of].map((of) => of_all(of)(report, shown));
      return { data: { changes, levels }, signals: commit_ticks(shown, width) };
    },
    ...over_time(y, spec.signal("dot_size"), 0.12),
  });
}

const change_columns = [
  { title: "since", cell: (row) => row.since },
  { title: "series", name: (row) => row.series },
  { title: "figure", cell: (row) => row.figure },
  { title: "from", cell: (row) => row.from },
  { title: "to", cell: (row) => row.to },
  { title: "change", cell: ({ change, worse }) => [change, change, worse ? "bad" : null] },
  { title: "revisions", name: (row) => row.revisions },
  { title: "certainty", cell: (row) => row.certainty },
];

const how =
  "A change of speed is reported where the values before and after it differ more than in almost " +
  "any other order of the series (E-divisive, Matteson and James 2014); one reported change in " +
  "twenty is expected to be false. Guesses are the same in every run: any difference is a change.";

function group_section(report, choices, group, index) {
  const plot = (figure) => figure_of(plot_of(group, index, figure), report, choices);
  const has_changes = group.series.some((series) => series.guesses.length > 0);
  const threads = threads_text(group.threads);
  return section(
    `group-${index}`,
    `${short_name(group.dataset)}, ${threads}`,
    [name_of(group.dataset), `, ${threads}`],
    element("p", { class: "place" }, words(`${group.machine}: ${group.settings}`)),
    element("h3", {}, "Speed"),
    plot(speed),
    element("h3", {}, "Guesses"),
    has_changes ? plot(guesses) : element("p", { class: "fine" }, "The same in all results."),
  );
}

function changes_section(report) {
  const rows = report.trend.changes;
  const is_steady = !rows.some(({ figure }) => figure === "speed");
  const all = report.trend.groups.flatMap(({ series }) => series);
  const table = { columns: change_columns, rows, title: "Changes", name: "changes", report };
  return section(
    "changes",
    "Changes",
    "Changes",
    element("p", { class: "place" }, how),
    rows.length ? table_of(table) : null,
    is_steady ? element("p", {}, `Speed: ${unchanged(report, all, speed)}`) : null,
  );
}

function trend_page(report, choices) {
  const { sentence, remarks, groups } = report.trend;
  const place = element("p", { class: "place" }, sentence);
  return {
    title: "Sudoku solvers over time",
    below_title: [place, remarks.length ? list("remarks", remarks) : null],
    controls: solver_list(report, choices),
    sections: [
      changes_section(report),
      ...groups.map((group, index) => group_section(report, choices, group, index)),
    ],
  };
}

module.exports = { trend_page };
