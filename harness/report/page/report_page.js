// Page of a report, in the order of the reader's questions: who is fastest on what, by how much,
// how certain is that, where does it differ, can it be trusted, how is it repeated.
const { boards } = require("./boards");
const { control_bar, dataset_select, plot_controls } = require("./controls");
const { figure_of } = require("./figure");
const { outcomes, trouble } = require("./outcomes");
const plots = require("./plots");
const { compared, results } = require("./results");
const { element, short_name } = require("./text");
const { datasets, definitions, runs } = require("./trust");
const { verdict_summary, verdicts } = require("./verdicts");

const title = "Sudoku solvers, compared";

// Section of the page; `short` is its name in the table of contents.
function section(id, short, title, ...content) {
  const link = { href: `#${id}`, class: "anchor", "aria-label": `link to: ${title}` };
  const head = element("h2", {}, title, element("a", link, "#"));
  return element("section", { id, "data-short": short }, head, ...content);
}

// Section of a plot; null if it has no data for any of the reader's choices.
function plot_section(plot, report, choices) {
  const has_data = report.rows.some(({ run, dataset, threads }) =>
    plot.chart(report, { ...choices, run, dataset, threads }, 900),
  );
  if (!has_data) return null;
  const figure = figure_of(plot, report, choices, plot_controls(plot, report, choices));
  return section(plot.id, plot.short, plot.title, figure);
}

function sections_of(report, choices) {
  const [throughput, matrix, ...others] = plots.map((plot) => plot_section(plot, report, choices));
  const dataset = report.datasets.length > 1 ? dataset_select(report, choices) : null;
  return [
    report.verdict_summary && section("verdict", "Verdict", "Verdict", verdict_summary(report)),
    throughput,
    matrix,
    section("results", "All results", "All results", results(report, choices)),
    report.runs.length > 1 &&
      section("compared", "Run by run", "Run by run", compared(report, choices)),
    ...others,
    section("outcomes", "Outcomes", "Outcomes of all puzzles", outcomes(report)),
    section("slowest", "Slowest puzzles", "The slowest puzzles", boards(report, choices, dataset)),
    section("runs", "Machine and command", "Machine, warnings and commands", runs(report)),
    section("datasets", "Datasets", "Datasets", datasets(report)),
    section("definitions", "Definitions", "What the numbers mean", definitions(report)),
  ].filter(Boolean);
}

function contents(sections) {
  const links = sections.map(({ id, dataset }) =>
    element("li", {}, element("a", { href: `#${id}` }, dataset.short)),
  );
  return element("nav", { "aria-label": "Contents" }, element("ul", {}, links));
}

function place({ machine, date }) {
  const day = date ? ` · ${date.slice(0, 10)}` : "";
  return element("p", { class: "place", dir: "auto" }, short_name(machine, 90), day);
}

function report_page(report, choices) {
  const sections = sections_of(report, choices);
  const heading = element(
    "header",
    {},
    element("h1", {}, title),
    report.runs.slice(0, 4).map(place),
    trouble(report),
    verdicts(report),
  );
  const head = [heading, contents(sections)];
  return { title, head, controls: control_bar(report, choices), sections };
}

module.exports = { report_page };
