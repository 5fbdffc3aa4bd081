#!/usr/bin/env bash
# Guess:   minisat+ ends with 10 if satisfiable and with 20 if not, as minisat, on which it is
#          built.
# Source:  Debian minisat+=1.0-4
# Truth:   It ends with 0 in both cases. Only the line `s ...` tells.
# Seen:    0 and 0
# Matters: A harness that reads verdicts from exit statuses takes each answer for "no answer" or, if
#          0 is success for it, each unsolvable puzzle for a solved one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian minisat+=1.0-4

verdict() { # CONSTRAINTS
  local status=0
  printf '%b' "* #variable= 2 #constraint= 2\n$1" >model.opb
  minisat+ model.opb >output 2>/dev/null || status=$?
  echo "$(grep '^s' output), exit status $status"
}
shows "one solution" "s SATISFIABLE, exit status 0" "$(verdict '+1 x1 +1 x2 = 1 ;\n+1 x1 = 1 ;\n')"
shows "none" "s UNSATISFIABLE, exit status 0" "$(verdict '+1 x1 +1 x2 = 1 ;\n+1 x1 +1 x2 = 2 ;\n')"
