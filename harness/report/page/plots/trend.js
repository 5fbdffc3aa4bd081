// Plot of the ratios to the reference over three or more results, with the steps in them.
const { line_plot } = require("../line_plot");
const format = require("../format");
const spec = require("../spec");
const { are_together, ends_of, solver_column, solver_name } = require("../report");
const { short_name, threads_text } = require("../text");
const { over_time } = require("./history");

const at_of = (report, { run }) => Date.parse(report.runs[run].date);

const label_of = (report, { run }) => short_name(report.runs[run].label, 16);

const rows = (report, choices) =>
  (report.trend || []).filter(
    (series) =>
      are_together(series, choices, ["dataset", "threads"]) && choices.solvers.has(series.solver),
  );

// Ratios are drawn as parts of the oldest level, as those of solvers differ a thousandfold.
function points(report, { solver, oldest, reference, points }) {
  return points.map((point) => ({
    solver,
    at: at_of(report, point),
    ...ends_of(point.ratio.map((end) => end && end / oldest)),
    tip:
      `${solver_name(report, { solver })}, ${label_of(report, point)}\n` +
      `${format.number(point.ratio[0])} times as fast as ${reference}, ` +
      `${format.percent(point.ratio[0] / oldest)} of the oldest level`,
  }));
}

function steps_of(report, { solver, oldest, points, steps }) {
  return steps.map(({ first, text, worse }) => {
    const point = points[first];
    const tip = `${solver_name(report, { solver })}: time ${text}\nsince ${label_of(report, point)}`;
    return { solver, at: at_of(report, point), middle: point.ratio[0] / oldest, text, worse, tip };
  });
}

function levels_of(report, { solver, oldest, points, steps }) {
  const starts = [0, ...steps.map(({ first }) => first), points.length];
  return [oldest, ...steps.map(({ level }) => level)].map((level, index) => ({
    solver,
    at: at_of(report, points[starts[index]]),
    until: at_of(report, points[starts[index + 1] - 1]),
    middle: level / oldest,
  }));
}

function sentences(report, shown) {
  const found = shown.flatMap(({ solver, points, steps }) =>
    steps.map(({ first, text }) => {
      const since = label_of(report, points[first]);
      return `${solver_name(report, { solver })}: time ${text} since ${since}.`;
    }),
  );
  return found.length ? found : ["No step was found."];
}

// As many results as fit are named on the axis of time.
function more(report, shown, { threads }, width) {
  const all = new Map(shown.flatMap(({ points }) => points.map((one) => [at_of(report, one), one])));
  const every = Math.ceil(all.size / Math.max(1, Math.floor(width / 90)));
  const ticks = [...all.keys()].sort((a, b) => a - b).filter((at, index) => index % every === 0);
  const day_of = ({ run }) => report.runs[run].date.slice(0, 10);
  const tick_names = ticks.map((at) => [label_of(report, all.get(at)), day_of(all.get(at))]);
  const [levels, changes] = [levels_of, steps_of].map((of) => shown.flatMap((one) => of(report, one)));
  return { data: { levels, changes }, signals: { ticks, tick_names } };
}

const about =
  "Ratio of each solver to the reference in the same result, relative to its oldest level. A ring " +
  "marks a step, a band the levels before and after it. Texts are changes of time: + is slower.";
const title = "ratio to the reference, oldest level = 100 %";

module.exports = line_plot({
  id: "trend",
  title: "Over time",
  short: "Over time",
  about,
  terms: ["speedup", "interval"],
  axes: ["y"],
  one_dataset: true,
  is_main: true,
  rows,
  points,
  sentences,
  table: (shown) => ({
    columns: [
      { title: "result", name: (row, report) => report.runs[row.run].label },
      { title: "version", name: ({ version }) => version },
      solver_column,
      { title: "ratio", cell: ({ ratio }) => [format.times(ratio[0]), ratio[0]] },
    ],
    rows: shown.flatMap(({ solver, points }) => points.map((point) => ({ solver, ...point }))),
  }),
  more,
  ...over_time(spec.logarithmic("y", "middle", title, "percent", { padding: 30 }), spec.value(60), 0.12),
});
