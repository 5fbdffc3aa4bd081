#!/usr/bin/env bash
# Guess:   variables() of a PuLP problem are those of the model: 729 for a Sudoku.
# Source:  Debian python3-pulp=2.6.0+dfsg-1 with glpk-utils=5.0-1
# Truth:   solve() of a problem without an objective, as a Sudoku is, leaves a variable __dummy
#          among them, first in the list, with the value None.
# Seen:    9 variables before solve(), 10 after it
# Matters: Counts of variables are off by one, once a problem was solved. Code that reads the grid,
#          or that forbids it to count solutions, from variables() stops with an error: None is not
#          above 0.5.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian python3-pulp=2.6.0+dfsg-1 glpk-utils=5.0-1

cat >latin.py <<'PY'
import pulp
problem = pulp.LpProblem("latin", pulp.LpMinimize)
cells = pulp.LpVariable.dicts("x", (range(3), range(3)), cat="Binary")
for i in range(3):
    problem += pulp.lpSum(cells[i]) == 1
    problem += pulp.lpSum(cells[j][i] for j in range(3)) == 1
before = len(problem.variables())
problem.solve(pulp.GLPK(msg=0))
first = problem.variables()[0]
print(before, len(problem.variables()), first.name, first.value())
PY
shows "variables before and after solve(), first one" "9 10 __dummy None" "$(python3 latin.py)"
