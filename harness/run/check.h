// Checks of every answer of every round, off the clock, and the referees who say who is right when
// solvers disagree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "harness/dataset/reader.h"
#include "harness/parallel/gang.h"
#include "harness/run/leg.h"
#include "harness/run/settings.h"
#include "solvers/solver.h"

namespace sudoku::run {

// Why an answer cannot be right, seen by itself; empty when nothing speaks against it. Checks that
// the solver wrote one, that outcome and number of solutions fit each other and the limit, and
// that the solution keeps the clues and fills every house; that what a solver filled before it got
// stuck keeps the clues and has no digit twice in a house.
// A solver that only counts (`info`) may leave the solution out.
std::string_view fault_of(const Grid& puzzle, const Answer& answer, std::uint64_t solution_limit,
                          const SolverInfo& info);

// Whether two answers to the same puzzle can both be right, as far as each goes: one that stops at
// the first solution, only counts, or got stuck says less than others.
bool agree(const Answer& a, const Answer& b);

// Why an answer contradicts the solution that the dataset declares (kEmptyGrid: none declared);
// empty when it does not. A declared solution that does not solve the puzzle proves nothing.
std::string_view fault_against_declared(const Grid& puzzle, const Grid& declared,
                                        const Answer& answer);

// Whether the solver got stuck, and shows what it had filled by then.
bool shows_part(const Answer& answer);

// Whether the outcome says how many solutions there are: unique, multiple, none, first.
bool is_decided(Outcome outcome);

// A 64-bit hash of a puzzle with its outcome and, when unique, its solution; the same for every
// solver that is right. 0 unless the outcome is decided. Digests are sums of these.
std::uint64_t answer_hash(const Grid& puzzle, const Answer& answer);

// One solver's first pass over its sample of a block.
struct Testimony {
  const Drawn* drawn = nullptr;
  LegRecord* leg = nullptr;  // faults are added here, and what was confirmed
  std::string_view solver = {};
};

// Two proving solvers of unlike design, the candidate-bitmask search `mrv_hidden` and the exact
// cover `dlx`. They rule only where both agree (or one of them runs out of time).
class Referee {
 public:
  Referee(parallel::Gang& gang, const Budget& budget, Verify verify, std::uint64_t seed);

  // Compares all testimonies about a block with each other and, on every puzzle that they disagree
  // on or that --verify asks for, with the referees; whoever is refuted gets a fault.
  void judge(const dataset::Block& block, const std::vector<Testimony>& testimonies);

  // Puzzles on which solvers disagreed and the referees could not tell.
  std::uint64_t undecided() const { return undecided_; }

  // Puzzles that the referees ruled on.
  std::uint64_t rulings() const { return rulings_; }

 private:
  static constexpr std::size_t kReferees = 2;

  // What is said about one puzzle of the block.
  struct Claim {
    const Answer* best = nullptr;  // the one that says most
    bool disputed = false;
    std::string_view counted_by = {};  // a solver that says how many solutions there are
    bool counted_by_another = false;
  };

  struct Ruling {
    bool made = false;
    Answer answer;
  };

  void hear(const Testimony& testimony);
  std::vector<std::size_t> to_rule_on(const dataset::Block& block) const;
  Ruling rule(const Grid& puzzle, unsigned slot);
  bool tells_count(const Answer& answer) const;
  void refute(const Testimony& testimony) const;

  parallel::Gang& gang_;
  Budget budget_;
  Verify verify_;
  std::uint64_t seed_;
  std::vector<std::array<std::unique_ptr<Solver>, kReferees>> referees_;  // by slot
  std::vector<Claim> claims_;  // by position in the block
  std::vector<Ruling> rulings_at_;
  std::uint64_t undecided_ = 0;
  std::uint64_t rulings_ = 0;
};

}  // namespace sudoku::run
