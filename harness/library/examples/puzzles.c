/* Generates three random puzzles and prints each with its solution, the hardest technique that a
 * person needs for it, and its canonical form.
 *
 *   cc -o puzzles puzzles.c $(pkg-config --cflags --libs sudoku-bench)
 */
#include <stdio.h>
#include <sudoku_bench.h>

enum { PUZZLES = 3, CELLS = 81 };

static int print_puzzle(sudoku_bench* handle, const char* puzzle) {
  char solution[CELLS];
  char form[CELLS];
  uint64_t count;
  int technique;
  int error = sudoku_bench_solve(handle, puzzle, 2, solution, &count, NULL);
  if (error == SUDOKU_BENCH_OK) error = sudoku_bench_rate(handle, puzzle, &technique);
  if (error == SUDOKU_BENCH_OK) error = sudoku_bench_canonical(handle, puzzle, form);
  if (error != SUDOKU_BENCH_OK) return error;
  printf("puzzle     %.81s\n", puzzle);
  printf("solution   %.81s\n", solution);
  printf("canonical  %.81s\n", form);
  printf("needs      %s\n", sudoku_bench_technique_name(technique));
  return SUDOKU_BENCH_OK;
}

int main(void) {
  char puzzles[PUZZLES * CELLS];
  sudoku_bench* handle;
  int error = sudoku_bench_create("auto", &handle);
  if (error == SUDOKU_BENCH_OK)
    error = sudoku_bench_generate(handle, "minimal", 0, 1, 0, PUZZLES, puzzles, NULL);
  for (int i = 0; i < PUZZLES && error == SUDOKU_BENCH_OK; ++i)
    error = print_puzzle(handle, puzzles + i * CELLS);
  sudoku_bench_destroy(handle);
  if (error == SUDOKU_BENCH_OK) return 0;
  fprintf(stderr, "%s\n", sudoku_bench_error_text(error));
  return 1;
}
