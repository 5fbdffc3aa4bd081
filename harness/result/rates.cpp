#include "harness/result/rates.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "harness/base/estimate.h"
#include "harness/stats/moments.h"
#include "harness/stats/paired_ratio.h"
#include "harness/stats/quantile.h"

namespace sudoku::result {

namespace {

// Number of blocks above which neighbouring ones are grouped. This bounds the time, and the
// interval of a sum of many blocks does not depend on how finely they are divided.
constexpr std::size_t kMostUnits = 32;

// Rounds of two solvers are compared in which both had a core to themselves, if a block has so many
// of them, or half of its rounds.
constexpr std::size_t kFewestAlone = 3;

// Most by which the ratio of two solvers has been seen to move when other work shared the core, as
// solvers suffer differently: ratios of vector to scalar solvers moved by up to 27 %, those of
// scalar solvers by up to 5 %.
constexpr double kMostBySharing = 0.27;

// Standard deviation of the logarithm of a ratio between rounds that waited for the CPU and rounds
// that did not. The waiting itself is left out, but caches have to be filled again. Type B.
constexpr double kByWaiting = 0.005;

// Logarithm of wall over running time from which on that is to be expected.
constexpr double kMuchWaiting = 0.1;

// Least share of a round for which a solver is taken to have run.
constexpr double kLeastShare = 0.01;

// A value of a round; `unknown` where it was not measured.
double value_in(const std::optional<std::vector<double>>& values, std::size_t round,
                double unknown) {
  return values && round < values->size() ? (*values)[round] : unknown;
}

// Blocks with rounds, by ascending index.
std::vector<const BlockRecord*> timed(std::span<const BlockRecord> blocks) {
  std::vector<const BlockRecord*> found;
  for (const BlockRecord& block : blocks) {
    if (!block.seconds.empty()) found.push_back(&block);
  }
  std::ranges::sort(found, {}, &BlockRecord::index);
  return found;
}

// Groups consecutive blocks so that few remain. Round j of a group is the sum of its blocks' rounds
// j, as far as all have one; its share of the core is the least of theirs.
std::vector<BlockRecord> grouped(std::span<const BlockRecord* const> blocks) {
  const std::size_t group = (blocks.size() + kMostUnits - 1) / kMostUnits;
  std::vector<BlockRecord> groups;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockRecord& block = *blocks[i];
    if (i % group == 0) {
      groups.push_back({.seconds = std::vector<double>(block.seconds.size())});
      groups.back().core_share.emplace(block.seconds.size(), 1);
      groups.back().waited.emplace(block.seconds.size(), 0);
    }
    BlockRecord& sum = groups.back();
    sum.puzzles += block.puzzles;
    sum.seconds.resize(std::min(sum.seconds.size(), block.seconds.size()));
    for (std::size_t round = 0; round < sum.seconds.size(); ++round) {
      sum.seconds[round] += block.seconds[round];
      (*sum.waited)[round] += value_in(block.waited, round, base::kUnknown);
      double& core_share = (*sum.core_share)[round];
      core_share = std::min(core_share, value_in(block.core_share, round, 1));
    }
  }
  return groups;
}

// Rounds of two solvers on a block, and what their times are compared by.
struct RoundPairs {
  RoundPairs(const BlockRecord& our_block, const BlockRecord& their_block)
      : ours(our_block),
        theirs(their_block),
        counted(std::min(ours.seconds.size(), theirs.seconds.size())) {
    std::iota(counted.begin(), counted.end(), std::size_t{0});
    const std::size_t enough = std::min(kFewestAlone, (counted.size() + 1) / 2);
    // Leaves the other rounds out if enough remain; returns whether they do.
    const auto keep_if = [&](const auto& is_good) {
      std::vector<std::size_t> good;
      std::ranges::copy_if(counted, std::back_inserter(good), is_good);
      if (good.size() < enough) return false;
      counted = std::move(good);
      return true;
    };
    by_running = keep_if([this](std::size_t round) {
      return std::isfinite(running_seconds(ours, round)) &&
             std::isfinite(running_seconds(theirs, round));
    });
    const auto had_cores = [this](std::size_t round) {
      return had_core(ours, round) && had_core(theirs, round);
    };
    for (const std::size_t round : counted)
      (had_cores(round) ? whole : shared).push_back(round);
    is_shared = !keep_if(had_cores);
  }

  // Log ratios of the solvers' seconds in the rounds, weighted by the typical seconds of those that
  // count.
  stats::Stratum unit(const std::vector<std::size_t>& rounds) const {
    const auto log_of = [this](const BlockRecord& block, std::size_t round) {
      return std::log(by_running ? running_seconds(block, round) : block.seconds[round]);
    };
    stats::Stratum unit;
    std::vector<double> sums;
    for (const std::size_t round : rounds) {
      const double our_log = log_of(ours, round);
      const double their_log = log_of(theirs, round);
      unit.logs.push_back(their_log - our_log);
      sums.push_back((their_log + our_log) / 2);
    }
    unit.weight = std::exp(stats::median(std::move(sums)));
    return unit;
  }

  // Standard error of the logs by other work on the CPU. Running times hardly depend on who else
  // has the CPU. Times on the clock do, and of solvers that wait in other places, in other ways:
  // then the waiting of the one that is known is in doubt.
  double doubt() const {
    std::vector<double> waited;
    for (const std::size_t round : counted) {
      for (const BlockRecord* block : {&ours, &theirs}) {
        const double share = running_seconds(*block, round) / block->seconds[round];
        if (std::isfinite(share)) waited.push_back(-std::log(std::max(share, kLeastShare)));
      }
    }
    if (waited.empty()) return 0;
    const double typical = stats::median(std::move(waited));
    return by_running ? std::min(kByWaiting, kByWaiting * typical / kMuchWaiting) : typical;
  }

  const BlockRecord& ours;
  const BlockRecord& theirs;
  std::vector<std::size_t> counted;  // rounds that count
  bool by_running = false;           // whether running times are compared
  bool is_shared = false;            // whether rounds count in which others had a part of the core
  // Rounds in which both solvers had their cores to themselves, and the others, of those that are
  // compared by the same times.
  std::vector<std::size_t> whole = {};
  std::vector<std::size_t> shared = {};
};

// Groups of the timed blocks in `some` that `others` has too.
std::vector<BlockRecord> shared_groups(std::span<const BlockRecord> some,
                                       std::span<const BlockRecord> others) {
  std::vector<const BlockRecord*> shared;
  std::ranges::set_intersection(timed(some), timed(others), std::back_inserter(shared), {},
                                &BlockRecord::index, &BlockRecord::index);
  return grouped(shared);
}

double log_width(const base::Estimate& ratio) { return std::log(ratio.high / ratio.low); }

std::size_t rounds_in(std::span<const stats::Stratum> units) {
  std::size_t rounds = 0;
  for (const stats::Stratum& unit : units)
    rounds += unit.logs.size();
  return rounds;
}

}  // namespace

base::Estimate throughput(std::span<const BlockRecord> blocks, std::span<const double> movements,
                          double error, double type_b) {
  const std::vector<const BlockRecord*> all = timed(blocks);
  std::vector<stats::Stratum> strata;
  for (const BlockRecord& block : grouped(all)) {
    strata.push_back({.weight = stats::median(block.seconds), .logs = {}});
    for (const double seconds : block.seconds)
      strata.back().logs.push_back(std::log(static_cast<double>(block.puzzles) / seconds));
  }
  if (strata.empty()) return base::kUnknownEstimate;
  stats::Moments moved;
  for (const double movement : movements)
    moved.add(movement, 1);
  const double common = movements.empty() ? 0 : std::sqrt(moved.variance());
  const base::Estimate rate =
      stats::weighted_mean(strata, {error, std::hypot(type_b, common), stats::kOfRounds});
  // The throughput itself must not depend on the grouping of blocks.
  double puzzles = 0;
  double seconds = 0;
  for (const BlockRecord* block : all) {
    puzzles += static_cast<double>(block->puzzles);
    seconds += stats::median(block->seconds);
  }
  const double figure = puzzles / seconds;
  return {.median = figure,
          .low = rate.low * figure / rate.median,
          .high = rate.high * figure / rate.median};
}

base::Estimate speedup(std::span<const BlockRecord> blocks, std::span<const BlockRecord> reference,
                       double error, double type_b) {
  const std::vector<BlockRecord> ours = shared_groups(blocks, reference);
  const std::vector<BlockRecord> theirs = shared_groups(reference, blocks);
  if (ours.empty()) return base::kUnknownEstimate;
  std::vector<stats::Stratum> units;
  double all = 0;
  double doubt = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const RoundPairs pairs(ours[i], theirs[i]);
    units.push_back(pairs.unit(pairs.counted));
    all += units.back().weight;
    doubt += units.back().weight * pairs.doubt();
  }
  return stats::ratio_of_sums(units, {error, std::hypot(type_b, doubt / all), stats::kOfRounds});
}

double shift_by_sharing(std::span<const BlockRecord> blocks,
                        std::span<const BlockRecord> reference) {
  const std::vector<BlockRecord> ours = shared_groups(blocks, reference);
  const std::vector<BlockRecord> theirs = shared_groups(reference, blocks);
  std::vector<stats::Stratum> whole;
  std::vector<stats::Stratum> shared;
  double all = 0;
  double on_shared = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const RoundPairs pairs(ours[i], theirs[i]);
    const double weight = pairs.unit(pairs.counted).weight;
    all += weight;
    if (pairs.is_shared) on_shared += weight;
    if (pairs.whole.empty() || pairs.shared.empty()) continue;
    whole.push_back(pairs.unit(pairs.whole));
    shared.push_back(pairs.unit(pairs.shared));
    whole.back().weight = shared.back().weight = weight;
  }
  if (on_shared == 0) return 0;
  double shift = kMostBySharing;
  if (std::min(rounds_in(whole), rounds_in(shared)) >= kFewestAlone) {
    const base::Estimate without = stats::ratio_of_sums(whole, {.neighbours = stats::kOfRounds});
    const base::Estimate with = stats::ratio_of_sums(shared, {.neighbours = stats::kOfRounds});
    const double seen = std::abs(std::log(without.median / with.median));
    const double unsure = std::hypot(log_width(without), log_width(with)) / 2;
    if (std::isfinite(unsure)) shift = std::expm1(seen + unsure);
  }
  return shift * on_shared / all;
}

double uncertainty(const BlockRecord& ours, const BlockRecord& reference, std::uint64_t blocks) {
  const base::Estimate ratio = speedup({&ours, 1}, {&reference, 1}, 0);
  if (!std::isfinite(ratio.low)) return std::numeric_limits<double>::infinity();
  const double of_block = log_width(ratio) / 2;
  return std::hypot(of_block / std::sqrt(static_cast<double>(blocks)),
                    stats::kNormal * kBetweenProcesses);
}

base::Estimate over_processes(std::span<const double> figures) {
  std::vector<double> logs;
  for (const double figure : figures)
    if (std::isfinite(std::log(figure))) logs.push_back(std::log(figure));
  return stats::estimate_of(stats::paired_ratio(std::move(logs)));
}

bool had_core(const BlockRecord& block, std::size_t round) {
  return value_in(block.core_share, round, 1) >= kWholeCore;
}

double running_seconds(const BlockRecord& block, std::size_t round) {
  return block.seconds[round] - value_in(block.waited, round, base::kUnknown);
}

double running_time_per_puzzle(std::span<const BlockRecord> blocks) {
  double seconds = 0;
  double puzzles = 0;
  for (const BlockRecord* block : timed(blocks)) {
    std::vector<double> running;
    for (std::size_t round = 0; round < block->seconds.size(); ++round) {
      const double known = running_seconds(*block, round);
      if (std::isfinite(known)) running.push_back(known);
    }
    seconds += stats::median(std::move(running));  // NaN without one
    puzzles += static_cast<double>(block->puzzles);
  }
  return puzzles > 0 ? seconds / puzzles : base::kUnknown;
}

bool knows_running_times(std::span<const BlockRecord> blocks) {
  return std::ranges::all_of(blocks, [](const BlockRecord& block) {
    for (std::size_t round = 0; round < block.seconds.size(); ++round)
      if (!std::isfinite(running_seconds(block, round))) return false;
    return true;
  });
}

bool was_disturbed(const BlockRecord& block, std::size_t round) {
  return !had_core(block, round) ||
         running_seconds(block, round) < kWholeCore * block.seconds[round];
}

std::vector<double> machine_movements(std::span<const std::span<const BlockRecord>> rows) {
  // Logarithms of how much slower each row was than usual, by block and round.
  std::map<std::pair<std::uint64_t, std::size_t>, std::vector<double>> said;
  for (const std::span<const BlockRecord> row : rows) {
    for (const BlockRecord& block : row) {
      const double usual = stats::median(block.seconds);
      for (std::size_t round = 0; round < block.seconds.size(); ++round)
        said[{block.index, round}].push_back(std::log(block.seconds[round] / usual));
    }
  }
  std::vector<double> movements;
  movements.reserve(said.size());
  for (const auto& [place, factors] : said)
    movements.push_back(stats::median(factors));
  return movements;
}

}  // namespace sudoku::result
