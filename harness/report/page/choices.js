// The reader's choices: one run, thread count and reference, some solvers and datasets. All that
// depends on them is drawn again after a change.
const { pairs_of_group, unfold } = require("./report");
const { element } = require("./text");

const listeners = [];

// Row of the dataset and thread count whose pairs of solvers share the most puzzles in total; the
// first row when nothing can be compared.
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
    dataset: row ? row.dataset : 0, // for plots of one dataset
    datasets: new Set(report.datasets.keys()),
    solvers: new Set(report.solvers.keys()),
    linear: new Set(), // ids of the plots whose axes are not logarithmic
    pair: null, // in the scatter plot
    sample: null, // index in report.fields, of the profile over puzzles
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

// Keeps the dataset of single-dataset plots among the chosen ones.
function keep_valid(choices) {
  if (choices.datasets.size === 0 || choices.datasets.has(choices.dataset)) return;
  choices.dataset = Math.min(...choices.datasets);
}

function toggled(set, item) {
  const other = new Set(set);
  if (!other.delete(item)) other.add(item);
  return other;
}

// Element whose children `make` rebuilds after every choice; its argument rebuilds them at once.
function refilled(tag, make) {
  const frame = element(tag);
  const fill = () => frame.replaceChildren(...[make(fill)].flat().filter(Boolean));
  fill();
  on_change(fill);
  return frame;
}

module.exports = { change, first_choices, on_change, refilled, toggled };
