// Throughput plot: a panel per dataset, a row per solver, in the same order everywhere.
const format = require("../format");
const spec = require("../spec");
const {
  dataset_column, ends_of, figure_columns, figure_text, rows_on_view, solver_column, solver_name,
} = require("../report");
const { rate_sentence, short_name, threads_text } = require("../text");

// Solvers by mean rank over datasets; those with too few puzzles on every dataset come last.
function order_of(rows) {
  const telling = rows.filter((row) => !row.few);
  const ranked = new Set(telling.map((row) => row.solver));
  const all = [...telling, ...rows.filter(({ solver }) => !ranked.has(solver))];
  const rank_of = (row) => all.filter(({ dataset }) => dataset === row.dataset).indexOf(row);
  const means = new Map();
  for (const solver of new Set(all.map((row) => row.solver))) {
    const ranks = all.filter((row) => row.solver === solver).map(rank_of);
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    means.set(solver, ranked.has(solver) ? mean : mean + rows.length);
  }
  return [...means.keys()].sort((a, b) => means.get(a) - means.get(b));
}

function tip_of(report, row) {
  const who = `${solver_name(report, row)} on ${short_name(report.datasets[row.dataset].name)}`;
  if (!row.per_second) return `${who}\n${figure_text(report, row, "per_second")}`;
  return (
    `${who}, ${threads_text(row.threads)}\n` +
    `${rate_sentence(row.per_second)}\n` +
    `${figure_text(report, row, "time")} per puzzle, ${format.count(row.puzzles)} puzzles`
  );
}

function points_of(report, rows) {
  return rows.map((row) => ({
    dataset: row.dataset,
    solver: row.solver,
    ...ends_of(row.per_second),
    why: row.per_second ? "" : figure_text(report, row, "per_second"),
    tip: tip_of(report, row),
  }));
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
    return `${name}: ${solver} ranks first, ${rate_sentence(row.per_second)}.`;
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
  return { columns: [dataset_column, solver_column, ...rate, end("low", 1), end("high", 2)], rows };
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
  const rows = rows_on_view(report, choices);
  if (!rows.some((row) => row.per_second)) return null;
  const order = order_of(rows);
  return {
    data: { rows: points_of(report, rows) },
    signals: { order, panel_height: 24 * order.length, ...panel_sizes(report, rows, width) },
    sentences: sentence_of(report, rows),
    table: table_of(report, rows),
  };
}

// Speeds are written right of their marks, or left where there is no room.
const is_far = "scale('x', datum.middle) > panel_width * 0.6";
const centre = { ...spec.on("y", "solver"), band: 0.5 };

const ends = { x: spec.on("x", "low"), x2: spec.on("x", "high"), y: centre };

const dot = spec.mark("symbol", "speeds", {
  ...spec.centred("middle", "solver"),
  shape: spec.by_solver("shape"),
  fill: spec.by_solver("colour"),
  size: spec.value(90),
  tooltip: { field: "tip" },
});

const figure = {
  x: spec.signal(`scale('x', ${is_far} ? datum.low : datum.high)`),
  dx: spec.signal(`${is_far} ? -10 : 10`),
  align: spec.signal(`${is_far} ? 'right' : 'left'`),
  y: centre,
  baseline: spec.value("middle"),
  fontSize: spec.value(11.5),
  fill: spec.signal("muted"),
  text: spec.signal("rate_text(datum.middle)"),
};

const reason = spec.mark("text", "voids", {
  x: spec.value(8),
  y: centre,
  baseline: spec.value("middle"),
  fontWeight: spec.value(600),
  fill: spec.signal("alarm"),
  text: { field: "why" },
  limit: spec.signal("panel_width - 8"),
  tooltip: { field: "tip" },
});

const part_of_panel = (name, expr) => ({
  name,
  source: "panel",
  transform: [{ type: "filter", expr }],
});

const specification = {
  scales: [
    spec.scale("x", "log", spec.of("rows", "low", "high"), {
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
      data: [
        part_of_panel("speeds", "datum.middle !== null"),
        part_of_panel("voids", "datum.middle === null"),
      ],
      axes: [
        spec.ticks("x", undefined, "floor(panel_width / 62)", "rate", { gridScale: "y" }),
        { ...spec.solvers_axis, gridScale: "x", gridDash: [1, 3] },
      ],
      marks: [
        spec.interval("speeds", 0.45, ends),
        dot,
        spec.mark("text", "speeds", figure, { interactive: false }),
        reason,
      ],
    },
  ),
};

module.exports = {
  id: "throughput",
  title: "Throughput",
  short: "Throughput",
  about: "Puzzles per second; the bar behind a mark is its 95 % interval. Further right is faster.",
  terms: ["per_second", "interval", "time"],
  axes: ["x"],
  is_main: true,
  specification,
  chart,
  order_of,
};
