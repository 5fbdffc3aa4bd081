// Checks of every answer of every round, off the clock: by itself, against a declared solution,
// against the other solvers, and by two referee solvers where solvers disagree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/options/settings.h"
#include "harness/parallel/thread_pool.h"
#include "harness/run/measured_block.h"
#include "solvers/solver.h"

namespace sudoku::run {

// Returns why an answer cannot be right by itself; empty when nothing is wrong. Checks that it was
// written, that outcome, number of solutions and limit fit each other, that a solution keeps the
// clues and fills every house, and that what a stuck solver filled keeps the clues and repeats no
// digit in a house. A solver that only counts (`info`) may leave the
// solution out: above limit 1, or always.
std::string_view fault_of(const Grid& puzzle, const Answer& answer, std::uint64_t solution_limit,
                          const SolverInfo& info);

// Whether the solver is a plugin that was not announced with fills=yes: it may show a solution
// above limit 1 or leave it out, as it likes.
bool is_unpromised(const SolverInfo& info);

// Why an answer is wrong that decides a puzzle otherwise than the solver did in an earlier pass.
inline constexpr std::string_view kChangedOutcome = "the outcome differs from an earlier pass";

// Whether two answers to the same puzzle can both be right. An answer that stops at the first
// solution, only counts, or got stuck is compared as far as it goes, and so are numbers of
// solutions: up to `counted`.
bool agree(const Answer& a, const Answer& b, std::uint64_t counted = kUnlimited);

// Returns why an answer contradicts the solution that the dataset declares (kEmptyGrid: none);
// empty when it does not. A declared solution that does not solve the puzzle is ignored.
std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer);

// Whether the outcome decides if the puzzle has solutions: unique, multiple, none, first.
bool is_decided(Outcome outcome);

// A 64-bit hash of a puzzle's text, the outcome and a unique solution; the same for every solver
// that is right. 0 unless the outcome is decided. Digests are sums of these hashes.
std::uint64_t answer_hash(const Grid& puzzle, const Answer& answer);

// Two proving solvers of unlike design: the bitmask search `mrv_hidden` and the exact cover `dlx`.
// They decide a puzzle only if they agree, or if one of them runs out of time.
class Referee {
 public:
  Referee(parallel::ThreadPool& pool, const Budget& budget, options::Verify verify,
          std::uint64_t seed);

  // Compares all solvers' answers to a block with each other, and with the referees on every puzzle
  // on which they disagree or that --verify selects; each refuted answer gets a fault. Returns the
  // number of puzzles on which solvers disagreed and the referees reached no decision.
  std::uint64_t judge(const dataset::Block& block, const std::vector<MeasuredBlock*>& solvers);

 private:
  // The solvers' opinions on one puzzle of the block.
  struct Opinion {
    const Answer* best = nullptr;  // the answer that says most about the puzzle
    int weight = 0;                // how much `best` says
    std::uint64_t counted = 0;     // number of solutions up to which the solver of `best` counts
    bool disputed = false;
    std::string_view counted_by = {};  // first solver that gave the number of solutions
    bool counted_by_another = false;
    std::optional<Answer> decision = std::nullopt;  // of the referees

    void count_by(std::string_view solver) {
      if (counted_by.empty()) counted_by = solver;
      if (counted_by != solver) counted_by_another = true;
    }
  };

  void add(const MeasuredBlock& measured);
  std::vector<std::size_t> to_decide(const dataset::Block& block) const;
  std::optional<Answer> decide(const Grid& puzzle, unsigned slot);
  bool knows_count(const Answer& answer, const SolverInfo& solver) const;
  void refute(MeasuredBlock& measured) const;

  parallel::ThreadPool& pool_;
  Budget budget_;
  options::Verify verify_;
  std::uint64_t seed_;
  std::vector<std::array<std::unique_ptr<Solver>, 2>> referees_;  // one pair per pool thread
  std::vector<Opinion> opinions_;                                 // by position in the block
};

}  // namespace sudoku::run
