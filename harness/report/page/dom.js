// Elements of the page. Texts of result files are not trusted and enter it as text nodes only.

// Creates a page element: children are nodes, texts, null or false; functions as attributes are
// listeners.
const element = (tag, attributes, ...children) =>
  filled(document.createElement(tag), attributes, children);

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if ((value ?? false) !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => (child ?? false) !== false));
  return made;
}

// Part of a drawing.
const svg = (tag, attributes, ...children) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Element for a name from a file, in its own text direction; CSS cuts long names, not titles.
const name_of = (text) =>
  element("bdi", { class: "name", title: text.length > 20 ? text : null }, text);

// Name from a file for plots, options and sentences; Unicode isolates confine right-to-left marks.
function short_name(text, limit = 24) {
  const letters = Array.from(text.slice(0, 4 * limit).replace(/[\u0000-\u001f\u007f]/g, " "));
  const whole = letters.length <= limit && text.length <= 4 * limit;
  const cut = whole ? letters.join("") : letters.slice(0, limit - 1).join("") + "…";
  return /^[\u0020-\u007e…]*$/.test(cut) ? cut : `\u2068${cut}\u2069`;
}

const folded = (title, ...content) =>
  element("details", {}, element("summary", {}, title), ...content);

// Sentence that may contain names from a file; a long one is folded.
function words(text, limit = 400) {
  if (text.length <= limit) return element("bdi", {}, text);
  const start = Array.from(text.slice(0, 120)).join("");
  return folded(element("bdi", {}, `${start}…`), element("bdi", {}, text));
}

const list = (kind, texts) =>
  element("ul", { class: kind }, texts.map((text) => element("li", {}, words(text))));
const note = (...content) => element("p", { class: "note" }, content);

// Definition list of [name, text] pairs.
const facts = (pairs) =>
  element("dl", { class: "facts" }, pairs.map(([name, text]) =>
    [element("dt", {}, words(name)), element("dd", {}, words(text))]));

const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
const threads_text = (threads) => plural(threads, "thread");

const button = (text, listener, attributes = {}) =>
  element("button", { type: "button", click: listener, ...attributes }, text);

// Section of a page; `short` is its name in the table of contents.
function section(id, short, title, ...content) {
  const link = { href: `#${id}`, class: "anchor", "aria-label": `link to: ${short}` };
  const head = element("h2", {}, title, element("a", link, "#"));
  return element("section", { id, "data-short": short }, head, ...content);
}

// Shows the text `data-tip` of what is below the pointer or has the focus, with a title.
function show_tips() {
  const tip = element("div", { id: "tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  const show = ({ target, clientX, clientY }) => {
    const source = target.closest?.("[data-tip]");
    tip.hidden = !source;
    if (!source) return;
    tip.replaceChildren(...source.dataset.tip.split("\n").map((line, at) =>
      element(at ? "div" : "strong", { dir: "auto" }, line)));
    const box = source.getBoundingClientRect();
    const [x, y] = clientX === undefined ? [box.left, box.bottom] : [clientX, clientY];
    const is_low = y + 18 + tip.offsetHeight > innerHeight;
    tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${is_low ? y - tip.offsetHeight - 12 : y + 18}px`;
  };
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, show);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && (tip.hidden = true));
}
