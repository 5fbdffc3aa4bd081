#!/usr/bin/env bash
# Guess:   An integer too great for clingo is refused, like "integer overflow" in GNU Prolog or
#          "invalid integer literal" in MiniZinc.
# Source:  Debian gringo=5.4.1-3.1+b1 (clingo 5.4.1)
# Truth:   It is taken modulo 2^32 without a word. As 10^32 is a multiple of 2^32, of a puzzle
#          written as 81 digits only the last 32 cells count.
# Seen:    two puzzles that differ in the first rows alone are one fact, puzzle(1972394703)
# Matters: Whoever passes a table of puzzles, with 0 for empty cells, as facts gets fewer puzzles
#          than there were, under numbers that name none of them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
from_debian gringo=5.4.1-3.1+b1

tail=060800060003400803001700020006060000280000419005000080079
cat >puzzles.lp <<LP
puzzle(530070000600195000098000$tail).
puzzle(530070000600195000090000$tail).
LP
facts=$(clingo --verbose=0 puzzles.lp | head -n 1 || true)
shows "facts of two puzzles" "puzzle(1972394703)" "$facts"
