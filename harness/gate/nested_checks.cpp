#include "harness/gate/nested_checks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/report/units.h"
#include "harness/results/samples.h"

namespace sudoku {

namespace {

using NestedPair = std::pair<NestedRecord, NestedRecord>;

std::optional<NestedPair> largest_shared(const RowPair& pair) {
  // Of one sample without a block in common, these are other puzzles.
  if (pair.base->sample_rate == pair.fresh->sample_rate) return std::nullopt;
  const std::vector<NestedRecord> fresh = samples_of(*pair.fresh);
  for (const NestedRecord& sample : samples_of(*pair.base)) {
    const auto other = std::ranges::find(fresh, sample.rate, &NestedRecord::rate);
    // A row that was cut short has met less of it.
    if (other != fresh.end() && other->puzzles == sample.puzzles && sample.puzzles > 0)
      return NestedPair(sample, *other);
  }
  return std::nullopt;
}

std::optional<CheckRecord> guesses_on(const NestedPair& shared, bool is_exact, bool accepted) {
  const auto& [base, fresh] = shared;
  if (!base.guesses || !fresh.guesses) return std::nullopt;
  if (*base.guesses == *fresh.guesses) return CheckRecord{"guesses", Finding::same, "the same"};
  const Finding finding = accepted   ? Finding::allowed
                          : is_exact ? Finding::changed
                                     : Finding::undecided;
  const auto puzzles = static_cast<double>(base.puzzles);
  return CheckRecord{"guesses", finding,
                     fmt::format("{} instead of {} a puzzle",
                                 number_text(static_cast<double>(*fresh.guesses) / puzzles),
                                 number_text(static_cast<double>(*base.guesses) / puzzles))};
}

}  // namespace

std::vector<CheckRecord> nested_checks(const RowPair& pair, bool is_exact, bool accept_guesses) {
  const std::optional<NestedPair> shared = largest_shared(pair);
  if (!shared) return {};
  const auto& [base, fresh] = *shared;
  const std::string where = fmt::format("{} of a sample of {} that both solved",
                                        count_text(base.puzzles), sample_text(base.rate));
  std::vector<CheckRecord> checks;
  if (base.digest == fresh.digest) {
    checks.push_back({"answers", Finding::same, where + " the same"});
  } else {
    checks.push_back(
        {"answers", is_exact ? Finding::changed : Finding::undecided, "differ on " + where});
  }
  if (const auto guesses = guesses_on(*shared, is_exact, accept_guesses))
    checks.push_back(*guesses);
  return checks;
}

}  // namespace sudoku
