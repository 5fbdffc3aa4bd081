// Throughput plot: a panel per dataset, a row per solver, in the same order everywhere.
const format = require("../format");
const spec = require("../spec");
const {
  columns_of_runs, dataset_column, ends_of, figure_columns, figure_text, in_order, is_pair,
  rows_on_view, solver_column, solver_name,
} = require("../report");
const { change_text, largest_changes, rows_by_run } = require("../changes");
const { rate_sentence, short_name, threads_text } = require("../text");

function tip_of(report, row) {
  const who = `${solver_name(report, row)} on ${short_name(report.datasets[row.dataset].name)}`;
  if (!row.per_second) return `${who}\n${why_none(report, row)}`;
  return (
    `${who}, ${threads_text(row.threads)}\n` +
    `${rate_sentence(row.per_second)}\n` +
    `${figure_text(report, row, "time")} per puzzle, ${format.count(row.puzzles)} puzzles`
  );
}

// Speeds that the axis covers: the medians and, up to a factor of ten around them, the intervals.
// Without the limit, one very wide interval would squeeze all panels.
function span_of(rows) {
  const all = rows.filter((row) => row.per_second).map((row) => ends_of(row.per_second));
  const least = Math.min(...all.map(({ middle }) => middle));
  const most = Math.max(...all.map(({ middle }) => middle));
  return [
    Math.max(least / 10, Math.min(...all.map(({ low }) => low))),
    Math.min(most * 10, Math.max(...all.map(({ high }) => high))),
  ];
}

// Ends of an interval within the span, and which of them were cut off.
function clipped({ middle, low, high }, [least, most]) {
  if (middle === null) return { middle, low, high };
  return {
    middle,
    low: Math.max(low, least),
    high: Math.min(high, most),
    cut: [low < least ? "low" : null, high > most ? "high" : null].filter(Boolean),
  };
}

// What stands in place of a row's speed: a bound or unranked speed with its unit, or why there is
// none.
function why_none(report, row) {
  const text = figure_text(report, row, "per_second");
  if (!/^[≤§~]/.test(text)) return text;
  const [figure] = text.split(" (");
  return `${figure}${/\d$/.test(figure) ? " " : ""}/s`;
}

function points_of(report, rows, span) {
  return rows.map((row) => ({
    dataset: row.dataset,
    solver: row.solver,
    run: row.run,
    slot: is_pair(report) ? 0.28 + 0.44 * row.run : 0.5, // place within the solver's row
    ...clipped(ends_of(row.per_second), span),
    why: row.per_second ? "" : why_none(report, row),
    is_void: Boolean(row.void),
    tip: tip_of(report, row),
  }));
}

// Sentences on the largest changes from the first run to the second.
function change_sentences(report, choices) {
  const groups = rows_by_run(report, choices).filter(({ threads }) => threads === choices.threads);
  return largest_changes(report, groups).map(({ solver, dataset, rows, ratio }) => {
    const where = short_name(report.datasets[dataset].name);
    const both = report.runs.map(
      ({ label }, run) => `${format.rate(rows.get(run).per_second[0])} in ${short_name(label)}`,
    );
    const who = `${solver_name(report, { solver })} on ${where}`;
    return `${who}: ${both.join(", ")} (${change_text(ratio)}).`;
  });
}

// Sentences on each dataset's winner and how certain that is.
function sentence_of(report, rows) {
  const timed = rows.filter((row) => row.per_second);
  const datasets = [...new Set(timed.map((row) => row.dataset))];
  return datasets.map((dataset) => {
    const name = short_name(report.datasets[dataset].name);
    const row = timed.find((one) => one.dataset === dataset && !one.few);
    if (!row) return `${name}: too few puzzles to name the fastest solver.`;
    const solver = solver_name(report, row);
    return `${name}: ${solver} ranks first with ${rate_sentence(row.per_second)}.`;
  });
}

function table_of(report, rows) {
  const end = (title, index) => ({
    title,
    term: "interval",
    cell: ({ per_second }) =>
      per_second && per_second[index] && [`${per_second[index]}`, per_second[index]],
  });
  const rate = figure_columns(report, ["per_second"]);
  const columns = [dataset_column, solver_column, ...rate, end("low", 1), end("high", 2)];
  return { columns: columns_of_runs(report, columns), rows };
}

// Sizes of a plot's panels. Solver names stand left of each panel, as wide as the longest.
function panel_sizes(report, rows, width) {
  const longest = Math.max(...rows.map((row) => solver_name(report, row).length));
  const names = Math.min(135, 24 + 7 * longest);
  const count = new Set(rows.map((row) => row.dataset)).size;
  const columns = Math.max(1, Math.min(3, count, Math.floor(width / 350)));
  return { columns, panel_width: Math.floor(width / columns) - names - 30 };
}

function chart(report, choices, width) {
  const pair = is_pair(report);
  const rows = rows_on_view(report, choices, "threads");
  if (!rows.some((row) => row.per_second)) return null;
  const order = in_order(rows.map((row) => row.solver));
  const span = span_of(rows);
  return {
    data: { rows: points_of(report, rows, span) },
    signals: {
      span,
      order,
      panel_height: (pair ? 40 : 24) * order.length,
      ...panel_sizes(report, rows, width),
    },
    legends: spec.run_legends(report),
    sentences: pair ? change_sentences(report, choices) : sentence_of(report, rows),
    table: table_of(report, rows),
  };
}

// Speeds are written right of their marks, or left where there is no room.
const is_far =
  "(scale('x', datum.middle) > panel_width * 0.6 || indexof(datum.cut || [], 'high') >= 0)";
const centre = spec.signal("scale('y', datum.solver) + bandwidth('y') * datum.slot");

const ends = { x: spec.on("x", "low"), x2: spec.on("x", "high"), y: centre };

const dot = spec.mark("symbol", "speeds", {
  x: spec.on("x", "middle"),
  y: centre,
  ...spec.dot,
  size: spec.value(90),
  tooltip: { field: "tip" },
});

// Arrow at the end of an interval that goes on beyond the axis.
const arrow = (end, shape) =>
  spec.mark("symbol", `cut_${end}`, {
    x: spec.on("x", end),
    y: centre,
    shape: spec.value(shape),
    fill: spec.by_solver("colour"),
    size: spec.value(45),
    tooltip: { field: "tip" },
  });

const figure = {
  x: spec.signal(`scale('x', ${is_far} ? datum.low : datum.high)`),
  dx: spec.signal(`${is_far} ? -10 : 10`),
  align: spec.signal(`${is_far} ? 'right' : 'left'`),
  y: centre,
  fill: spec.signal("muted"),
};
const rate = spec.signal("rate_text(datum.middle)");

const reason = spec.mark("text", "voids", {
  x: spec.value(8),
  y: centre,
  baseline: spec.value("middle"),
  fontWeight: spec.signal("datum.is_void ? 600 : 400"),
  fill: spec.signal("datum.is_void ? alarm : muted"),
  text: { field: "why" },
  limit: spec.signal("panel_width - 8"),
  tooltip: { field: "tip" },
});

// Data sets of a panel, with the rows for which an expression is true.
const parts = {
  speeds: "datum.middle !== null",
  voids: "datum.middle === null",
  cut_low: "indexof(datum.cut || [], 'low') >= 0",
  cut_high: "indexof(datum.cut || [], 'high') >= 0",
};

const specification = {
  scales: [
    spec.scale("x", "log", spec.signal("span"), {
      nice: true,
      padding: 12,
      range: [0, spec.signal("panel_width")],
    }),
    spec.scale("y", "band", spec.signal("order"), { range: [0, spec.signal("panel_height")] }),
  ],
  ...spec.panels(
    "rows",
    "dataset",
    { text: spec.signal("dataset_names[parent.dataset]"), offset: 10 },
    [34, 26],
    {
      sort: { field: "datum.dataset" },
      data: Object.entries(parts).map(([name, expr]) => ({
        name,
        source: "panel",
        transform: [{ type: "filter", expr }],
      })),
      axes: [
        spec.ticks("x", undefined, "rate", "floor(panel_width / 62)", { gridScale: "y" }),
        { ...spec.solvers_axis, gridScale: "x", gridDash: [1, 3] },
      ],
      marks: [
        spec.interval("speeds", 0.45, ends),
        arrow("low", "triangle-left"),
        arrow("high", "triangle-right"),
        dot,
        spec.text("speeds", figure, rate, { baseline: "middle", fontSize: 11.5 }),
        reason,
      ],
    },
  ),
};

module.exports = {
  id: "throughput",
  title: "Throughput",
  short: "Throughput",
  about:
    "Puzzles per second; the bar behind a mark is its 95 % interval, with an arrow where it goes " +
    "beyond the axis. Further right is faster.",
  terms: ["per_second", "interval", "time"],
  axes: ["x"],
  is_main: true,
  specification,
  chart,
};
