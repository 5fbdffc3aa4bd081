// A figure of a group of series over time, each relative to its oldest level: solvers are thousands
// of times apart, and changes a few per cent.
const format = require("./format");
const { solver_column, solver_name } = require("./report");
const { rate_sentence, short_name } = require("./text");
const { legend_signals } = require("./lines");
const { specification: history } = require("./plots/history");

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

// [value, low, high] of a point, or null.
const figures = {
  speed: ({ speed }) => speed,
  guesses: ({ guesses }) => (guesses === null ? null : [guesses, guesses, guesses]),
};

const texts = {
  speed: rate_sentence,
  guesses: ([mean]) => `${format.number(mean)} guesses a puzzle`,
};

// The oldest level: until the first change or, without one, all of it.
function base_of(series, figure) {
  const [change] = series[figure];
  const points = change ? series.points.slice(0, change.first) : series.points;
  const values = points.map(figures[figure]).filter(Boolean);
  return values.length ? median(values.map(([value]) => value)) : 0;
}

const at_of = ({ when }) => Date.parse(when);

// Without bounds, the mark stands alone.
function relative([value, low, high], base) {
  return { middle: value / base, low: (low ?? value) / base, high: (high ?? value) / base };
}

function points_of(report, series, figure) {
  const base = base_of(series, figure);
  return series.points
    .filter(figures[figure])
    .map((point) => {
      const estimate = figures[figure](point);
      const tip =
        `${solver_name(report, series)}, ${point.when.slice(0, 10)}, ` +
        `${short_name(point.revision)} ${short_name(point.label)}\n${texts[figure](estimate)}\n` +
        `${format.percent(estimate[0] / base)} of its oldest level`;
      return { solver: series.solver, at: at_of(point), ...relative(estimate, base), tip };
    });
}

function changes_of(report, series, figure) {
  const base = base_of(series, figure);
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

// Where a series stood between two changes.
function levels_of(series, figure) {
  const changes = series[figure];
  const base = base_of(series, figure);
  const ends = [...changes.map(({ first }) => first), series.points.length];
  return changes.length === 0
    ? []
    : ends.map((end, index) => ({
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

function rows_of(shown) {
  return shown.flatMap(({ solver, points }) => points.map((point) => ({ solver, ...point })));
}

// As the plot of several runs, but from the lowest to the highest value: changes are small beside
// the intervals, which may leave the plot.
function specification() {
  const domain = { data: "points", field: "middle" };
  const own = (scale) =>
    scale.name === "y" ? { ...scale, domain, nice: false, padding: 30 } : scale;
  return { ...history, scales: history.scales.map(own) };
}

function chart(group, figure, report, choices, width) {
  const shown = group.series.filter(
    (series) => choices.solvers.has(series.solver) && base_of(series, figure) > 0,
  );
  if (shown.length === 0) return null;
  const gather = (part) => shown.flatMap((series) => part(series));
  return {
    data: {
      points: gather((series) => points_of(report, series, figure)),
      changes: gather((series) => changes_of(report, series, figure)),
      levels: gather((series) => levels_of(series, figure)),
    },
    signals: {
      ...legend_signals(
        report,
        shown.map(({ solver }) => solver),
        width,
      ),
      y_title: `${figure === "speed" ? "speed" : "guesses"}, oldest level = 100 %`,
      y_is_share: true,
      interval_opacity: 0.12,
      dot_size: Math.max(...shown.map(({ points }) => points.length)) > width / 40 ? 25 : 60,
    },
    height: 340,
    sentences: sentences_of(report, shown, figure),
    table: { columns: columns(figure), rows: rows_of(shown) },
  };
}

module.exports = { chart, specification };
