// Tables that sort by a column, filter by a text, and leave as CSV.
//
// A column is {title, term, name | value, text}: `name` is a name somebody gave, `value` what sorts
// and goes to the CSV file, `text` how it reads; each gets (row, report). `term` is the definition
// that its title links to; `tone` gives a cell a class; `prose` is set as running text.
const { save_csv } = require("./downloads");
const { button, element, name_of, term_link } = require("./text");

const value_of = (column, row, report) =>
  column.name ? column.name(row, report) : column.value(row, report);

function text_of(column, row, report) {
  if (column.text) return column.text(row, report);
  const value = value_of(column, row, report);
  return value === null || value === undefined ? "–" : String(value);
}

// Texts such as ">1 s" are above every number; what is not known goes last.
function sort_key(value) {
  if (value === null || value === undefined) return [2, 0];
  if (typeof value === "number") return [0, value];
  return [String(value).startsWith(">") ? 1 : 0, String(value)];
}

function compare(a, b) {
  const [[rank_a, key_a], [rank_b, key_b]] = [sort_key(a), sort_key(b)];
  if (rank_a !== rank_b) return rank_a - rank_b;
  if (typeof key_a === "number" && typeof key_b === "number") return key_a - key_b;
  return String(key_a).localeCompare(String(key_b), "en", { numeric: true });
}

function sorted(table) {
  const { column, descending } = table.order;
  if (!column) return table.rows;
  const sign = descending ? -1 : 1;
  const value = (row) => value_of(column, row, table.report);
  const known = (row) => sort_key(value(row))[0] < 2;
  return [...table.rows].sort((a, b) =>
    known(a) && known(b) ? sign * compare(value(a), value(b)) : known(b) - known(a),
  );
}

function matches(table, row) {
  const words = table.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const all = table.columns
    .map((one) => text_of(one, row, table.report))
    .join(" ")
    .toLowerCase();
  return words.every((word) => all.includes(word));
}

function rows_on_view(table) {
  return sorted(table).filter((row) => matches(table, row));
}

function kind_of(column) {
  if (column.prose) return "prose";
  return column.name ? "text" : "number";
}

function cell(table, column, row, index) {
  const text = text_of(column, row, table.report);
  const content = column.name ? name_of(text) : text;
  if (index === 0) return element("th", { scope: "row" }, content);
  const tone = column.tone ? column.tone(row) : null;
  const kind = kind_of(column);
  return element("td", { class: tone ? `${kind} ${tone}` : kind }, content);
}

function fill(table) {
  const rows = rows_on_view(table);
  table.body.replaceChildren(
    ...rows.map((row) =>
      element(
        "tr",
        {},
        table.columns.map((column, index) => cell(table, column, row, index)),
      ),
    ),
  );
  table.count.textContent =
    rows.length === table.rows.length ? "" : `${rows.length} of ${table.rows.length} rows`;
}

function sort_by(table, column) {
  const again = table.order.column === column;
  table.order = { column, descending: again ? !table.order.descending : false };
  table.heads.forEach((head, index) => {
    const is_it = table.columns[index] === column;
    const way = table.order.descending ? "descending" : "ascending";
    head.setAttribute("aria-sort", is_it ? way : "none");
  });
  fill(table);
}

function head(table, column) {
  const sorter = button("", () => sort_by(table, column), { class: "sort" });
  sorter.append(name_of(column.title));
  const what = column.term ? term_link(table.report, column.term, "?") : null;
  if (what) what.setAttribute("aria-label", `what ${column.title} means`);
  const kind = kind_of(column);
  return element("th", { scope: "col", "aria-sort": "none", class: kind }, sorter, what);
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
  const values = () =>
    rows_on_view(table).map((row) => table.columns.map((one) => value_of(one, row, table.report)));
  const save = button("CSV", () => save_csv(titles, values(), name), {
    title: "download what the table shows",
  });
  return element("div", { class: "tools" }, filter, table.count, save);
}

// `title` is read to those who cannot see where the table stands; `name` is that of its file.
function table_of({ columns, rows, title, name, report }) {
  const table = { columns, rows, title, report, filter: "", order: {} };
  table.count = element("span", { class: "count", role: "status" });
  table.body = element("tbody");
  table.heads = columns.map((column) => head(table, column));
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
