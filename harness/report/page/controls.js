// The bar that stays on top: what is compared, and how the page looks.
const { change, on_change, toggled } = require("./choices");
const { look } = require("./palette");
const { thread_counts, threads_text } = require("./report");
const { button, element, longer_name, name_of } = require("./text");

// A labelled list to choose one of; `items` are [value, text].
function select(label, items, chosen, listener) {
  const options = items.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text),
  );
  // The label in view is left away on narrow screens.
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

const svg = "http://www.w3.org/2000/svg";

// The line of a solver; apply_theme gives it its colour.
function swatch(solver) {
  const { dash } = look(solver, "light");
  const line = document.createElementNS(svg, "line");
  const attributes = { x1: 1, y1: 6, x2: 29, y2: 6, "stroke-width": 3 };
  Object.entries(attributes).forEach(([name, value]) => line.setAttribute(name, value));
  if (dash[1]) line.setAttribute("stroke-dasharray", dash.join(" "));
  line.style.stroke = `var(--solver-${solver})`;

  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 30 12");
  picture.setAttribute("aria-hidden", "true");
  picture.append(line);
  return picture;
}

function apply_theme(report, theme) {
  const root = document.documentElement;
  root.dataset.theme = theme;
  report.solvers.forEach((solver, index) =>
    root.style.setProperty(`--solver-${index}`, look(index, theme).colour),
  );
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
    const counts = thread_counts(report, run);
    const threads = counts.includes(choices.threads) ? choices.threads : counts[0];
    change(choices, { run, threads });
  };
  return select("Run", named(report.runs), choices.run, choose);
}

function threads_select(report, choices) {
  const counts = [...new Set(report.rows.map((row) => row.threads))].sort((a, b) => a - b);
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
  const switcher = button(name(), () => {
    const theme = choices.theme === "light" ? "dark" : "light";
    apply_theme(report, theme);
    change(choices, { theme });
  });
  on_change(() => (switcher.textContent = name()));
  switcher.id = "theme";
  return switcher;
}

const solver_list = (report, choices) =>
  check_list("Solvers", report.solvers, choices, "solvers", swatch);

function control_bar(report, choices) {
  return element(
    "div",
    { id: "bar", role: "group", "aria-label": "What the page compares" },
    run_select(report, choices),
    threads_select(report, choices),
    reference_select(report, choices),
    solver_list(report, choices),
    check_list("Datasets", report.datasets, choices, "datasets"),
    theme_button(report, choices),
  );
}

module.exports = {
  apply_theme,
  control_bar,
  dataset_select,
  select,
  solver_list,
  theme_button,
};
