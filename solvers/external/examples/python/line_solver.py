#!/usr/bin/env python3
"""An example of a solver that sudoku-bench runs as a command, in any language: it reads one puzzle
per line and writes one answer per line.

    sudoku-bench run puzzles.csv --exec 'python3 line_solver.py'

A puzzle is 81 characters '1'..'9' or '.', row by row. Its answer is one of these lines:

    COUNT SOLUTION    COUNT solutions were found, and this is the first
    COUNT             COUNT solutions were found (0: there is none), and none is shown
    SOLUTION          this solution was found, others were not looked for
    an empty line     there is no solution

The environment variable SUDOKU_BENCH_SOLUTIONS is the number of solutions to look for; the command
is restarted for another number. Answers must be flushed when no more lines are waiting to be read:
with batch=100, a hundred lines are written before the first answer is needed.
"""
import os
import sys


def houses_of(cell):
    row, column = divmod(cell, 9)
    return row, 9 + column, 18 + row // 3 * 3 + column // 3


HOUSES = [houses_of(cell) for cell in range(81)]
ALL_DIGITS = 0x1FF  # bit d stands for digit d + 1


class Search:
    """Depth-first, the blank with the fewest candidates next."""

    def __init__(self, puzzle, limit):
        self.limit = limit
        self.found = 0
        self.first = None
        self.cells = list(puzzle)
        self.free = [ALL_DIGITS] * 27  # digits that each house still lacks
        self.blanks = {cell for cell in range(81) if puzzle[cell] == "."}

    def run(self):
        clues = [cell for cell in range(81) if cell not in self.blanks]
        for cell in clues:
            digit = 1 << (int(self.cells[cell]) - 1)
            if not self.candidates(cell) & digit:
                return
            self.toggle(cell, digit)
        self.descend()

    def candidates(self, cell):
        row, column, box = HOUSES[cell]
        return self.free[row] & self.free[column] & self.free[box]

    def toggle(self, cell, digit):
        for house in HOUSES[cell]:
            self.free[house] ^= digit

    def most_constrained(self):
        fewest, best = 10, None
        for cell in self.blanks:
            count = bin(self.candidates(cell)).count("1")
            if count < fewest:
                fewest, best = count, cell
                if count < 2:
                    break
        return best

    def descend(self):
        if not self.blanks:
            self.found += 1
            self.first = self.first or "".join(self.cells)
            return
        cell = self.most_constrained()
        left = self.candidates(cell)
        self.blanks.remove(cell)
        while left and self.found < self.limit:
            digit = left & -left
            left ^= digit
            self.cells[cell] = str(digit.bit_length())
            self.toggle(cell, digit)
            self.descend()
            self.toggle(cell, digit)
        self.blanks.add(cell)


def main():
    limit = int(os.environ.get("SUDOKU_BENCH_SOLUTIONS", "2"))
    for line in sys.stdin:
        search = Search(line.rstrip("\n"), limit)
        search.run()
        print(f"{search.found} {search.first}" if search.found else "", flush=True)


if __name__ == "__main__":
    main()
