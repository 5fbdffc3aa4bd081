// Consistency checks of a result document.

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/result/fields.h"
#include "harness/result/json.h"
#include "harness/result/rates.h"
#include "harness/stats/log_bins.h"
#include "harness/stats/quantile.h"

namespace sudoku::result {

namespace {

// Number of bins of a logarithmic histogram of 64-bit values at its finest division.
constexpr std::uint64_t kMostBins = 1 + 64 * stats::kTimeBinsPerOctave;

// Relative difference allowed between a figure and the values it was computed from.
constexpr double kRounding = 1e-3;

class Check {
 public:
  Check(const RunResult& run, const std::string& name) : run_(run), name_(name) {
    for (const DatasetRecord& dataset : run.datasets)
      datasets_.insert(dataset.name);
    for (const Row& row : run.results)
      solvers_.insert(row.solver);
  }

  void check() const {
    for (std::size_t i = 0; i < run_.results.size(); ++i) {
      const Row& row = run_.results[i];
      const std::string at = fmt::format("/results/{}", i);
      require_dataset(row.dataset, at + "/dataset");
      if (row.guess_time) require_cells(*row.guess_time, at + "/guess_time");
    }
    for (std::size_t i = 0; i < run_.comparisons.size(); ++i)
      check(run_.comparisons[i], fmt::format("/comparisons/{}", i));
    for (std::size_t i = 0; i < run_.datasets.size(); ++i) {
      const DatasetRecord& dataset = run_.datasets[i];
      const bool is_ordered =
          dataset.clues_min <= dataset.clues_mean && dataset.clues_mean <= dataset.clues_max;
      if (dataset.puzzles > 0 && !is_ordered) {
        fail(fmt::format("/datasets/{}/clues/mean", i),
             fmt::format("a number from {} to {}", dataset.clues_min, dataset.clues_max),
             dataset.clues_mean);
      }
    }
    require_different(run_.datasets, &DatasetRecord::name, "/datasets/{}/name",
                      "a name different from that of /datasets/{}");
    require_different(
        run_.results, [](const Row& row) { return name_of(row); }, "/results/{}",
        "a row different from /results/{}");
    if (run_.shards) require_parts(*run_.shards);
    for (std::size_t i = 0; i < run_.results.size(); ++i)
      check(run_.results[i], fmt::format("/results/{}", i));
  }

 private:
  // Requires different names of all records; `at` and `expected` are patterns with an index.
  template <typename Record, typename NameOf>
  void require_different(const std::vector<Record>& records, const NameOf& name_of_record,
                         const char* at, const char* expected) const {
    std::map<std::string, std::size_t> met;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const auto [first, is_new] = met.emplace(std::invoke(name_of_record, records[i]), i);
      if (is_new) continue;
      fail(fmt::format(fmt::runtime(at), i), fmt::format(fmt::runtime(expected), first->second),
           quoted(first->first));
    }
  }

  void check(const Row& row, const std::string& at) const {
    const std::uint64_t all =
        std::ranges::find(run_.datasets, row.dataset, &DatasetRecord::name)->puzzles;
    if (row.puzzles > all)
      fail(at + "/puzzles", fmt::format("at most the {} of its dataset", all), row.puzzles);
    const std::uint64_t counted = total_of(std::span(row.outcomes).first(kOutcomes - 1));
    require_sum(at + "/outcomes", row.puzzles, counted);
    require_blocks(row.blocks, row.puzzles, at);
    if (row.threads == 0) fail(at + "/threads", "at least 1", 0);
    if (row.solution_limit == 0) fail(at + "/solutions_limit", "at least 1", 0);
    if (!(row.sample_rate > 0 && row.sample_rate <= 1))
      fail(at + "/sample_rate", "a share above 0 and up to 1", row.sample_rate);
    require_parts_of(row, at);
    require_faults(row, at);
    require_sums(row, at);
    require_speed(row, at);
    require_figures(row, at);
    require_counts(row, at);
    for (std::size_t i = 0; i < row.subsamples.size(); ++i) {
      const SampleRecord& sample = row.subsamples[i];
      require_blocks(sample.blocks, sample.puzzles, fmt::format("{}/subsamples/{}", at, i));
    }
  }

  // Requires that outcomes and lists tell of the same faults. Blocks that were cut short, which
  // count no outcomes, have theirs listed all the same.
  void require_faults(const Row& row, const std::string& at) const {
    const std::uint64_t crashed = row.outcomes[Outcome::crashed];
    const std::uint64_t wrong = row.outcomes[Outcome::wrong];
    if (wrong > 0 && row.wrong_answers.empty())
      fail(at + "/wrong_answers", "some, as outcomes has some", 0);
    if (crashed > 0 && row.incidents.empty())
      fail(at + "/incidents", "some, as outcomes has crashes", 0);
    if (!run_.complete || !row.complete || !row.disqualified.empty()) return;
    const auto has_line = [](const WrongAnswer& answer) { return answer.line != kNoLine; };
    const auto answers = std::ranges::count_if(row.wrong_answers, has_line);
    if (wrong == 0 && answers > 0)
      fail(at + "/wrong_answers", "none, as outcomes has none", answers);
    const auto is_crash = [](const IncidentRecord& incident) {
      return incident.outcome == Outcome::crashed && incident.line != kNoLine;
    };
    const auto listed = std::ranges::count_if(row.incidents, is_crash);
    if (static_cast<std::uint64_t>(listed) > crashed)
      fail(at + "/incidents", fmt::format("at most the {} crashes of outcomes", crashed), listed);
  }

  void require_parts(const ShardsRecord& shards) const {
    if (shards.of == 0) fail("/shards/of", "at least 1", "0");
    for (std::size_t i = 0; i < shards.parts.size(); ++i) {
      const std::uint64_t least = i == 0 ? 1 : shards.parts[i - 1] + 1;
      if (shards.parts[i] >= least && shards.parts[i] <= shards.of) continue;
      fail(fmt::format("/shards/parts/{}", i), fmt::format("{} to {}", least, shards.of),
           shards.parts[i]);
    }
  }

  // Each part of a run split into `of` parts has every `of`-th block.
  void require_parts_of(const Row& row, const std::string& at) const {
    if (!run_.shards) return;
    for (std::size_t i = 0; i < row.blocks.size(); ++i) {
      const std::uint64_t part = row.blocks[i].index % run_.shards->of + 1;
      if (std::ranges::binary_search(run_.shards->parts, part)) continue;
      fail(fmt::format("{}/blocks/{}/index", at, i), "a block of one of /shards/parts",
           fmt::format("one of part {}", part));
    }
  }

  // Requires ascending block indices, each once, and blocks whose puzzles add up to `puzzles`.
  void require_blocks(const std::vector<BlockRecord>& blocks, std::uint64_t puzzles,
                      const std::string& at) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i > 0 && blocks[i].index <= blocks[i - 1].index) {
        fail(fmt::format("{}/blocks/{}/index", at, i),
             fmt::format("an index above {}", blocks[i - 1].index), blocks[i].index);
      }
      sum = capped_sum(sum, blocks[i].puzzles);
      require_waiting(blocks[i], fmt::format("{}/blocks/{}", at, i));
    }
    require_sum(at + "/blocks", puzzles, sum);
  }

  // Requires the time that was waited to be a part of the time that it is taken off from.
  void require_waiting(const BlockRecord& block, const std::string& at) const {
    const std::vector<double> waited = block.waited.value_or(std::vector<double>());
    for (std::size_t i = 0; i < waited.size(); ++i) {
      const std::string place = fmt::format("{}/waited/{}", at, i);
      if (i >= block.seconds.size())
        fail(place, fmt::format("one for each of the {} rounds", block.seconds.size()), "more");
      if (waited[i] < 0 || waited[i] > block.seconds[i]) {
        fail(place, fmt::format("0 to {:.6g}, the seconds of the round", block.seconds[i]),
             fmt::format("{:.6g}", waited[i]));
      }
    }
  }

  void require_sums(const Row& row, const std::string& at) const {
    std::uint64_t guesses = 0;
    std::uint64_t digest = 0;
    for (const BlockRecord& block : row.blocks) {
      guesses = capped_sum(guesses, block.guesses);
      digest += block.digest;
    }
    if (guesses != row.guesses)
      fail(at + "/guesses/total", fmt::format("{}, the sum over its blocks", guesses), row.guesses);
    if (digest != row.solution_digest) {
      fail(at + "/solution_digest", fmt::format("{:016x}, the sum over its blocks", digest),
           fmt::format("{:016x}", row.solution_digest));
    }
  }

  // Requires the row's time per puzzle to match its processes or, for a single process, its blocks.
  void require_speed(const Row& row, const std::string& at) const {
    const double ns = row.time_per_puzzle_ns.median;
    if (is_void(row) && std::isfinite(ns))
      fail(at + "/time_per_puzzle_ns", "null, as the row is void", ns);
    require_near(at + "/puzzles_per_second/median", 1e9 / ns, row.puzzles_per_second.median,
                 "the inverse of its time");
    if (row.processes) {
      const double middle = over_processes(row.processes->time_per_puzzle_ns).median;
      if (!row.processes->time_per_puzzle_ns.empty())
        require_near(at + "/time_per_puzzle_ns/median", middle, ns, "the middle of its processes");
      return;
    }
    double seconds = 0;
    std::uint64_t puzzles = 0;
    for (const BlockRecord& block : row.blocks) {
      if (block.seconds.empty()) continue;
      seconds += stats::median(block.seconds);
      puzzles += block.puzzles;
    }
    if (puzzles == 0) return;
    require_near(at + "/time_per_puzzle_ns/median", 1e9 * seconds / static_cast<double>(puzzles),
                 ns, "the seconds of its blocks over their puzzles");
  }

  void require_figures(const Row& row, const std::string& at) const {
    require_estimate(row.puzzles_per_second, at + "/puzzles_per_second");
    require_estimate(row.time_per_puzzle_ns, at + "/time_per_puzzle_ns");
    const double ns = row.time_per_puzzle_ns.median;
    if (std::isfinite(row.puzzles_per_second.median) != std::isfinite(ns))
      fail(at + "/time_per_puzzle_ns/median", "the inverse of the puzzles per second", ns);
    if (row.speedup) require_ratio(*row.speedup, row, at + "/speedup");
    if (row.scaling) require_ratio(*row.scaling, row, at + "/scaling");
  }

  // Requires that what is counted of a row's puzzles is at most their number.
  void require_counts(const Row& row, const std::string& at) const {
    const auto confirmed = row.confirmed.value_or(ConfirmedRecord());
    const std::pair<const char*, std::uint64_t> counts[] = {
        {"guesses/unsteady", row.unsteady.value_or(0)},
        {"confirmed/referees", confirmed.referees},
        {"confirmed/solvers", confirmed.solvers},
        {"confirmed/declared", confirmed.declared},
        {"solutions_unshown", row.solutions_unshown.value_or(0)},
        {"solutions_asked", row.solutions_asked},
        {"solutions_hidden", row.solutions_hidden.value_or(0)}};
    for (const auto& [name, count] : counts) {
      if (count > row.puzzles)
        fail(at + "/" + name, fmt::format("at most the {} puzzles of its row", row.puzzles), count);
    }
    if (!row.latency || row.latency->histogram.count.empty()) return;
    if (row.latency->min_ps > row.latency->max_ps)
      fail(at + "/latency_ns/min", "at most max", static_cast<double>(row.latency->min_ps) / 1000);
  }

  // Requires a positive figure between the two ends of its interval, or no interval.
  void require_estimate(const base::Estimate& estimate, const std::string& at) const {
    const auto [median, low, high] = estimate;
    if (std::isfinite(median) && median <= 0) fail(at + "/median", "a number above 0", median);
    if (!std::isfinite(low) && !std::isfinite(high)) return;
    if (!std::isfinite(low) || !std::isfinite(high))
      fail(at + "/ci95", "two ends or two times null", "one end");
    if (!std::isfinite(median))
      fail(at + "/median", fmt::format("a number from {:.6g} to {:.6g}", low, high), median);
    if (low <= 0 || low > median || median > high) {
      fail(at + "/ci95", fmt::format("positive ends around {:.6g}", median),
           fmt::format("{:.6g} and {:.6g}", low, high));
    }
  }

  void require_ratio(const SpeedupRecord& ratio, const Row& row, const std::string& at) const {
    require_estimate(ratio.ratio, at + "/ratio");
    if (ratio.reference_threads == 0) fail(at + "/reference_threads", "at least 1", 0);
    if (ratio.puzzles > row.puzzles)
      fail(at + "/puzzles", fmt::format("at most the {} of its row", row.puzzles), ratio.puzzles);
  }

  // Requires two figures to agree up to rounding; accepts unknown ones.
  void require_near(const std::string& at, double expected, double found, const char* what) const {
    if (!std::isfinite(expected) || !std::isfinite(found)) return;
    if (std::abs(found - expected) <= kRounding * std::abs(expected)) return;
    fail(at, fmt::format("about {:.6g}, {}", expected, what), fmt::format("{:.6g}", found));
  }

  void require_sum(const std::string& at, std::uint64_t puzzles, std::uint64_t sum) const {
    if (sum != puzzles)
      fail(at, fmt::format("{} puzzles in all, as many as its row has", puzzles), sum);
  }

  void check(const ComparisonRecord& comparison, const std::string& at) const {
    require_dataset(comparison.dataset, at + "/dataset");
    for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
      const PairRecord& pair = comparison.pairs[i];
      const std::string place = fmt::format("{}/pairs/{}", at, i);
      require_solver(pair.a, place + "/a");
      require_solver(pair.b, place + "/b");
      require_cells(pair.cells, place + "/cells");
    }
  }

  void require_cells(const stats::Histogram2DRecord& cells, const std::string& at) const {
    for (const auto& [name, bins] : {std::pair("/x", &cells.x), std::pair("/y", &cells.y)}) {
      const auto bin = std::ranges::find_if(*bins, [](std::uint64_t b) { return b > kMostBins; });
      if (bin != bins->end()) fail(at + name, fmt::format("bins up to {}", kMostBins), *bin);
    }
  }

  void require_dataset(const std::string& dataset, const std::string& at) const {
    if (!datasets_.contains(dataset)) fail(at, "a name in datasets", quoted(dataset));
  }

  void require_solver(const std::string& solver, const std::string& at) const {
    if (!solvers_.contains(solver)) fail(at, "the solver of one of /results", quoted(solver));
  }

  static std::string quoted(const std::string& text) {
    constexpr std::size_t kShown = 40;
    if (text.size() > kShown) return fmt::format("a text of {} characters", text.size());
    return '"' + text + '"';
  }

  [[noreturn]] void fail(const std::string& at, const std::string& expected, double found) const {
    fail(at, expected, std::isfinite(found) ? fmt::format("{:.6g}", found) : "null");
  }

  [[noreturn]] void fail(const std::string& at, const std::string& expected,
                         const auto& found) const {
    throw base::InputError("{}: {}: expected {}, found {}", name_, at, expected, found);
  }

  const RunResult& run_;
  const std::string& name_;
  std::set<std::string> datasets_;
  std::set<std::string> solvers_;
};

}  // namespace

void require_consistent(const RunResult& run, const std::string& name) { Check(run, name).check(); }

}  // namespace sudoku::result
