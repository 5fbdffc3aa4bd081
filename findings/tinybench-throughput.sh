#!/usr/bin/env bash
# Guess:   `throughput.mean` of a tinybench task is how many calls a second were made, that is 1000
#          / `latency.mean`. Its table has it as "Throughput avg (ops/s)".
# Source:  npm tinybench@6.2.5
# Truth:   It is the mean of the rates of single calls. A call of 0.2 ms counts as 5,000 a second,
#          and the slow calls, which take nearly all of the time, add nothing.
# Seen:    238 calls a second made, 4,410 reported, for one call of 40 ms in ten of 0.2 ms
# Matters: Sudoku solvers' times are spread like that: most puzzles fast, a few slow. The figure
#          rates the easy puzzles alone, and by it the slower of two solvers can be the faster.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_npm tinybench@6.2.5

cat >bench.mjs <<'JS'
import { Bench } from 'tinybench';
const wait = (ms) => { for (const start = performance.now(); performance.now() - start < ms;); };
let calls = 0;
const bench = new Bench({ time: 1000, warmup: false });
bench.add('puzzles', () => wait(calls++ % 10 === 0 ? 40 : 0.2));
const start = performance.now();
await bench.run();
const made = 1000 * calls / (performance.now() - start);
const { latency, throughput } = bench.tasks[0].result;
console.error(`calls a second: ${made.toFixed()} made, ${(1000 / latency.mean).toFixed()} by`,
  `latency.mean, ${throughput.mean.toFixed()} by throughput.mean`);
console.log(throughput.mean > 5 * made ? 'too high' : 'right');
JS
shows "throughput.mean" "too high" "$(node bench.mjs)"
