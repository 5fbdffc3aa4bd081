// The subcommands of `sudoku-bench dataset`, and what they share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "harness/cli/command.h"
#include "harness/dataset/catalog.h"
#include "harness/dataset/reader.h"
#include "solvers/solver.h"

namespace sudoku {

void add_dataset_convert(CLI::App& dataset, Action& action);
void add_dataset_verify(CLI::App& dataset, Action& action);
void add_dataset_stats(CLI::App& dataset, Action& action);
void add_dataset_isomorph(CLI::App& dataset, Action& action);
void add_dataset_generate(CLI::App& dataset, Action& action);
void add_dataset_list(CLI::App& dataset, Action& action);
void add_dataset_fetch(CLI::App& dataset, Action& action);
void add_dataset_rate(CLI::App& dataset, Action& action);

// An option whose text is parsed by us, and named in the message when it cannot be.
CLI::Option* add_dataset_option(CLI::App& app, const std::string& name,
                                const std::function<void(const std::string&)>& parse,
                                const std::string& description);

struct NumberRange {
  std::uint64_t least = 0;
  std::uint64_t most = kUnlimited;
};

void add_dataset_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                        NumberRange range, const std::string& description);

// --catalog; empty means the program's own.
void add_catalog_option(CLI::App& app, std::string& path);

// Throws CLI::ValidationError, naming the nearest, when there is none of that name.
const CatalogEntry& require_entry(const std::vector<CatalogEntry>& catalog,
                                  const std::string& name);

// --threads; the default is the CPUs that the program may use.
void add_dataset_threads(CLI::App& app, unsigned& threads);

inline constexpr const char* kLenientHelp =
    "Leave rows that cannot be read out, say which, and go on as if they were not there";

// Prints the bad rows of a file on standard error, if it has any.
void report_bad_rows(const Quarantine& quarantine, const std::string& name);

// Throws InputError when not one row of the file could be used.
void require_puzzles(std::uint64_t puzzles, const std::string& name);

// Throws CLI::ValidationError unless the text names one that proves uniqueness.
const SolverEntry* proving_solver(const std::string& name);

// The fastest solver that proves verdicts.
const SolverEntry& verdict_solver();

}  // namespace sudoku
