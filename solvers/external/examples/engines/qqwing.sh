#!/bin/sh
# QQWing 1.3.4 as a command. It counts all solutions, and says in two ways that there is none:
#     sudoku-bench run puzzles.csv --exec 'limit=all:solvers/external/examples/engines/qqwing.sh'
qqwing --solve --count-solutions --csv |
  sed -u -n -e 's/^\([1-9]*\),\([0-9]*\),$/\2 \1/p' -e 's/^Puzzle .*/0/p'
