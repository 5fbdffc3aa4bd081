// Plot of guesses against time of each solver's puzzles, a panel per solver.
const format = require("../format");
const spec = require("../spec");
const {
  bin_edges, columns_of_runs, figure_columns, figure_text, is_pair, rows_of_dataset,
  solver_column, solver_name, unfold,
} = require("../report");
const { plural } = require("../text");

function bins_of(report, row) {
  const { time, guesses } = report.bins;
  const { solver, run } = row;
  return unfold(row.guess_time, 3).map(([guess_bin, time_bin, puzzles]) => {
    // Puzzles without a guess have no place on a logarithmic axis: they get a column left of 1.
    const [from, to] = bin_edges(guess_bin < 0 ? -guesses : guess_bin, guesses);
    const [t, t_end] = bin_edges(time_bin, time).map((picoseconds) => picoseconds / 1000);
    const what = guess_bin < 0 ? "no guess" : `from ${format.number(from)} guesses`;
    const tip =
      `${solver_name(report, row)}\n` +
      `${plural(puzzles, "puzzle")}: ${what}, ${format.duration(t)} to ${format.duration(t_end)}`;
    return { solver, run, guesses: from, guesses_end: to, t, t_end, puzzles, tip };
  });
}

function sentence_of(report, row) {
  const [guesses, none] = ["guesses", "zero"].map((id) => figure_text(report, row, id));
  const mean = `${solver_name(report, row)} makes ${guesses} guesses per puzzle on average`;
  return `${mean}, and none on ${none} of the puzzles.`;
}

function chart(report, choices, width) {
  const rows = rows_of_dataset(report, choices).filter((row) => row.guess_time);
  if (rows.length === 0) return null;
  // Panels of a solver's two runs stand side by side.
  const most = is_pair(report) ? 2 : 3;
  const columns = Math.max(1, Math.min(most, rows.length, Math.floor(width / 300)));
  const panel_width = Math.min(420, Math.floor(width / columns) - 105);
  const [guesses, zero, half] = figure_columns(report, ["guesses", "zero", "p50"]);
  const figures = [solver_column, guesses, zero, { ...half, title: "time" }];
  return {
    data: { bins: rows.flatMap((row) => bins_of(report, row)) },
    signals: { columns, panel_width, panel_height: 190 },
    sentences: rows.map((row) => sentence_of(report, row)),
    table: { columns: columns_of_runs(report, figures), rows },
  };
}

const title = {
  text: spec.signal(
    "length(run_names) > 0 ? [solver_names[parent.solver], run_names[parent.run]] " +
      ": solver_names[parent.solver]",
  ),
  offset: 8,
  color: spec.signal("scale('colour', parent.solver)"),
};

module.exports = {
  id: "guesses",
  title: "Guesses against time",
  short: "Guesses",
  about:
    "The time of a puzzle against its number of guesses; a stronger colour means more puzzles. " +
    "The column at the left holds the puzzles without a guess.",
  terms: ["guess_time", "guesses", "zero"],
  one_dataset: true,
  chart,
  specification: {
    scales: [
      spec.scale("x", "log", spec.of("bins", "guesses", "guesses_end"), {
        range: [0, spec.signal("panel_width")],
      }),
      spec.scale("y", "log", spec.of("bins", "t", "t_end"), {
        range: [spec.signal("panel_height"), 0],
      }),
      spec.density("bins"),
    ],
    ...spec.panels("bins", ["solver", "run"], title, [40, 30], {
      axes: [
        spec.ticks("x", "guesses", "count", "floor(panel_width / 50)", {
          gridScale: "y",
          ...spec.labels("datum.value < 1 ? '' : count_tick(datum.value)"),
        }),
        spec.ticks("y", "time", "duration", 6, { gridScale: "x" }),
      ],
      marks: [spec.density_cells("panel", "guesses", "t")],
    }),
  },
};
