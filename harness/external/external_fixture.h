// Test helpers for external solvers: collected reports, bundled puzzles, expected answers.
#pragma once

#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/external/external.h"
#include "solvers/every_solver_fixture.h"

namespace sudoku::external {

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
  EXPECT_EQ(name_of(answer.outcome), name_of(ours.outcome)) << puzzle.text();
  EXPECT_EQ(answer.solutions, ours.solutions) << puzzle.text();
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
        expect_agreement(puzzles[i], answers[i], ours[i]);
    }
  }
}

}  // namespace sudoku::external
