#include "harness/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

#include "harness/dataset/random.h"

namespace sudoku {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// Enough for the ends of a 95 % interval to hold still to a few per mille.
constexpr std::size_t kResamples = 2000;

// What is drawn at a time: a block, or a group of consecutive ones. Groups bound the time, not the
// information: the interval of a sum of thousands of blocks does not depend on how fine they are
// cut.
struct Unit {
  double puzzles = 0;
  std::vector<double> seconds;  // per round
};

void add_to(Unit& unit, const BlockRecord& block) {
  unit.puzzles += static_cast<double>(block.puzzles);
  // Round j of a group is the sum of its blocks' rounds j, as far as all of them have one.
  unit.seconds.resize(std::min(unit.seconds.size(), block.seconds.size()));
  for (std::size_t round = 0; round < unit.seconds.size(); ++round)
    unit.seconds[round] += block.seconds[round];
}

std::vector<Unit> units_of(const std::vector<const BlockRecord*>& blocks) {
  const std::size_t group = (blocks.size() + kMostBlocksApart - 1) / kMostBlocksApart;
  std::vector<Unit> units;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i % group == 0) {
      units.push_back({static_cast<double>(blocks[i]->puzzles), blocks[i]->seconds});
    } else {
      add_to(units.back(), *blocks[i]);
    }
  }
  return units;
}

double sum_of_medians(const std::vector<Unit>& units) {
  double sum = 0;
  for (const Unit& unit : units)
    sum += median(unit.seconds);
  return sum;
}

double resampled_median(std::span<const double> values, Random& random) {
  std::vector<double> drawn(values.size());
  std::ranges::generate(drawn, [&] { return values[random.below(drawn.size())]; });
  return median(std::move(drawn));
}

Estimate with_interval(double figure, std::vector<double> draws) {
  std::ranges::sort(draws);
  const auto at = [&draws](double share) {
    return draws[static_cast<std::size_t>(share * static_cast<double>(draws.size() - 1))];
  };
  return {.median = figure, .low = at(0.025), .high = at(0.975)};
}

constexpr Estimate kUnknown = {.median = kNoValue, .low = kNoValue, .high = kNoValue};

// One resample of all units; `pick(i)` adds what unit i contributes.
template <typename Pick>
void draw_units(std::size_t units, Random& random, const Pick& pick) {
  for (std::size_t i = 0; i < units; ++i)
    pick(units == 1 ? 0 : random.below(units));
}

std::vector<const BlockRecord*> timed(std::span<const BlockRecord> blocks) {
  std::vector<const BlockRecord*> found;
  for (const BlockRecord& block : blocks) {
    if (!block.seconds.empty()) found.push_back(&block);
  }
  return found;
}

// The blocks that both sides timed, in the same order.
std::pair<std::vector<const BlockRecord*>, std::vector<const BlockRecord*>> shared(
    std::span<const BlockRecord> a, std::span<const BlockRecord> b) {
  const std::vector<const BlockRecord*> left = timed(a);
  const std::vector<const BlockRecord*> right = timed(b);
  std::pair<std::vector<const BlockRecord*>, std::vector<const BlockRecord*>> both;
  auto candidate = right.begin();
  for (const BlockRecord* block : left) {
    while (candidate != right.end() && (*candidate)->index < block->index)
      ++candidate;
    if (candidate == right.end() || (*candidate)->index != block->index) continue;
    both.first.push_back(block);
    both.second.push_back(*candidate);
  }
  return both;
}

}  // namespace

Estimate throughput(std::span<const BlockRecord> blocks, std::uint64_t seed) {
  const std::vector<Unit> units = units_of(timed(blocks));
  if (units.empty()) return kUnknown;
  double all_puzzles = 0;
  for (const Unit& unit : units)
    all_puzzles += unit.puzzles;
  Random random(seed);
  std::vector<double> draws(kResamples);
  for (double& rate : draws) {
    double puzzles = 0;
    double seconds = 0;
    draw_units(units.size(), random, [&](std::size_t i) {
      puzzles += units[i].puzzles;
      seconds += resampled_median(units[i].seconds, random);
    });
    rate = puzzles / seconds;
  }
  return with_interval(all_puzzles / sum_of_medians(units), std::move(draws));
}

Estimate speedup(std::span<const BlockRecord> blocks, std::span<const BlockRecord> reference,
                 std::uint64_t seed) {
  const auto both = shared(blocks, reference);
  const std::vector<Unit> ours = units_of(both.first);
  const std::vector<Unit> theirs = units_of(both.second);
  if (ours.empty()) return kUnknown;
  Random random(seed);
  std::vector<double> draws(kResamples);
  for (double& ratio : draws) {
    double our_seconds = 0;
    double their_seconds = 0;
    draw_units(ours.size(), random, [&](std::size_t i) {
      our_seconds += resampled_median(ours[i].seconds, random);
      their_seconds += resampled_median(theirs[i].seconds, random);
    });
    ratio = their_seconds / our_seconds;
  }
  return with_interval(sum_of_medians(theirs) / sum_of_medians(ours), std::move(draws));
}

Estimate over_processes(std::span<const double> figures, std::uint64_t seed) {
  std::vector<double> known;
  std::ranges::copy_if(figures, std::back_inserter(known),
                       [](double x) { return std::isfinite(x); });
  if (known.empty()) return kUnknown;
  Random random(seed);
  std::vector<double> draws(kResamples);
  std::ranges::generate(draws, [&] { return resampled_median(known, random); });
  return with_interval(median(known), std::move(draws));
}

Passes resampled(std::span<const BlockRecord> blocks, std::uint64_t seed, std::uint64_t salt) {
  const std::vector<Unit> units = units_of(timed(blocks));
  Passes passes;
  if (units.empty()) return passes;
  passes.seconds = sum_of_medians(units);
  passes.draws.resize(kResamples);
  Random picks(seed);
  Random rounds(mix(seed) ^ mix(salt));
  for (double& seconds : passes.draws) {
    draw_units(units.size(), picks,
               [&](std::size_t i) { seconds += resampled_median(units[i].seconds, rounds); });
  }
  return passes;
}

Estimate speedup(const Passes& passes, const Passes& reference) {
  if (passes.draws.empty() || reference.draws.empty()) return kUnknown;
  std::vector<double> ratios(kResamples);
  std::ranges::transform(reference.draws, passes.draws, ratios.begin(), std::divides<>());
  return with_interval(reference.seconds / passes.seconds, std::move(ratios));
}

}  // namespace sudoku
