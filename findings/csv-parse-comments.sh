#!/usr/bin/env bash
# Guess:   `comment: '#'` skips lines that begin with #.
# Source:  npm csv-parse@7.0.3; fast-csv@5.0.8 and papaparse@5.7.1 for comparison
# Truth:   # begins a comment anywhere in a line, also within a field. The rest of the line is lost
#          without an error, unless that leaves too few columns. (fast-csv and papaparse skip whole
#          lines only.)
# Seen:    "weekly " from csv-parse, "weekly #7" from the others
# Matters: Names of puzzles have numbers ("weekly #7", "top95 #12"): many names become one, and
#          results that are joined by name are those of other puzzles.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm csv-parse@7.0.3 fast-csv@5.0.8 papaparse@5.7.1

cat >names.js <<'JS'
const { parse } = require('csv-parse/sync');
const table = `puzzle,name\n# remark\n${'.'.repeat(81)},weekly #7\n`;
const names = [
  parse(table, { columns: true, comment: '#' })[0].name,
  require('papaparse').parse(table, { header: true, comments: '#' }).data[0].name,
];
require('fast-csv').parseString(table, { headers: true, comment: '#' })
  .on('data', (row) => names.push(row.name))
  .on('end', () => console.log(JSON.stringify(names)));
JS
shows "names by csv-parse, papaparse, fast-csv" '["weekly ","weekly #7","weekly #7"]' \
  "$(node names.js)"
