// What is wrong with the puzzles of a dataset, once a solver has answered them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/dataset/block.h"
#include "solvers/solver.h"

namespace sudoku {

struct Fault {
  std::uint64_t line = 0;
  std::string reason;
};

class Verification {
 public:
  struct Counts {
    std::uint64_t puzzles = 0;
    std::uint64_t proper = 0;
    std::uint64_t several = 0;
    std::uint64_t none = 0;
    std::uint64_t declared = 0;  // solutions
    std::uint64_t wrong = 0;     // of those

    bool operator==(const Counts&) const = default;
  };

  // `solution_limit` is what the answers were looked for with, at least 2.
  explicit Verification(std::uint64_t solution_limit) : limit_(solution_limit) {}

  // Answers come from a solver that proves what it says.
  void add(const Block& block, std::span<const Answer> answers);

  const Counts& counts() const { return counts_; }

  bool is_faultless() const { return counts_.proper == counts_.puzzles && counts_.wrong == 0; }

  // Those of the last block, in its order.
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  void judge(const Answer& answer, std::uint64_t line);
  void judge_declared(const Grid& puzzle, const Grid& declared, const Answer& answer,
                      std::uint64_t line);

  std::uint64_t limit_;
  Counts counts_;
  std::vector<Fault> faults_;
};

}  // namespace sudoku
