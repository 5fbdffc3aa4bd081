// Elements of the page. All texts come from result files, which may come from anywhere: they enter
// the page as text nodes only, never as markup.
const format = require("./format");

// Children are nodes, or texts; null is left out. Of the attributes, functions are listeners.
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function element(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// An element of a drawing.
function shape(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return filled(made, attributes, children);
}

// A name someone else gave: kept apart from the direction of the text around it, cut by the style
// sheet when it is long, whole in its title.
function name_of(text) {
  return element("bdi", { class: "name", title: text.length > 20 ? text : null }, text);
}

// A name where there is no markup: in plots, options and sentences. Isolates keep right-to-left
// marks inside.
function short_name(text, limit = 24) {
  const letters = Array.from(text.slice(0, 4 * limit).replace(/[\u0000-\u001f\u007f]/g, " "));
  const whole = letters.length <= limit && text.length <= 4 * limit;
  const cut = whole ? letters.join("") : letters.slice(0, limit - 1).join("") + "…";
  return /^[\u0020-\u007e…]*$/.test(cut) ? cut : `\u2068${cut}\u2069`;
}

// A name where there is more room: axes of datasets, lists to choose from.
const longer_name = (text) => short_name(text, 32);

// A sentence someone else may have had a part in. What would fill the screen opens on demand.
function words(text, limit = 400) {
  if (text.length <= limit) return element("bdi", {}, text);
  const start = Array.from(text.slice(0, 120)).join("");
  const summary = element("summary", {}, element("bdi", {}, `${start}…`));
  return element("details", { class: "long" }, summary, element("bdi", {}, text));
}

const items = (texts) => texts.map((text) => element("li", {}, words(text)));

// A list of sentences.
const list = (kind, texts) => element("ul", { class: kind }, items(texts));

// `pairs` are [name, text].
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

// A rate is of this machine in these seconds.
function rate_sentence([middle, low, high]) {
  const rate = format.rate(middle);
  if (low === null || high === null) return `${rate}; how sure that is, is not known`;
  const width = Math.max(high - middle, middle - low) / middle;
  const within = `(within ${format.percent(width)})`;
  return `${rate}; in this run ${format.rate(low)} to ${format.rate(high)} ${within}`;
}

function button(text, listener, attributes = {}) {
  return element("button", { type: "button", click: listener, ...attributes }, text);
}

// A link to the definition of a term; null where the report does not define it.
function term_link(report, id, text) {
  if (!report.definitions.some((definition) => definition.id === id)) return null;
  return element("a", { href: `#def-${id}`, class: "term" }, text);
}

module.exports = {
  button,
  element,
  facts,
  items,
  list,
  longer_name,
  name_of,
  plural,
  rate_sentence,
  shape,
  short_name,
  term_link,
  threads_text,
  words,
};
