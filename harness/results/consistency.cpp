#include "harness/results/consistency.h"

#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "harness/dataset/input_error.h"
#include "harness/results/log_bins.h"

namespace sudoku {

namespace {

constexpr std::size_t kShown = 40;

// Of a number of 64 bits, in the finest of the bins.
constexpr std::uint64_t kMostBins = 1 + 64 * kRatioBinsPerOctave;

class Check {
 public:
  Check(const RunResult& run, const std::string& name) : run_(run), name_(name) {
    for (const DatasetRecord& dataset : run.datasets)
      datasets_.insert(dataset.name);
    for (const ResultRecord& row : run.results)
      solvers_.insert(row.solver);
  }

  void check() const {
    for (std::size_t i = 0; i < run_.results.size(); ++i) {
      const ResultRecord& row = run_.results[i];
      const std::string at = fmt::format("/results/{}", i);
      require_dataset(row.dataset, at + "/dataset");
      if (row.guess_time) require_cells(*row.guess_time, at + "/guess_time");
    }
    for (std::size_t i = 0; i < run_.contests.size(); ++i)
      check(run_.contests[i], fmt::format("/contests/{}", i));
  }

 private:
  void check(const ContestRecord& contest, const std::string& at) const {
    require_dataset(contest.dataset, at + "/dataset");
    for (std::size_t i = 0; i < contest.fields.size(); ++i) {
      for (std::size_t j = 0; j < contest.fields[i].entries.size(); ++j) {
        const FieldEntry& entry = contest.fields[i].entries[j];
        const std::string place = fmt::format("{}/fields/{}/entries/{}", at, i, j);
        require_solver(entry.solver, place + "/solver");
        require_bins(entry.ratios.bin, place + "/ratios/bin");
      }
    }
    for (std::size_t i = 0; i < contest.duels.size(); ++i) {
      const DuelRecord& duel = contest.duels[i];
      const std::string place = fmt::format("{}/duels/{}", at, i);
      require_solver(duel.a, place + "/a");
      require_solver(duel.b, place + "/b");
      require_cells(duel.cells, place + "/cells");
    }
  }

  void require_cells(const CellsRecord& cells, const std::string& at) const {
    require_bins(cells.x, at + "/x");
    require_bins(cells.y, at + "/y");
  }

  void require_bins(const std::vector<std::uint64_t>& bins, const std::string& at) const {
    const auto bin = std::ranges::find_if(bins, [](std::uint64_t b) { return b > kMostBins; });
    if (bin != bins.end())
      fail(at, fmt::format("bins up to {}", kMostBins), fmt::format("{}", *bin));
  }

  void require_dataset(const std::string& dataset, const std::string& at) const {
    if (!datasets_.contains(dataset)) fail(at, "a name in datasets", quoted(dataset));
  }

  void require_solver(const std::string& solver, const std::string& at) const {
    if (!solvers_.contains(solver)) fail(at, "the solver of one of /results", quoted(solver));
  }

  static std::string quoted(const std::string& text) {
    if (text.size() > kShown) return fmt::format("a text of {} characters", text.size());
    return '"' + text + '"';
  }

  [[noreturn]] void fail(const std::string& at, const std::string& expected,
                         const std::string& found) const {
    throw InputError(fmt::format("{}: {}: expected {}, found {}", name_, at, expected, found));
  }

  const RunResult& run_;
  const std::string& name_;
  std::set<std::string> datasets_;
  std::set<std::string> solvers_;
};

}  // namespace

void require_consistent(const RunResult& run, const std::string& name) {
  Check(run, name).check();
}

}  // namespace sudoku
