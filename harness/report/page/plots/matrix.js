// Matrix of speed ratios, dataset by dataset: each solver over the reference solver or, if most are
// slower, the reference over each, so that most numbers are above 1.
const spec = require("../spec");
const { ratios_of_group, rows_on_view, solver_column, solver_name } = require("../report");
const { longer_name, short_name } = require("../text");
const { order_of } = require("./throughput");

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

// Whether most solvers are slower than the reference.
function is_turned(report, { reference, ...choices }) {
  const ratios = rows_on_view(report, choices)
    .map((row) => speed_over(report, row, row.solver, reference).ratio)
    .filter((ratio) => ratio && ratio !== 1);
  return ratios.filter((ratio) => ratio < 1).length > ratios.length / 2;
}

// Colour value of a speed ratio, from -1 to 1; full at a factor of 30.
function tone_of({ ratio, text }) {
  return ratio && !text.startsWith("tie") ? Math.log(ratio) / Math.log(30) : 0;
}

// Speed ratio as short text for a cell, without its interval: "25×", "tie", "~1/303 unstable".
function short_text(row, { ratio, text }) {
  if (row.void) return "void";
  return ratio ? text.split(/ [(±]/)[0] : "–";
}

function sentence_of(report, row, { ratio, text, reason }, solvers) {
  const [name, other] = solvers.map((solver) => solver_name(report, { solver }));
  const where = short_name(report.datasets[row.dataset].name);
  const why = reason ? `: ${reason}` : "";
  if (!ratio) return `${name} on ${where}: no figure against ${other}${why}`;
  // A reason says by itself that a ratio is unstable.
  const figure = reason ? text.split(" ")[0] : text.replace("(", "(95 % interval ");
  return `${where}: ${name} against ${other}: ${figure}${why}`;
}

function cells_of(report, { reference, ...choices }, turned) {
  return rows_on_view(report, choices).map((row) => {
    const solvers = turned ? [reference, row.solver] : [row.solver, reference];
    const speed = speed_over(report, row, ...solvers);
    const tip = sentence_of(report, row, speed, solvers);
    const { solver, dataset } = row;
    return { solver, dataset, speed, tone: tone_of(speed), text: short_text(row, speed), tip };
  });
}

function table_of(report, cells, datasets) {
  const columns = datasets.map((dataset) => ({
    title: report.datasets[dataset].name,
    term: "pairs",
    cell: ({ solver }) => {
      const found = cells.find((cell) => cell.solver === solver && cell.dataset === dataset);
      return found?.speed.ratio ? [found.speed.text, found.speed.ratio] : null;
    },
  }));
  const solvers = [...new Set(cells.map((cell) => cell.solver))];
  return { columns: [solver_column, ...columns], rows: solvers.map((solver) => ({ solver })) };
}

// What the numbers say; the title of a picture.
function title_of(report, { reference }, turned) {
  const name = solver_name(report, { solver: reference });
  return turned
    ? `How many times as fast as each solver ${name} is`
    : `How many times as fast as ${name} each solver is`;
}

function reference_sentence(report, choices, turned) {
  return (
    `${title_of(report, choices, turned)}, the reference. A tie means that the 95 % interval ` +
    "of the ratio contains 1, ~ that the ratio has no interval, and unstable that its ends were " +
    "far apart; only puzzles that both solvers were given count."
  );
}

// Names of all datasets, without the endings of file names if they differ without them.
function column_names(report) {
  const names = report.datasets.map(({ name }) => name);
  const short = names.map((name) => name.replace(/(.)(\.[A-Za-z]\w{0,4})+$/, "$1"));
  return (new Set(short).size === names.length ? short : names).map((name) => longer_name(name));
}

function chart(report, choices, width) {
  if (choices.reference === null) return null;
  const turned = is_turned(report, choices);
  const cells = cells_of(report, choices, turned);
  const others = cells.filter((cell) => cell.solver !== choices.reference);
  const reasons = new Set(others.map(({ speed }) => speed.reason).filter(Boolean));
  if (!others.some(({ speed }) => speed.ratio)) {
    return reasons.size ? { why: `No speed-up: ${[...reasons].join("; ")}.` } : null;
  }
  const datasets = [...new Set(cells.map((cell) => cell.dataset))].sort((a, b) => a - b);
  const widest = letter_width * Math.max(...cells.map(({ text }) => text.length));
  const cell_width = Math.max(46, widest, Math.min(130, (width - 170) / datasets.length));
  const names = column_names(report);
  return {
    data: { cells },
    signals: {
      columns: datasets,
      order: order_of(rows_on_view(report, choices)),
      cell_width,
      column_names: names,
      slanted: datasets.some((dataset) => names[dataset].length * letter_width > cell_width),
    },
    title: title_of(report, choices, turned),
    sentences: [reference_sentence(report, choices, turned)],
    table: table_of(report, cells, datasets),
  };
}

const squares = {
  ...spec.place("dataset", "solver"),
  width: { scale: "x", band: 1 },
  height: { scale: "y", band: 1 },
  cornerRadius: spec.value(2),
  fill: spec.on("tone", "tone"),
  tooltip: { field: "tip" },
};

const contrast = (ink) => `contrast('${ink}', scale('tone', datum.tone))`;
const figures = {
  ...spec.centred("dataset", "solver"),
  align: spec.value("center"),
  baseline: spec.value("middle"),
  text: { field: "text" },
  fill: spec.signal(`${contrast("#ffffff")} > ${contrast("#17212b")} ? '#ffffff' : '#17212b'`),
};

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
    spec.mark("text", "cells", figures, { interactive: false }),
  ],
};

module.exports = {
  id: "speedup",
  title: "Speed-up against the reference",
  short: "Speed-up",
  about: "Speed ratios of the solvers and the reference; choose another reference above.",
  terms: ["pairs", "speedup", "tie", "interval"],
  is_main: true,
  specification,
  chart,
};
