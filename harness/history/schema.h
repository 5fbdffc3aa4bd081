// The tables of a history's file, and how older files become newer ones.
#pragma once

#include "harness/history/database.h"

namespace sudoku {

// In the header of the file: whose it is ("SuBe") and which tables it has.
inline constexpr int kHistoryApplication = 0x53754265;
inline constexpr int kHistoryVersion = 2;

// Makes tables of `version` (0: there are none) those of this program. Within a transaction of the
// caller. Throws InputError when a stored document cannot be read, and SQLite's exceptions.
void migrate(SQLite::Database& database, int version);

}  // namespace sudoku
