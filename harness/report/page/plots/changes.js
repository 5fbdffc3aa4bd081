// What changed between two results, or two builds: the times of the same solver, set and threads.
const most_drawn = 24;
const most_named = 3;

// Rows of the same solver, dataset and threads as one record, with the row of each run and the time
// of the newest over that of the first: {middle, low, high, is_clear}, or null. The interval spans
// both, so a change is clear where the 95 % intervals of the two are apart.
function rows_by_run() {
  const groups = new Map();
  for (const row of report.rows.filter(is_shown)) {
    const { solver, dataset, threads, run } = row;
    const key = [solver, dataset, threads].join();
    if (!groups.has(key)) groups.set(key, { solver, dataset, threads, rows: [] });
    groups.get(key).rows[run] = row;
  }
  return [...groups.values()].map((group) => ({ ...group, time: time_change(group.rows) }));
}

function time_change([first, last]) {
  if (!first?.per_second || !last?.per_second || first.why || last.why) return null;
  const [before, now] = [ends_of(first.per_second), ends_of(last.per_second)];
  const [low, high] = [before.low / now.high, before.high / now.low];
  const is_known = first.per_second[1] !== null && last.per_second[1] !== null;
  const is_clear = is_known && (low > 1 || high < 1);
  return { middle: before.middle / now.middle, low, high, is_known, is_clear };
}

// Whether a figure that the clock does not change differs between the two runs.
function differs({ rows: [first, last] }, figure) {
  if (!first || !last || first.state === "void" || last.state === "void") return false;
  return first.puzzles === last.puzzles && figure(first) !== figure(last);
}

const guesses_differ = (group) => differs(group, (row) => figure_of(row, "guesses").key);
const answers_differ = (group) => differs(group, ({ digest }) => digest);
function group_name({ solver, dataset, threads }) {
  const where = report.datasets.length > 1 ? ` on ${set_name(dataset)}` : "";
  const how = thread_counts().length > 1 ? ` (${threads_text(threads)})` : "";
  return solver_name(solver) + where + how;
}

function group_names(what, groups, text = () => "") {
  const names = groups.slice(0, most_named).map((group) => group_name(group) + text(group));
  const more = groups.length - names.length;
  return groups.length ? `${what}: ${names.join(", ")}${more ? ` and ${more} more` : ""}.` : "";
}

// Groups with a time, clear changes first, then the largest.
function timed_groups(groups) {
  const extent = ({ time }) => Math.abs(Math.log(time.middle));
  return groups.filter(({ time }) => time)
    .sort((a, b) => b.time.is_clear - a.time.is_clear || extent(b) - extent(a));
}

// Sentences on what changed from the first to the last run: how much, and what.
function changes_sentences() {
  const groups = rows_by_run();
  const timed = timed_groups(groups);
  const clear = timed.filter(({ time }) => time.is_clear);
  const [guesses, answers] = [guesses_differ, answers_differ].map((test) => groups.filter(test));
  const unknown = timed.filter(({ time }) => !time.is_known).length;
  const doubt = unknown ? ` (${unknown} without an interval)` : "";
  const all = `of ${plural(timed.length, "time")}${doubt} changed clearly`;
  const what = [
    group_names("Answers differ", answers),
    group_names("Times", clear, ({ time }) => ` ${change_text(time.middle)}`),
    group_names("Guesses differ", guesses),
  ];
  const times_said = timed.length ? `${clear.length || "none"} ${all}` : "no time is known of both";
  const answers_said = answers.length ? "; answers differ" : "";
  return [
    `${run_name(1)} against ${run_name(0)}: ${times_said}${answers_said}.`,
    what.filter(Boolean).join(" "),
  ].filter(Boolean);
}

// Plot of changes of time {name, middle, low, high (null: no end), dots, threshold, solver}: slower
// is to the right. Intervals may go on beyond the axis.
function change_plot(all, width) {
  const middles = all.flatMap(({ middle, dots = [], threshold = 0 }) =>
    [middle, ...dots, 1 + threshold, 1 / (1 + threshold)]);
  const [least, most] = [Math.min(...middles) / 1.5, Math.max(...middles) * 1.5];
  const ends = all.flatMap(({ low, high }) => [Math.max(low, least), Math.min(high ?? most, most)]);
  const axis = log_axis([...middles, ...ends], change_text, 1.02);
  const rows = all.map((one) => {
    const to = one.high === null ? "any" : change_text(one.high);
    const tip = `${one.name}\ntime ${change_text(one.middle)}, ${change_text(one.low)} to ${to}`;
    return { ...one, figure: change_text(one.middle), tip };
  });
  const marks = ({ middle, low, high, dots, threshold }, x, y) => [
    bar(x(1), y, "zero", 13),
    threshold ? bar(x(1 + threshold), y, "threshold", 13) : "",
    threshold ? bar(x(1 / (1 + threshold)), y, "threshold", 13) : "",
    span(x(low), x(high ?? axis.high), y),
    low < axis.low ? arrow(x(axis.low) + 6, y, -1) : "",
    (high ?? Infinity) > axis.high ? arrow(x(axis.high) - 6, y, 1) : "",
    dots ? [dots.map((one) => dot(x(one), y, "group", 3)), bar(x(middle), y)] : dot(x(middle), y),
  ];
  return row_plot({ rows, axis, marks, width, title: "change of time: + is slower" });
}

// Table cell of a change of time; only a clear one has a colour.
function change_cell({ time }) {
  if (!time) return null;
  const text = change_text(time.middle);
  if (!time.is_clear) return [`${text} (not clear)`, time.middle, "quiet"];
  return [text, time.middle, time.middle > 1 ? "bad" : "good"];
}

// Table of the times of both runs.
function changes_table(rows) {
  const runs = report.runs.map(({ label: title }, run) => {
    const cell = ({ rows: all }) => (all[run] ? cell_of(all[run], "time") : null);
    return { title, term: "time", cell };
  });
  const place = place_columns().filter((one) => one !== run_column);
  const change = { title: "change of time", cell: change_cell };
  return { columns: [solver_column, ...place, change, ...runs], rows };
}

function changes_chart(width) {
  const groups = report.runs.length === 2 ? rows_by_run() : [];
  const timed = timed_groups(groups);
  if (!timed.length) return null;
  const drawn = timed.slice(0, most_drawn).map((group) => {
    const kind = group.time.is_clear ? "" : "lesser";
    return { ...group.time, solver: group.solver, name: group_name(group), kind };
  });
  const more = timed.length - drawn.length;
  return {
    drawing: change_plot(drawn, width),
    sentence: changes_sentences()[0],
    key: "A bar spans the 95 % intervals of both times: a change is clear where it does not " +
      `reach 0 %.${more > 0 ? ` ${plural(more, "smaller change")} only in the table.` : ""} ` +
      "Hours and builds differ by more: sudoku-bench compare and sudoku-bench ab judge that.",
    table: changes_table(groups),
  };
}
