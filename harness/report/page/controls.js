// What lets the reader choose, and the address that keeps the choice so that a view can be sent.
const listeners = [];

function change_view(part, section = location.hash.slice(1).split("&")[0]) {
  Object.assign(view, part);
  const counts = thread_counts(view.run);
  if (!counts.includes(view.threads)) view.threads = counts[0];
  listeners.forEach((listener) => listener());
  history.replaceState(null, "", address(section));
}

// Page element with children from `make`, which makes them again after each choice.
function live(tag, make, attributes = {}) {
  const frame = element(tag, attributes);
  const fill = () => frame.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  fill();
  listeners.push(fill);
  return frame;
}

// Parts of the address: the member of the view or the set of hidden ones, and the list of names.
const address_parts = {
  run: ["run", "runs"],
  set: ["dataset", "datasets"],
  solver: ["solver", "solvers"],
  against: ["reference", "solvers"],
  without: [null, "solvers"],
  "without-set": [null, "datasets"],
};
const names_in = (list) => report[list].map(({ name, label }) => name ?? label);

function address(section) {
  const parts = Object.entries(address_parts).flatMap(([key, [member, list]]) => {
    const is_chosen = member && view[member] !== first_view[member] && view[member] !== null;
    const indices = member ? (is_chosen ? [view[member]] : []) : [...hidden[list]];
    return indices.map((index) => `${key}=${encodeURIComponent(names_in(list)[index])}`);
  });
  if (view.threads !== first_view.threads) parts.push(`threads=${view.threads}`);
  return `#${[section, ...parts].join("&")}`;
}

const scroll_to = (id) => document.getElementById(id)?.scrollIntoView();

// Takes the view from the address, and returns its section. A link to a section keeps the view.
function read_address() {
  const id = location.hash.slice(1).split("&")[0];
  const parts = [...new URLSearchParams(location.hash.slice(1 + id.length))];
  if (parts.length) {
    Object.assign(view, first_view);
    Object.values(hidden).forEach((set) => set.clear());
  }
  for (const [key, text] of parts) {
    const [member, list] = address_parts[key] || [];
    const index = list ? names_in(list).indexOf(text) : -1;
    if (key === "threads") view.threads = Number(text);
    else if (index >= 0 && member) view[member] = index;
    else if (index >= 0) hidden[list].add(index);
  }
  return id;
}

function go_to(id, part) {
  change_view(part, id);
  scroll_to(id);
}

// Labelled drop-down list; `items` are [value, text], and `listener` gets the chosen value.
function select(label, items, chosen, listener) {
  const options = items.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text));
  const choose = ({ target }) => listener(items[target.selectedIndex][0]);
  const list = element("select", { "aria-label": label, change: choose }, options);
  return element("label", { class: "choice" }, element("span", {}, label), list);
}

const indexed = (list) => names_in(list).map((name, index) => [index, short_name(name, 32)]);

// Drop-down list for a member of the view; none with a single item.
const choice = (label, member, items) => items.length < 2 ? null : live("span", () =>
  select(label, items, view[member], (item) => change_view({ [member]: item })));

// Menu of check boxes for the solvers or datasets that are shown.
function check_list(title, list) {
  if (report[list].length < 2) return null;
  const boxes = live("div", () => report[list].map(({ name }, index) => {
    const turn = () => {
      if (!hidden[list].delete(index)) hidden[list].add(index);
      change_view({});
    };
    const box = { type: "checkbox", checked: !hidden[list].has(index), change: turn };
    return element("label", { class: "check" }, element("input", box), name_of(name));
  }));
  const hide = (items) => () => {
    hidden[list] = new Set(items);
    change_view({});
  };
  const all = [button("all", hide([])), button("none", hide(report[list].keys()))];
  const sheet = element("div", { class: "sheet" }, all, boxes);
  return element("details", { class: "pick" }, element("summary", {}, title), sheet);
}

// Closes menus on Escape and on a click elsewhere.
function close_menus() {
  const close = (except) => document.querySelectorAll(".pick[open]").forEach((menu) => {
    if (menu !== except) menu.open = false;
  });
  document.addEventListener("click", ({ target }) => close(target.closest(".pick")));
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
}

const control_bar = (name, ...inside) =>
  element("div", { id: `bar-${name}`, class: "bar", role: "group", "aria-label": name }, inside);

const matrix_bar = () => control_bar("selection",
  choice("Run", "run", indexed("runs")),
  choice("Threads", "threads", thread_counts().map((count) => [count, threads_text(count)])),
  choice("Against", "reference", [[null, "the fastest of each set"], ...indexed("solvers")]),
  check_list("Solvers", "solvers"),
  check_list("Sets", "datasets"));

const plot_bar = () => control_bar("plots",
  choice("Set", "dataset", indexed("datasets")),
  choice("In colour", "solver", [[null, "the first"], ...indexed("solvers")]));
