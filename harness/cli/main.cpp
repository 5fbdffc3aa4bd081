#include "harness/cli/program.h"

int main(int argc, char** argv) { return sudoku::cli::run_program({argv, argv + argc}); }
