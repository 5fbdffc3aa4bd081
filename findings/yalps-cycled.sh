#!/usr/bin/env bash
# Guess:   yalps solves the integer program of an easy Sudoku, 0/1 variables and 324 equations, or
#          says "timedout". For a puzzle without a solution it says "infeasible".
# Source:  npm yalps@0.6.4
# Truth:   After seconds, both end as "cycled", with result NaN. That means 8,192 pivots
#          (maxPivots), made in the first linear relaxation, before any branching. A 4x4 Sudoku is
#          solved.
# Seen:    cycled NaN 0; without a limit of pivots there was no answer in 100 s
# Matters: It is the status of "a rare case" for the most usual model of this field: a harness that
#          knows optimal, infeasible and timedout has no verdict for any puzzle.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm yalps@0.6.4

cat >sudoku.js <<'JS'
const { solve } = require('yalps');
function sudoku(clues, box) {
  const side = box * box;
  const constraints = {};
  const variables = {};
  for (let row = 0; row < side; row++) for (let col = 0; col < side; col++) {
    const clue = Number(clues[side * row + col]) || 0;
    for (let digit = 1; digit <= side; digit++) {
      if (clue && clue !== digit) continue;
      const block = box * Math.floor(row / box) + Math.floor(col / box);
      const sums =
        [`cell${row}${col}`, `row${row}${digit}`, `col${col}${digit}`, `block${block}${digit}`];
      variables[`x${row}${col}${digit}`] = Object.fromEntries(sums.map((sum) => [sum, 1]));
      for (const sum of sums) constraints[sum] = { equal: 1 };
    }
  }
  const { status, result, variables: filled } = solve({ constraints, variables, binaries: true });
  return `${status} ${result} ${filled.length}`;
}
console.log(sudoku('1.....3..4.....2', 2), sudoku(
  '7..2.86.4.9....7...62..785......694..5.....679...73.2.6..935...4..8.2..6....6....', 3));
JS
shows "status, result, filled cells of 4x4 and 9x9" "optimal 0 16 cycled NaN 0" "$(node sudoku.js)"
