#include "harness/compare/slowed_puzzles.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/fccp.h"
#include "harness/base/units.h"
#include "harness/compare/times.h"

namespace sudoku::compare {

namespace {

constexpr double kMuch = 2;          // times as long
constexpr double kMostShare = 0.05;  // of the puzzles

// Outcome of comparing the times of the puzzles that both builds solved.
struct Changes {
  double all_ns = 0;  // with the base
  double cost_ns = 0;
  double saved_ns = 0;
  std::size_t puzzles = 0;
  std::size_t slowed = 0;
  double most_ns = 0;  // that one of them costs: the puzzle of `costliest`
  std::string costliest = {};
  std::string costliest_puzzle = {};
};

Changes changes_between(const TimesOfBoth& times) {
  Changes changes;
  for (const auto& [line, before] : times.base) {
    const auto found = times.candidate.find(line);
    if (found == times.candidate.end()) continue;
    const PuzzleTime& now = found->second;
    ++changes.puzzles;
    changes.all_ns += before.ns;
    if (before.ns >= kMuch * now.ns) changes.saved_ns += before.ns - now.ns;
    if (now.ns < kMuch * before.ns) continue;
    const double cost = now.ns - before.ns;
    changes.cost_ns += cost;
    ++changes.slowed;
    if (cost <= changes.most_ns) continue;
    changes.most_ns = cost;
    changes.costliest = fmt::format("line {}: {}, now {}", line, base::duration_text(before.ns),
                                    base::duration_text(now.ns));
    changes.costliest_puzzle = now.puzzle;
  }
  return changes;
}

}  // namespace

void add_puzzle_times(const std::string& path, const std::vector<const result::Row*>& rows,
                      PuzzleTimes TimesOfBoth::*build, std::vector<TimesOfBoth>& times) {
  try {
    io::CSVReader<7, io::trim_chars<>, io::double_quote_escape<',', '"'>> table(path);
    table.read_header(io::ignore_extra_column, "dataset", "line", "puzzle", "solver", "threads",
                      "outcome", "latency_ns");
    std::string dataset;
    std::string puzzle;
    std::string solver;
    std::string outcome;
    std::string latency;
    std::uint64_t line = 0;
    std::uint64_t threads = 0;
    while (table.read_row(dataset, line, puzzle, solver, threads, outcome, latency)) {
      if (latency.empty() || outcome == name_of(Outcome::timeout)) continue;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i]->solver != solver || rows[i]->dataset != dataset || rows[i]->threads != threads)
          continue;
        const double ns = std::stod(latency);
        PuzzleTime& time = (times[i].*build).insert({line, PuzzleTime{puzzle, ns}}).first->second;
        time.ns = std::min(time.ns, ns);
      }
    }
  } catch (const std::exception& error) {
    throw base::InputError("{}: {}", path, error.what());
  }
}

std::optional<CheckRecord> judge_puzzles(const TimesOfBoth& times, double threshold) {
  const Changes changes = changes_between(times);
  const double most = kMostShare * static_cast<double>(changes.puzzles);
  const double ignored_ns = threshold * changes.all_ns;
  if (changes.cost_ns <= ignored_ns || static_cast<double>(changes.slowed) > most)
    return std::nullopt;
  const std::string more = fmt::format(
      "{}: {} of the time of all {}",
      changes.slowed == 1 ? "" : fmt::format(", and {} more", changes.slowed - 1),
      change_text(1 + changes.cost_ns / changes.all_ns), base::plural(changes.puzzles, "puzzle"));
  const std::string text =
      fmt::format("{} ({}){}", changes.costliest, changes.costliest_puzzle, more);
  if (changes.cost_ns - changes.saved_ns > ignored_ns)
    return CheckRecord{kPuzzles, Finding::slower, text, changes.costliest + more};
  return CheckRecord{kPuzzles, Finding::minor, text + "; others became faster by as much"};
}

}  // namespace sudoku::compare
