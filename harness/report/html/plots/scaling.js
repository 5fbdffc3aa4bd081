// How many times as fast a solver gets with more threads, against the line of no loss.
const format = require("../format");
const { is_chosen, threads_text } = require("../report");
const { short_name } = require("../text");
const { legend_signals } = require("./legend");
const { ends_of } = require("./throughput");

function scaled_rows(report, choices) {
  return report.rows.filter(
    (row) =>
      row.run === choices.run &&
      row.dataset === choices.dataset &&
      is_chosen(row, choices) &&
      row.scaling,
  );
}

function point_of(report, row) {
  const { middle, low, high } = ends_of(row.scaling.ratio);
  const ideal = row.threads / row.scaling.base;
  const tip =
    `${short_name(report.solvers[row.solver].name)}, ${threads_text(row.threads)}\n` +
    `${format.ratio(row.scaling.ratio)} as fast as on ${row.scaling.base}\n` +
    `${format.percent(middle / ideal)} of the ideal`;
  return { solver: row.solver, at: row.threads, middle, low, high, tip };
}

// The rows that the others are measured by: as fast as themselves.
function base_points(rows) {
  const solvers = new Map(rows.map((row) => [row.solver, row.scaling.base]));
  return [...solvers].map(([solver, at]) => ({ solver, at, middle: 1, low: 1, high: 1, tip: "" }));
}

const columns = [
  { title: "solver", name: (row, report) => report.solvers[row.solver].name },
  { title: "threads", term: "threads", value: (row) => row.threads },
  {
    title: "times as fast",
    term: "line",
    value: (row) => row.scaling.ratio[0],
    text: (row) => format.ratio(row.scaling.ratio),
  },
  {
    title: "of the ideal",
    value: (row) => (row.scaling.ratio[0] * row.scaling.base) / row.threads,
    text: (row) => format.percent((row.scaling.ratio[0] * row.scaling.base) / row.threads),
  },
];

function sentences_of(report, rows, most) {
  return rows
    .filter((row) => row.threads === most)
    .slice(0, 6)
    .map((row) => {
      const share = (row.scaling.ratio[0] * row.scaling.base) / row.threads;
      return (
        `${short_name(report.solvers[row.solver].name)} on ${threads_text(most)}: ` +
        `${format.ratio(row.scaling.ratio)} as fast as on ${row.scaling.base}, ` +
        `${format.percent(share)} of the ideal.`
      );
    });
}

function chart(report, choices, width) {
  const rows = scaled_rows(report, choices);
  const more = rows.filter((row) => row.threads > row.scaling.base);
  if (more.length === 0) return null;
  const base = more[0].scaling.base;
  const most = Math.max(...more.map((row) => row.threads));
  const solvers = [...new Set(more.map((row) => row.solver))];
  const counts = [...new Set([base, ...more.map((row) => row.threads)])].sort((a, b) => a - b);
  return {
    data: {
      points: [...base_points(more), ...more.map((row) => point_of(report, row))],
      ideal: [
        { at: base, middle: 1 },
        { at: most, middle: most / base, label: "no loss" },
      ],
    },
    signals: {
      thread_counts: counts,
      base_title: `times as fast as on ${threads_text(base)}`,
      ...legend_signals(report, solvers, width),
    },
    height: 340,
    sentences: sentences_of(report, more, most),
    table: { columns, rows: more },
  };
}

module.exports = {
  id: "scaling",
  title: "Scaling over threads",
  short: "Scaling",
  about: "How many times as fast with more threads; on the dashed line no thread loses anything.",
  terms: ["threads", "line", "interval"],
  axes: ["x", "y"],
  one_dataset: true,
  specification: require("./scaling.json"),
  chart,
};
