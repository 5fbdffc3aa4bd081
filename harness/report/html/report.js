// Questions that several parts of the page ask the data document.

function is_chosen(row, choices) {
  return choices.datasets.has(row.dataset) && choices.solvers.has(row.solver);
}

// Of the run and thread count on view, on the chosen datasets.
function rows_on_view(report, choices) {
  return report.rows.filter(
    (row) => row.run === choices.run && row.threads === choices.threads && is_chosen(row, choices),
  );
}

// Of the dataset that plots of a single one show.
function rows_of_dataset(report, choices) {
  return rows_on_view(report, choices).filter((row) => row.dataset === choices.dataset);
}

function is_on_view(part, choices) {
  return (
    part.run === choices.run && part.dataset === choices.dataset && part.threads === choices.threads
  );
}

function thread_counts(report, run) {
  const counts = new Set(report.rows.filter((row) => row.run === run).map((row) => row.threads));
  return [...counts].sort((a, b) => a - b);
}

// Flat numbers, `width` to a record.
function unfold(numbers, width) {
  const records = [];
  for (let at = 0; at < numbers.length; at += width) records.push(numbers.slice(at, at + width));
  return records;
}

function pairs_of_group(report, { run, dataset, threads }) {
  return report.pairs.find(
    (pair) => pair.run === run && pair.dataset === dataset && pair.threads === threads,
  );
}

// How many times as fast `solver` is as `reference`: [median, low, high], or null. The bounds are
// null when they are not known.
function speedup(report, group, solver, reference) {
  if (solver === reference) return [1, 1, 1];
  const entry = pairs_of_group(report, group);
  if (!entry) return null;
  const inverse = (value) => (value === null ? null : 1 / value);
  for (const [a, b, middle, low, high] of unfold(entry.ratios, 6)) {
    if (a === solver && b === reference) return [middle, low, high];
    if (b === solver && a === reference) return [middle, high, low].map(inverse);
  }
  return null;
}

// Why two solvers have no ratio, or none with an interval; null when there is nothing to say.
function reason_without_ratio(report, group, solver, reference) {
  const entry = pairs_of_group(report, group);
  if (!entry || !entry.reasons) return null;
  const found = unfold(entry.reasons, 3).find(
    ([a, b]) => (a === solver && b === reference) || (a === reference && b === solver),
  );
  return found ? found[2] : null;
}

function threads_text(threads) {
  return threads === 1 ? "1 thread" : `${threads} threads`;
}

module.exports = {
  is_chosen,
  is_on_view,
  pairs_of_group,
  rows_of_dataset,
  rows_on_view,
  reason_without_ratio,
  speedup,
  thread_counts,
  threads_text,
  unfold,
};
