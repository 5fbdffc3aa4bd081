// Boards of the slowest puzzles of a solver, with the command that repeats each.

// Side of a cell and of a board, in the board's own units.
const cell_side = 22;
const board_side = 9 * cell_side;

// SVG path of the lines every `step` cells.
function board_lines(step) {
  const places = Array.from({ length: 9 / step + 1 }, (_, index) => index * step * cell_side);
  return places.map((at) => `M${at},0V${board_side}M0,${at}H${board_side}`).join("");
}

function board(puzzle) {
  const clues = [...puzzle].map((digit, index) => {
    const [x, y] = [index % 9, Math.floor(index / 9)].map((at) => (at + 0.5) * cell_side);
    return /[1-9]/.test(digit) ? svg("text", { x, y }, digit) : "";
  });
  // For screen readers: row by row, with blanks named.
  const rows = (puzzle.match(/.{9}/g) || []).map((row) => row.replaceAll(".", "-"));
  const label = `Sudoku. ${rows.map((row, at) => `Row ${at + 1}: ${row}`).join(". ")}`;
  const viewBox = `-2 -2 ${board_side + 4} ${board_side + 4}`;
  return svg("svg", { class: "board", viewBox, role: "img", "aria-label": label },
    svg("path", { d: board_lines(1) }), svg("path", { d: board_lines(3), class: "box" }), clues);
}

// A click on the command selects it whole.
const slow_card = ({ repeat }) => ({ puzzle, facts: text, line }) =>
  element("article", {},
    board(puzzle),
    element("p", {}, element("strong", {}, text), element("br"), `line ${line}`),
    folded("command", element("code", { class: "whole" }, repeat.replace("PUZZLE", puzzle))));

// Boards of the solver that plots show in colour, on their set.
const slowest = () => live("div", () => {
  const rows = rows_of().filter((row) => row.slowest);
  if (!rows.length) return note("There are none for this selection, as of batch solvers.");
  const row = rows.find(({ solver }) => solver === in_colour(rows));
  const names = [report.solvers[row.solver], report.datasets[row.dataset]];
  const [solver, set] = names.map(({ name }) => name_of(name));
  const cards = element("div", { class: "cards" }, row.slowest.map(slow_card(row)));
  return [element("h3", {}, solver, " on ", set), cards];
});
