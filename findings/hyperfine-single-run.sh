#!/usr/bin/env bash
# Guess:   The standard deviation of a single run is unknown in all of hyperfine's exports: null in
#          JSON, an empty field in CSV.
# Source:  Debian hyperfine=1.15.0-2
# Truth:   JSON has null, CSV has 0.
# Seen:    null and 0
# Matters: A slow solver that is run once is, in the table, the one measured with perfect precision.
#          Error bars, weights of 1/stddev and significance tests that read the CSV take it as that.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian hyperfine=1.15.0-2

hyperfine --runs 1 --export-json runs.json --export-csv runs.csv 'sleep 0.1' >/dev/null 2>&1
json=$(awk -F'[:,] *' '/"stddev"/ { print $2 }' runs.json)
csv=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
  NR == 2 { print $column["stddev"] }' runs.csv)
shows "stddev in JSON, CSV" "null, 0" "$json, $csv"
