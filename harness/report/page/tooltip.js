// What a mark under the pointer says. One box for the whole page.
const { element } = require("./text");

let box = null;

function place(event) {
  const { clientX: x, clientY: y } = event;
  const left = Math.min(x + 14, window.innerWidth - box.offsetWidth - 8);
  const below = y + 18 + box.offsetHeight < window.innerHeight;
  box.style.left = `${Math.max(4, left)}px`;
  box.style.top = `${below ? y + 18 : y - box.offsetHeight - 12}px`;
}

// The first line of a text is its head. Called by Vega.
function show_tip(handler, event, item, value) {
  if (!box) document.body.append((box = element("div", { id: "tip", role: "tooltip" })));
  box.hidden = !value;
  if (!value) return;
  const [title, ...lines] = String(value).split("\n");
  box.replaceChildren(
    element("strong", { dir: "auto" }, title),
    ...lines.map((line) => element("div", { dir: "auto" }, line)),
  );
  place(event);
}

module.exports = { show_tip };
