// The subcommands of `sudoku-bench history`, and what they share.
#pragma once

#include <string>

#include <CLI/App.hpp>

#include "harness/cli/command.h"

namespace sudoku {

void add_history_add(CLI::App& history, Action& action);
void add_history_list(CLI::App& history, Action& action);
void add_history_show(CLI::App& history, Action& action);
void add_history_trend(CLI::App& history, Action& action);
void add_history_prune(CLI::App& history, Action& action);
void add_history_import(CLI::App& history, Action& action);
void add_history_export(CLI::App& history, Action& action);

inline constexpr const char* kDefaultHistory = "history.db";

// --db: the file of the history.
void add_history_file(CLI::App& command, std::string& path);

// Results are called by so many letters of their sha256 where people read them.
std::string short_sha256(const std::string& sha256);

}  // namespace sudoku
