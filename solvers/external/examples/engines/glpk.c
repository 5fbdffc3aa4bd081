/* A plugin that wraps an engine: Sudoku as an integer program, solved by GLPK 5 (licence: GPL 3).
 *
 *   cc -O3 -shared -fPIC -I solvers/external -o glpk.so solvers/external/examples/engines/glpk.c
 * -lglpk sudoku-bench run puzzles.csv --solvers ilp --plugin ./glpk.so:solve_glpk
 *
 * A column for each of 729 choices of a digit for a cell, a row for each of 324 constraints, and
 * one that excludes each solution found. Its guesses are not counted. */
#include <glpk.h>

#include "sudoku_plugin.h"

enum { CELLS = 81, CONSTRAINTS = 324 };

/* The column of a choice; columns and rows of GLPK count from 1. */
static int column_of(int cell, int digit) { return 9 * cell + digit + 1; }

static void add_column(glp_prob* program, int cell, int digit, int is_clue) {
  const int row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
  const int rows[5] = {0, 1 + cell, 82 + 9 * row + digit, 163 + 9 * column + digit,
                       244 + 9 * box + digit};
  const double ones[5] = {0, 1, 1, 1, 1};
  const int added = glp_add_cols(program, 1);
  glp_set_col_kind(program, added, GLP_BV);
  if (is_clue) glp_set_col_bnds(program, added, GLP_FX, 1, 1);
  glp_set_mat_col(program, added, 4, rows, ones);
}

static glp_prob* program_of(const char* puzzle) {
  glp_prob* program = glp_create_prob();
  glp_add_rows(program, CONSTRAINTS);
  for (int row = 1; row <= CONSTRAINTS; ++row)
    glp_set_row_bnds(program, row, GLP_FX, 1, 1);
  for (int cell = 0; cell < CELLS; ++cell) {
    for (int digit = 0; digit < 9; ++digit)
      add_column(program, cell, digit, puzzle[cell] == '1' + digit);
  }
  return program;
}

/* Reads the solution that was found, and excludes it. */
static void take_solution(glp_prob* program, char* solution) {
  int columns[CELLS + 1] = {0};
  double ones[CELLS + 1] = {0};
  for (int cell = 0; cell < CELLS; ++cell) {
    int digit = 0;
    while (digit < 8 && glp_mip_col_val(program, column_of(cell, digit)) < 0.5)
      ++digit;
    solution[cell] = (char)('1' + digit);
    columns[cell + 1] = column_of(cell, digit);
    ones[cell + 1] = 1;
  }
  const int row = glp_add_rows(program, 1);
  glp_set_row_bnds(program, row, GLP_UP, 0, CELLS - 1);
  glp_set_mat_row(program, row, CELLS, columns, ones);
}

sudoku_plugin_function solve_glpk;

size_t solve_glpk(const char* puzzle, size_t limit, uint32_t config, char* solution,
                  size_t* guesses) {
  (void)config, (void)guesses;
  glp_term_out(GLP_OFF);
  glp_iocp settings;
  glp_init_iocp(&settings);
  settings.presolve = GLP_ON;
  glp_prob* program = program_of(puzzle);
  size_t found = 0;
  char later[CELLS] = {0};
  while (found < limit && glp_intopt(program, &settings) == 0 && glp_mip_status(program) == GLP_OPT)
    take_solution(program, found++ == 0 ? solution : later);
  glp_delete_prob(program);
  return found;
}
