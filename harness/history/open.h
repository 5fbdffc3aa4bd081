// The file of a history, opened.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "harness/history/history.h"

namespace sudoku {

// Checks whose file it is before anything in it is touched, and brings it to the newest version.
std::unique_ptr<SQLite::Database> open_history(const std::string& path, History::Open mode);

// Calls `work`, again for half a minute while another process holds the file, and throws what
// SQLite does as InputError (not a database) or OutputError.
void with_patience(const std::string& path, const std::function<void()>& work);

}  // namespace sudoku
