// Tables with sorting and a text filter.
//
// A column is {title, term, name | cell}: `name` gives a name from a file, `cell` a cell for
// read_cell, both from the row. The title links to the definition `term`; `prose` is text. On
// narrow screens, a column that `is_wide` is hidden until the reader asks for all columns, and the
// text that the first column's `place` gives is below the name of each row.

// Link to the definition of a term; null when the page has none.
function term_link(id, text, label = null) {
  if (!report.definitions.some((definition) => definition.id === id)) return null;
  return element("a", { href: `#def-${id}`, class: "term", "aria-label": label }, text);
}

const is_known = (key) => key !== null && key !== undefined;

// Order of sort keys of table cells: texts such as ">1 s" sort above every number.
function compare(a, b) {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
}

// Rows with all words of the filter, in the order chosen by the reader, unknown values last.
function filtered({ rows, order, filter }) {
  const parts = filter.toLowerCase().split(/\s+/);
  const found = rows.filter((cells) => {
    const all = cells.map(({ text }) => text).join(" ").toLowerCase();
    return parts.every((part) => all.includes(part));
  });
  if (order.column === undefined) return found;
  const sign = order.descending ? -1 : 1;
  return found.sort((...two) => {
    const [a, b] = two.map((cells) => cells[order.column].key);
    return is_known(a) && is_known(b) ? sign * compare(a, b) : is_known(b) - is_known(a);
  });
}

const kind_of = ({ prose, name, is_wide }) =>
  `${prose ? "prose" : name ? "text" : "number"}${is_wide ? " wide" : ""}`;

function table_cell({ text, tone, place }, column, index) {
  const content = column.name ? name_of(text) : text;
  if (index) return element("td", { class: `${kind_of(column)} ${tone ?? ""}` }, content);
  const below = place ? element("small", { class: "place" }, place) : null;
  return element("th", { scope: "row" }, content, below);
}

function fill_table(table) {
  const rows = filtered(table);
  table.body.replaceChildren(...rows.map((cells) =>
    element("tr", {}, cells.map((one, index) => table_cell(one, table.columns[index], index)))));
  const is_whole = rows.length === table.rows.length;
  table.count.textContent = is_whole ? "" : `${rows.length} of ${table.rows.length} rows`;
}

function table_head(table, column, index) {
  const sort = () => {
    const descending = table.order.column === index && !table.order.descending;
    table.order = { column: index, descending };
    table.heads.forEach((head) => head.setAttribute("aria-sort", "none"));
    table.heads[index].setAttribute("aria-sort", descending ? "descending" : "ascending");
    fill_table(table);
  };
  const sorter = button(name_of(column.title), sort, { class: "sort" });
  const what = column.term ? term_link(column.term, "?", `what ${column.title} means`) : null;
  const attributes = { scope: "col", "aria-sort": "none", class: kind_of(column) };
  return element("th", attributes, sorter, what);
}

// Table with sorting and filter; `title` is for screen readers.
function table_of({ columns, rows, title }) {
  const cells_of = (row) => columns.map(({ name, cell, place = () => null }) =>
    ({ ...read_cell((name || cell)(row)), place: place(row) }));
  const table = { columns, rows: rows.map(cells_of), filter: "", order: {} };
  table.count = element("span", { class: "count", role: "status" });
  table.body = element("tbody");
  table.heads = columns.map((column, index) => table_head(table, column, index));
  fill_table(table);
  const filter = { type: "search", placeholder: "filter", "aria-label": `filter: ${title}` };
  const choose = ({ target }) => {
    table.filter = target.value;
    fill_table(table);
  };
  const turn = ({ target }) => {
    const shows_all = target.closest(".table").classList.toggle("whole");
    target.textContent = shows_all ? "fewer columns" : "all columns";
  };
  const is_wide = columns.some((column) => column.is_wide);
  return element("div", { class: "table" },
    element("div", { class: "tools" },
      element("input", { ...filter, input: choose }), table.count,
      is_wide ? button("all columns", turn, { class: "switch" }) : null),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      element("table", {},
        element("caption", { class: "unseen" }, title),
        element("thead", {}, element("tr", {}, table.heads)), table.body)));
}
