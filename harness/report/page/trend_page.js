// The page of a history: what changed over time, as `history trend --html` writes it. Results on
// the same puzzles, machine and settings share a plot of their speed and one of their guesses.
const { first_choices } = require("./choices");
const { apply_theme, solver_list, theme_button } = require("./controls");
const { figure_of } = require("./figure");
const { chart, specification } = require("./trend_plot");
const { threads_text } = require("./report");
const { table_of } = require("./table");
const { element, name_of, short_name, words } = require("./text");

const title = "Sudoku solvers over time";

const change_columns = [
  { title: "since", cell: (row) => row.since },
  { title: "series", name: (row) => row.series },
  { title: "figure", cell: (row) => row.figure },
  { title: "from", cell: (row) => row.from },
  { title: "to", cell: (row) => row.to },
  { title: "change", cell: ({ change, worse }) => [change, change, worse ? "bad" : null] },
  { title: "revisions", name: (row) => row.revisions },
  { title: "sureness", cell: (row) => row.sureness },
];

const how =
  "Changes of speed are where a series falls into two parts that differ more than hardly any other " +
  "order of its values would (E-divisive, Matteson and James 2014); one in twenty of those told is " +
  "expected to be none. Guesses are the same in every run: any difference is a change.";

function plot_of(group, index, figure) {
  const what = figure === "speed" ? "Speed" : "Guesses";
  return {
    id: `${figure}-${index}`,
    title: `${what}: ${short_name(group.dataset)}, ${threads_text(group.threads)}`,
    about:
      `${what} of each solver over time, relative to its oldest level. ` +
      "A ring marks a change, a band the levels before and behind it" +
      (figure === "speed" ? ", an upright line the interval of a result." : "."),
    terms: [],
    axes: [],
    one_dataset: false,
    specification: specification(),
    chart: (report, choices, width) => chart(group, figure, report, choices, width),
  };
}

// Guesses are the same in every run until the search changes: a plot of what did not is a line.
function guesses_part(report, choices, group, index) {
  const is_changed = group.series.some(({ guesses }) => guesses.length > 0);
  if (!is_changed) return element("p", { class: "fine" }, "The same in all results.");
  return figure_of(plot_of(group, index, "guesses"), report, choices).element;
}

function group_section(report, choices, group, index) {
  return element(
    "section",
    { id: `group-${index}` },
    element("h2", {}, name_of(group.dataset), `, ${threads_text(group.threads)}`),
    element("p", { class: "place" }, words(`${group.machine}: ${group.settings}`)),
    element("h3", {}, "Speed"),
    figure_of(plot_of(group, index, "speed"), report, choices).element,
    element("h3", {}, "Guesses"),
    guesses_part(report, choices, group, index),
  );
}

function changes_section(report) {
  const rows = report.trend.changes;
  const table = { columns: change_columns, rows, title: "Changes", name: "changes", report };
  return element(
    "section",
    { id: "changes" },
    element("h2", {}, "Changes"),
    element("p", { class: "place" }, how),
    rows.length ? table_of(table) : element("p", { class: "fine" }, "None was found."),
  );
}

function heading(report) {
  const remarks = report.trend.remarks.map((text) => element("li", {}, words(text)));
  return element(
    "header",
    {},
    element("h1", {}, title),
    element("p", { class: "place" }, report.trend.sentence),
    remarks.length ? element("ul", { class: "remarks" }, remarks) : null,
  );
}

const made_by = (report) => `Made by ${report.made_by}. Plots drawn by Vega (BSD 3-Clause).`;

// What the parts that are shared with reports look for.
const no_results = {
  datasets: [],
  rows: [],
  definitions: [],
  runs: [{ machine: "", date: "" }],
};

function trend_page(data) {
  const report = { ...no_results, ...data };
  const choices = first_choices(report);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  choices.theme = dark ? "dark" : "light";
  apply_theme(report, choices.theme);
  const groups = report.trend.groups.map((group, index) =>
    group_section(report, choices, group, index),
  );
  document
    .getElementById("page")
    .replaceChildren(
      heading(report),
      element("div", { id: "bar" }, solver_list(report, choices), theme_button(report, choices)),
      element("main", { id: "content" }, changes_section(report), groups),
      element("footer", {}, element("p", {}, made_by(report))),
    );
  document.title = title;
  document.documentElement.dataset.ready = "yes";
}

module.exports = { trend_page };
