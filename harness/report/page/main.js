// Entry points of the script: a page, and pictures of the plots, drawn without a browser.

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
  const top = element("div", { class: "top" }, element("h1", {}, title), theme_button());
  document.getElementById("page").replaceChildren(
    element("header", {}, top, head),
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

// Rules of plots for one theme, in words that every program knows: no variables, no light-dark().
function style_of(theme) {
  const chosen = theme === "dark" ? "$2" : "$1";
  const rules = plot_style.replace(/light-dark\(([^,]+), ([^)]+)\)/g, chosen);
  const values = new Map([...rules.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, ...pair]) => pair));
  const fixed_rules = rules.replace(/:root \{[^}]*\}/, "");
  return fixed_rules.replace(/var\((--[\w-]+)\)/g, (all, name) => values.get(name));
}

function picture(title, place, { drawing, key }, theme) {
  const [width, margin] = [820, 18];
  const { machine, date } = report.runs[view.run];
  const about = [place, short_name(machine, 60), date.slice(0, 10)].filter(Boolean).join(" · ");
  const height = drawing.attributes.height + (key ? 86 : 62);
  const size = { width: width + 2 * margin, height };
  return as_text(svg("svg", { xmlns: "http://www.w3.org/2000/svg", class: "plot", ...size },
    svg("style", {}, style_of(theme)),
    svg("rect", { class: "ground", width: "100%", height: "100%" }),
    label(margin, 26, "start", title, "heading"), label(margin, 45, "start", about),
    svg("g", { transform: `translate(${margin},56)` }, drawing),
    label(margin, height - 14, "start", key.split(/\. /)[0])));
}

// Pictures as the text "NAME\0SVG\0NAME\0SVG\0…", which needs no parser.
async function pictures(text) {
  load(JSON.parse(text));
  const drawn = plots.map(([id, , title, , chart]) => [id, title, place_text(), chart(820)]);
  const all = { drawing: matrix_drawing(820), key: matrix_key(matrix()) };
  if (report.datasets.length > 1) drawn.push(["matrix", matrix_title(), "", all]);
  return drawn.filter(([, , , chart]) => chart).flatMap(([id, title, place, chart]) => [
    `${id}.svg\0${picture(title, place, chart, "light")}\0`,
    `${id}-dark.svg\0${picture(title, place, chart, "dark")}\0`,
  ]).join("");
}
