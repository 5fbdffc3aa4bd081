#!/usr/bin/env python3
"""Answer set programming with clingo 5 as a command, a process per puzzle (and time for its start):

    sudoku-bench run puzzles.csv --exec solvers/external/examples/engines/clingo.py
"""
import json, os, subprocess, sys

RULES = """house(C, 0, C / 9; C, 1, C \\ 9; C, 2, C / 27 * 3 + C \\ 9 / 3) :- C = 0..80.
1 {put(C, 1..9)} 1 :- C = 0..80.  1 {put(C, D) : house(C, K, I)} 1 :- K = 0..2, I = 0..8, D = 1..9.
:- clue(C, D), not put(C, D).  #show put/2."""

for line in sys.stdin:
    clues = "".join(f"clue({c},{d})." for c, d in enumerate(line.strip()) if d != ".")
    command = ["clingo", "--outf=2", "--models", os.environ["SUDOKU_BENCH_SOLUTIONS"]]
    text = subprocess.run(command, input=RULES + clues, capture_output=True, text=True).stdout
    models = [model["Value"] for model in json.loads(text)["Call"][0].get("Witnesses", [])]
    cells = sorted(tuple(map(int, put[4:-1].split(","))) for put in (models or [[]])[0])
    print(len(models), "".join(str(digit) for _, digit in cells), flush=True)
