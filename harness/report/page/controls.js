// What the reader of a page chooses: one run, thread count and reference, some solvers and
// datasets; and the controls for it, on the bar at the top and above plots. Whatever depends on the
// choices is drawn again after a change.
const { look } = require("./chart");
const { ratios_of_group, thread_counts } = require("./report");
const { button, element, longer_name, name_of, shape, threads_text } = require("./text");

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

// Labelled drop-down list; `items` are [value, text], and `listener` gets the chosen value.
function select(label, items, chosen, listener) {
  const options = items.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text),
  );
  const choose = (event) => listener(items[event.target.selectedIndex][0]);
  // Names the list for screen readers: narrow screens hide its visible label.
  const list = element("select", { "aria-label": label, change: choose }, options);
  return element("label", { class: "choice" }, element("span", {}, label), list);
}

// Drop-down list for the member `key` of the choices.
function choice_of(choices, label, key, items, chosen = choices[key]) {
  return select(label, items, chosen, (value) => change(choices, { [key]: value }));
}

function named(list) {
  return list.map(({ name, label }, index) => [index, longer_name(name || label)]);
}

function dataset_select(report, choices) {
  const label = choice_of(choices, "Dataset", "dataset", named(report.datasets));
  on_change(({ dataset }) => (label.querySelector("select").value = dataset));
  return label;
}

// Sample of a solver's line in plots; set_theme sets its colour.
function swatch(solver) {
  const { dash, sample } = look(solver, "light");
  const pattern = dash[1] ? dash.map((length) => length / 15).join(" ") : null;
  const line = shape("path", { d: sample, "stroke-width": 0.14, "stroke-dasharray": pattern });
  line.style.stroke = line.style.fill = `var(--solver-${solver})`;
  return shape("svg", { class: "swatch", viewBox: "-1 -.4 2 .8", "aria-hidden": "true" }, line);
}

function set_theme(report, choices, theme, on_paper = false) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  report.solvers.forEach((solver, index) =>
    root.style.setProperty(`--solver-${index}`, look(index, theme).colour),
  );
  change(choices, { theme, on_paper });
}

function all_or_none(list, choices, member) {
  const set = (items) => () => {
    change(choices, { [member]: new Set(items) });
    list.querySelectorAll("input").forEach((box) => (box.checked = items.length > 0));
  };
  const every = [...list.querySelectorAll("label").keys()];
  return element("div", {}, button("all", set(every)), button("none", set([])));
}

// Check boxes for the member `member` of the choices; `mark` makes what stands beside a name.
function check_list(title, items, choices, member, mark = () => null) {
  const labels = items.map(({ name }, index) => {
    const box = toggle_box(choices, member, index);
    return element("label", { class: "check" }, box, mark(index), name_of(name));
  });
  const list = element("div", { class: "checks" }, labels);
  return element(
    "details",
    { class: "pick" },
    element("summary", {}, title),
    element("div", { class: "sheet" }, all_or_none(list, choices, member), list),
  );
}

function run_select(report, choices) {
  if (report.runs.length < 2) return null;
  const choose = (run) => {
    const counts = thread_counts(report.rows.filter((row) => row.run === run));
    const threads = counts.includes(choices.threads) ? choices.threads : counts[0];
    change(choices, { run, threads });
  };
  return select("Run", named(report.runs), choices.run, choose);
}

function reference_select(report, choices) {
  const label = choice_of(choices, "Reference", "reference", named(report.solvers));
  label.id = "reference";
  return label;
}

function theme_button(report, choices) {
  const name = () => (choices.theme === "light" ? "Dark" : "Light");
  const switcher = button(name(), () => set_theme(report, choices, name().toLowerCase()));
  on_change(() => (switcher.textContent = name()));
  switcher.id = "theme";
  return switcher;
}

const solver_list = (report, choices) =>
  check_list("Solvers", report.solvers, choices, "solvers", swatch);

function control_bar(report, choices) {
  const counts = thread_counts(report.rows).map((count) => [count, threads_text(count)]);
  return [
    run_select(report, choices),
    counts.length > 1 ? choice_of(choices, "Threads", "threads", counts) : null,
    reference_select(report, choices),
    solver_list(report, choices),
    check_list("Datasets", report.datasets, choices, "datasets"),
  ];
}

// Drop-down list whose items depend on other choices; absent with fewer than two items.
function choice_select({ label, key, items, shown }, report, choices) {
  return refilled("span", () => {
    const all = items(report, choices);
    return all.length < 2 ? null : choice_of(choices, label, key, all, shown(report, choices));
  });
}

// Controls above a single plot, in addition to the bar at the top of the page.
function plot_controls(plot, report, choices) {
  const several = plot.one_dataset && report.datasets.length > 1;
  return [
    several ? dataset_select(report, choices) : null,
    plot.choice ? choice_select(plot.choice, report, choices) : null,
  ];
}

module.exports = {
  control_bar, dataset_select, first_choices, on_change, plot_controls, refilled, select, set_theme,
  theme_button, toggle_box,
};
