// Test helpers for external solvers: their specs, collected reports, bundled puzzles, and expected
// answers.
#pragma once

#include <fstream>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/external/external.h"
#include "harness/external/faulty_plugin.h"
#include "solvers/every_solver_fixture.h"

namespace sudoku::external {

inline Spec plugin_spec(const std::string& library, const std::string& symbol,
                        std::uint32_t config = 0) {
  Spec spec;
  spec.name = symbol;
  spec.library = library;
  spec.symbol = symbol;
  spec.config = config;
  return spec;
}

inline Spec in_batches(Spec spec, std::uint64_t batch) {
  spec.takes_batches = true;
  spec.batch = batch;
  return spec;
}

// A function of the faulty plugin that tells by its `config` what it does.
inline Spec faulty_plugin(const std::string& symbol, std::uint32_t config = 0) {
  return plugin_spec(PLUGIN_FAULTY, symbol, config);
}

inline Spec faulty(PluginFault fault, std::uint32_t number = 0) {
  return faulty_plugin("sudoku_faulty", config_of(fault, number));
}

inline Spec faulty_batch(PluginFault fault, std::uint64_t batch) {
  return in_batches(faulty_plugin("sudoku_faulty_batch", config_of(fault)), batch);
}

inline Spec command_spec(std::vector<std::string> words, std::uint64_t batch = 1) {
  Spec spec;
  spec.name = "command";
  spec.command = std::move(words);
  spec.batch = batch;
  return spec;
}

// A command that is a script of the shell.
inline Spec shell_spec(const std::string& script, std::uint64_t batch = 1) {
  return command_spec({"/bin/sh", "-c", script}, batch);
}

struct ReportedIncident {
  std::size_t position;
  Outcome outcome;
  std::string reason;

  bool operator==(const ReportedIncident&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const ReportedIncident& incident) {
  return out << incident.position << " " << name_of(incident.outcome) << ": " << incident.reason;
}

using ReportedIncidents = std::vector<ReportedIncident>;

// As in "0 crashed: ended with exit status 3; 2 wrong: answered 'x'".
inline std::string text_of(const ReportedIncidents& reported) {
  std::ostringstream text;
  for (const ReportedIncident& incident : reported)
    text << (&incident == reported.data() ? "" : "; ") << incident;
  return text.str();
}

inline ReportIncident into(ReportedIncidents& reported) {
  return [&reported](std::size_t position, Outcome outcome, std::string_view reason) {
    reported.push_back({position, outcome, std::string(reason)});
  };
}

// The first puzzles of a bundled dataset, at most `most`; its first column must hold them.
inline std::vector<Grid> bundled(const std::string& name, std::size_t most) {
  std::vector<Grid> puzzles;
  std::ifstream file(BUNDLED_DATASETS "/" + name + ".csv");
  std::string line;
  std::getline(file, line);  // skips the header
  while (puzzles.size() < most && std::getline(file, line))
    puzzles.push_back(grid_of(line.substr(0, kCells)));
  EXPECT_FALSE(puzzles.empty()) << name;
  return puzzles;
}

inline const std::vector<std::string> kBundled = {"easy", "hard", "minimal", "multiple", "none"};

// Expects two answers to agree, though solutions may be found in different orders.
inline void expect_agreement(const Grid& puzzle, const Answer& answer, const Answer& ours) {
  SCOPED_TRACE(puzzle.text());
  EXPECT_EQ(name_of(answer.outcome), name_of(ours.outcome));
  EXPECT_EQ(answer.solutions, ours.solutions);
  if (ours.outcome == Outcome::none) {
    EXPECT_EQ(answer.solution, kEmptyGrid);
  } else {
    EXPECT_TRUE(is_solution(puzzle, answer.solution)) << answer.solution.text();
  }
}

// Compares the answers of `solver` with mrv_hidden's on some puzzles of every bundled dataset.
inline void expect_solver_to_agree(Solver& solver, std::size_t puzzles_per_dataset,
                                   const std::vector<std::uint64_t>& limits = {1, 2, 1000}) {
  const auto mrv_hidden = find_solver("mrv_hidden")->create();
  for (const std::string& name : kBundled) {
    const std::vector<Grid> puzzles = bundled(name, puzzles_per_dataset);
    for (const std::uint64_t limit : limits) {
      SCOPED_TRACE(name + ", limit " + std::to_string(limit));
      const Budget budget{.solution_limit = limit};
      const std::vector<Answer> answers = solve_all(solver, puzzles, budget);
      const std::vector<Answer> ours = solve_all(*mrv_hidden, puzzles, budget);
      for (std::size_t i = 0; i < puzzles.size(); ++i)
        expect_agreement({puzzles[i]}, answers[i], ours[i]);
    }
  }
}

}  // namespace sudoku::external
