// Entry point of a page's script: a report, or statistics of puzzle files.
const { first_choices, set_theme, theme_button } = require("./controls");
const { dataset_page } = require("./dataset_page");
const { draw_figures } = require("./figure");
const { report_page } = require("./report_page");
const { element, list } = require("./text");

// Empty results for a page without a report, which has statistics of puzzle files.
const no_results = {
  solvers: [{ name: "" }],
  datasets: [],
  rows: [],
  trend: [],
  left_out: [],
  runs: [{ machine: "", date: "" }],
};

// Makes printing draw all plots, in the light theme because dark plots are unreadable on paper.
function prepare_for_print(report, choices) {
  let theme = null;
  window.addEventListener("beforeprint", () => {
    theme = choices.theme;
    set_theme(report, choices, "light", true);
    draw_figures();
  });
  window.addEventListener("afterprint", () => set_theme(report, choices, theme));
}

function follow_system_theme(report, choices) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => set_theme(report, choices, dark.matches ? "dark" : "light");
  follow();
  dark.addEventListener("change", follow);
}

// Definitions of terms, from rows of Markdown tables: "| `id` | term | … | definition |".
function definitions() {
  const { textContent: rows } = document.getElementById("terms").content;
  const found = rows.matchAll(/^\| `(\w+)` \| (.+?) \|.*? ([^|]+) \|$/gm);
  return [...found].map(([, id, term, text]) => ({ id, term, text }));
}

function contents(sections) {
  const links = sections.map(({ id, dataset }) =>
    element("li", {}, element("a", { href: `#${id}` }, dataset.short)),
  );
  return element("nav", { "aria-label": "Contents" }, element("ul", {}, links));
}

function footer({ made_by, left_out }) {
  const above = left_out.length ? list(null, left_out) : null;
  const below = element("p", {}, `Made by ${made_by}. Plots drawn by Vega (BSD 3-Clause).`);
  return element("footer", {}, above, below);
}

function main() {
  const data = JSON.parse(document.getElementById("data").textContent);
  const is_report = !data.files;
  const report = { ...no_results, ...data, definitions: is_report ? definitions() : [] };
  const choices = first_choices(report);
  follow_system_theme(report, choices);
  prepare_for_print(report, choices);
  const page_of = report.files ? dataset_page : report_page;
  const { title, below_title, controls, sections } = page_of(report, choices);
  const bar = { id: "bar", role: "group", "aria-label": "Selection" };
  document.title = title;
  document.getElementById("page").replaceChildren(
    element("header", {}, element("h1", {}, title), below_title),
    contents(sections),
    element("div", bar, controls, theme_button(report, choices)),
    element("main", { id: "content" }, sections),
    footer(report),
  );
  // Scrolls to the section in the address, which did not exist when the browser looked for it.
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target) target.scrollIntoView();
  document.documentElement.dataset.ready = "yes";
}

module.exports = { main };
