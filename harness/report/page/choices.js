// What the reader looks at: one run, thread count and reference, some solvers and datasets. Every
// part of the page that depends on it draws again when it changes.
const { pairs_of_group, unfold } = require("./report");
const { element } = require("./text");

const listeners = [];

// A row of the dataset and thread count of the most puzzles shared by most solvers, counted over all
// pairs of them; the first row when nothing can be compared.
function telling_row(report) {
  const shared = (row) => {
    const pairs = pairs_of_group(report, row);
    return pairs ? unfold(pairs.ratios, 6).reduce((sum, ratio) => sum + ratio[3], 0) : 0;
  };
  const first_run = report.rows.filter((row) => row.run === report.rows[0].run);
  return first_run.reduce((most, row) => (shared(row) > shared(most) ? row : most));
}

function first_choices(report) {
  const row = report.rows.length ? telling_row(report) : null;
  const run = row ? row.run : 0;
  const reference = report.runs[run] ? report.runs[run].reference : null;
  return {
    run,
    threads: row ? row.threads : 1,
    reference: reference === null && row ? row.solver : reference,
    dataset: row ? row.dataset : 0, // of the plots that show one at a time
    datasets: new Set(report.datasets.keys()),
    solvers: new Set(report.solvers.keys()),
    linear: new Set(), // ids of the plots whose axes are not logarithmic
    pair: null, // of the scatter plot
    sample: null, // of the per-puzzle contests: an index in report.fields
    theme: "light",
    on_paper: false,
  };
}

function on_change(listener) {
  listeners.push(listener);
}

function change(choices, part) {
  Object.assign(choices, part);
  keep_valid(choices);
  listeners.forEach((listener) => listener(choices));
}

// Plots of one dataset show one of those that are chosen.
function keep_valid(choices) {
  if (choices.datasets.size === 0 || choices.datasets.has(choices.dataset)) return;
  choices.dataset = Math.min(...choices.datasets);
}

function toggled(set, item) {
  const other = new Set(set);
  if (!other.delete(item)) other.add(item);
  return other;
}

// An element with children that `make` makes anew with every choice. It gets a function that makes
// them once more.
function refilled(tag, make) {
  const frame = element(tag);
  const fill = () => frame.replaceChildren(...[make(fill)].flat().filter(Boolean));
  fill();
  on_change(fill);
  return frame;
}

module.exports = { change, first_choices, on_change, refilled, toggled };
