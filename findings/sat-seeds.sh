#!/usr/bin/env bash
# Guess:   Another seed gives another search: other numbers of conflicts, other models of a formula
#          that has many.
# Source:  Debian cadical=1.5.3-2, minisat=1:2.2.1-5+b3, cryptominisat=5.11.4+dfsg1-2+b1; for
#          comparison picosat=965-2
# Truth:   With other options at their defaults, cadical --seed, minisat -rnd-seed and cryptominisat
#          --random change nothing. (picosat -s does change the search.)
# Seen:    for eight seeds one number of conflicts each, in the thousands; one and the same grid for
#          the empty Sudoku
# Matters: Runs with several seeds, to tell luck from speed, or to draw random grids, are one run
#          repeated: the spread between them is the machine's, and the confidence is false.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian cadical=1.5.3-2 minisat=1:2.2.1-5+b3 cryptominisat=5.11.4+dfsg1-2+b1 picosat=965-2

# A random formula of 160 variables and 672 clauses of three literals, the same each time.
awk 'function random(below) { state = state * 16807 % 2147483647; return state % below }
  BEGIN {
    state = 4
    print "p cnf 160 672"
    for (clause = 0; clause < 672; clause++) {
      first = random(160)
      second = (first + 1 + random(79)) % 160
      third = (first + 80 + random(80)) % 160
      print (first + 1) * sign(), (second + 1) * sign(), (third + 1) * sign(), 0
    }
  }
  function sign() { return random(2) ? 1 : -1 }' >formula.cnf

different() { # COMMAND WITH SEED
  local seed
  for seed in 1 2 3 4 5 6 7 8; do
    { "${@//SEED/$seed}" formula.cnf 2>/dev/null || true; } | grep -E '^(c )?([0-9]+ )?conflicts'
  done | grep -oE '[0-9]+ conflicts|conflicts *: *[0-9]+' | sort -u | wc -l
}
shows "numbers of conflicts of cadical" 1 "$(different cadical --seed=SEED)"
shows "numbers of conflicts of minisat" 1 "$(different minisat -rnd-seed=SEED)"
shows "numbers of conflicts of cryptominisat" 1 "$(different cryptominisat5 --random=SEED)"
echo "numbers of conflicts of picosat: $(different picosat -v -s SEED)"
