#include "harness/measure/referee.h"

#include <array>
#include <cassert>
#include <string>

#include "harness/measure/checker.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 2> kReferees = {"mrv_hidden", "dlx"};

// --verify sample: one puzzle in as many.
constexpr std::uint64_t kSampled = 16;

bool same(const Answer& a, const Answer& b) {
  return a.outcome == b.outcome && a.solutions == b.solutions;
}

}  // namespace

Referee::Referee(Gang& gang, const Budget& budget, Verify verify, std::uint64_t seed)
    : gang_(gang), budget_(budget), verify_(verify), seed_(seed) {
  for (const std::string_view name : kReferees) {
    const SolverEntry* entry = find_solver(name);
    assert(entry != nullptr);
    referees_.emplace_back(*entry, gang);
  }
}

void Referee::judge(const Block& block, const std::vector<Testimony>& testimonies) {
  claims_.assign(block.puzzles.size(), {});
  rulings_at_.assign(block.puzzles.size(), {});
  for (const Testimony& testimony : testimonies)
    hear(testimony);
  const std::vector<std::size_t> positions = to_rule_on(block);
  gang_.for_each(positions.size(), [&](std::size_t i, unsigned slot) {
    rulings_at_[positions[i]] = rule(block.puzzles[positions[i]], slot);
  });
  for (const std::size_t position : positions) {
    const bool made = rulings_at_[position].made;
    rulings_ += made ? 1 : 0;
    undecided_ += !made && claims_[position].disputed ? 1 : 0;
  }
  for (const Testimony& testimony : testimonies)
    refute(testimony);
}

void Referee::hear(const Testimony& testimony) {
  for (std::size_t i = 0; i < testimony.drawn->at.size(); ++i) {
    const std::uint64_t hash = testimony.leg->hashes[i];
    if (hash == 0) continue;
    const std::uint64_t solutions = testimony.leg->answers[i].solutions;
    Claim& claim = claims_[testimony.drawn->at[i]];
    if (!claim.made) {
      claim = {.made = true, .disputed = false, .solutions = solutions, .hash = hash};
    } else if (claim.hash != hash || claim.solutions != solutions) {
      claim.disputed = true;
    }
  }
}

std::vector<std::size_t> Referee::to_rule_on(const Block& block) const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    const bool asked =
        verify_ == Verify::all ||
        (verify_ == Verify::sample && mix(seed_ ^ mix(~(block.first + i))) % kSampled == 0);
    if (claims_[i].disputed || (claims_[i].made && asked)) positions.push_back(i);
  }
  return positions;
}

Referee::Ruling Referee::rule(const Grid& puzzle, unsigned slot) {
  std::array<Answer, kReferees.size()> answers;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    referees_[i].instance(slot).solve({&puzzle, 1}, budget_, {&answers[i], 1});
  }
  const bool first_decided = is_decided(answers[0].outcome);
  const bool second_decided = is_decided(answers[1].outcome);
  if (!first_decided && !second_decided) return {};
  if (first_decided && second_decided && !same(answers[0], answers[1])) return {};
  const Answer& answer = first_decided ? answers[0] : answers[1];
  return {.made = true, .answer = answer, .hash = answer_hash(puzzle, answer)};
}

void Referee::refute(const Testimony& testimony) const {
  for (std::size_t i = 0; i < testimony.drawn->at.size(); ++i) {
    const Ruling& ruling = rulings_at_[testimony.drawn->at[i]];
    const std::uint64_t hash = testimony.leg->hashes[i];
    const Answer& answer = testimony.leg->answers[i];
    if (!ruling.made || hash == 0) continue;
    if (hash == ruling.hash && answer.solutions == ruling.answer.solutions) continue;
    testimony.leg->faults.emplace(i, std::string("says ") + std::string(name_of(answer.outcome)) +
                                         ", the referees say " +
                                         std::string(name_of(ruling.answer.outcome)));
  }
}

}  // namespace sudoku
