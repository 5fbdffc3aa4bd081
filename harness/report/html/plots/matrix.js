// How many times as fast each solver is as the reference, dataset by dataset.
const format = require("../format");
const { ramps } = require("../palette");
const { reason_without_ratio, rows_on_view, speedup } = require("../report");
const { longer_name, short_name } = require("../text");
const { order_of } = require("./throughput");

// Pixels of a letter of a column's name, on average.
const letter_width = 7;

// The colours are full at a factor of 30.
function tone_of(ratio) {
  return ratio && !format.is_tie(ratio) ? Math.log(ratio[0]) / Math.log(30) : 0;
}

function text_of(row, ratio, reference, reason) {
  if (row.solver === reference) return "1";
  if (row.void) return "void";
  if (!ratio) return format.unknown;
  if (reason && reason.startsWith("unstable")) return "unstable";
  return format.is_tie(ratio) ? "tie" : format.times_as_fast(ratio[0]);
}

function sentence_of(report, { solver, dataset, ratio, reference, reason }) {
  const name = (index) => short_name(report.solvers[index].name);
  const where = short_name(report.datasets[dataset].name);
  const why = reason ? `: ${reason}` : "";
  if (!ratio) return `${name(solver)} on ${where}: no figure against ${name(reference)}${why}`;
  if (format.is_tie(ratio)) {
    return (
      `${where}: ${name(solver)} and ${name(reference)} are level: the interval ` +
      `${format.digits(ratio[1])}–${format.digits(ratio[2])} holds 1`
    );
  }
  return (
    `${where}: ${name(solver)} against ${name(reference)}: ` +
    `${format.interval_sentence(ratio, format.times_as_fast)}${why}`
  );
}

function cells_of(report, choices) {
  const { reference } = choices;
  return rows_on_view(report, choices).map((row) => {
    const ratio = row.void ? null : speedup(report, row, row.solver, reference);
    const reason = reason_without_ratio(report, row, row.solver, reference);
    const cell = { solver: row.solver, dataset: row.dataset, ratio, reference, reason };
    return {
      ...cell,
      tone: tone_of(ratio),
      text: text_of(row, ratio, reference, reason),
      tip: sentence_of(report, cell),
    };
  });
}

// A row per solver, a column per dataset.
function table_of(report, choices, cells, datasets) {
  const solver = { title: "solver", name: (row, all) => all.solvers[row.solver].name };
  const columns = datasets.map((dataset) => ({
    title: report.datasets[dataset].name,
    term: "pairs",
    value: (row) => row.ratios.get(dataset) && row.ratios.get(dataset)[0],
    text: (row) => format.ratio(row.ratios.get(dataset)),
  }));
  const rows = new Map();
  cells.forEach((cell) => {
    const row = rows.get(cell.solver) || { solver: cell.solver, ratios: new Map() };
    rows.set(cell.solver, row);
    row.ratios.set(cell.dataset, cell.ratio);
  });
  return { columns: [solver, ...columns], rows: [...rows.values()] };
}

function reference_sentence(report, choices) {
  const name = short_name(report.solvers[choices.reference].name);
  return (
    `Against ${name}, the reference: above 1 is faster. A tie is where the 95 % interval of ` +
    "the ratio holds 1; only puzzles that both solvers met count."
  );
}

function chart(report, choices, width) {
  const cells = cells_of(report, choices);
  if (choices.reference === null) return null;
  const others = cells.filter((cell) => cell.solver !== choices.reference);
  const reasons = new Set(others.map((cell) => cell.reason).filter(Boolean));
  if (!others.some((cell) => cell.ratio)) {
    return reasons.size ? { why: `No speed-up: ${[...reasons].join("; ")}.` } : null;
  }
  const datasets = [...new Set(cells.map((cell) => cell.dataset))].sort((a, b) => a - b);
  const cell_width = Math.max(46, Math.min(130, (width - 170) / datasets.length));
  const names = datasets.map((dataset) => longer_name(report.datasets[dataset].name));
  const { slower, tie, faster } = ramps[choices.theme];
  return {
    data: { cells },
    signals: {
      columns: datasets,
      order: order_of(rows_on_view(report, choices)),
      cell_width,
      slanted: names.some((name) => name.length * letter_width > cell_width),
      slower,
      tie,
      faster,
    },
    sentences: [reference_sentence(report, choices)],
    table: table_of(report, choices, cells, datasets),
  };
}

module.exports = {
  id: "speedup",
  title: "Speed-up against the reference",
  short: "Speed-up",
  about: "How many times as fast as the reference; choose another reference above.",
  terms: ["pairs", "speedup", "tie", "interval"],
  axes: [],
  specification: require("./matrix.json"),
  chart,
};
