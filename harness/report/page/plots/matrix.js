// Matrix of speed ratios, dataset by dataset: always the solver of the row over the reference.
const spec = require("../spec");
const {
  in_order, is_pair, of_run, ratios_of_group, rows_on_view, solver_column, solver_name,
} = require("../report");
const { longer_name, short_name } = require("../text");

// Average width of a letter in column names and cells, in pixels.
const letter_width = 7;

// Speed of `solver` over `other` on the row's dataset: {ratio, text, reason}; without a ratio when
// unknown.
function speed_over(report, row, solver, other) {
  if (solver === other) return row.void ? {} : { ratio: 1, text: "1" };
  for (const [a, b, ratio, , text, inverse, why, inverse_why] of ratios_of_group(report, row)) {
    if (a === solver && b === other) return { ratio, text, reason: why };
    if (b === solver && a === other)
      return { ratio: ratio && 1 / ratio, text: inverse, reason: inverse_why };
  }
  return {};
}

// Colour value of a speed ratio, from -1 to 1; full at a factor of 30.
function tone_of({ ratio, text }) {
  return ratio && !text.startsWith("tie") ? Math.log(ratio) / Math.log(30) : 0;
}

const is_unstable = ({ ratio, text }) => Boolean(ratio) && text.endsWith(" unstable");

// Speed ratio as short text for a cell, without its interval: "25×", "tie", "~1/303".
function short_text(row, { ratio, text }) {
  if (row.void) return "void";
  return ratio ? text.replace(/ ([(±]|unstable).*/, "") : "–";
}

function sentence_of(report, row, { ratio, text, reason }, reference) {
  const name = solver_name(report, row);
  const other = solver_name(report, { solver: reference });
  const where = short_name(report.datasets[row.dataset].name);
  const why = reason ? `: ${reason}` : "";
  if (!ratio) return `${name} on ${where}: no figure against ${other}${why}`;
  // A reason says by itself that a ratio is unstable.
  const figure = reason ? text.split(" ")[0] : text.replace("(", "(95 % interval ");
  return `${where}: ${name} against ${other}: ${figure}${why}`;
}

// The matrix has a column per dataset, or one for each of two runs.
const column_of = (report, { dataset, run }) => (is_pair(report) ? 2 * dataset + run : dataset);

function cells_of(report, choices) {
  const { reference } = choices;
  return rows_on_view(report, choices, "threads").map((row) => {
    const { solver } = row;
    const speed = speed_over(report, row, solver, reference);
    return {
      solver,
      column: column_of(report, row),
      speed,
      tone: tone_of(speed),
      text: short_text(row, speed),
      tip: sentence_of(report, row, speed, reference),
    };
  });
}

// Names of all columns, made of those of the datasets.
function column_names(report, dataset_names) {
  if (!is_pair(report)) return dataset_names;
  return dataset_names.flatMap((name) => [0, 1].map((run) => name + of_run(report, run)));
}

function table_of(report, cells, solvers, shown) {
  const names = column_names(report, report.datasets.map(({ name }) => name));
  const columns = shown.map((column) => ({
    title: names[column],
    term: "pairs",
    cell: ({ solver }) => {
      const found = cells.find((cell) => cell.solver === solver && cell.column === column);
      return found?.speed.ratio ? [found.speed.text, found.speed.ratio] : null;
    },
  }));
  return { columns: [solver_column, ...columns], rows: solvers.map((solver) => ({ solver })) };
}

// What the numbers say; the title of a picture.
const title_of = (report, { reference }) =>
  `How many times as fast as ${solver_name(report, { solver: reference })} each solver is`;

function reference_sentence(report, choices) {
  return (
    `${title_of(report, choices)}: a number above 1 means that the solver of the row is faster. ` +
    "A tie means that the 95 % interval of the ratio contains 1, ~ that the ratio has no " +
    "interval, and a hatched cell that the interval is too wide to rely on. Only puzzles that " +
    "both solvers were given count."
  );
}

// Names of all datasets, without the endings of file names if they differ without them.
function dataset_names(report) {
  const names = report.datasets.map(({ name }) => name);
  const short = names.map((name) => name.replace(/(.)(\.[A-Za-z]\w{0,4})+$/, "$1"));
  return (new Set(short).size === names.length ? short : names).map((name) => longer_name(name));
}

function chart(report, choices, width) {
  if (choices.reference === null) return null;
  const cells = cells_of(report, choices);
  const others = cells.filter((cell) => cell.solver !== choices.reference);
  const reasons = new Set(others.map(({ speed }) => speed.reason).filter(Boolean));
  if (!others.some(({ speed }) => speed.ratio)) {
    return reasons.size ? { why: `No speed-up: ${[...reasons].join("; ")}.` } : null;
  }
  const columns = [...new Set(cells.map((cell) => cell.column))].sort((a, b) => a - b);
  const widest = letter_width * Math.max(...cells.map(({ text }) => text.length));
  const cell_width = Math.max(46, widest, Math.min(130, (width - 170) / columns.length));
  const names = column_names(report, dataset_names(report));
  const order = in_order(cells.map((cell) => cell.solver));
  return {
    data: { cells, unstable: cells.filter(({ speed }) => is_unstable(speed)) },
    signals: {
      columns,
      order,
      cell_width,
      column_names: names,
      slanted: columns.some((column) => names[column].length * letter_width > cell_width),
    },
    title: title_of(report, choices),
    sentences: [reference_sentence(report, choices)],
    table: table_of(report, cells, order, columns),
  };
}

const squares = {
  ...spec.place("column", "solver"),
  width: { scale: "x", band: 1 },
  height: { scale: "y", band: 1 },
  cornerRadius: spec.value(2),
  fill: spec.on("tone", "tone"),
  tooltip: { field: "tip" },
};

// Stripes of a cell: a dashed line as wide as the cell is high.
const hatches = {
  x: spec.on("x", "column"),
  x2: { ...spec.on("x", "column"), band: 1 },
  y: { ...spec.on("y", "solver"), band: 0.5 },
  stroke: spec.signal("ground"),
  strokeWidth: spec.signal("bandwidth('y')"),
  strokeDash: spec.value([2, 6]),
  strokeOpacity: spec.value(0.28),
};

const contrast = (ink) => `contrast('${ink}', scale('tone', datum.tone))`;
const figures = {
  ...spec.centred("column", "solver"),
  fill: spec.signal(`${contrast("#ffffff")} > ${contrast("#17212b")} ? '#ffffff' : '#17212b'`),
};
const in_the_middle = { align: "center", baseline: "middle" };

const specification = {
  scales: [
    spec.scale("x", "band", spec.signal("columns"), {
      range: [0, spec.signal("cell_width * length(columns)")],
      padding: 0.04,
    }),
    spec.scale("y", "band", spec.signal("order"), {
      range: [0, spec.signal("28 * length(order)")],
      padding: 0.08,
    }),
    spec.scale("tone", "linear", [-1, 0, 1], {
      range: [spec.signal("slower"), spec.signal("tie"), spec.signal("faster")],
      interpolate: "lab",
      clamp: true,
    }),
  ],
  axes: [
    {
      scale: "x",
      orient: "top",
      grid: false,
      labelAngle: spec.signal("slanted ? -35 : 0"),
      labelAlign: spec.signal("slanted ? 'left' : 'center'"),
      labelLimit: 300,
      labelOverlap: false,
      ...spec.labels("column_names[datum.value]"),
    },
    { ...spec.solvers_axis, grid: false },
  ],
  marks: [
    spec.mark("rect", "cells", squares),
    spec.mark("rule", "unstable", hatches, { interactive: false }),
    spec.text("cells", figures, { field: "text" }, in_the_middle),
  ],
};

module.exports = {
  id: "speedup",
  title: "Speed-up against the reference",
  short: "Speed-up",
  about:
    "How many times as fast the solver of a row is as the reference; choose another reference " +
    "above. Blue is faster, orange slower.",
  terms: ["pairs", "speedup", "tie", "interval"],
  is_main: true,
  specification,
  chart,
};
