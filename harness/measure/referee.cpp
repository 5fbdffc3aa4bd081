#include "harness/measure/referee.h"

#include <array>
#include <cassert>
#include <string>

#include "harness/measure/checker.h"
#include "solvers/roster.h"

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 2> kNames = {"mrv_hidden", "dlx"};

// --verify sample: one puzzle in as many.
constexpr std::uint64_t kSampled = 16;

// How much an answer says: some cells, that there is a solution, how many there are, and which.
int weight_of(const Answer& answer) {
  if (answer.outcome == Outcome::incomplete) return -1;
  if (answer.outcome == Outcome::first) return 0;
  return answer.outcome == Outcome::unique && answer.solution == kEmptyGrid ? 1 : 2;
}

}  // namespace

Referee::Referee(Gang& gang, const Budget& budget, Verify verify, std::uint64_t seed)
    : gang_(gang), budget_(budget), verify_(verify), seed_(seed) {
  referees_.resize(gang.threads());
  for (auto& of_slot : referees_) {
    for (std::size_t i = 0; i < kReferees; ++i) {
      const SolverEntry* entry = find_solver(kNames[i]);
      assert(entry != nullptr);
      of_slot[i] = entry->create();
    }
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
    const Answer& answer = testimony.leg->answers[i];
    if (!is_decided(answer.outcome) && !shows_part(answer)) continue;
    Claim& claim = claims_[testimony.drawn->at[i]];
    if (claim.best != nullptr && !agree(*claim.best, answer)) claim.disputed = true;
    if (tells_count(answer)) {
      if (claim.counted_by.empty()) claim.counted_by = testimony.solver;
      if (claim.counted_by != testimony.solver) claim.counted_by_another = true;
    }
    if (claim.best == nullptr || weight_of(answer) > weight_of(*claim.best)) claim.best = &answer;
  }
}

bool Referee::tells_count(const Answer& answer) const {
  return is_decided(answer.outcome) &&
         (answer.outcome != Outcome::first || budget_.solution_limit == 1);
}

std::vector<std::size_t> Referee::to_rule_on(const Block& block) const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    const bool asked =
        verify_ == Verify::all ||
        (verify_ == Verify::sample && mix(seed_ ^ mix(~(block.first + i))) % kSampled == 0);
    if (claims_[i].disputed || (claims_[i].best != nullptr && asked)) positions.push_back(i);
  }
  return positions;
}

Referee::Ruling Referee::rule(const Grid& puzzle, unsigned slot) {
  std::array<Answer, kReferees> answers;
  for (std::size_t i = 0; i < kReferees; ++i) {
    referees_[slot][i]->solve({&puzzle, 1}, budget_, {&answers[i], 1});
  }
  const bool first_decided = is_decided(answers[0].outcome);
  if (!first_decided && !is_decided(answers[1].outcome)) return {};
  if (!agree(answers[0], answers[1])) return {};
  return {.made = true, .answer = first_decided ? answers[0] : answers[1]};
}

void Referee::refute(const Testimony& testimony) const {
  for (std::size_t i = 0; i < testimony.drawn->at.size(); ++i) {
    const std::size_t position = testimony.drawn->at[i];
    const Ruling& ruling = rulings_at_[position];
    const Answer& answer = testimony.leg->answers[i];
    ConfirmedRecord& confirmed = testimony.leg->confirmed;
    confirmed.referees += ruling.made && is_decided(answer.outcome) ? 1 : 0;
    confirmed.solvers += claims_[position].counted_by_another && tells_count(answer) ? 1 : 0;
    if (!ruling.made || agree(answer, ruling.answer)) continue;
    if (testimony.leg->outcome_at(i) == Outcome::wrong) continue;  // the first reason counts
    testimony.leg->faults.insert_or_assign(
        i, Incident{.outcome = Outcome::wrong,
                    .reason = "says " + std::string(name_of(answer.outcome)) +
                              ", the referees say " + std::string(name_of(ruling.answer.outcome))});
  }
}

}  // namespace sudoku
