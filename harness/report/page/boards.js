// The slowest puzzles, drawn as boards, with what repeats them.
const { on_change } = require("./choices");
const { select } = require("./controls");
const { rows_of_dataset, solver_name } = require("./report");
const { button, element, name_of } = require("./text");

const svg = "http://www.w3.org/2000/svg";
const cell = 22;

function shape(tag, attributes, text) {
  const made = document.createElementNS(svg, tag);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
  if (text) made.textContent = text;
  return made;
}

function lines() {
  const made = [];
  for (let at = 0; at <= 9; ++at) {
    const kind = at % 3 === 0 ? "box" : "thin";
    made.push(shape("line", { class: kind, x1: at * cell, x2: at * cell, y1: 0, y2: 9 * cell }));
    made.push(shape("line", { class: kind, y1: at * cell, y2: at * cell, x1: 0, x2: 9 * cell }));
  }
  return made;
}

function clues(puzzle) {
  return [...puzzle].map((digit, index) => {
    const x = (index % 9) * cell + cell / 2;
    const y = Math.floor(index / 9) * cell + cell / 2;
    return /[1-9]/.test(digit) ? shape("text", { x, y }, digit) : null;
  });
}

// Row by row, blanks named, for those who cannot see it.
function spoken(puzzle) {
  const rows = puzzle.match(/.{9}/g) || [];
  const named = rows.map((row, at) => `Row ${at + 1}: ${row.replaceAll(".", "-")}`);
  return `Sudoku. ${named.join(". ")}`;
}

function board(puzzle) {
  const size = 9 * cell;
  const view = `-2 -2 ${size + 4} ${size + 4}`;
  const made = shape("svg", { class: "board", viewBox: view, role: "img" });
  made.setAttribute("aria-label", spoken(puzzle));
  made.append(...lines(), ...clues(puzzle).filter(Boolean));
  return made;
}

// Pages opened from a file may not write to the clipboard: then the text is selected instead.
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
    element(
      "p",
      {},
      element("strong", {}, slow.facts),
      element("br"),
      `line ${slow.line}`,
    ),
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
  return element(
    "section",
    { class: "slowest" },
    element("h3", {}, name_of(report.solvers[row.solver].name)),
    element(
      "div",
      { class: "cards" },
      row.slowest.map(slow_card),
    ),
  );
}

// One solver at a time, on the dataset of the other plots.
function boards(report, choices, dataset_control) {
  const frame = element("div");
  let solver = null;
  const draw = () => {
    const rows = rows_of_dataset(report, choices).filter((row) => row.slowest);
    const shown = rows.find((row) => row.solver === solver) || rows[0];
    if (!shown) {
      const text =
        "No slow puzzles were kept for what is chosen above: solvers that take puzzles " +
        "by the chunk have none, and neither has a run without latencies.";
      frame.replaceChildren(element("p", { class: "missing" }, text));
      return;
    }
    const items = rows.map((row) => [row.solver, solver_name(report, row)]);
    const choose = (value) => {
      solver = Number(value);
      draw();
    };
    frame.replaceChildren(
      element("div", { class: "tools" }, select("Solver", items, shown.solver, choose)),
      cards_of(report, shown),
    );
  };
  draw();
  on_change(draw);
  return element("div", { class: "boards" }, dataset_control, frame);
}

module.exports = { boards, copy_button };
