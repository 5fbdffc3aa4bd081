// Elements of the page. Texts of result files are not trusted and enter it as text nodes only.
const format = require("./format");

// Fills a page element: children are nodes, texts or null; functions as attributes are listeners.
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if ((value ?? false) !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function shape(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return filled(made, attributes, children);
}

// Element for a name from a file, in its own text direction; CSS cuts long names, not titles.
function name_of(text) {
  return element("bdi", { class: "name", title: text.length > 20 ? text : null }, text);
}

// Name from a file for plots, options and sentences; Unicode isolates confine right-to-left marks.
function short_name(text, limit = 24) {
  const letters = Array.from(text.slice(0, 4 * limit).replace(/[\u0000-\u001f\u007f]/g, " "));
  const whole = letters.length <= limit && text.length <= 4 * limit;
  const cut = whole ? letters.join("") : letters.slice(0, limit - 1).join("") + "…";
  return /^[\u0020-\u007e…]*$/.test(cut) ? cut : `\u2068${cut}\u2069`;
}

// Name from a file where there is more room: dataset axes and drop-down lists.
const longer_name = (text) => short_name(text, 32);

// Sentence that may contain names from a file; a long one is folded.
function words(text, limit = 400) {
  if (text.length <= limit) return element("bdi", {}, text);
  const start = Array.from(text.slice(0, 120)).join("");
  const summary = element("summary", {}, element("bdi", {}, `${start}…`));
  return element("details", { class: "long" }, summary, element("bdi", {}, text));
}

const items = (texts) => texts.map((text) => element("li", {}, words(text)));

const list = (kind, texts) => element("ul", { class: kind }, items(texts));

// Definition list of [name, text] pairs.
function facts(pairs) {
  const parts = pairs.map(([name, text]) => [
    element("dt", {}, words(name)),
    element("dd", {}, words(text)),
  ]);
  return element("dl", { class: "facts" }, parts.flat());
}

function plural(count, noun) {
  return `${format.count(count)} ${noun}${count === 1 ? "" : "s"}`;
}

const threads_text = (threads) => plural(threads, "thread");

// A solving rate in words; the interval holds for this machine, in the hour of the run.
function rate_sentence([middle, low, high]) {
  const rate = format.rate(middle);
  if (low === null || high === null) return `${rate}, with unknown uncertainty`;
  return `${rate} (95 % interval ${format.rate(low)} to ${format.rate(high)})`;
}

function button(text, listener, attributes = {}) {
  return element("button", { type: "button", click: listener, ...attributes }, text);
}

// Section of a page; `short` is its name in the table of contents.
function section(id, short, title, ...content) {
  const link = { href: `#${id}`, class: "anchor", "aria-label": `link to: ${short}` };
  const head = element("h2", {}, title, element("a", link, "#"));
  return element("section", { id, "data-short": short }, head, ...content);
}

// Link to the definition of a term; null when the report has none.
function term_link(report, id, text) {
  if (!report.definitions.some((definition) => definition.id === id)) return null;
  return element("a", { href: `#def-${id}`, class: "term" }, text);
}

module.exports = {
  button, element, facts, items, list, longer_name, name_of, plural, rate_sentence, section,
  shape, short_name, term_link, threads_text, words,
};
