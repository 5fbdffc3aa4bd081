// The data of the page, what the reader chose to see of it, and what several parts ask of both.
const report = { solvers: [], datasets: [], runs: [], rows: [], groups: [], definitions: [] };

// Indices in the report. null: as `reference` the fastest solver of each set; as `solver`, which
// plots show in colour, the first of each.
const view = { run: 0, threads: 1, dataset: 0, solver: null, reference: null };
const first_view = {};
const hidden = { solvers: new Set(), datasets: new Set() };

function load(data) {
  Object.assign(report, data);
  view.run = Math.max(0, report.runs.length - 1);
  view.threads = thread_counts(view.run)[0] ?? 1;
  // The most telling set of those that compare enough solvers: the fastest four lie farthest apart.
  const told = report.datasets.map((set, dataset) => {
    const rows = rows_of({ dataset });
    const best = fastest(rows);
    const ratios = rows.map((row) => best && ratio_of(best, row).middle).filter(Boolean);
    return { dataset, ratios: ratios.sort((a, b) => a - b).slice(0, 4), compared: ratios.length };
  });
  const most = Math.max(...told.map(({ compared }) => compared));
  const apart_by = ({ ratios, compared }) => (compared < most / 2 ? 0 : ratios.at(-1) ?? 0);
  view.dataset = told.sort((a, b) => apart_by(b) - apart_by(a))[0]?.dataset ?? 0;
  Object.assign(first_view, view);
}

// Two runs share the plots; of more, most plots show one.
const is_pair = () => report.runs.length === 2;
const distinct = (all) => [...new Set(all)].sort((a, b) => a - b);
const thread_counts = (run = null) =>
  distinct(report.rows.filter((row) => run === null || row.run === run).map((row) => row.threads));
const is_shown = ({ solver, dataset }) =>
  !hidden.solvers.has(solver) && !hidden.datasets.has(dataset);

// Rows of the view that are not hidden, or of another place; null is any.
function rows_of({ run = view.run, threads = view.threads, dataset = view.dataset } = {}) {
  const place = Object.entries({ run, threads, dataset });
  return report.rows.filter((row) =>
    is_shown(row) && place.every(([key, at]) => at === null || row[key] === at));
}

// Rows that a plot of one set shows: of both runs of a pair.
const rows_on_plot = () =>
  (is_pair() ? [0, 1] : [view.run]).flatMap((run) => rows_of({ run }));

// The fastest of the rows that did the whole task on enough puzzles, if any.
function fastest(rows) {
  const ranked = rows.filter((row) => !row.state && !row.few && row.per_second);
  return ranked.reduce((best, row) => (ratio_of(row, best).middle > 1 ? row : best), ranked[0]);
}

const inverse = (ratio) => (ratio === null ? null : 1 / ratio);

// Speed of a row over that of another one: {middle, low, high, reason, moved}. `moved` tells that
// other work shared the core.
function ratio_of(row, other) {
  if (row === other) return { middle: 1, low: 1, high: 1, reason: "" };
  const { ratios } = report.groups.find(({ run, dataset, threads }) =>
    run === row.run && dataset === row.dataset && threads === row.threads);
  for (let at = 0; at < ratios.length; at += 8) {
    const [a, b, middle, low, high, , reason, moved] = ratios.slice(at, at + 8);
    if (a === row.solver && b === other.solver) return { middle, low, high, reason, moved };
    if (b === row.solver && a === other.solver)
      return { middle: inverse(middle), low: inverse(high), high: inverse(low), reason, moved };
  }
  return { middle: null, low: null, high: null, reason: "" };
}

const is_tie = ({ middle, low, high, reason }) =>
  middle !== null && !reason && low !== null && low <= 1 && high >= 1 && low !== high;

// A ratio as {figure, word, interval}: "2.3×", "slower", "2.2–2.4"; with marks of its doubts.
function ratio_parts(ratio) {
  const { middle, low, high, reason, moved } = ratio;
  const bound = middle ?? low ?? high;
  if (bound === null) return { figure: "–", word: "", interval: reason };
  if (is_tie(ratio)) return { figure: "tie", word: "", interval: `${number(low)}–${number(high)}` };
  const sign = middle === null ? "≥ " : reason || low === null ? "~" : "";
  const ends = bound < 1 ? [inverse(high), inverse(low)] : [low, high];
  const interval = middle === null || low === null ? "" : ends.map(number).join("–");
  return {
    figure: `${sign}${times(bound)}${moved ? " ‡" : ""}`,
    word: in_times(bound).split(" ")[1],
    interval: [interval, reason].filter(Boolean).join(", "),
  };
}

// A ratio in a sentence: "2.3× slower than simd (95 % interval 2.2–2.4)".
function ratio_sentence(ratio, other) {
  const { figure, word, interval } = ratio_parts(ratio);
  const doubt = ratio.reason || !interval ? interval : `95 % interval ${interval}`;
  const what = figure === "–" ? "no ratio to" : word ? `${figure} ${word} than` : "tie with";
  return `${what} ${other}${doubt ? ` (${doubt})` : ""}`;
}

// A solving rate in words; the interval holds for this machine, in the hour of the run.
function rate_sentence([middle, low, high]) {
  if (low === null || high === null) return `${rate(middle)}, with unknown uncertainty`;
  return `${rate(middle)} (95 % interval ${rate(low)} to ${rate(high)})`;
}

// Median and interval of an estimate; without an interval both ends are the median.
const ends_of = ([middle, low, high]) => ({ middle, low: low ?? middle, high: high ?? middle });

// Reads a table cell: null (unknown), a count, a text, [text, key(, tone)]. The key is for sorting.
function read_cell(cell) {
  if (typeof cell === "number") return { text: count(cell), key: cell };
  const [text, key, tone] = Array.isArray(cell) ? cell : [cell, cell];
  return { text: text ?? "–", key, tone };
}

const cell_of = (row, id) => row.cells[report.columns.findIndex((one) => one.id === id)];
const figure_of = (row, id) => read_cell(cell_of(row, id));

// Names without the endings of file names, if these differ without them.
function set_name(dataset = view.dataset) {
  const names = report.datasets.map(({ name }) => name);
  const short = names.map((name) => name.replace(/(.)(\.[A-Za-z]\w{0,4})+$/, "$1"));
  return short_name((new Set(short).size === names.length ? short : names)[dataset], 32);
}
const run_name = (run) => short_name(report.runs[run].label);

// Name of a solver in plots and sentences, with the marks of its row.
const solver_name = (solver, row = {}) => short_name(report.solvers[solver].name) +
  `${row.chunk ? "*" : ""}${row.state === "stuck" ? "¶" : ""}`;
const name_in_plot = (row) =>
  solver_name(row.solver, row) + (is_pair() ? ` (${run_name(row.run)})` : "");

const place_text = () =>
  `${set_name()}${thread_counts(view.run).length > 1 ? `, ${threads_text(view.threads)}` : ""}`;
