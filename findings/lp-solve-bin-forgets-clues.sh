#!/usr/bin/env bash
# Guess:   In lp_solve's LP format `y = 1;` holds, whether y is declared integer or binary below.
# Source:  Debian lp-solve=5.5.2.5-2
# Truth:   A constraint of a single variable without a name is a bound, and `bin` sets the bounds of
#          its variables to 0 and 1, in place of those before it. Standard error has "bound on
#          variable redefined"; the solution is printed as one, and the exit status is 0.
# Seen:    y = 0 in the solution for `bin`; y = 1 for `int`, and if the constraint has a name
# Matters: A Sudoku model writes its clues like that, and its cells with `bin`: all clues are
#          forgotten. The solver is measured on the empty grid, and solves each puzzle with the same
#          wrong grid.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian lp-solve=5.5.2.5-2

value_of_y() { # CLUE, DECLARATION
  printf 'min: ;\ncell: x + y = 1;\n%s;\n%s x, y;\n' "$1" "$2" >model.lp
  lp_solve model.lp | awk '$1 == "y" { print $2 }'
}
shows "y for 'y = 1' and bin" 0 "$(value_of_y 'y = 1' bin)"
shows "y for 'y = 1' and int" 1 "$(value_of_y 'y = 1' int)"
shows "y for 'clue: y = 1' and bin" 1 "$(value_of_y 'clue: y = 1' bin)"
