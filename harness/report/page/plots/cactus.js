// Cactus plot: the share of one set's puzzles that a solver solves within a time per puzzle.
function solved_text(row) {
  const solved = Math.round(row.curve.at(-1) * row.puzzles);
  const text = `solves ${count(solved)} of ${count(row.puzzles)} puzzles`;
  const slowest_one = `, each within ${figure_of(row, "max").text}`;
  return text + (solved === row.puzzles ? slowest_one : " in time");
}

function cactus_chart(width) {
  const rows = rows_on_plot().filter((row) => row.curve?.length);
  if (!rows.length) return null;
  const lines = rows.map((row) => {
    const [name, text] = [name_in_plot(row), solved_text(row)];
    const points = row.curve.flatMap((time, at) => (at % 2 ? [] : [[row.curve[at + 1], time]]));
    const kind = is_pair() && row.run === 0 ? "old" : "";
    return { solver: row.solver, name, kind, points, text, tip: `${name}\n${text}` };
  });
  const chosen = in_colour(lines);
  const told = lines.filter(({ solver }) => solver === chosen);
  const untold = rows_on_plot().filter((row) => row.chunk || row.state === "stuck");
  const left_out = [...new Set(untold.map((row) => solver_name(row.solver, row)))].join(", ");
  return {
    drawing: line_plot({
      lines, width, height: 360, turn: "VH",
      x: linear_axis(0, 1, percent), x_title: "share of the puzzles solved",
      y: log_axis(lines.flatMap(({ points }) => points.map(([, time]) => time)), duration),
      y_title: "time per puzzle",
    }),
    sentence: `On ${place_text()}, ${told.map(({ name, text }) => `${name} ${text}`).join("; ")}.`,
    key: left_out ? `Left out, as timed per batch or stuck: ${left_out}.` : "",
  };
}
