#!/usr/bin/env bash
# Guess:   solve() of a DancingLinkX gives the same answer each time, or fails if it can be called
#          once.
# Source:  npm @algorithm.ts/dlx@4.0.3
# Truth:   After a solution the links stay covered. The next solve() finds no column left, and so
#          reports a cover of no rows: [], which is "solved" for whoever tests for null, as
#          documented.
# Seen:    [1,2], then []
# Matters: A benchmark that prepares the matrix once and times solve() in a loop measures, from the
#          second round on, a function that returns at once, and its check `answer !== null` holds.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm @algorithm.ts/dlx@4.0.3

cat >twice.js <<'JS'
const { DancingLinkX } = require('@algorithm.ts/dlx');
const dlx = new DancingLinkX({ MAX_N: 100 });
dlx.init(2);
dlx.addRow(1, [1]);
dlx.addRow(2, [2]);
console.log(JSON.stringify([dlx.solve(), dlx.solve(), dlx.solve()]));
JS
shows "three calls of solve()" "[[1,2],[],[]]" "$(node twice.js)"
