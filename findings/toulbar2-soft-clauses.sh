#!/usr/bin/env bash
# Guess:   toulbar2 reads a DIMACS file `p cnf` as SAT solvers do: a contradiction has no solution,
#          and -a lists the models.
# Source:  Debian toulbar2=1.1.1+dfsg-1
# Truth:   Each clause is soft, as in Max-SAT, with cost 1. An unsatisfiable formula has an
#          "Optimum", and -a counts assignments that break clauses too. The exit status is 0.
# Seen:    "New solution: 1" and "Optimum: 1" for x and not x; 16 solutions of a formula with 12
#          models
# Matters: On the CNF of an easy Sudoku it printed a "New solution" that breaks 46 clauses, and was
#          not done in 40 s. The same puzzle in OPB format, whose constraints are hard, takes no
#          time.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian toulbar2=1.1.1+dfsg-1

printf 'p cnf 1 2\n1 0\n-1 0\n' >contradiction.cnf
printf 'p cnf 4 1\n1 2 0\n' >models.cnf
optimum=$(toulbar2 contradiction.cnf | grep -oE '^(New solution|Optimum): [0-9]+' | paste -sd,)
shows "a contradiction" "New solution: 1,Optimum: 1" "$optimum"
counted=$(toulbar2 models.cnf -a | awk '/^Number of solutions/ { print $NF }')
shows "solutions where 12 of 16 assignments are models" 16 "$counted"
