// Builds the page from its data, in the order of the reader's questions: who is fastest on what, by
// how much, how sure are we, where does it differ, can I trust it, how do I repeat it.
const { boards } = require("./boards");
const { change, first_choices } = require("./choices");
const { compared } = require("./compared");
const { apply_theme, control_bar, dataset_select } = require("./controls");
const { dataset_page } = require("./dataset_page");
const { definitions } = require("./definitions");
const { figure_of } = require("./figure");
const { judgement } = require("./judgement");
const { outcomes, trouble } = require("./outcomes");
const plots = require("./plots");
const { plot_controls } = require("./plot_controls");
const { results } = require("./results");
const { element, short_name, words } = require("./text");
const { datasets, runs } = require("./trust");
const { trend_page } = require("./trend_page");
const { verdicts } = require("./verdicts");

const figures = [];

// `short` is its name among the contents.
function section(id, short, title, ...content) {
  const link = { href: `#${id}`, class: "anchor", "aria-label": `link to: ${title}` };
  const head = element("h2", {}, title, element("a", link, "#"));
  return element("section", { id, "data-short": short }, head, ...content);
}

// Whether there is anything to draw, whatever the reader will choose.
function has_something(plot, report, choices) {
  return report.rows.some(({ run, dataset, threads }) =>
    plot.chart(report, { ...choices, run, dataset, threads }, 900),
  );
}

function plot_section(plot, report, choices) {
  if (!has_something(plot, report, choices)) return null;
  const figure = figure_of(plot, report, choices, plot_controls(plot, report, choices));
  figures.push(figure);
  return section(plot.id, plot.short, plot.title, figure.element);
}

function sections(report, choices) {
  const [throughput, matrix, ...others] = plots.map((plot) => plot_section(plot, report, choices));
  const several_runs = report.runs.length > 1;
  const several_datasets = report.datasets.length > 1;
  return [
    report.judgement ? section("verdict", "Verdict", "Verdict", judgement(report)) : null,
    throughput,
    matrix,
    section("results", "All results", "All results", results(report, choices)),
    several_runs
      ? section("compared", "Run by run", "Run by run", compared(report, choices))
      : null,
    ...others,
    section("outcomes", "Outcomes", "Outcomes: what became of every puzzle", outcomes(report)),
    section(
      "slowest",
      "Slowest puzzles",
      "The slowest puzzles",
      boards(report, choices, several_datasets ? dataset_select(report, choices) : null),
    ),
    section("runs", "Machine and command", "Machine, warnings, and how to repeat it", runs(report)),
    section("datasets", "Datasets", "Datasets", datasets(report)),
    section("definitions", "Definitions", "What the numbers mean", definitions(report)),
  ].filter(Boolean);
}

function contents(parts) {
  const links = parts.map(({ id, dataset }) =>
    element("li", {}, element("a", { href: `#${id}` }, dataset.short)),
  );
  return element("nav", { "aria-label": "Contents" }, element("ul", {}, links));
}

function heading(report) {
  const places = report.runs.map((run) =>
    element(
      "p",
      { class: "place", dir: "auto" },
      short_name(run.machine, 90),
      run.date ? ` · ${run.date.slice(0, 10)}` : "",
    ),
  );
  return element(
    "header",
    {},
    element("h1", {}, "Sudoku solvers, compared"),
    places.slice(0, 4),
    trouble(report),
    verdicts(report),
  );
}

function footer(report) {
  const left_out = report.left_out.map((text) => element("li", {}, words(text)));
  return element(
    "footer",
    {},
    left_out.length ? element("ul", {}, left_out) : null,
    element("p", {}, `Made by ${report.made_by}. Plots drawn by Vega (BSD 3-Clause).`),
  );
}

// Dark plots would print as light lines on white paper; plots not yet seen would not print at all.
function prepare_for_print(report, choices) {
  let theme = null;
  window.addEventListener("beforeprint", () => {
    theme = choices.theme;
    apply_theme(report, "light");
    change(choices, { theme: "light", on_paper: true });
    figures.forEach((figure) => figure.draw_first());
  });
  window.addEventListener("afterprint", () => {
    apply_theme(report, theme);
    change(choices, { theme, on_paper: false });
  });
}

function follow_system_theme(report, choices) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  choices.theme = dark.matches ? "dark" : "light";
  apply_theme(report, choices.theme);
  dark.addEventListener("change", () => {
    const theme = dark.matches ? "dark" : "light";
    apply_theme(report, theme);
    change(choices, { theme });
  });
}

function main() {
  const report = JSON.parse(document.getElementById("data").textContent);
  if (report.files) return dataset_page(report);
  if (report.trend) return trend_page(report);
  const choices = first_choices(report);
  follow_system_theme(report, choices);
  prepare_for_print(report, choices);
  const parts = sections(report, choices);
  document
    .getElementById("page")
    .replaceChildren(
      heading(report),
      contents(parts),
      control_bar(report, choices),
      element("main", { id: "content" }, parts),
      footer(report),
    );
  // The section that the address names was not there yet when the browser looked for it.
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView();
  document.documentElement.dataset.ready = "yes";
}

module.exports = { main };
