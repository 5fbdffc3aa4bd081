// Page of `history trend --html`: speed and guesses over time for equal puzzles, machine, settings.
const { solver_list } = require("./controls");
const { figure_of } = require("./figure");
const format = require("./format");
const spec = require("./spec");
const { over_time } = require("./plots/history");
const { ends_of, solver_column, solver_name } = require("./report");
const { table_of } = require("./table");
const {
  element, list, name_of, rate_sentence, short_name, threads_text, words,
} = require("./text");

const title = "Sudoku solvers over time";

// Functions from a point of a trend to [value, low, high] of a figure, or null.
const figures = {
  speed: ({ speed }) => speed,
  guesses: ({ guesses }) => (guesses === null ? null : [guesses, guesses, guesses]),
};

const texts = {
  speed: rate_sentence,
  guesses: ([mean]) => `${format.number(mean)} guesses per puzzle`,
};

const at_of = ({ when }) => Date.parse(when);

function points_of(report, series, figure) {
  const base = series.oldest_levels[figure];
  return series.points.filter(figures[figure]).map((point) => {
    const estimate = figures[figure](point);
    const tip =
      `${solver_name(report, series)}, ${point.when.slice(0, 10)}, ` +
      `${short_name(point.revision)} ${short_name(point.label)}\n${texts[figure](estimate)}\n` +
      `${format.percent(estimate[0] / base)} of its oldest level`;
    const ends = ends_of(estimate.map((end) => end && end / base));
    return { solver: series.solver, at: at_of(point), ...ends, tip };
  });
}

function changes_of(report, series, figure) {
  const base = series.oldest_levels[figure];
  return series[figure].map((change) => {
    const point = series.points[change.first];
    return {
      solver: series.solver,
      at: at_of(point),
      middle: figures[figure](point)[0] / base,
      text: change.text,
      worse: change.worse,
      tip:
        `${solver_name(report, series)}: ${change.text}\n` +
        `since ${point.when.slice(0, 10)}, revision ${short_name(point.revision)}`,
    };
  });
}

// Horizontal lines of a trend plot: the median of a solver's values between two changes.
function levels_of(series, figure) {
  const changes = series[figure];
  const base = series.oldest_levels[figure];
  if (changes.length === 0) return [];
  const ends = [...changes.map(({ first }) => first), series.points.length];
  return ends.map((end, index) => ({
    solver: series.solver,
    at: at_of(series.points[index ? ends[index - 1] : 0]),
    until: at_of(series.points[end - 1]),
    middle: (index ? changes[index - 1].to : changes[0].from) / base,
  }));
}

function sentences_of(report, shown, figure) {
  const changed = shown.flatMap((series) =>
    series[figure].map((change) => {
      const [before, now] = [series.points[change.first - 1], series.points[change.first]];
      const who = solver_name(report, series);
      const where = `between ${short_name(before.revision)} and ${short_name(now.revision)}`;
      return `${who}: ${change.text} ${where}, ${now.when.slice(0, 10)}.`;
    }),
  );
  return changed.length ? changed : ["No change was found."];
}

const columns = (figure) => [
  solver_column,
  { title: "when", cell: (row) => row.when },
  { title: "revision", name: (row) => row.revision },
  { title: "label", name: (row) => row.label },
  { title: "result", cell: (row) => row.result },
  figure === "speed"
    ? { title: "puzzles/s", cell: (row) => row.speed_cell }
    : { title: "guesses", cell: (row) => row.guesses_cell },
];

// Trend plot in per cent of each solver's oldest median, as solvers differ a thousandfold.
function chart(group, figure, report, choices, width) {
  const shown = group.series.filter(
    (series) => choices.solvers.has(series.solver) && series.oldest_levels[figure] > 0,
  );
  if (shown.length === 0) return null;
  const is_crowded = Math.max(...shown.map(({ points }) => points.length)) > width / 40;
  return {
    data: {
      points: shown.flatMap((series) => points_of(report, series, figure)),
      changes: shown.flatMap((series) => changes_of(report, series, figure)),
      levels: shown.flatMap((series) => levels_of(series, figure)),
    },
    lines: shown.map(({ solver }) => solver),
    signals: { dot_size: is_crowded ? 25 : 60 },
    height: 340,
    sentences: sentences_of(report, shown, figure),
    table: {
      columns: columns(figure),
      rows: shown.flatMap(({ solver, points }) => points.map((point) => ({ solver, ...point }))),
    },
  };
}

// The axis of a trend plot covers medians only: wide intervals would hide small changes.
function specification(what) {
  const y = spec.scale("y", "log", spec.of("points", "middle"), { padding: 30 });
  const y_title = `${what.toLowerCase()}, oldest level = 100 %`;
  return over_time(y, y_title, "percent", spec.signal("dot_size"), 0.12);
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

function plot_of(group, index, figure) {
  const what = figure === "speed" ? "Speed" : "Guesses";
  return {
    id: `${figure}-${index}`,
    title: `${what}: ${short_name(group.dataset)}, ${threads_text(group.threads)}`,
    about:
      `${what} of each solver over time, relative to its oldest level. ` +
      "A ring marks a change, a band the levels before and after it" +
      (figure === "speed" ? ", a vertical line the interval of a result." : "."),
    specification: specification(what),
    chart: (report, choices, width) => chart(group, figure, report, choices, width),
  };
}

function guesses_part(report, choices, group, index) {
  const is_changed = group.series.some(({ guesses }) => guesses.length > 0);
  if (!is_changed) return element("p", { class: "fine" }, "The same in all results.");
  return figure_of(plot_of(group, index, "guesses"), report, choices);
}

function group_section(report, choices, group, index) {
  return element(
    "section",
    { id: `group-${index}` },
    element("h2", {}, name_of(group.dataset), `, ${threads_text(group.threads)}`),
    element("p", { class: "place" }, words(`${group.machine}: ${group.settings}`)),
    element("h3", {}, "Speed"),
    figure_of(plot_of(group, index, "speed"), report, choices),
    element("h3", {}, "Guesses"),
    guesses_part(report, choices, group, index),
  );
}

function changes_section(report) {
  const rows = report.trend.changes;
  const table = { columns: change_columns, rows, title: "Changes", name: "changes", report };
  return element(
    "section",
    { id: "changes" },
    element("h2", {}, "Changes"),
    element("p", { class: "place" }, how),
    rows.length ? table_of(table) : element("p", { class: "fine" }, "No change was found."),
  );
}

function trend_page(report, choices) {
  const { sentence, remarks, groups } = report.trend;
  const heading = element(
    "header",
    {},
    element("h1", {}, title),
    element("p", { class: "place" }, sentence),
    remarks.length ? list("remarks", remarks) : null,
  );
  const sections = [
    changes_section(report),
    ...groups.map((group, index) => group_section(report, choices, group, index)),
  ];
  return { title, head: [heading], controls: solver_list(report, choices), sections };
}

module.exports = { trend_page };
