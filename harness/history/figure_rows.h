// The table `figures` of a history's file.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/history/database.h"
#include "harness/history/figure.h"

namespace sudoku {

// Of the result with that id.
void insert_figures(SQLite::Database& database, std::int64_t result,
                    const std::vector<FigureRecord>& figures);

std::vector<FigureRecord> select_figures(const SQLite::Database& database, std::int64_t result);

}  // namespace sudoku
