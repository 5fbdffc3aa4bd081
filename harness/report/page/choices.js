// What the reader of a page chooses: one run, thread count and reference, some solvers and
// datasets. Whatever depends on these choices is drawn again after a change.
const { ratios_of_group } = require("./report");
const { element } = require("./text");

const listeners = [];

// Row whose dataset and thread count a page shows first: its pairs of solvers share the most
// puzzles in total. The first row when no solvers can be compared.
function telling_row(report) {
  const shared = (row) =>
    ratios_of_group(report, row)
      .filter(([, , ratio]) => ratio !== null)
      .reduce((sum, [, , , puzzles]) => sum + puzzles, 0);
  const first_run = report.rows.filter((row) => row.run === report.rows[0].run);
  return first_run.reduce((most, row) => (shared(row) > shared(most) ? row : most));
}

function first_choices(report) {
  const none = { run: 0, threads: 1, dataset: 0, solver: null };
  const { run, threads, dataset, solver } = report.rows.length ? telling_row(report) : none;
  return {
    run,
    threads,
    reference: report.runs[run].reference ?? solver,
    dataset, // for plots of one dataset
    datasets: new Set(report.datasets.keys()),
    solvers: new Set(report.solvers.keys()),
    linear: new Set(), // ids of the plots whose axes are not logarithmic
    pair: null, // in the scatter plot
    sample: null, // in the profile over puzzles
    theme: "light",
    on_paper: false,
  };
}

function on_change(listener) {
  listeners.push(listener);
}

function change(choices, part) {
  Object.assign(choices, part);
  // Keeps the dataset of single-dataset plots among the datasets that the reader chose.
  const { dataset, datasets } = choices;
  if (datasets.size > 0 && !datasets.has(dataset)) choices.dataset = Math.min(...datasets);
  listeners.forEach((listener) => listener(choices));
}

function toggled(set, item) {
  const other = new Set(set);
  if (!other.delete(item)) other.add(item);
  return other;
}

// Check box for one of the choices' sets.
function toggle_box(choices, member, item) {
  return element("input", {
    type: "checkbox",
    checked: choices[member].has(item),
    change: () => change(choices, { [member]: toggled(choices[member], item) }),
  });
}

// Page element with children from `make`, rebuilt when the reader chooses or `make` asks for it.
function refilled(tag, make) {
  const frame = element(tag);
  const fill = () => frame.replaceChildren(...[make(fill)].flat().filter(Boolean));
  fill();
  on_change(fill);
  return frame;
}

module.exports = { change, first_choices, on_change, refilled, toggle_box };
