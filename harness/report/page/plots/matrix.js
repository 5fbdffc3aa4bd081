// Matrix of speed ratios: each solver over the reference solver, dataset by dataset.
const spec = require("../spec");
const {
  reason_without_ratio, rows_on_view, solver_column, solver_name, speedup,
} = require("../report");
const { longer_name, short_name } = require("../text");
const { order_of } = require("./throughput");

// Average width of a letter in column names, in pixels.
const letter_width = 7;

// Colour value of a speed ratio, from -1 to 1; full at a factor of 30.
function tone_of(speed) {
  return speed && !speed.text.startsWith("tie") ? Math.log(speed.ratio) / Math.log(30) : 0;
}

// Speed ratio as short text for a cell: "25×", "tie".
function short_text(row, speed, reason) {
  if (row.void) return "void";
  if (!speed) return "–";
  return reason && reason.startsWith("unstable") ? "unstable" : speed.text.split(" ")[0];
}

function sentence_of(report, { solver, dataset, speed, reference, reason }) {
  const [name, other] = [solver, reference].map((one) => solver_name(report, { solver: one }));
  const where = short_name(report.datasets[dataset].name);
  const why = reason ? `: ${reason}` : "";
  if (!speed) return `${name} on ${where}: no figure against ${other}${why}`;
  const text = speed.text.replace("(", "(95 % interval ");
  return `${where}: ${name} against ${other}: ${text}${why}`;
}

function cells_of(report, choices) {
  const { reference } = choices;
  return rows_on_view(report, choices).map((row) => {
    const speed = row.void ? null : speedup(report, row, row.solver, reference);
    const reason = reason_without_ratio(report, row, row.solver, reference);
    const cell = { solver: row.solver, dataset: row.dataset, speed, reference, reason };
    const text = short_text(row, speed, reason);
    return { ...cell, tone: tone_of(speed), text, tip: sentence_of(report, cell) };
  });
}

function table_of(report, cells, datasets) {
  const speed_of = (solver, dataset) =>
    cells.find((cell) => cell.solver === solver && cell.dataset === dataset)?.speed;
  const columns = datasets.map((dataset) => ({
    title: report.datasets[dataset].name,
    term: "pairs",
    cell: ({ solver }) => {
      const speed = speed_of(solver, dataset);
      return speed ? [speed.text, speed.ratio] : null;
    },
  }));
  const solvers = [...new Set(cells.map((cell) => cell.solver))];
  return { columns: [solver_column, ...columns], rows: solvers.map((solver) => ({ solver })) };
}

function reference_sentence(report, choices) {
  const name = solver_name(report, { solver: choices.reference });
  return (
    `Compared with ${name}, the reference: above 1 is faster. A tie means that the 95 % interval ` +
    "of the ratio contains 1; only puzzles that both solvers were given count."
  );
}

function chart(report, choices, width) {
  const cells = cells_of(report, choices);
  if (choices.reference === null) return null;
  const others = cells.filter((cell) => cell.solver !== choices.reference);
  const reasons = new Set(others.map((cell) => cell.reason).filter(Boolean));
  if (!others.some((cell) => cell.speed)) {
    return reasons.size ? { why: `No speed-up: ${[...reasons].join("; ")}.` } : null;
  }
  const datasets = [...new Set(cells.map((cell) => cell.dataset))].sort((a, b) => a - b);
  const cell_width = Math.max(46, Math.min(130, (width - 170) / datasets.length));
  const names = datasets.map((dataset) => longer_name(report.datasets[dataset].name));
  return {
    data: { cells },
    signals: {
      columns: datasets,
      order: order_of(rows_on_view(report, choices)),
      cell_width,
      slanted: names.some((name) => name.length * letter_width > cell_width),
    },
    sentences: [reference_sentence(report, choices)],
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
      ...spec.labels("dataset_names[datum.value]"),
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
  about: "How many times as fast as the reference; choose another reference above.",
  terms: ["pairs", "speedup", "tie", "interval"],
  is_main: true,
  specification,
  chart,
};
