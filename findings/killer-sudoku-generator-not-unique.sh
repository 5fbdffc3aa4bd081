#!/usr/bin/env bash
# Guess:   A puzzle of generateKillerSudoku() has one solution.
# Source:  npm killer-sudoku-generator@1.1.2
# Truth:   Before it removes a clue, it checks that a solution is left (there always is), not a
#          single one.
# Seen:    11 of 30 puzzles of the default difficulty, expert, had several solutions with all cages
#          obeyed; 6 of 30 "hard" ones, 2 of 30 "medium" and 2 of 30 "easy" ones
# Matters: The `solution` beside such a puzzle is one of several. Solvers that find another fail a
#          test against it, and times to the first solution depend on luck.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm killer-sudoku-generator@1.1.2

cat >count.js <<'JS'
const { generateKillerSudoku } = require('killer-sudoku-generator');
const house = (cell) =>
  [Math.floor(cell / 9), cell % 9, 3 * Math.floor(cell / 27) + Math.floor(cell % 9 / 3)];
const peers = Array.from({ length: 81 }, (_, a) => [...Array(81).keys()].filter((b) =>
  a !== b && house(a).some((number, kind) => number === house(b)[kind])));

function countSolutions(puzzle, areas, limit) {
  const grid = [...puzzle].map((clue) => Number(clue) || 0);
  const cages = areas.map(({ cells, sum }) => ({ cells: cells.map(([r, c]) => 9 * r + c), sum }));
  const cageOf = [...grid.keys()].map((cell) => cages.find(({ cells }) => cells.includes(cell)));
  const fits = (cell, digit) => {
    const others = cageOf[cell].cells.filter((other) => other !== cell).map((other) => grid[other]);
    const left = cageOf[cell].sum - digit - others.reduce((sum, value) => sum + value, 0);
    const empty = others.filter((value) => !value).length;
    return left >= empty && left <= 9 * empty && !others.includes(digit) &&
      !peers[cell].some((peer) => grid[peer] === digit);
  };
  const search = (wanted) => {
    const open = [...grid.keys()].filter((cell) => !grid[cell]).map((cell) =>
      ({ cell, digits: [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => fits(cell, digit)) }));
    if (!open.length) return 1;
    const { cell, digits } = open.reduce((a, b) => (b.digits.length < a.digits.length ? b : a));
    let found = 0;
    for (const digit of digits) {
      if (found >= wanted) break;
      grid[cell] = digit;
      found += search(wanted - found);
    }
    grid[cell] = 0;
    return found;
  };
  return search(limit);
}

const counts = Array.from({ length: 40 }, () => generateKillerSudoku())
  .map(({ puzzle, areas }) => countSolutions(puzzle, areas, 2));
const several = counts.filter((count) => count > 1).length;
console.error(`${several} of ${counts.length} puzzles have several solutions`);
console.log(several > 0 && !counts.includes(0) ? 'yes' : 'no');
JS
shows "puzzles with several solutions" yes "$(node count.js)"
