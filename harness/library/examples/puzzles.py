#!/usr/bin/env python3
"""Generates three random puzzles, solves them together, and prints each with its solution, its
canonical form, and the hardest technique that a person needs for it.

    python3 puzzles.py
"""
import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint64, c_void_p

CELLS = 81
library = ctypes.CDLL("libsudoku_bench.so.0")


def check(error, function, arguments):
    if error != 0:
        raise ValueError(library.sudoku_bench_error_text(error).decode())
    return error


def declare(name, *types):
    """Declares a function that returns an error code."""
    function = getattr(library, name)
    function.argtypes = types
    function.errcheck = check


ARRAY = POINTER(c_uint64)
declare("sudoku_bench_create", c_char_p, POINTER(c_void_p))
declare("sudoku_bench_generate", c_void_p, c_char_p, c_int, c_uint64, c_uint64, c_size_t, c_char_p,
        c_char_p)
declare("sudoku_bench_solve_many", c_void_p, c_size_t, c_char_p, c_uint64, c_char_p, ARRAY, ARRAY)
declare("sudoku_bench_canonical_many", c_void_p, c_size_t, c_char_p, c_char_p)
declare("sudoku_bench_rate", c_void_p, c_char_p, POINTER(c_int))
library.sudoku_bench_destroy.argtypes = [c_void_p]
library.sudoku_bench_destroy.restype = None
library.sudoku_bench_error_text.restype = c_char_p
library.sudoku_bench_technique_name.restype = c_char_p


def print_puzzles(handle, n):
    puzzles, solutions, forms = (ctypes.create_string_buffer(n * CELLS) for _ in range(3))
    counts = (c_uint64 * n)()
    library.sudoku_bench_generate(handle, b"minimal", 0, 1, 0, n, puzzles, None)
    library.sudoku_bench_solve_many(handle, n, puzzles, 2, solutions, counts, None)
    library.sudoku_bench_canonical_many(handle, n, puzzles, forms)
    for i in range(n):
        puzzle, solution, form = (grids.raw[i * CELLS:(i + 1) * CELLS].decode()
                                  for grids in (puzzles, solutions, forms))
        technique = c_int()
        library.sudoku_bench_rate(handle, puzzle.encode(), byref(technique))
        print("puzzle    ", puzzle)
        print("solution  ", solution)
        print("canonical ", form)
        print("needs     ", library.sudoku_bench_technique_name(technique).decode())


if __name__ == "__main__":
    handle = c_void_p()
    library.sudoku_bench_create(b"auto", byref(handle))
    print_puzzles(handle, 3)
    library.sudoku_bench_destroy(handle)
