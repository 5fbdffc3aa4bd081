// Controls for the reader's choices, on the bar at the top and above plots.
const { change, on_change, refilled, toggled } = require("./choices");
const { thread_counts } = require("./report");
const { button, element, longer_name, name_of, shape, threads_text } = require("./text");
const { look } = require("./theme");

// Labelled drop-down list; `items` are [value, text].
function select(label, items, chosen, listener) {
  const options = items.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text),
  );
  // Names the list for screen readers: narrow screens hide its visible label.
  const attributes = { "aria-label": label, change: (event) => listener(event.target.value) };
  const list = element("select", attributes, options);
  return element("label", { class: "choice" }, element("span", {}, label), list);
}

function named(list) {
  return list.map(({ name, label }, index) => [index, longer_name(name || label)]);
}

function dataset_select(report, choices) {
  const choose = (value) => change(choices, { dataset: Number(value) });
  const label = select("Dataset", named(report.datasets), choices.dataset, choose);
  on_change(({ dataset }) => (label.querySelector("select").value = dataset));
  return label;
}

// Sample of a solver's line in plots; set_theme sets its colour.
function swatch(solver) {
  const { dash } = look(solver, "light");
  const pattern = dash[1] ? dash.join(" ") : null;
  const ends = { x1: 1, x2: 29, y1: 6, y2: 6 };
  const line = shape("line", { ...ends, "stroke-width": 3, "stroke-dasharray": pattern });
  line.style.stroke = `var(--solver-${solver})`;
  return shape("svg", { class: "swatch", viewBox: "0 0 30 12", "aria-hidden": "true" }, line);
}

function set_theme(report, choices, theme, on_paper = false) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  report.solvers.forEach((solver, index) =>
    root.style.setProperty(`--solver-${index}`, look(index, theme).colour),
  );
  change(choices, { theme, on_paper });
}

function check(choices, member, index, name, mark) {
  const box = element("input", {
    type: "checkbox",
    checked: choices[member].has(index),
    change: () => change(choices, { [member]: toggled(choices[member], index) }),
  });
  return element("label", { class: "check" }, box, mark, name_of(name));
}

function all_or_none(list, choices, member) {
  const set = (items) => () => {
    change(choices, { [member]: new Set(items) });
    list.querySelectorAll("input").forEach((box) => (box.checked = items.length > 0));
  };
  const every = [...list.querySelectorAll("label").keys()];
  return element("div", {}, button("all", set(every)), button("none", set([])));
}

function check_list(title, items, choices, member, mark) {
  const list = element(
    "div",
    { class: "checks" },
    items.map(({ name }, index) => check(choices, member, index, name, mark && mark(index))),
  );
  return element(
    "details",
    { class: "pick" },
    element("summary", {}, title),
    element("div", { class: "sheet" }, all_or_none(list, choices, member), list),
  );
}

function run_select(report, choices) {
  if (report.runs.length < 2) return null;
  const choose = (value) => {
    const run = Number(value);
    const counts = thread_counts(report.rows.filter((row) => row.run === run));
    const threads = counts.includes(choices.threads) ? choices.threads : counts[0];
    change(choices, { run, threads });
  };
  return select("Run", named(report.runs), choices.run, choose);
}

function threads_select(report, choices) {
  const counts = thread_counts(report.rows);
  if (counts.length < 2) return null;
  const items = counts.map((count) => [count, threads_text(count)]);
  const choose = (value) => change(choices, { threads: Number(value) });
  return select("Threads", items, choices.threads, choose);
}

function reference_select(report, choices) {
  const choose = (value) => change(choices, { reference: Number(value) });
  const label = select("Reference", named(report.solvers), choices.reference, choose);
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
  return [
    run_select(report, choices),
    threads_select(report, choices),
    reference_select(report, choices),
    solver_list(report, choices),
    check_list("Datasets", report.datasets, choices, "datasets"),
  ];
}

// Drop-down list whose items depend on other choices; absent with fewer than two items.
function choice_select({ label, key, items, shown }, report, choices) {
  return refilled("span", () => {
    const all = items(report, choices);
    const choose = (value) => change(choices, { [key]: value });
    return all.length < 2 ? null : select(label, all, shown(report, choices), choose);
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
  control_bar, dataset_select, plot_controls, select, set_theme, solver_list, theme_button,
};
