// Page of a report: the answer and the matrix, plots with a question each, then tables.
// ONE LINE PER PLOT: id, short name, question, terms that it needs, chart.
const plots = [
  ["trend", "Over time", "What changed over time?", "ratio interval", trend_chart],
  ["changes", "Changes", "What changed?", "interval time", changes_chart],
  ["speed", "Speed", "How fast is each solver?", "per_second interval", speed_chart],
  ["latency", "Latency", "How long does a puzzle take?", "latency censored batch", latency_chart],
  ["cactus", "Solved", "How many puzzles are solved within a time?", "cactus", cactus_chart],
  ["scaling", "Scaling", "How does it scale over threads?", "scaling", scaling_chart],
];

// Label of a run behind a text, on pages with several runs.
const label_of = (run) => (report.runs.length > 1 ? ` (${report.runs[run].label})` : "");

const solver_column = { title: "solver", name: ({ solver }) => report.solvers[solver].name };
const dataset_column = {
  title: "dataset", term: "sha256", name: ({ dataset }) => report.datasets[dataset].name,
};
const run_column = { title: "run", name: ({ run }) => report.runs[run].label };
const threads_column = { title: "threads", term: "threads", cell: ({ threads }) => threads };

// Columns that say something only on pages with several datasets, runs, or thread counts.
const place_columns = () => [
  report.datasets.length > 1 && dataset_column,
  report.runs.length > 1 && run_column,
  thread_counts().length > 1 && threads_column,
].filter(Boolean);

// First sentences: the verdict on two builds, or what changed, or who is fastest.
function answers() {
  const { verdict_summary: judged, trend: steps } = report;
  if (judged) return [judged.verdict];
  return steps ? trend_sentences() : is_pair() ? changes_sentences() : headline();
}

// What went wrong in the last run, as older ones had their pages; and lines to be opened: what was
// checked, the winner of each set, warnings.
function verdicts() {
  const last = report.runs.length - 1;
  const all = report.verdicts.filter(({ run }) => run === last);
  const bad = all.filter(({ kind }) => kind === "bad").map(({ text }) => text + label_of(last));
  const checked = all.find(({ text }) => text.startsWith("No wrong answer"));
  const others = report.verdict_summary?.single_pass ? []
    : all.filter((one) => one.kind !== "bad" && one !== checked).map(({ text }) => text);
  const doubts = report.warnings.map(({ run, text }) => text + label_of(run));
  const [claim, ...how] = checked ? checked.text.split(". ") : [];
  return [
    bad.length ? list("troubles", bad) : null,
    element("div", { class: "lines" },
      checked ? folded(`✓ ${claim}`, words(how.join(". "))) : null,
      others.length ? folded("each set in words", list("", others)) : null,
      doubts.length ? folded(`⚠ ${plural(doubts.length, "warning")}`, list("", doubts)) : null),
  ];
}

const first_bad = 5; // index of timeout; crashed, wrong follow
const sum_of = (all, number_of) => all.reduce((sum, item) => sum + number_of(item), 0);
const count_at = (row, index) => read_cell(row.outcomes[index]).key;
const bad_count = (row) => sum_of(row.outcomes.slice(first_bad), (cell) => read_cell(cell).key);

// Machines of the first and the last run.
const places = () => distinct([0, report.runs.length - 1]).map((run) => {
  const { machine, date } = report.runs[run];
  const name = report.runs.length > 1 ? run_name(run) : "";
  const text = [name, short_name(machine, 90), date.slice(0, 10)].filter(Boolean).join(" · ");
  return element("p", { class: "place", dir: "auto" }, text);
});

const check_columns = [
  { title: "solver and file", name: ({ row }) => row },
  { title: "check", name: ({ check }) => check },
  { title: "verdict", name: ({ verdict, bad }) => [verdict, verdict, bad ? "bad" : null] },
  { title: "details", cell: ({ what }) => what, prose: true },
];

const about_checks = "Each build solved all puzzles once, for checks. Times and speeds are of " +
  "short processes in which the two builds took turns.";
const about_evidence = "Dots: groups of processes. Bar: interval for all looks and rows. " +
  "Line: no change. Dashes: the threshold.";

// The verdict on two builds: its evidence, sentences and checks.
function verdict_summary({ checks: rows, sentences, single_pass, times: judged }) {
  const changed = judged.map(({ row, ratio: [middle, low, high], ratios: dots, threshold }) =>
    ({ name: short_name(row, 40), middle, low, high, dots, threshold }));
  return [
    single_pass ? note(about_checks) : null,
    changed.length ? [image(change_plot(changed, page_width()), "Changes of time"),
      note(about_evidence)] : null,
    ...sentences.map((sentence) => element("p", {}, words(sentence))),
    rows.length ? table_of({ columns: check_columns, rows, title: "Checks" }) : null,
  ];
}

const page_width = () => Math.max(280, Math.min(1080, document.documentElement.clientWidth - 36));

// A drawing as one image for screen readers: its many marks are noise, and tables have the figures.
// A click on a solver's mark shows it in colour.
const image = (drawing, text) => filled(drawing, {
  role: "img",
  "aria-label": short_name(text, 1000),
  click: ({ target }) => {
    const mark = target.closest("[data-solver]");
    if (mark) change_view({ solver: Number(mark.dataset.solver) });
  },
}, []);

// Section of a plot; null if it has no data for any of the reader's choices.
function plot_section([id, short, title, terms, chart]) {
  const start = { ...view };
  const has_data = report.rows.some(({ run, dataset, threads }) =>
    chart(page_width(), Object.assign(view, { run, dataset, threads })));
  Object.assign(view, start);
  if (!has_data) return null;
  const make = () => {
    const drawn = chart(page_width());
    if (!drawn) return note("Nothing to show for this selection.");
    const { drawing, sentence, key, table } = drawn;
    return [
      element("figcaption", {}, words(sentence)),
      image(drawing, `${title} ${sentence}`),
      key ? note(words(key, 1000)) : null,
      table ? folded("The figures as a table", table_of({ ...table, title })) : null,
    ];
  };
  const known = report.definitions.filter((one) => terms.split(" ").includes(one.id));
  const links = known.flatMap(({ id: term, term: name }, at) =>
    [at ? " · " : "Definitions: ", term_link(term, name)]);
  return section(id, short, title, live("figure", make, { "aria-label": title }), note(links));
}

// Ids of the columns that a reader looks for first, in this order; the others follow in theirs.
const first_columns = ["per_second", "speedup", "solved", "guesses", "memory"];
// Ids of the columns that narrow screens show, besides one that identifies the row.
const narrow_columns = ["per_second", "speedup", "solved"];

function result_columns() {
  const rank = ({ id }) => (first_columns.indexOf(id) + 99) % 99;
  const figures = report.columns
    .filter(({ id, shown: is_used }) => is_used && id !== "solver" && id !== "threads")
    .sort((a, b) => rank(a) - rank(b))
    .map(({ id, title }) => ({ title, term: id, cell: (row) => cell_of(row, id) }));
  // On narrow screens: dataset, run and threads of a row, as far as they differ on the page.
  const place = (row) => place_columns().map(({ name }) =>
    name ? short_name(name(row)) : threads_text(row.threads)).join(", ");
  const columns = [...place_columns(), ...figures];
  const wide = (column) => ({ ...column, is_wide: !narrow_columns.includes(column.term) });
  const solver = { title: "solver", term: "solver", name: (row) => cell_of(row, "solver"), place };
  return [solver, ...columns.map(wide)];
}

// Caption and notes of a dataset's table.
function remark({ run, dataset, caption, notes }) {
  const name = name_of(report.datasets[dataset].name);
  const head = [element("strong", {}, name, label_of(run)), ": ", words(caption)];
  return element("li", {}, head, list("", notes));
}

const results = () => live("div", () => [
  table_of({
    columns: result_columns(), rows: report.rows.filter(is_shown), title: "All results",
  }),
  folded("Notes on each dataset", element("ul", { class: "note" }, report.tables.map(remark))),
]);

// List items on the first puzzles that went wrong, with reasons, and on disqualified solvers.
function proofs() {
  const item = ({ solver, dataset }, between, ...text) => element("li", {},
    name_of(report.solvers[solver].name), between, name_of(report.datasets[dataset].name), text);
  return report.rows.flatMap((row) => [
    ...(row.failures ?? []).map(({ puzzle, line, what, reason }) =>
      item(row, ` on line ${line} of `, `: ${what}, `, words(reason), element("code", {}, puzzle))),
    row.disqualified && item(row, " on ", " was disqualified: ", words(row.disqualified)),
  ]).filter(Boolean);
}

function outcomes() {
  const is_used = (index) => index >= first_bad || report.rows.some((row) => count_at(row, index));
  const used = [...report.outcomes.keys()].filter(is_used).map((index) => {
    const cell = (row) => row.outcomes[index] || ["0", 0, "quiet"];
    return { title: report.outcomes[index], term: "outcomes", cell };
  });
  const digest = { title: "digest", term: "digest", cell: (row) => row.digest };
  const columns = [solver_column, ...place_columns(), ...used, digest];
  const rows = [...report.rows].sort((a, b) => bad_count(b) - bad_count(a));
  return [
    table_of({ columns, rows, title: "Outcomes" }),
    element("ul", { class: "proofs" }, proofs()),
  ];
}

// Machine, settings and command of a run; folded if there are many runs.
function run_part(run) {
  const part = (title, pairs) => element("div", {}, element("h4", {}, title), facts(pairs));
  const inside = [
    element("div", { class: "two" },
      part("Machine", [["file", run.file], ["started", run.date], ...run.facts]),
      part("Settings", run.settings)),
    element("h4", {}, "Command"),
    element("pre", { tabindex: "0", class: "whole" }, run.command),
  ];
  if (report.runs.length > 2) return folded(name_of(run.label), inside);
  return element("section", {}, element("h3", {}, name_of(run.label)), inside);
}

const dataset_columns = [
  { title: "dataset", name: (set) => set.name },
  { title: "puzzles", cell: (set) => set.puzzles },
  { title: "clues", term: "clues", cell: (set) => set.clues },
  { title: "bad rows", term: "bad_rows", cell: (set) => set.bad_rows },
  { title: "small", term: "small_set", cell: (set) => set.small },
  { title: "SHA-256", term: "sha256", cell: (set) => set.sha256 },
  { title: "path", name: (set) => set.path },
];

const datasets = () => [
  table_of({ columns: dataset_columns, rows: report.datasets, title: "Datasets" }),
  list("warnings", report.datasets.flatMap((set) => set.first_bad_rows)),
];

const definitions = () => element("dl", { class: "definitions" },
  report.definitions.map(({ id, term, text }) =>
    [element("dt", { id: `def-${id}`, tabindex: "-1" }, term), element("dd", {}, text)]));

function report_page() {
  const judged = report.verdict_summary;
  const is_single = judged?.single_pass;
  const solvers = is_single ? [] : [matrix_bar(), live("div", matrix_table, { id: "matrix" })];
  const answer = (text) => element("p", { class: `answer ${judged?.kind ?? ""}` }, words(text));
  return {
    title: "Sudoku solvers, compared",
    head: [places(), live("div", () => answers().map(answer)), verdicts(),
      judged ? null : solvers],
    controls: is_single ? null : plot_bar(),
    sections: [
      judged && section("verdict", "Verdict", "Verdict", verdict_summary(judged)),
      ...(is_single ? [] : plots.map(plot_section)),
      judged && !is_single && section("solvers", "Solvers by sets", "Solvers by sets", solvers),
      section("results", "All results", "All results", results()),
      section("outcomes", "Outcomes", "Outcomes of all puzzles", outcomes()),
      section("slowest", "Slowest puzzles", "The slowest puzzles", slowest()),
      section("runs", "Machine and command", "Machine and command", report.runs.map(run_part)),
      section("datasets", "Datasets", "Datasets", datasets()),
      section("definitions", "Definitions", "What the numbers mean", definitions()),
    ].filter(Boolean),
  };
}
