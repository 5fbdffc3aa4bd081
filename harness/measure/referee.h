// Who is right when solvers disagree, and a second opinion when they do not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "harness/dataset/block.h"
#include "harness/measure/leg.h"
#include "harness/measure/settings.h"
#include "harness/parallel/gang.h"

namespace sudoku {

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
  Referee(Gang& gang, const Budget& budget, Verify verify, std::uint64_t seed);

  // Compares all testimonies about a block with each other and, on every puzzle that they disagree
  // on or that --verify asks for, with the referees; whoever is refuted gets a fault.
  void judge(const Block& block, const std::vector<Testimony>& testimonies);

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
  std::vector<std::size_t> to_rule_on(const Block& block) const;
  Ruling rule(const Grid& puzzle, unsigned slot);
  bool tells_count(const Answer& answer) const;
  void refute(const Testimony& testimony) const;

  Gang& gang_;
  Budget budget_;
  Verify verify_;
  std::uint64_t seed_;
  std::vector<std::array<std::unique_ptr<Solver>, kReferees>> referees_;  // by slot
  std::vector<Claim> claims_;  // by position in the block
  std::vector<Ruling> rulings_at_;
  std::uint64_t undecided_ = 0;
  std::uint64_t rulings_ = 0;
};

}  // namespace sudoku
