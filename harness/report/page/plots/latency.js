// Plot of how long single puzzles of one set take: half of them, the slowest tenth, … the slowest.
const quantiles = {
  p50: "half", p90: "90 %", p99: "99 %", p999: "99.9 %", p9999: "99.99 %", max: "all",
};

// Known quantiles of a row: {id, share, text, ns}; the time is null above the limit.
const times_of = (row) => Object.entries(quantiles)
  .map(([id, share]) => ({ id, share, ...figure_of(row, id) }))
  .filter(({ text }) => text !== "–")
  .map((one) => ({ ...one, ns: typeof one.key === "number" ? one.key : null }));

const within = ({ share, text }) =>
  `${share} ${text.startsWith(">") ? `over ${text.slice(1)}` : `within ${text}`}`;

function latency_marks({ times: all }, x, y) {
  const known = all.filter(({ ns }) => ns !== null).map(({ id, ns }) => [id, x(ns)]);
  if (!known.length) return [];
  const end = known.at(-1)[1] + (known.length < all.length ? 22 : 0);
  return [
    span(known[0][1], end, y),
    known.length < all.length ? arrow(end - 2, y, 1) : "",
    known.map(([id, at]) => (id === "p50" ? dot(at, y) : bar(at, y, "bar", id === "max" ? 8 : 5))),
  ];
}

// Batch solvers stand apart, as a puzzle of a batch has no time of its own.
function batch_sentence(rows) {
  const names = rows.map((row) => `${name_in_plot(row)} (${row.chunk} at once)`);
  return names.length
    ? ` Apart, because a puzzle of a batch has no time of its own: ${names.join(", ")}.` : "";
}

function latency_chart(width) {
  const timed = rows_on_plot().filter((row) => times_of(row).length);
  const lesser = ({ state }) => Number(state === "stuck");
  const half = (row) => times_of(row)[0].ns ?? Infinity;
  const rows = timed.sort((a, b) => lesser(a) - lesser(b) || half(a) - half(b))
    .map((row) => {
      const [name, all] = [name_in_plot(row), times_of(row)];
      const figure = `${all[0].text} … ${all.at(-1).text}`;
      const tip = [name, ...all.map(within)].join("\n");
      const kind = lesser(row) ? "lesser" : "";
      return { solver: row.solver, times: all, name, figure, tip, kind };
    });
  if (!rows.length) return null;
  const known = rows.flatMap((row) => row.times.map(({ ns }) => ns)).filter(Boolean);
  const axis = log_axis(known, duration);
  const chosen = rows.find(({ solver }) => solver === in_colour(rows));
  const batches = batch_sentence(rows_on_plot().filter((row) => row.chunk));
  return {
    drawing: row_plot({ rows, axis, marks: latency_marks, width, title: "time of a puzzle" }),
    sentence: `${chosen.name} on ${place_text()}: ${chosen.times.map(within).join(", ")}.`,
    key: `Dot: half of the puzzles; bars: 90 %, 99 %, 99.9 % … and the slowest.${batches}`,
  };
}
