// Plot of how many times as fast solvers become with more threads, against the ideal.
const scaled_text = ({ threads, scaling: { base, ratio } }) =>
  `${in_times(ratio[0])} on ${threads_text(threads)} than on ${base}, ` +
  `${percent((ratio[0] * base) / threads)} of the ideal` +
  (ratio[1] === null ? ", but unstable" : "");

function scaling_chart(width) {
  const rows = rows_of({ threads: null })
    .filter((row) => row.scaling && row.threads > row.scaling.base)
    .sort((a, b) => a.threads - b.threads);
  if (!rows.length) return null;
  const { base } = rows[0].scaling;
  const most = rows.at(-1).threads;
  const lines = distinct(rows.map((row) => row.solver)).map((solver) => {
    const own = rows.filter((row) => row.solver === solver);
    const ratios = own.map((row) =>
      [row.threads, row.scaling.ratio[0], ends_of(row.scaling.ratio)]);
    const tip = [solver_name(solver), ...own.map(scaled_text)].join("\n");
    return { solver, name: solver_name(solver), points: [[base, 1], ...ratios], ratios, own, tip };
  });
  const chosen = lines.find(({ solver }) => solver === in_colour(lines));
  const ends = lines.flatMap(({ ratios }) => ratios.flatMap(([, , { low, high }]) => [low, high]));
  const counts = distinct([base, ...rows.map(({ threads }) => threads)]);
  return {
    drawing: line_plot({
      lines, width, height: 320,
      x: named_axis(log_axis([base, most], String), counts.map((one) => [one, threads_text(one)])),
      y: log_axis([1, ...ends, most / base], times),
      y_title: `× faster than on ${threads_text(base)}`,
      more: (x, y, { ratios }, is_chosen) => ratios.map(([threads, middle, { low, high }]) =>
        [is_chosen && upright(x(threads), y(low), y(high)), dot(x(threads), y(middle), "dot", 4)]),
      below: (x, y) => stroke(`M${x(base)},${y(1)}L${x(most)},${y(most / base)}`, "ideal"),
    }),
    sentence: `${chosen.name} on ${set_name()}: ${scaled_text(chosen.own.at(-1))}.`,
    key: "Dashes: the ideal. Threads share caches, memory and the clock of the processor.",
  };
}
