// Who is fastest on what: a panel per dataset, a row per solver, in the same order everywhere.
const format = require("../format");
const {
  dataset_column,
  figure_columns,
  figure_text,
  rows_on_view,
  solver_column,
  solver_name,
  threads_text,
} = require("../report");
const { rate_sentence, short_name } = require("../text");

// By the mean rank of a solver: the rows of a dataset come fastest first. Those that met too few
// puzzles everywhere to be compared come last.
function order_of(rows) {
  const ranks = new Map();
  const seen = new Map();
  const telling = rows.filter((row) => !row.few);
  const ranked = new Set(telling.map((row) => row.solver));
  for (const row of [...telling, ...rows.filter(({ solver }) => !ranked.has(solver))]) {
    const rank = seen.get(row.dataset) || 0;
    seen.set(row.dataset, rank + 1);
    const [sum, count] = ranks.get(row.solver) || [0, 0];
    ranks.set(row.solver, [sum + rank, count + 1]);
  }
  const behind = (solver) => (ranked.has(solver) ? 0 : rows.length);
  const mean = (solver) => ranks.get(solver)[0] / ranks.get(solver)[1] + behind(solver);
  return [...ranks.keys()].sort((a, b) => mean(a) - mean(b));
}

function tip_of(report, row) {
  const who =
    `${solver_name(report, row)} on ` +
    short_name(report.datasets[row.dataset].name);
  if (!row.per_second) return `${who}\n${figure_text(report, row, "per_second")}`;
  return (
    `${who}, ${threads_text(row.threads)}\n` +
    `${rate_sentence(row.per_second)}\n` +
    `${figure_text(report, row, "time")} a puzzle, ${format.count(row.puzzles)} puzzles`
  );
}

// Without an interval, the mark stands alone.
function ends_of(estimate) {
  const [middle, low, high] = estimate || [null, null, null];
  return { middle, low: low ?? middle, high: high ?? middle };
}

function points_of(report, rows) {
  return rows.map((row) => {
    const { middle, low, high } = ends_of(row.per_second);
    const { dataset, solver } = row;
    return { dataset, solver, middle, low, high, why: row.per_second ? "" : figure_text(report, row, "per_second"), tip: tip_of(report, row) };
  });
}

// The dataset's winner and how sure that is.
function sentence_of(report, rows) {
  const timed = rows.filter((row) => row.per_second);
  const datasets = [...new Set(timed.map((row) => row.dataset))];
  return datasets.map((dataset) => {
    const name = short_name(report.datasets[dataset].name);
    const row = timed.find((one) => one.dataset === dataset && !one.few);
    if (!row) return `${name}: too few puzzles to say who comes first.`;
    const solver = solver_name(report, row);
    return `${name}: ${solver} comes first, ${rate_sentence(row.per_second)}.`;
  });
}

function table_of(report, rows) {
  const end = (title, index) => ({
    title,
    term: "interval",
    cell: ({ per_second }) => per_second && per_second[index] && [`${per_second[index]}`, per_second[index]],
  });
  const rate = figure_columns(report, ["per_second"]);
  return { columns: [dataset_column, solver_column, ...rate, end("low", 1), end("high", 2)], rows };
}

// Names stand left of each panel, as wide as the longest of them.
function panels(report, rows, width) {
  const longest = Math.max(
    ...rows.map((row) => solver_name(report, row).length),
  );
  const names = Math.min(135, 24 + 7 * longest);
  const count = new Set(rows.map((row) => row.dataset)).size;
  const columns_that_fit = Math.max(1, Math.min(3, count, Math.floor(width / 350)));
  const panel_width = Math.floor(width / columns_that_fit) - names - 30;
  return { columns: columns_that_fit, panel_width };
}

function chart(report, choices, width) {
  const rows = rows_on_view(report, choices);
  if (!rows.some((row) => row.per_second)) return null;
  return {
    data: { rows: points_of(report, rows) },
    signals: { order: order_of(rows), row_step: 24, ...panels(report, rows, width) },
    sentences: sentence_of(report, rows),
    table: table_of(report, rows),
  };
}

const specification = {
  layout: {
    columns: { signal: "columns" },
    padding: { row: 34, column: 26 },
    bounds: "full",
    align: "all",
    center: false,
  },
  data: [
    { name: "rows" },
    {
      name: "speeds",
      source: "rows",
      transform: [{ type: "filter", expr: "datum.middle !== null" }],
    },
    {
      name: "voids",
      source: "rows",
      transform: [{ type: "filter", expr: "datum.middle === null" }],
    },
    {
      name: "ends",
      source: "speeds",
      transform: [{ type: "fold", fields: ["low", "high"], as: ["end", "at"] }],
    },
  ],
  scales: [
    {
      name: "x",
      type: "log",
      domain: { data: "ends", field: "at" },
      nice: true,
      zero: false,
      padding: 12,
      range: [0, { signal: "panel_width" }],
    },
    {
      name: "y",
      type: "band",
      domain: { signal: "order" },
      range: [0, { signal: "row_step * length(order)" }],
    },
  ],
  marks: [
    {
      type: "group",
      from: { facet: { name: "panel", data: "rows", groupby: "dataset" } },
      sort: { field: "datum.dataset" },
      title: {
        text: { signal: "dataset_names[parent.dataset]" },
        frame: "group",
        fontSize: 13,
        offset: 10,
      },
      encode: {
        update: {
          width: { signal: "panel_width" },
          height: { signal: "row_step * length(order)" },
        },
      },
      data: [
        {
          name: "panel_speeds",
          source: "panel",
          transform: [{ type: "filter", expr: "datum.middle !== null" }],
        },
        {
          name: "panel_voids",
          source: "panel",
          transform: [{ type: "filter", expr: "datum.middle === null" }],
        },
      ],
      axes: [
        {
          scale: "x",
          orient: "bottom",
          gridScale: "y",
          values: { signal: "axis_values(domain('x'), x_scale, floor(panel_width / 62))" },
          encode: { labels: { update: { text: { signal: "rate_tick(datum.value)" } } } },
        },
        {
          scale: "y",
          orient: "left",
          gridScale: "x",
          gridDash: [1, 3],
          labelLimit: 150,
          encode: {
            labels: {
              update: { text: { signal: "solver_names[datum.value]" }, fill: { signal: "ink" } },
            },
          },
        },
      ],
      marks: [
        {
          type: "rule",
          from: { data: "panel_speeds" },
          encode: {
            update: {
              x: { scale: "x", field: "low" },
              x2: { scale: "x", field: "high" },
              y: { scale: "y", field: "solver", band: 0.5 },
              stroke: { scale: "colour", field: "solver" },
              strokeWidth: { value: 4 },
              strokeOpacity: { value: 0.45 },
              strokeCap: { value: "round" },
            },
          },
        },
        {
          type: "symbol",
          from: { data: "panel_speeds" },
          encode: {
            update: {
              x: { scale: "x", field: "middle" },
              y: { scale: "y", field: "solver", band: 0.5 },
              shape: { scale: "shape", field: "solver" },
              fill: { scale: "colour", field: "solver" },
              size: { value: 90 },
              tooltip: { field: "tip" },
            },
          },
        },
        {
          type: "text",
          from: { data: "panel_speeds" },
          interactive: false,
          encode: {
            update: {
              x: {
                signal:
                  "scale('x', scale('x', datum.middle) > panel_width * 0.6 ? datum.low : datum.high)",
              },
              dx: { signal: "scale('x', datum.middle) > panel_width * 0.6 ? -10 : 10" },
              align: { signal: "scale('x', datum.middle) > panel_width * 0.6 ? 'right' : 'left'" },
              y: { scale: "y", field: "solver", band: 0.5 },
              baseline: { value: "middle" },
              fontSize: { value: 11.5 },
              fill: { signal: "muted" },
              text: { signal: "rate_text(datum.middle)" },
            },
          },
        },
        {
          type: "text",
          from: { data: "panel_voids" },
          encode: {
            update: {
              x: { value: 8 },
              y: { scale: "y", field: "solver", band: 0.5 },
              baseline: { value: "middle" },
              fontWeight: { value: 600 },
              fill: { signal: "alarm" },
              text: { field: "why" },
              limit: { signal: "panel_width - 8" },
              tooltip: { field: "tip" },
            },
          },
        },
      ],
    },
  ],
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
  ends_of,
  order_of,
};
