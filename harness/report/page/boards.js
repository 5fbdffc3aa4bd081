// Sudoku boards of a report's slowest puzzles, with the commands that repeat them.
const { refilled } = require("./choices");
const { select } = require("./controls");
const { rows_of_dataset, solver_name } = require("./report");
const { button, element, name_of, shape } = require("./text");

const cell = 22;
const size = 9 * cell;

function lines() {
  return Array.from({ length: 10 }, (_, index) => {
    const kind = index % 3 === 0 ? "box" : "thin";
    const at = index * cell;
    return [
      shape("line", { class: kind, x1: at, x2: at, y1: 0, y2: size }),
      shape("line", { class: kind, y1: at, y2: at, x1: 0, x2: size }),
    ];
  });
}

function clues(puzzle) {
  return [...puzzle].map((digit, index) => {
    const x = (index % 9) * cell + cell / 2;
    const y = Math.floor(index / 9) * cell + cell / 2;
    return /[1-9]/.test(digit) ? shape("text", { x, y }, digit) : null;
  });
}

// Sudoku board as text for screen readers: row by row, with blanks named.
function spoken(puzzle) {
  const rows = puzzle.match(/.{9}/g) || [];
  const named = rows.map((row, at) => `Row ${at + 1}: ${row.replaceAll(".", "-")}`);
  return `Sudoku. ${named.join(". ")}`;
}

function board(puzzle) {
  const viewBox = `-2 -2 ${size + 4} ${size + 4}`;
  const attributes = { class: "board", viewBox, role: "img", "aria-label": spoken(puzzle) };
  return shape("svg", attributes, lines().flat(), clues(puzzle));
}

// Copies a text to the clipboard, or shows it in a prompt where the browser forbids copying.
async function copy(text, source) {
  try {
    await navigator.clipboard.writeText(text);
    source.textContent = "copied";
  } catch {
    window.prompt("Copy this:", text);
  }
  setTimeout(() => (source.textContent = source.dataset.name), 1500);
}

function copy_button(name, text) {
  return button(name, (event) => copy(text, event.target), { "data-name": name });
}

function slow_card(slow) {
  return element(
    "article",
    { class: "slow" },
    board(slow.puzzle),
    element("p", {}, element("strong", {}, slow.facts), element("br"), `line ${slow.line}`),
    element(
      "div",
      { class: "tools" },
      copy_button("copy puzzle", slow.puzzle),
      copy_button("copy command", slow.command),
    ),
    element("details", {}, element("summary", {}, "command"), element("code", {}, slow.command)),
  );
}

function cards_of(report, row) {
  const name = name_of(report.solvers[row.solver].name);
  const cards = element("div", { class: "cards" }, row.slowest.map(slow_card));
  return element("section", { class: "slowest" }, element("h3", {}, name), cards);
}

const none =
  "There are no slow puzzles for this selection: batch solvers and runs without latency rounds " +
  "record none.";

// Boards of one solver's slowest puzzles, on the dataset chosen for the plots.
function boards(report, choices, dataset_control) {
  let solver = null;
  const frame = refilled("div", (again) => {
    const rows = rows_of_dataset(report, choices).filter((row) => row.slowest);
    const shown = rows.find((row) => row.solver === solver) || rows[0];
    if (!shown) return element("p", { class: "missing" }, none);
    const solvers = rows.map((row) => [row.solver, solver_name(report, row)]);
    const choose = (value) => {
      solver = Number(value);
      again();
    };
    const choice = select("Solver", solvers, shown.solver, choose);
    return [element("div", { class: "tools" }, choice), cards_of(report, shown)];
  });
  return element("div", { class: "boards" }, dataset_control, frame);
}

module.exports = { boards, copy_button };
