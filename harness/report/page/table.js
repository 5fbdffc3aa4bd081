// Tables with sorting, a text filter and CSV download.
//
// A column is {title, term, name | cell}: `name` gives a name from a file, `cell` a cell for
// read_cell, both from (row, report). The title links to the definition `term`; `prose` is text. On
// narrow screens, a column that `is_wide` is hidden until the reader asks for all columns, and the
// text that the first column's `place` gives is below the name of each row.
const { save_csv } = require("./downloads");
const { read_cell } = require("./report");
const { button, element, name_of, term_link } = require("./text");

const is_known = (key) => key !== null && key !== undefined;

// Order of sort keys of table cells: texts such as ">1 s" sort above every number.
function compare(a, b) {
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
}

// Rows with all words of the filter, in the order chosen by the reader, unknown values last.
function rows_on_view({ rows, order, filter }) {
  const words = filter.toLowerCase().split(/\s+/);
  const shown = rows.filter((cells) => {
    const all = cells.map(({ text }) => text).join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
  if (order.column === undefined) return shown;
  const sign = order.descending ? -1 : 1;
  return shown.sort((...two) => {
    const [a, b] = two.map((cells) => cells[order.column].key);
    return is_known(a) && is_known(b) ? sign * compare(a, b) : is_known(b) - is_known(a);
  });
}

function kind_of(column) {
  const kind = column.prose ? "prose" : column.name ? "text" : "number";
  return column.is_wide ? `${kind} wide` : kind;
}

function cell({ text, tone, place }, column, index) {
  const content = column.name ? name_of(text) : text;
  const below = place ? element("small", { class: "place" }, place) : null;
  if (index === 0) return element("th", { scope: "row" }, content, below);
  const kind = kind_of(column);
  return element("td", { class: tone ? `${kind} ${tone}` : kind }, content);
}

function fill(table) {
  const rows = rows_on_view(table);
  const elements = (cells) => cells.map((one, index) => cell(one, table.columns[index], index));
  table.body.replaceChildren(...rows.map((cells) => element("tr", {}, elements(cells))));
  table.count.textContent =
    rows.length === table.rows.length ? "" : `${rows.length} of ${table.rows.length} rows`;
}

function sort_by(table, column) {
  const descending = table.order.column === column && !table.order.descending;
  table.order = { column, descending };
  table.heads.forEach((head, index) => {
    const way = descending ? "descending" : "ascending";
    head.setAttribute("aria-sort", index === column ? way : "none");
  });
  fill(table);
}

function head(table, column, index) {
  const sorter = button("", () => sort_by(table, index), { class: "sort" });
  sorter.append(name_of(column.title));
  const what = column.term ? term_link(table.report, column.term, "?") : null;
  if (what) what.setAttribute("aria-label", `what ${column.title} means`);
  const kind = kind_of(column);
  return element("th", { scope: "col", "aria-sort": "none", class: kind }, sorter, what);
}

// Button by which narrow screens show all columns; null if they always do.
function column_switch(table) {
  if (!table.columns.some((column) => column.is_wide)) return null;
  const turn = ({ target }) => {
    const shows_all = target.closest(".table").classList.toggle("whole");
    target.textContent = shows_all ? "fewer columns" : "all columns";
  };
  return button("all columns", turn, { class: "switch" });
}

function tools(table, name) {
  const filter = element("input", {
    type: "search",
    placeholder: "filter",
    "aria-label": `filter the table: ${table.title}`,
    input: (event) => {
      table.filter = event.target.value;
      fill(table);
    },
  });
  const titles = table.columns.map((column) => column.title);
  const keys_of = (cells) => cells.map(({ key }) => key);
  const download = () => save_csv(titles, rows_on_view(table).map(keys_of), name);
  const save = button("CSV", download, { title: "download what the table shows" });
  return element("div", { class: "tools" }, filter, table.count, save, column_switch(table));
}

// Table with sorting and filter. `title` is for screen readers, `name` names its CSV file.
function table_of({ columns, rows, title, name, report }) {
  const cells_of = (row) =>
    columns.map(({ name: name_in, cell: cell_in, place = () => null }) => ({
      ...read_cell((name_in || cell_in)(row, report)),
      place: place(row, report),
    }));
  const table = { columns, rows: rows.map(cells_of), title, report, filter: "", order: {} };
  table.count = element("span", { class: "count", role: "status" });
  table.body = element("tbody");
  table.heads = columns.map((column, index) => head(table, column, index));
  fill(table);
  const whole = element(
    "table",
    {},
    element("caption", { class: "unseen" }, title),
    element("thead", {}, element("tr", {}, table.heads)),
    table.body,
  );
  const frame = { class: "scroll", tabindex: "0", role: "region", "aria-label": title };
  return element("div", { class: "table" }, tools(table, name), element("div", frame, whole));
}

module.exports = { table_of };
