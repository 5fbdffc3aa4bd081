#include "harness/gate/checks.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "harness/gate/instruction_check.h"
#include "harness/gate/nested_checks.h"
#include "harness/report/units.h"
#include "harness/report/view.h"
#include "harness/results/samples.h"

namespace sudoku {

namespace {

std::uint64_t puzzles_of(std::span<const BlockRecord> blocks) {
  std::uint64_t puzzles = 0;
  for (const BlockRecord& block : blocks)
    puzzles += block.puzzles;
  return puzzles;
}

// The blocks that both rows solved, in pairs.
struct SharedBlocks {
  std::vector<std::pair<const BlockRecord*, const BlockRecord*>> pairs;
  std::uint64_t puzzles = 0;
  std::uint64_t of = 0;  // what the side that solved more of that sample has

  explicit SharedBlocks(const RowPair& pair) {
    const double rate = std::min(pair.base->sample_rate, pair.fresh->sample_rate);
    const auto fresh = blocks_at(*pair.fresh, rate);
    of = std::max(puzzles_of(blocks_at(*pair.base, rate)), puzzles_of(fresh));
    for (const BlockRecord& block : blocks_at(*pair.base, rate)) {
      const auto other = std::ranges::find(fresh, block.index, &BlockRecord::index);
      if (other == fresh.end() || other->puzzles != block.puzzles) continue;
      pairs.emplace_back(&block, &*other);
      puzzles += block.puzzles;
    }
  }
};

std::uint64_t unfinished(const ResultRecord& row) {
  return count_of(row, Outcome::timeout) + count_of(row, Outcome::crashed);
}

std::optional<CheckRecord> soundness(const ResultRecord& fresh) {
  const std::uint64_t wrong = count_of(fresh, Outcome::wrong);
  const std::uint64_t crashed = count_of(fresh, Outcome::crashed);
  std::string text;
  if (!fresh.disqualified.empty()) {
    text = "disqualified: " + fresh.disqualified;
  } else if (wrong > 0) {
    text = plural(wrong, "wrong answer");
    if (!fresh.wrong_answers.empty()) {
      const WrongAnswer& first = fresh.wrong_answers.front();
      text += fmt::format(", the first on line {}: {}", first.line, first.reason);
    }
  } else if (crashed > 0) {
    return CheckRecord{"soundness", Finding::crashed,
                       fmt::format("crashed on {}", plural(crashed, "puzzle"))};
  } else {
    return std::nullopt;
  }
  return CheckRecord{"soundness", Finding::broken, text};
}

// "the new result solved 377 of 12,196 puzzles"; empty for a row that solved all it was to solve.
std::string lack_of(const char* name, const ResultRecord& row, std::uint64_t whole) {
  if (row.complete && row.puzzles >= whole && !row.blocks.empty()) return "";
  const std::string of =
      whole > 0 ? fmt::format("{} of {}", count_text(row.puzzles), plural(whole, "puzzle"))
                : plural(row.puzzles, "puzzle");
  return fmt::format("the {} was cut short: {} solved", name, of);
}

// A row that is not whole passes for nothing, however well the rest agrees.
std::optional<CheckRecord> completeness(const RowPair& pair, const SharedBlocks& shared) {
  std::string text = lack_of("baseline", *pair.base, pair.base_whole);
  const std::string fresh = lack_of("new result", *pair.fresh, pair.fresh_whole);
  if (!text.empty() && !fresh.empty()) text += "; ";
  text += fresh;
  if (text.empty() && !shared.pairs.empty() && shared.puzzles < shared.of) {
    text = fmt::format("both solved only {} of {}", count_text(shared.puzzles),
                       plural(shared.of, "puzzle"));
  }
  if (text.empty()) return std::nullopt;
  return CheckRecord{"completeness", Finding::undecided, text};
}

// "3 of 6 blocks, the first is block 2".
template <typename Differs>
std::string differing(const SharedBlocks& shared, const Differs& differs) {
  std::size_t count = 0;
  std::uint64_t first = 0;
  for (const auto& [base, fresh] : shared.pairs) {
    if (!differs(*base, *fresh)) continue;
    if (count++ == 0) first = base->index;
  }
  if (count == 0) return "";
  return fmt::format("{} of {}, the first is block {}", count, plural(shared.pairs.size(), "block"),
                     first);
}

CheckRecord answers(const SharedBlocks& shared, bool is_exact) {
  const std::string where = differing(
      shared, [](const BlockRecord& a, const BlockRecord& b) { return a.digest != b.digest; });
  if (where.empty()) {
    return {"answers", Finding::same, count_text(shared.puzzles) + " the same"};
  }
  return {"answers", is_exact ? Finding::changed : Finding::undecided, "differ in " + where};
}

// Only where both solved the same sample whole: elsewhere the digests say it.
std::optional<CheckRecord> outcomes(const RowPair& pair, const SharedBlocks& shared,
                                    bool is_exact) {
  const ResultRecord& base = *pair.base;
  const ResultRecord& fresh = *pair.fresh;
  const bool is_same_sample = base.sample_rate == fresh.sample_rate &&
                              base.puzzles == fresh.puzzles && shared.puzzles == base.puzzles;
  if (!is_exact || !is_same_sample) return std::nullopt;
  std::string text;
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    if (base.outcomes[i] == fresh.outcomes[i]) continue;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", fresh.outcomes[i],
                        name_of(static_cast<Outcome>(i)), base.outcomes[i]);
  }
  if (text.empty()) return std::nullopt;
  return CheckRecord{"outcomes", Finding::changed, text};
}

std::optional<CheckRecord> timeouts(const RowPair& pair) {
  const std::uint64_t before = count_of(*pair.base, Outcome::timeout);
  const std::uint64_t now = count_of(*pair.fresh, Outcome::timeout);
  if (before == 0 && now == 0) return std::nullopt;
  return CheckRecord{"timeouts", before == now ? Finding::same : Finding::undecided,
                     fmt::format("{} before, {} now", before, now)};
}

// "+3.2 %": how the number of guesses changed over all shared blocks.
std::string change_of_guesses(const SharedBlocks& shared) {
  double before = 0;
  double now = 0;
  for (const auto& [base, fresh] : shared.pairs) {
    before += static_cast<double>(base->guesses);
    now += static_cast<double>(fresh->guesses);
  }
  const auto puzzles = static_cast<double>(shared.puzzles);
  const std::string means = fmt::format("{} instead of {} a puzzle", number_text(now / puzzles),
                                        number_text(before / puzzles));
  return before == 0 ? means : fmt::format("{:+.2f} %, {}", 100 * (now / before - 1), means);
}

// "they …"; empty for guesses that are what they are.
std::string doubt_about(const ResultRecord& row) {
  if (row.guesses.total == UINT64_MAX) return "they are more than 64 bits hold";
  if (!row.guesses.unsteady) return "";
  return fmt::format("they changed from pass to pass on {}",
                     plural(*row.guesses.unsteady, "puzzle"));
}

CheckRecord guesses(const RowPair& pair, const SharedBlocks& shared, bool is_exact, bool accepted) {
  std::string doubt = doubt_about(*pair.base);
  if (doubt.empty()) doubt = doubt_about(*pair.fresh);
  if (!doubt.empty()) return {"guesses", Finding::undecided, "cannot be compared: " + doubt};
  const std::string where = differing(
      shared, [](const BlockRecord& a, const BlockRecord& b) { return a.guesses != b.guesses; });
  if (where.empty()) return {"guesses", Finding::same, "the same"};
  const std::string text = fmt::format("{}; differ in {}", change_of_guesses(shared), where);
  if (accepted) return {"guesses", Finding::allowed, text};
  // A batch solver shares its guesses out by the width of its vectors and of its batches.
  if (pair.base->isa != pair.fresh->isa || pair.base->chunk != pair.fresh->chunk) {
    const bool is_unlike = pair.base->isa != pair.fresh->isa;
    return {"guesses", is_unlike ? Finding::unlike : Finding::undecided,
            text + fmt::format("; {} in tasks of {} against {} in tasks of {}", pair.base->isa,
                               pair.base->chunk, pair.fresh->isa, pair.fresh->chunk)};
  }
  return {"guesses", is_exact ? Finding::changed : Finding::undecided, text};
}

CheckRecord no_sample_in_common(const RowPair& pair) {
  return {"answers", Finding::undecided,
          fmt::format("no sample in common ({} and {} puzzles): give both the same --sample",
                      count_text(pair.base->puzzles), count_text(pair.fresh->puzzles))};
}

}  // namespace

std::vector<CheckRecord> deterministic_checks(const RowPair& pair, bool accept_guesses) {
  std::vector<CheckRecord> checks;
  const auto add = [&checks](std::optional<CheckRecord> check) {
    if (check) checks.push_back(std::move(*check));
  };
  add(soundness(*pair.fresh));
  const SharedBlocks shared(pair);
  const std::optional<CheckRecord> lack = completeness(pair, shared);
  add(lack);
  const bool is_exact = unfinished(*pair.base) == 0 && unfinished(*pair.fresh) == 0;
  if (shared.pairs.empty()) {
    if (lack) return checks;
    const std::vector<CheckRecord> nested = nested_checks(pair, is_exact, accept_guesses);
    checks.insert(checks.end(), nested.begin(), nested.end());
    if (nested.empty()) add(no_sample_in_common(pair));
    return checks;
  }
  add(answers(shared, is_exact));
  add(outcomes(pair, shared, is_exact));
  add(timeouts(pair));
  add(guesses(pair, shared, is_exact, accept_guesses));
  add(instruction_check(pair));
  return checks;
}

}  // namespace sudoku
