// Entry point of the script.

// Definitions of terms, from rows of Markdown tables: "| `id` | term | … | definition |".
function read_definitions() {
  const { textContent: rows } = document.getElementById("terms").content;
  const found = rows.matchAll(/^\| `(\w+)` \| (.+?) \|.*? ([^|]+) \|$/gm);
  return [...found].map(([, id, term, text]) => ({ id, term, text }));
}

function contents(sections) {
  const links = sections.map(({ id, dataset }) =>
    element("li", {}, element("a", { href: `#${id}` }, dataset.short)));
  return element("nav", { "aria-label": "Contents" }, element("ul", {}, links));
}

function show_page() {
  const data = JSON.parse(document.getElementById("data").textContent);
  load({ definitions: read_definitions(), ...data });
  const id = read_address();
  const { title, head, sections, controls } = report_page();
  document.title = title;
  document.getElementById("page").replaceChildren(
    element("header", {}, element("h1", {}, title), head),
    contents(sections),
    element("main", { id: "content" }, controls, sections),
    element("footer", {}, note(`Made by ${report.made_by}.`)),
  );
  show_tips();
  scroll_to(id);
  close_menus();
  addEventListener("hashchange", () => go_to(read_address(), {}));
  addEventListener("resize", () => change_view({}));
  document.documentElement.dataset.ready = "yes";
}
