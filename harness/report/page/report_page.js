// Page of a report, in the order of the reader's questions: who is fastest on what, by how much,
// how certain is that, where does it differ, can it be trusted, how is it repeated.
const { change_cell, changes_sentence, guesses_differ, rows_by_run } = require("./changes");
const { evidence } = require("./evidence");
const { control_bar, dataset_select, plot_controls, refilled, select } = require("./controls");
const { figure_of } = require("./figure");
const plots = require("./plots");
const {
  dataset_column, figure_columns, figure_text, outcomes_of, read_cell, rows_of_dataset, rows_with,
  run_column, solver_column, solver_name, thread_counts,
} = require("./report");
const { table_of } = require("./table");
const {
  button, element, facts, items, list, name_of, plural, section, shape, short_name, threads_text,
  words,
} = require("./text");

// Label of a run behind a text, on pages with several runs.
const label_of = ({ runs }, run) => (runs.length > 1 ? ` (${runs[run].label})` : "");

// Marks of verdicts and their meaning, read aloud instead, by kind.
const marks = {
  good: ["▲", "Result: "],
  open: ["?", "Undecided: "],
  bad: ["✕", "Problem: "],
  note: ["·", "Note: "],
  change: ["Δ", "Change: "],
};

function verdict(kind, text) {
  const [sign, meaning] = marks[kind];
  const mark = element("span", { class: "mark", "aria-hidden": "true" }, sign);
  const spoken = element("span", { class: "unseen" }, meaning);
  return element("li", { class: kind }, mark, spoken, words(text));
}

// The first verdict is that of compare, or else what changed between the runs. Pages on a test of
// two builds name no fastest solver: each build solved the puzzles only once.
function verdicts(report, choices) {
  const judged = report.verdict_summary;
  const all = report.verdicts
    .filter(({ kind }) => !judged?.single_pass || kind === "bad")
    .map(({ kind, run, text }) => verdict(kind, text + label_of(report, run)));
  if (judged) all.unshift(verdict(judged.kind, judged.verdict));
  else if (report.runs.length > 1) {
    const { text, is_bad } = changes_sentence(report, choices);
    all.unshift(verdict(is_bad ? "bad" : "change", text));
  }
  return element("ul", { class: "verdicts" }, all);
}

// Line below the title with the number of warnings and as many as fit; opened, it lists all.
function warnings_line(report) {
  const texts = report.warnings.map(({ run, text }) => text + label_of(report, run));
  if (texts.length === 0) return null;
  const count = element("strong", {}, plural(texts.length, "warning"));
  const start = element("bdi", {}, Array.from(texts.join("; ").slice(0, 400)).join(""));
  const summary = element("summary", {}, element("span", {}, count, ": ", start));
  return element("details", { class: "caution" }, summary, element("ul", {}, items(texts)));
}

const check_columns = [
  { title: "solver and file", name: (check) => check.row },
  { title: "check", name: (check) => check.check },
  { title: "verdict", name: ({ verdict, bad }) => [verdict, verdict, bad ? "bad" : null] },
  { title: "details", cell: (check) => check.what, prose: true },
];

const about_checks =
  "Each build solved all puzzles once: the checks compare these two runs. Times and speeds are " +
  "those of short processes in which the two builds took turns.";

function verdict_summary(report) {
  const { checks: rows, sentences, single_pass } = report.verdict_summary;
  const table = { columns: check_columns, rows, title: "Checks", name: "checks", report };
  return [
    single_pass ? element("p", { class: "note" }, about_checks) : null,
    evidence(report.verdict_summary),
    ...sentences.map((sentence) => element("p", {}, words(sentence))),
    rows.length ? table_of(table) : null,
  ];
}

// Columns that say something only on pages with several datasets, or runs.
const dataset_columns_of = ({ datasets }) => (datasets.length > 1 ? [dataset_column] : []);
const run_columns_of = ({ runs }) => (runs.length > 1 ? [run_column] : []);

// Ids of the columns that a reader looks for first, in this order; the others follow in theirs.
const first_columns = ["threads", "per_second", "speedup", "solved", "guesses", "memory"];

// Ids of the columns that narrow screens show, besides one that identifies the row.
const narrow_columns = ["per_second", "speedup", "solved"];

// Dataset, run and threads of a row, as far as they differ on the page.
function place_of(row, report) {
  const columns = [...dataset_columns_of(report), ...run_columns_of(report)];
  const parts = columns.map(({ name }) => short_name(name(row, report)));
  if (thread_counts(report.rows).length > 1) parts.push(threads_text(row.threads));
  return parts.join(", ");
}

function result_columns(report) {
  const shown = report.columns.filter((column) => column.shown).map(({ id }) => id);
  const first = first_columns.filter((id) => shown.includes(id));
  const others = shown.filter((id) => id !== "solver" && !first.includes(id));
  const [solver, ...figures] = figure_columns(report, ["solver", ...first, ...others]);
  const columns = [...dataset_columns_of(report), ...run_columns_of(report), ...figures];
  return [
    { ...solver, place: place_of },
    ...columns.map((column) => ({ ...column, is_wide: !narrow_columns.includes(column.term) })),
  ];
}

// Caption and notes of a dataset's table.
function remark(report, { run, dataset, caption, notes }) {
  const name = name_of(report.datasets[dataset].name);
  const head = [element("strong", {}, name, label_of(report, run)), ": ", words(caption)];
  return element("li", {}, head, element("ul", {}, items(notes)));
}

function results(report, choices) {
  return refilled("div", () => {
    const rows = rows_with(report, choices);
    const columns = result_columns(report);
    const remarks = report.tables
      .filter(({ dataset }) => choices.datasets.has(dataset))
      .map((of_dataset) => remark(report, of_dataset));
    return [
      table_of({ columns, rows, title: "All results", name: "results", report }),
      element(
        "details",
        { open: remarks.length <= 4 },
        element("summary", {}, "Notes on each dataset"),
        element("ul", { class: "remarks" }, remarks),
      ),
    ];
  });
}

// Column for the guesses of the first and the last run; none where they are the same.
function guesses_columns(report, groups) {
  if (!groups.some((group) => guesses_differ(report, group))) return [];
  const guesses = (group, run) => figure_text(report, group.rows.get(run), "guesses");
  const both = (group) => [0, report.runs.length - 1].map((run) => guesses(group, run)).join(" → ");
  const cell = (group) => (guesses_differ(report, group) ? both(group) : ["the same", 0, "quiet"]);
  return [{ title: "guesses", term: "guesses", cell }];
}

function compared_columns(report, groups) {
  const [threads, rate] = figure_columns(report, ["threads", "per_second"]);
  const runs = report.runs.map(({ label }, run) => ({
    ...rate,
    title: label,
    cell: ({ rows }) => (rows.has(run) ? rate.cell(rows.get(run)) : null),
  }));
  const several = thread_counts(report.rows).length > 1;
  const first = (group) => threads.cell(group.rows.values().next().value);
  return [
    solver_column,
    ...dataset_columns_of(report),
    ...(several ? [{ ...threads, cell: first }] : []),
    { title: "change", cell: (group) => change_cell(report, group) },
    ...runs,
    ...guesses_columns(report, groups),
  ];
}

function about_changes({ runs }) {
  const machines = new Set(runs.map(({ machine }) => machine)).size;
  return (
    "A change is clear where the 95 % intervals of both speeds are apart. The intervals do not " +
    "cover what differs between hours, builds and machines" +
    `${machines > 1 ? ", and these runs are of different machines" : ""}: sudoku-bench compare ` +
    "judges results of several processes, and sudoku-bench ab two builds in turns."
  );
}

function compared(report, choices) {
  return refilled("div", () => {
    const rows = rows_by_run(report, choices);
    const columns = compared_columns(report, rows);
    const table = { columns, rows, name: "runs-compared", report };
    const note = report.verdict_summary ? null : about_changes(report);
    return [note && element("p", { class: "note" }, note), table_of({ ...table, title: "Throughput, run by run" })];
  });
}

const first_bad = 5; // index of timeout; unsupported, crashed, wrong follow

const count_of = (row, index) => read_cell(row.outcomes[index]).key;

function outcome_columns(report) {
  const used = report.outcomes.map((name, index) =>
    index >= first_bad || report.rows.some((row) => count_of(row, index) > 0)
      ? { title: name, term: "outcomes", cell: (row) => row.outcomes[index] || ["0", 0, "quiet"] }
      : null,
  );
  return [
    solver_column,
    ...dataset_columns_of(report),
    ...run_columns_of(report),
    ...figure_columns(report, ["threads"]),
    ...used,
    { title: "digest", term: "digest", cell: (row) => row.digest },
  ].filter(Boolean);
}

const sum_of = (items, count) => items.reduce((sum, item) => sum + count(item), 0);

const bad_count = ({ outcomes }) =>
  sum_of(outcomes.slice(first_bad), (cell) => read_cell(cell).key);

function row_names(report, row, between) {
  const dataset = name_of(report.datasets[row.dataset].name);
  return [name_of(report.solvers[row.solver].name), between, dataset];
}

function proof(report, row, { puzzle, line, what, reason }) {
  const head = [...row_names(report, row, ` on line ${line} of `), `: ${what}, `, words(reason)];
  return element("li", {}, head, element("code", { class: "puzzle" }, puzzle));
}

// List items on the first puzzles that went wrong, with reasons, and on disqualified solvers.
function proofs(report) {
  const found = report.rows.flatMap((row) =>
    (row.failures || []).map((failure) => proof(report, row, failure)),
  );
  const excluded = report.rows.filter((row) => row.disqualified).map((row) => {
    const who = row_names(report, row, " on ");
    return element("li", {}, who, " was disqualified: ", words(row.disqualified));
  });
  return [...found, ...excluded];
}

// Warning at the top of the page about wrong or missing answers; null if at most timeouts occurred.
function trouble(report, link = element("a", { href: "#outcomes" }, "See the outcomes.")) {
  const bad = sum_of(report.rows, bad_count);
  const late = sum_of(report.rows, (row) => count_of(row, first_bad));
  if (bad === late && proofs(report).length === 0) return null;
  return element(
    "p",
    { class: "alarm" },
    `Something went wrong: ${plural(bad, "answer")} missing, wrong or late. `,
    "A solver with a wrong answer has no speed. ",
    link,
  );
}

// Sentence on the answers of a page without trouble; `is_whole` tells that none is missing.
function answers_sentence(report) {
  const late = sum_of(report.rows, bad_count);
  const stuck = sum_of(report.rows, (row) => outcomes_of(report, row, "incomplete"));
  const gaps = [
    late ? `${plural(late, "answer")} did not arrive in time` : null,
    stuck ? `solvers that cannot search got stuck on ${plural(stuck, "puzzle")}` : null,
  ].filter(Boolean);
  const text = gaps.length
    ? `No answer was rejected, but not every puzzle was solved: ${gaps.join("; ")}.`
    : "Every puzzle was answered, and no answer was rejected.";
  return { text, is_whole: gaps.length === 0 };
}

function headline(report) {
  const { text, is_whole } = answers_sentence(report);
  return trouble(report, null) || element("p", { class: is_whole ? "fine" : "gaps" }, text);
}

function outcomes(report) {
  const rows = [...report.rows].sort((a, b) => bad_count(b) - bad_count(a));
  const columns = outcome_columns(report);
  const found = proofs(report);
  return [
    headline(report),
    table_of({ columns, rows, title: "Outcomes", name: "outcomes", report }),
    found.length ? element("ul", { class: "proofs" }, found) : null,
  ];
}

// Side of a cell and of a board, in the board's own units.
const side = 22;
const size = 9 * side;

// SVG path of the lines every `step` cells.
function lines(step) {
  const places = Array.from({ length: 9 / step + 1 }, (_, index) => index * step * side);
  return places.map((at) => `M${at},0V${size}M0,${at}H${size}`).join("");
}

function clues(puzzle) {
  return [...puzzle].map((digit, index) => {
    const x = (index % 9) * side + side / 2;
    const y = Math.floor(index / 9) * side + side / 2;
    return /[1-9]/.test(digit) ? shape("text", { x, y }, digit) : null;
  });
}

// Sudoku board as text for screen readers: row by row, with blanks named.
function read_aloud(puzzle) {
  const rows = puzzle.match(/.{9}/g) || [];
  const named = rows.map((row, at) => `Row ${at + 1}: ${row.replaceAll(".", "-")}`);
  return `Sudoku. ${named.join(". ")}`;
}

function board(puzzle) {
  const viewBox = `-2 -2 ${size + 4} ${size + 4}`;
  const attributes = { class: "board", viewBox, role: "img", "aria-label": read_aloud(puzzle) };
  const [cells, boxes] = [lines(1), lines(3)].map((d) => shape("path", { d }));
  boxes.setAttribute("class", "box");
  return shape("svg", attributes, cells, boxes, clues(puzzle));
}

// Copies a text to the clipboard, or shows it in a prompt where the browser forbids copying.
async function copy(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    source.textContent = "copied";
  } catch {
    window.prompt("Copy this:", text);
  }
  setTimeout(() => (source.textContent = source.dataset.name), 1500);
}

function copy_button(name, text) {
  return button(name, (event) => copy(text, event.target), { "data-name": name });
}

function slow_card({ puzzle, facts, line, command }) {
  const copies = [copy_button("copy puzzle", puzzle), copy_button("copy command", command)];
  return element(
    "article",
    { class: "slow" },
    board(puzzle),
    element("p", {}, element("strong", {}, facts), element("br"), `line ${line}`),
    element("div", { class: "tools" }, copies),
    element("details", {}, element("summary", {}, "command"), element("code", {}, command)),
  );
}

function cards_of(report, row) {
  const name = name_of(report.solvers[row.solver].name);
  const cards = element("div", { class: "cards" }, row.slowest.map(slow_card));
  return element("section", { class: "slowest" }, element("h3", {}, name), cards);
}

const no_boards =
  "There are no slow puzzles for this selection: batch solvers and runs without latency rounds " +
  "record none.";

// Boards of one solver's slowest puzzles, on the dataset chosen for the plots.
function boards(report, choices, dataset_control) {
  let solver = null;
  const frame = refilled("div", (again) => {
    const rows = rows_of_dataset(report, choices).filter((row) => row.slowest);
    const shown = rows.find((row) => row.solver === solver) || rows[0];
    if (!shown) return element("p", { class: "missing" }, no_boards);
    const solvers = rows.map((row) => [row.solver, solver_name(report, row)]);
    const choose = (value) => {
      solver = value;
      again();
    };
    const choice = select("Solver", solvers, shown.solver, choose);
    return [element("div", { class: "tools" }, choice), cards_of(report, shown)];
  });
  return element("div", { class: "boards" }, dataset_control, frame);
}

function run_part(run) {
  const facts_part = (title, pairs) => element("div", {}, element("h4", {}, title), facts(pairs));
  const machine = facts_part("Machine", [["program", run.tool], ...run.facts]);
  const settings = facts_part("Settings", run.settings);
  return element(
    "section",
    { class: "run" },
    element("h3", {}, name_of(run.label)),
    run.partial ? element("p", { class: "alarm" }, `The figures are partial: ${run.partial}.`) : null,
    run.warnings.length ? list("warnings", run.warnings) : element("p", {}, "No warnings."),
    list("overhead", run.overhead),
    element("div", { class: "two" }, machine, settings),
    element("h4", {}, "Command"),
    element("pre", { tabindex: "0" }, run.command),
    copy_button("copy command", run.command),
  );
}

const run_columns = [
  { title: "run", name: (run) => run.label },
  { title: "started", cell: (run) => run.date || null },
  { title: "machine", name: (run) => run.machine },
  { title: "program", name: (run) => run.tool },
  { title: "warnings", term: "warnings", cell: (run) => run.warnings.length },
  { title: "file", name: (run) => run.file },
];

function runs(report) {
  const table = { columns: run_columns, rows: report.runs, title: "Runs", name: "runs", report };
  return [report.runs.length > 1 ? table_of(table) : null, ...report.runs.map(run_part)];
}

const dataset_columns = [
  { title: "dataset", name: (set) => set.name },
  { title: "puzzles", cell: (set) => set.puzzles },
  { title: "clues", term: "clues", cell: (set) => set.clues },
  { title: "quarantined", term: "quarantine", cell: (set) => set.quarantined },
  { title: "small", term: "small_set", cell: (set) => set.small },
  { title: "SHA-256", term: "sha256", cell: (set) => set.sha256 },
  { title: "path", name: (set) => set.path },
];

function datasets(report) {
  const { datasets: rows } = report;
  const quarantined = rows.flatMap((set) => set.quarantine_first);
  return [
    table_of({ columns: dataset_columns, rows, title: "Datasets", name: "datasets", report }),
    quarantined.length ? list("warnings", quarantined) : null,
  ];
}

function definitions(report) {
  const parts = report.definitions.map(({ id, term, text }) => [
    element("dt", { id: `def-${id}`, tabindex: "-1" }, term),
    element("dd", {}, text),
  ]);
  return element("dl", { class: "definitions" }, parts.flat());
}

// Section of a plot; null if it has no data for any of the reader's choices.
function plot_section(plot, report, choices) {
  const has_data = report.rows.some(({ run, dataset, threads }) =>
    plot.chart(report, { ...choices, run, dataset, threads }, 900),
  );
  if (!has_data) return null;
  const figure = figure_of(plot, report, choices, plot_controls(plot, report, choices));
  return section(plot.id, plot.short, plot.title, figure);
}

function sections_of(report, choices) {
  const [throughput, matrix, ...others] = plots.map((plot) => plot_section(plot, report, choices));
  const dataset = report.datasets.length > 1 ? dataset_select(report, choices) : null;
  return [
    report.verdict_summary && section("verdict", "Verdict", "Verdict", verdict_summary(report)),
    report.runs.length > 1 && !report.verdict_summary?.single_pass &&
      section("compared", "What changed", "What changed, run by run", compared(report, choices)),
    throughput,
    matrix,
    section("results", "All results", "All results", results(report, choices)),
    ...others,
    section("outcomes", "Outcomes", "Outcomes of all puzzles", outcomes(report)),
    section("slowest", "Slowest puzzles", "The slowest puzzles", boards(report, choices, dataset)),
    section("runs", "Machine and command", "Machine, warnings and commands", runs(report)),
    section("datasets", "Datasets", "Datasets", datasets(report)),
    section("definitions", "Definitions", "What the numbers mean", definitions(report)),
  ].filter(Boolean);
}

function place({ label, machine, date }, index, { length }) {
  const run = length > 1 ? `${short_name(label)}: ` : "";
  const day = date ? ` · ${date.slice(0, 10)}` : "";
  return element("p", { class: "place", dir: "auto" }, run, short_name(machine, 90), day);
}

function report_page(report, choices) {
  return {
    title: "Sudoku solvers, compared",
    below_title: [
      ...report.runs.slice(0, 4).map(place),
      warnings_line(report),
      trouble(report),
      verdicts(report, choices),
    ],
    controls: control_bar(report, choices),
    sections: sections_of(report, choices),
  };
}

module.exports = { report_page };
