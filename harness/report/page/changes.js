// What changed between the runs of a page: the rows of the same solver, dataset and threads.
const format = require("./format");
const {
  ends_of, figure_cell, read_cell, rows_with, solver_name, thread_counts,
} = require("./report");
const { plural, short_name, threads_text } = require("./text");

// Most changes that the sentence at the top names.
const most_named = 3;

// Rows of the same solver, dataset and threads as one record, with a row for each run.
function rows_by_run(report, choices) {
  const groups = new Map();
  for (const row of rows_with(report, choices)) {
    const { solver, dataset, threads } = row;
    const key = [solver, dataset, threads].join();
    if (!groups.has(key)) groups.set(key, { solver, dataset, threads, rows: new Map() });
    groups.get(key).rows.set(row.run, row);
  }
  return [...groups.values()];
}

// Speed of the newest run over that of the first one, and whether the 95 % intervals of both are
// apart: null where they are not known. Null without both speeds.
function change_of(report, { rows }) {
  const [first, last] = [rows.get(0), rows.get(report.runs.length - 1)];
  if (!first?.per_second || !last?.per_second) return null;
  const [before, now] = [ends_of(first.per_second), ends_of(last.per_second)];
  const is_known = first.per_second[1] !== null && last.per_second[1] !== null;
  const is_apart = before.high < now.low || now.high < before.low;
  return { ratio: now.middle / before.middle, is_clear: is_known ? is_apart : null };
}

// A ratio as a change: "+3.20 %", "−11.0 %", or "3.12×" above a doubling.
function change_text(ratio) {
  if (ratio >= 2 || ratio <= 0.5) return format.times(ratio);
  return `${ratio < 1 ? "−" : "+"}${format.percent(Math.abs(ratio - 1))}`;
}

// Table cell of a change of speed; only a clear one has a colour.
function change_cell(report, group) {
  const change = change_of(report, group);
  if (!change) return null;
  const tone = change.is_clear ? (change.ratio > 1 ? "good" : "bad") : "quiet";
  const text = change_text(change.ratio);
  return [change.is_clear ? text : `${text} (not clear)`, change.ratio, tone];
}

// Whether a figure that the clock does not change differs between the first and the last run.
function differs(report, { rows }, figure_of) {
  const [first, last] = [rows.get(0), rows.get(report.runs.length - 1)];
  const are_comparable = first && last && !first.void && !last.void;
  return Boolean(are_comparable && first.puzzles === last.puzzles) &&
    figure_of(first) !== figure_of(last);
}

const guesses_of = (report) => (row) => read_cell(figure_cell(report, row, "guesses")).key;

const guesses_differ = (report, group) => differs(report, group, guesses_of(report));

const answers_differ = (report, group) => differs(report, group, ({ digest }) => digest);

function name_of_group(report, { solver, dataset, threads }) {
  const where = report.datasets.length > 1 ? ` on ${short_name(report.datasets[dataset].name)}` : "";
  const several = thread_counts(report.rows).length > 1;
  return solver_name(report, { solver }) + where + (several ? ` (${threads_text(threads)})` : "");
}

function named(report, groups, text_of = () => "") {
  const names = groups.slice(0, most_named).map((group) => {
    return name_of_group(report, group) + text_of(group);
  });
  const more = groups.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${format.count(more)} more` : "");
}

// Groups with their changes of speed, of which both speeds are known.
function judged(report, groups) {
  const all = groups.map((group) => ({ ...group, ...change_of(report, group) }));
  return all.filter(({ ratio }) => ratio !== undefined);
}

// Groups whose speeds changed clearly, the largest change first.
function largest_changes(report, groups) {
  const size = ({ ratio }) => Math.abs(Math.log(ratio));
  const clear = judged(report, groups).filter(({ is_clear }) => is_clear);
  return clear.sort((a, b) => size(b) - size(a));
}

// Clause on the speeds that changed clearly.
function speed_clause(report, groups) {
  const compared = judged(report, groups);
  if (compared.length === 0) return "no speed is known of both";
  const clear = largest_changes(report, groups);
  const unknown = compared.filter(({ is_clear }) => is_clear === null).length;
  const doubt = unknown ? ` (${format.count(unknown)} without an interval)` : "";
  const of_all = `of ${plural(compared.length, "speed")}${doubt}`;
  if (clear.length === 0) return `none ${of_all} changed by more than the 95 % intervals`;
  const text = named(report, clear, ({ ratio }) => ` ${change_text(ratio)}`);
  return `${format.count(clear.length)} ${of_all} changed by more than the 95 % intervals: ${text}`;
}

// Sentence on what changed from the first to the last run, and whether answers did.
function changes_sentence(report, choices) {
  const groups = rows_by_run(report, choices);
  const [first, last] = [report.runs[0], report.runs.at(-1)].map(({ label }) => short_name(label));
  const guesses = groups.filter((group) => guesses_differ(report, group));
  const answers = groups.filter((group) => answers_differ(report, group));
  const clauses = [
    answers.length ? `answers differ: ${named(report, answers)}` : null,
    speed_clause(report, groups),
    guesses.length ? `guesses differ: ${named(report, guesses)}` : null,
  ].filter(Boolean);
  return { text: `${last} against ${first}: ${clauses.join("; ")}.`, is_bad: answers.length > 0 };
}

module.exports = {
  change_cell, change_text, changes_sentence, guesses_differ, largest_changes, rows_by_run,
};
