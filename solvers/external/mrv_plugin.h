// Our own mrv_hidden behind the C interface.
#pragma once

#include "solvers/external/sudoku_plugin.h"

// Fills the solution at any limit.
SUDOKU_PLUGIN sudoku_plugin_function sudoku_mrv_hidden;
