// A plot on the page with sentences, table and downloads. It is drawn when it comes into view, and
// again after a change of choices or width.
const { picture_of, specification_of } = require("./chart");
const { on_change, toggle_box } = require("./controls");
const { save_png, save_svg } = require("./downloads");
const { table_of } = require("./table");
const { button, element, items, short_name, term_link } = require("./text");
const { view_of } = require("./vega");

// Most sentences below a plot; the table has the rest.
const most_sentences = 6;

const figures = [];

// Width of printed plots in pixels: between the margins of A4 paper, at the screen's type size.
const paper_width = 690;

function draw(figure) {
  const { plot, report, choices, canvas } = figure;
  // The canvas has no width while there is nothing to show.
  const width = Math.floor(choices.on_paper ? paper_width : figure.element.clientWidth) - 8;
  if (width <= 0) return;
  figure.element.dataset.drawn = String(Number(figure.element.dataset.drawn || 0) + 1);
  if (figure.view) figure.view.finalize();
  figure.view = null;
  canvas.replaceChildren();
  const nothing = { why: "Nothing to show for this selection." };
  const chart = plot.chart(report, choices, width) || nothing;
  figure.shown.hidden = Boolean(chart.why);
  figure.saves.forEach((save) => (save.disabled = figure.shown.hidden));
  figure.missing.hidden = !chart.why;
  figure.missing.textContent = chart.why || "";
  if (chart.why) return;
  figure.chart = chart;
  figure.width = width;
  describe(figure, chart);
  figure.view = view_of(specification_of(plot, chart, report, choices, width), {
    container: canvas,
    renderer: "svg",
    hover: true,
    tooltip: show_tip,
  });
  figure.view.run();
  become_one_image(figure, chart);
}

let tip = null; // tooltip, one box for the whole page

function place_tip(event) {
  const { clientX: x, clientY: y } = event;
  const left = Math.min(x + 14, window.innerWidth - tip.offsetWidth - 8);
  const below = y + 18 + tip.offsetHeight < window.innerHeight;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${below ? y + 18 : y - tip.offsetHeight - 12}px`;
}

// Tooltip handler, called by Vega. The first line of a tooltip's text is its heading.
function show_tip(handler, event, item, value) {
  if (!tip) document.body.append((tip = element("div", { id: "tip", role: "tooltip" })));
  tip.hidden = !value;
  if (!value) return;
  const [title, ...lines] = String(value).split("\n");
  tip.replaceChildren(
    element("strong", { dir: "auto" }, title),
    ...lines.map((line) => element("div", { dir: "auto" }, line)),
  );
  place_tip(event);
}

// Makes a plot one image for screen readers: its many marks are noise, and the table has figures.
function become_one_image({ canvas, plot }, chart) {
  canvas.querySelector("svg").setAttribute("aria-hidden", "true");
  canvas.removeAttribute("aria-roledescription");
  canvas.setAttribute("role", "img");
  const sentences = chart.sentences.slice(0, most_sentences).join(" ");
  canvas.setAttribute("aria-label", short_name(`${plot.title}. ${sentences}`, 1000));
}

function describe(figure, chart) {
  figure.sentences.replaceChildren(...items(chart.sentences.slice(0, most_sentences)));
  figure.note.textContent = chart.note || "";
  figure.note.hidden = !chart.note;
  if (figure.details.open) fill_table(figure);
}

function fill_table({ plot, report, chart, table }) {
  const title = `${plot.title}: figures`;
  table.replaceChildren(table_of({ ...chart.table, report, title, name: plot.id }));
}

function toolbar(figure, controls) {
  const { plot, report, choices } = figure;
  const save = (how) => () => {
    const picture = picture_of(plot, figure.chart, report, choices, figure.width);
    return how(view_of(picture), plot.id);
  };
  const named = (what) => ({ "aria-label": `download ${plot.title} as ${what}` });
  figure.saves = [
    button("SVG", save(save_svg), named("SVG")),
    button("PNG", save(save_png), named("PNG")),
  ];
  return element(
    "div",
    { class: "tools" },
    ...controls,
    plot.axes && element("label", {}, toggle_box(choices, "linear", plot.id), "linear axes"),
    element("span", { class: "space" }),
    ...figure.saves,
  );
}

function terms_of(figure) {
  const { terms = [] } = figure.plot;
  const known = figure.report.definitions.filter(({ id }) => terms.includes(id));
  if (known.length === 0) return null;
  const links = known.flatMap(({ id, term }, index) => [
    index ? " · " : "",
    term_link(figure.report, id, term),
  ]);
  return element("p", { class: "terms" }, "Definitions: ", ...links);
}

// Plots wider than the screen can be scrolled, by keyboard as well.
const scroller = { class: "plot", tabindex: "0", role: "group" };

function shown_parts(figure) {
  figure.details = element(
    "details",
    { toggle: () => figure.chart && figure.details.open && fill_table(figure) },
    element("summary", {}, "The figures as a table"),
    figure.table,
  );
  return element(
    "div",
    {},
    element("div", { ...scroller, "aria-label": `${figure.plot.title}: plot` }, figure.canvas),
    figure.note,
    figure.sentences,
    figure.details,
  );
}

function draw_first(figure) {
  if (!figure.view) draw(figure);
}

// Draws also the plots that have not come into view, for printing.
const draw_figures = () => figures.forEach(draw_first);

function watch(figure) {
  const redraw = () => figure.element.dataset.drawn && draw(figure);
  on_change(redraw);
  let width = 0;
  new ResizeObserver(([entry]) => {
    if (Math.abs(entry.contentRect.width - width) > 8) redraw();
    width = entry.contentRect.width;
  }).observe(figure.element);
  new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && draw_first(figure),
    { rootMargin: "400px" },
  ).observe(figure.element);
}

// Page element with a plot; `controls` are elements for its toolbar.
function figure_of(plot, report, choices, controls = []) {
  const figure = { plot, report, choices, view: null, chart: null };
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
  watch(figure);
  figures.push(figure);
  return figure.element;
}

module.exports = { draw_figures, figure_of };
