// Plot of the ratios to the reference over three or more results, with the steps in them.
const step_texts = ({ solver, dataset, threads, points, steps }) => steps.map(({ first, text }) => {
  const how = thread_counts().length > 1 ? ` (${threads_text(threads)})` : "";
  const since = run_name(points[first].run);
  return `${solver_name(solver)} on ${set_name(dataset)}${how}: time ${text} since ${since}`;
});

// The page's first sentences when it has a trend: that there is no step, or which ones.
function trend_sentences() {
  const { sentence, series } = report.trend;
  const steps = series.flatMap(step_texts);
  const more = steps.length > 3 ? `, and ${steps.length - 3} more` : "";
  return steps.length ? [sentence, `${steps.slice(0, 3).join("; ")}${more}.`] : [sentence];
}

// Rings around the steps of a line, with the change of time.
const step_marks = (x, y, { points, steps }) => steps.map(({ first, text, worse }) => {
  const [cx, cy] = [x(points[first][0]), y(points[first][1])];
  return svg("g", { class: worse ? "step worse" : "step" },
    svg("circle", { cx, cy, r: 11 }), label(cx, cy - 17, "middle", text.split(" (")[0], "name"));
});

function trend_chart(width) {
  const series = (report.trend?.series ?? []).filter((one) =>
    is_shown(one) && one.dataset === view.dataset && one.threads === view.threads);
  if (!series.length) return null;
  // Results stand in the order of their dates, one step apart.
  const runs = distinct(series.flatMap(({ points }) => points.map(({ run }) => run)))
    .sort((a, b) => Date.parse(report.runs[a].date) - Date.parse(report.runs[b].date));
  // Ratios are drawn as parts of the oldest level, as those of solvers differ a thousandfold.
  const lines = series.map((one) => {
    const points = one.points.map(({ run, ratio }) => {
      const part = ratio.map((end) => end && end / one.oldest);
      return [runs.indexOf(run), part[0], ends_of(part)];
    });
    const level = `${in_times(one.oldest)} than ${one.reference} at first`;
    const tip = [solver_name(one.solver), level, ...step_texts(one)].join("\n");
    return { ...one, name: solver_name(one.solver), points, tip };
  }).sort((a, b) => b.steps.length - a.steps.length);
  const [{ reference }] = series;
  const columns = [
    { title: "result", name: ({ run }) => report.runs[run].label },
    { title: "version", name: ({ version }) => version },
    { title: "solver", name: ({ solver }) => report.solvers[solver].name },
    { title: `against ${reference}`, cell: ({ ratio }) => [in_times(ratio[0]), ratio[0]] },
  ];
  return {
    drawing: line_plot({
      lines, width, height: 360,
      x: named_axis(linear_axis(-0.3, runs.length - 0.7, String),
        runs.map((run, index) => [index, run_name(run)])),
      y: log_axis(lines.flatMap(({ points }) => points.map(([, level]) => level)), percent, 1.06),
      y_title: `speed over ${reference}, oldest level = 100 %`,
      more: (x, y, line, is_chosen) => [
        is_chosen && line.points.map(([at, level, { low, high }]) =>
          [upright(x(at), y(low), y(high)), dot(x(at), y(level), "dot", 4)]),
        step_marks(x, y, line),
      ],
    }),
    sentence: `${set_name()}: ${series.flatMap(step_texts).join("; ") || "no step was found"}.`,
    key: "A ring marks a step; its text is the change of time: + is slower.",
    table: { columns, rows: series.flatMap(({ solver, points }) =>
      points.map((point) => ({ solver, ...point }))) },
  };
}
