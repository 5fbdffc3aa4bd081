// Plot of one set's speeds with their intervals, the fastest first; below them solvers that did
// less or got stuck, then bounds of those that gave up, then those without a speed.
const speed_classes = ["", "less", "stuck", "gave_up"];

function by_speed(a, b) {
  const class_of = ({ state }) => (speed_classes.indexOf(state ?? "") + 5) % 5;
  const speed = ({ per_second }) => per_second?.[0] ?? 0;
  return class_of(a) - class_of(b) || speed(b) - speed(a);
}

function speed_text(row) {
  if (row.state === "gave_up" && row.per_second) return `≤ ${rate(row.per_second[0])}`;
  if (row.why || !row.per_second) return row.why ?? "–";
  const mark = figure_of(row, "per_second").text.startsWith("~") ? "~" : "";
  const few = row.few ? `, ${plural(row.puzzles, "puzzle")}` : "";
  const share = row.state === "stuck" ? `, solves ${figure_of(row, "solved").text}` : "";
  return mark + rate(row.per_second[0]) + few + share;
}

function speed_tip(row, rows) {
  const sentences = rows.map(({ run, per_second, why }) =>
    (is_pair() ? `${run_name(run)}: ` : "") + (why ?? rate_sentence(per_second ?? [null])));
  const size = plural(row.puzzles, "puzzle") + (row.sample ? ", a random sample" : "");
  return [solver_name(row.solver, row), ...sentences, size].join("\n");
}

// Axis of the medians and, up to a factor of ten around them, the intervals. Without the limit, one
// very wide interval would squeeze all others.
function speed_axis(rows) {
  const all = rows.filter((row) => row.per_second).map((row) => ends_of(row.per_second));
  const middles = all.map(({ middle }) => middle);
  const [least, most] = [Math.min(...middles) / 10, Math.max(...middles) * 10];
  const inside = (end) => Math.min(most, Math.max(least, end));
  const ends = all.flatMap(({ low, high }) => [inside(low), inside(high)]);
  return log_axis([...middles, ...ends], rate);
}

// Marks of a row: the speed and its interval, with arrows where that goes on, or a bound.
function speed_marks(axis, row, x, y, kind) {
  if (!row.per_second) return [];
  const { middle, low, high } = ends_of(row.per_second);
  const at = x(middle);
  if (row.state === "gave_up")
    return [span(at - 26, at, y), arrow(at - 26, y, -1), dot(at, y, "hollow")];
  const is_open = row.sample || row.few || row.state;
  return [
    span(x(low), x(high), y),
    low < axis.low ? arrow(x(low) + 6, y, -1) : "",
    high > axis.high ? arrow(x(high) - 6, y, 1) : "",
    dot(at, y, `${is_open ? "hollow" : "dot"}${row.few ? " few" : ""}${kind}`),
  ];
}

function speed_chart(width) {
  const all = rows_on_plot();
  if (!all.some((row) => row.per_second)) return null;
  const newest = all.filter(({ run }) => run === all.at(-1).run).sort(by_speed);
  const rows = [...new Set([...newest, ...all].map(({ solver }) => solver))].map((solver) => {
    const own = all.filter((row) => row.solver === solver);
    const row = own.at(-1);
    const [name, kind] = [solver_name(solver, row), row.state ? "lesser" : ""];
    return { solver, own, kind, name, figure: speed_text(row), tip: speed_tip(row, own) };
  });
  const axis = speed_axis(all);
  const marks = ({ own }, x, y) => own.map((row, index) => {
    const is_old = index < own.length - 1;
    return speed_marks(axis, row, x, is_pair() ? y + (is_old ? -5 : 5) : y, is_old ? " old" : "");
  });
  const [first] = newest;
  const keys = [
    newest.some((row) => row.sample || row.few) && "hollow: a sample or few puzzles",
    newest.some(({ state }) => state === "stuck") && "¶: got stuck, timed until then",
    newest.some(({ state }) => state === "gave_up") && "arrow: a bound, as it gave up on puzzles",
    is_pair() && `grey: ${run_name(0)}, in colour: ${run_name(1)}`,
  ];
  const row_height = is_pair() ? 34 : 26;
  const answer = `${solver_name(first.solver)} solves ${rate_sentence(first.per_second ?? [null])}`;
  return {
    drawing: row_plot({ rows, axis, marks, width, title: "puzzles per second", row_height }),
    sentence: first.state || !first.per_second
      ? `No solver solved all puzzles of ${place_text()}.` : `${answer} on ${place_text()}.`,
    key: keys.filter(Boolean).join("; "),
  };
}
