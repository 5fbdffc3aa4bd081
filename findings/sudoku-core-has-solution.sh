#!/usr/bin/env bash
# Guess:   `hasSolution` of analyze() tells whether the puzzle has a solution. It agrees with
#          `hasUniqueSolution` beside it, and with that of the transposed puzzle.
# Source:  npm sudoku-core@3.0.3
# Truth:   It tells whether the package's strategies got to the end, which depends on the order of
#          rows and columns. Such a puzzle has no `difficulty` either.
# Seen:    no solution but a unique one; transposed: a unique one, "hard". Of 883 random minimal
#          puzzles, 33 were solved only transposed, 23 only as given; 13 others changed their
#          difficulty.
# Matters: A set filtered by hasSolution loses its hard puzzles, and a rating of isomorphic puzzles
#          is not one of the puzzle.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm sudoku-core@3.0.3

cat >analyze.js <<'JS'
const { analyze } = require('sudoku-core');
const puzzle =
  [...'..7.2....13....9.69.5...4......4...3......8.....8.96176.24...9..7.....6..9....1..'];
const transposed = puzzle.map((_, cell) => puzzle[(cell % 9) * 9 + Math.floor(cell / 9)]);
const told = [puzzle, transposed].map((cells) => {
  const { hasSolution, hasUniqueSolution, difficulty } =
    analyze(cells.map((clue) => Number(clue) || null));
  return `${hasSolution} ${hasUniqueSolution} ${difficulty}`;
});
console.log(told.join(', transposed '));
JS
shows "has a solution, a unique one, difficulty" "false true undefined, transposed true true hard" \
  "$(node analyze.js)"
