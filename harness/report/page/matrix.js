// The first screen: solvers by datasets, how many times slower each is than the fastest of the set,
// or than a reference; and the sentence that sums it up.

// Upper ends of the colours' ranges, in times slower. Against a reference, the first two colours
// are for faster solvers.
const slower_than = [1.1, 2, 5, 20, 100, Infinity];

function tone_of(ratio) {
  if (is_tie(ratio)) return "tone-1";
  const slower = 1 / (ratio.middle ?? ratio.high ?? ratio.low);
  if (view.reference !== null && slower < 1) return slower < 0.5 ? "tone-0" : "tone-1";
  const at = slower_than.findIndex((end) => slower < end);
  return `tone-${view.reference === null ? at : Math.max(2, at)}`;
}

// Text and look of a row's cell against the row of the reference.
function face_of(row, base) {
  if (row.state === "void") return { text: "void", kind: "void" };
  if (row.state === "stuck") return { text: figure_of(row, "solved").text, kind: "hatched" };
  if (row.state === "less") return { text: "§", kind: "hatched" };
  if (row.few) return { text: plural(row.puzzles, "puzzle"), kind: "hatched" };
  if (row === base) return { text: "1×", kind: view.reference === null ? "tone-0 best" : "tone-2" };
  const ratio = base ? ratio_of(row, base) : null;
  const { figure, word } = base ? ratio_parts(ratio) : { figure: "–" };
  if (row.state) return { text: figure === "–" ? row.why : figure, kind: "hatched" };
  if (figure === "–") return { text: figure, kind: "" };
  const marks = `${row.sample ? " sample" : ""}${is_tie(ratio) ? " best" : ""}`;
  const text = view.reference === null ? figure : `${figure} ${word}`;
  return { text, kind: tone_of(ratio) + marks };
}

function cell_tip(row, base) {
  return [
    `${solver_name(row.solver, row)} on ${set_name(row.dataset)}`,
    base && base !== row ? ratio_sentence(ratio_of(row, base), solver_name(base.solver)) : "",
    row.why ?? (row.per_second ? rate_sentence(row.per_second) : ""),
    plural(row.puzzles, "puzzle") + (row.sample ? ", a random sample" : ""),
  ].filter(Boolean).join("\n");
}

// The matrix: columns {dataset, name, rows, base} and lines {solver, name, cells}; null is no row.
function matrix() {
  const all = rows_of({ dataset: null });
  const columns = distinct(all.map(({ dataset }) => dataset)).map((dataset) => {
    const rows = all.filter((row) => row.dataset === dataset);
    const chosen = rows.find(({ solver }) => solver === view.reference);
    const base = view.reference === null ? fastest(rows) : chosen;
    return { dataset, name: set_name(dataset), rows, base };
  }).sort((a, b) => Number(!a.base) - Number(!b.base));
  const lines = distinct(all.map(({ solver }) => solver)).map((solver) => {
    const own = all.filter((row) => row.solver === solver);
    const cells = columns.map(({ rows, base }) => {
      const row = rows.find((one) => one.solver === solver);
      return row ? { ...face_of(row, base), tip: cell_tip(row, base) } : null;
    });
    const marked = own.find((row) => row.state === "stuck") ?? own.find((row) => row.chunk);
    return { solver, name: solver_name(solver, marked), cells };
  });
  return { columns, lines };
}

const matrix_title = () => view.reference === null
  ? "× slower than the fastest of each set, by mean rank" : `Speed against ${solver_name(view.reference)}`;

// What the marks in the cells mean; only those that there are.
function matrix_key({ lines }) {
  const cells = lines.flatMap((line) => line.cells).filter(Boolean);
  const has = (part) => cells.some(({ text, kind }) => `${text} ${kind}`.includes(part));
  const is_named = (mark) => lines.some(({ name }) => name.includes(mark));
  return [
    has("sample") && "hollow: a sample of the set",
    has("%") && "%: got stuck, share solved",
    has("puzzle") && "few puzzles: too few to compare",
    has("≥") && "≥: gave up on puzzles",
    has("§") && "§: did less",
    has("tie") && "tie: the 95 % interval contains 1",
    has("~") && "~: no interval to rely on",
    has("‡") && "‡ behind a number: measured on a shared core",
    is_named("¶") && "¶ behind a name: got stuck on puzzles",
    is_named("*") && "*: solves batches",
  ].filter(Boolean).join("; ");
}

const listed = (names) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

// Ratios of a solver to another on several sets: "2.3× to 2.9× faster than simd".
function range_text(ratios, other) {
  const known = ratios.filter(({ middle }) => middle !== null).sort((a, b) => a.middle - b.middle);
  if (!known.length) return `not compared with ${other}`;
  const [from, to] = [known[0], known.at(-1)].map(ratio_parts);
  if (from.figure === to.figure) return ratio_sentence(known[0], other);
  const start = from.word === to.word ? "" : ` ${from.word}`;
  const [least, most] = from.word === "slower" && !start ? [to, from] : [from, to];
  return `${least.figure}${start} to ${most.figure} ${most.word} than ${other}`;
}

// Sentence on some of the sets, which one solver wins, or on which it ties with the next.
function winner_sentence(columns, sets) {
  const [{ base, second, name: set }] = columns;
  const [name, next] = [base, second].map((row) => row && solver_name(row.solver));
  const ranked = sets < matrix().columns.length ? " with enough puzzles" : "";
  const all = sets === 1 ? set : `${sets === 2 ? "both" : `all ${sets}`} sets${ranked}`;
  const names = listed(columns.map((one) => one.name));
  const some = columns.length > 4 ? plural(columns.length, "set") : names;
  const where = `on ${columns.length === sets ? all : some}`;
  if (!second) return `${name} has no rival ${where}`;
  if (is_tie(ratio_of(base, second))) return `${name} and ${next} are too close to call ${where}`;
  const is_one = columns.every((column) => column.second?.solver === second.solver);
  const rival = is_one ? `${next}, the next` : "the next";
  const ratios = columns.flatMap((one) => (one.second ? [ratio_of(one.base, one.second)] : []));
  return `${name} is the fastest ${where}: ${range_text(ratios, rival)}`;
}

// One sentence on who is fastest where: of each winner and each tie, those of most sets first.
function winners_sentence(columns) {
  const kinds = new Map();
  for (const { name, rows } of columns) {
    const base = fastest(rows);
    const second = fastest(rows.filter((row) => row !== base));
    const is_even = second && is_tie(ratio_of(base, second));
    const kind = `${base.solver} ${is_even ? second.solver : ""}`;
    kinds.set(kind, [...(kinds.get(kind) || []), { name, base, second }]);
  }
  const order = [...kinds.values()].sort((a, b) => b.length - a.length);
  return order.slice(0, 3).map((won) => winner_sentence(won, columns.length)).join("; ");
}

// How a solver stands against another one, over all sets.
function standing_sentence(solver, columns, other) {
  const pairs = columns.map(({ name, rows }) =>
    [name, ...[solver, other].map((one) => rows.find((row) => row.solver === one))]);
  const late = pairs.filter(([, row]) => row?.state === "gave_up").map(([name]) => name);
  if (late.length) return `${solver_name(solver)} gave up on puzzles of ${listed(late)}`;
  const ratios = pairs.flatMap(([, row, base]) => (row && base ? [ratio_of(row, base)] : []));
  return `${solver_name(solver)} is ${range_text(ratios, solver_name(other))}`;
}

// The page's first sentences: on the user's own solvers, then on the fastest ones.
function headline() {
  const { columns } = matrix();
  const ranked = columns.filter(({ rows }) => fastest(rows));
  if (!ranked.length) return ["No solver can be ranked."];
  const against = view.reference ?? report.runs[view.run].reference;
  const own = [...report.solvers.keys()].filter((solver) =>
    report.solvers[solver].own && !hidden.solvers.has(solver));
  const best = fastest(ranked[0].rows.filter(({ solver }) => solver !== against))?.solver;
  const told = own.length || view.reference === null ? own : [best];
  const standings = told
    .filter((solver) => against !== null && solver !== undefined && solver !== against)
    .map((solver) => standing_sentence(solver, columns, against));
  return [...standings, ...(view.reference === null ? [winners_sentence(ranked)] : [])]
    .map((text) => `${text}.`);
}

// The matrix as a table of the page; a set or a solver leads to its plots.
function matrix_table() {
  const found = matrix();
  const heads = found.columns.map(({ dataset, name, base }) =>
    element("th", { scope: "col" },
      button(name, () => go_to("speed", { dataset }), { title: `plots of ${name}` }),
      element("small", {}, base?.per_second ? rate(base.per_second[0]) : "")));
  const line = ({ solver, name, cells }) => {
    const title = `${report.solvers[solver].name} in the plots`;
    const boxes = cells.map((cell) => (cell
      ? element("td", { class: cell.kind, tabindex: "0", "data-tip": cell.tip }, cell.text)
      : element("td", {}, "–")));
    const head = button(name, () => go_to("speed", { solver }), { title });
    const kind = solver === view.solver ? "chosen" : null;
    return element("tr", { class: kind }, element("th", { scope: "row" }, head), boxes);
  };
  const corner = element("th", { scope: "col" },
    element("span", { class: "unseen" }, "solver"), element("small", {}, "the fastest:"));
  const frame = { class: "scroll", tabindex: "0", role: "region", "aria-label": "matrix" };
  const key = matrix_key(found);
  return [
    element("div", frame, element("table", { class: "matrix" },
      element("caption", {}, matrix_title()),
      element("thead", {}, element("tr", {}, corner, heads)),
      element("tbody", {}, found.lines.map(line)))),
    note(key ? `${key}. ` : "", term_link("ratio", "What the numbers mean")),
  ];
}
