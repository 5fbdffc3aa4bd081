#!/usr/bin/env bash
# Guess:   false is written to a CSV table as "false", or at least other than a missing value.
# Source:  npm csv-stringify@6.9.0; papaparse@5.7.1 for comparison
# Truth:   true becomes 1, and false becomes nothing, as null does. (papaparse, fast-csv and d3-dsv
#          write true and false.)
# Seen:    a,1,,  for unique true, solved false and rating null
# Matters: In a table of results, puzzles that a solver failed on (solved: false) and puzzles that
#          it was not run on (no value) are the same afterwards.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm csv-stringify@6.9.0 papaparse@5.7.1

cat >table.js <<'JS'
const { stringify } = require('csv-stringify/sync');
const results = [{ name: 'a', unique: true, solved: false, rating: null }];
console.log(stringify(results).trim(), require('papaparse').unparse(results, { header: false }));
JS
shows "csv-stringify, papaparse" "a,1,, a,true,false," "$(node table.js)"
