// A plot on the page: drawn when it comes into view, again when a choice or its width changes, with
// its sentences, its table, and ways to take it along.
const { framed, specification_of } = require("./chart");
const { change, on_change, toggled } = require("./choices");
const { save_png, save_svg } = require("./downloads");
const { table_of } = require("./table");
const { button, element, term_link } = require("./text");
const { show_tip } = require("./tooltip");
const { view_of } = require("./vega");

function make_chart(figure, width) {
  return figure.plot.chart(figure.report, figure.choices, width);
}

// Where a picture goes: as wide as on the page, with its title.
function picture_of(figure) {
  const { plot, report, choices } = figure;
  const width = figure.canvas.clientWidth || 900;
  const chart = make_chart(figure, width);
  const specification = specification_of(plot, chart, report, choices, width);
  return view_of(framed(specification, plot, chart, choices));
}

function clear(figure) {
  if (figure.view) figure.view.finalize();
  figure.view = null;
  figure.canvas.replaceChildren();
}

function draw(figure) {
  const width = Math.floor(figure.canvas.clientWidth) - 8;
  if (width <= 0) return;
  clear(figure);
  const chart = make_chart(figure, width);
  figure.shown.hidden = !chart || Boolean(chart.why);
  figure.missing.hidden = Boolean(chart) && !chart.why;
  figure.missing.textContent = chart ? chart.why || "" : "Nothing to show for what is chosen above.";
  if (!chart || chart.why) return;
  describe(figure, chart);
  const specification = specification_of(figure.plot, chart, figure.report, figure.choices, width);
  const view = view_of(specification, {
    container: figure.canvas,
    renderer: "svg",
    hover: true,
    tooltip: show_tip,
  });
  figure.view = view;
  view.description(`${figure.plot.title}. ${chart.sentences.join(" ")}`);
  view.run();
  figure.element.dataset.drawn = String(Number(figure.element.dataset.drawn || 0) + 1);
}

function describe(figure, chart) {
  figure.sentences.replaceChildren(
    ...chart.sentences.map((text) => element("li", { dir: "auto" }, text)),
  );
  figure.note.textContent = chart.note || "";
  figure.note.hidden = !chart.note;
  if (figure.details.open) fill_table(figure);
}

function fill_table(figure) {
  const chart = make_chart(figure, 900);
  if (!chart || !chart.table) return;
  const { plot, report } = figure;
  const table = { ...chart.table, report, title: `${plot.title}: figures`, name: plot.id };
  figure.table.replaceChildren(table_of(table));
}

function linear_switch(figure) {
  const { plot, choices } = figure;
  if (plot.axes.length === 0) return null;
  const box = element("input", {
    type: "checkbox",
    checked: choices.linear.has(plot.id),
    change: () => change(choices, { linear: toggled(choices.linear, plot.id) }),
  });
  return element("label", {}, box, "linear axes");
}

function toolbar(figure, controls) {
  const { plot } = figure;
  const save = (how) => () => how(picture_of(figure), plot.id);
  const named = (what) => ({ "aria-label": `download ${plot.title} as ${what}` });
  return element(
    "div",
    { class: "tools" },
    ...controls,
    linear_switch(figure),
    element("span", { class: "space" }),
    button("SVG", save(save_svg), named("SVG")),
    button("PNG", save(save_png), named("PNG")),
  );
}

function terms_of(figure) {
  const known = figure.report.definitions.filter(({ id }) => figure.plot.terms.includes(id));
  if (known.length === 0) return null;
  const links = known.flatMap(({ id, term }, index) => [index ? " · " : "", term_link(id, term)]);
  return element("p", { class: "terms" }, "What it means: ", ...links);
}

// Parts that are hidden while there is nothing to show.
function shown_parts(figure) {
  figure.details = element(
    "details",
    { toggle: () => figure.details.open && fill_table(figure) },
    element("summary", {}, "The figures as a table"),
    figure.table,
  );
  return element(
    "div",
    {},
    element("div", { class: "plot" }, figure.canvas),
    figure.note,
    figure.sentences,
    figure.details,
  );
}

function watch(figure) {
  const redraw = () => figure.element.dataset.drawn && draw(figure);
  on_change(redraw);
  let width = 0;
  new ResizeObserver(([entry]) => {
    if (Math.abs(entry.contentRect.width - width) > 8) redraw();
    width = entry.contentRect.width;
  }).observe(figure.element);
  new IntersectionObserver(
    ([entry]) => entry.isIntersecting && !figure.element.dataset.drawn && draw(figure),
    { rootMargin: "400px" },
  ).observe(figure.element);
}

// `controls` are elements for the plot's own toolbar.
function figure_of(plot, report, choices, controls = []) {
  const figure = { plot, report, choices, view: null };
  figure.canvas = element("div", { class: "canvas" });
  figure.sentences = element("ul", { class: "sentences" });
  figure.note = element("p", { class: "note", hidden: true });
  figure.missing = element("p", { class: "missing", hidden: true });
  figure.table = element("div");
  figure.shown = shown_parts(figure);
  figure.element = element(
    "figure",
    { id: `plot-${plot.id}`, "aria-label": plot.title },
    element("figcaption", {}, plot.about),
    toolbar(figure, controls),
    figure.missing,
    figure.shown,
    terms_of(figure),
  );
  figure.draw = () => draw(figure);
  watch(figure);
  return figure;
}

module.exports = { figure_of };
