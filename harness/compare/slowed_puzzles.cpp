#include "harness/compare/slowed_puzzles.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/fccp.h"
#include "harness/base/units.h"
#include "harness/compare/times.h"

namespace sudoku::compare {

namespace {

// A puzzle is suspected, and confirmed, when it takes this many times as long as before.
constexpr double kMuchSlower = 2;
constexpr std::size_t kMostSuspects = 32;
constexpr double kMostNs = 2e9;  // of suspects together, but for the last; they are solved again
constexpr double kMostShare = 0.05;  // of the puzzles that may be suspects

bool is_much_slower(double before_ns, double now_ns) { return now_ns >= kMuchSlower * before_ns; }

double cost_of(const SlowedPuzzle& slowed) { return slowed.now_ns - slowed.before_ns; }

// Times of the puzzles that both builds solved.
std::vector<SlowedPuzzle> paired(const PuzzleTimes& base, const PuzzleTimes& candidate) {
  std::vector<SlowedPuzzle> pairs;
  for (const auto& [line, before] : base) {
    const auto now = candidate.find(line);
    if (now != candidate.end())
      pairs.push_back({now->second.puzzle, line, before.ns, now->second.ns});
  }
  return pairs;
}

// The column of a number, or nothing when the field is empty.
std::optional<double> number_in(const std::string& field) {
  if (field.empty()) return std::nullopt;
  return std::stod(field);
}

}  // namespace

std::vector<SlowedPuzzle> slowed_puzzles(const RowPair& pair) {
  constexpr double kSlowed = 1.05;  // times of a puzzle repeat to a few per cent
  const std::vector<result::SlowPuzzle>& before = pair.base->slowest;
  if (!pair.is_same_sample() || before.empty()) return {};
  std::vector<SlowedPuzzle> slowed;
  for (const result::SlowPuzzle& now : pair.candidate->slowest) {
    const auto known = std::ranges::find(before, now.line, &result::SlowPuzzle::line);
    const result::SlowPuzzle& then = known == before.end() ? before.back() : *known;
    const SlowedPuzzle found{.puzzle = now.puzzle,
                             .line = now.line,
                             .before_ns = then.latency_ns,
                             .now_ns = now.latency_ns,
                             .at_least = known == before.end()};
    if (found.ratio() >= kSlowed) slowed.push_back(found);
  }
  std::ranges::stable_sort(slowed, std::ranges::greater(), &SlowedPuzzle::ratio);
  return slowed;
}

std::string slowed_text(const RowPair& pair) {
  constexpr std::size_t kNamed = 3;
  std::string text;
  std::vector<SlowedPuzzle> slowest = slowed_puzzles(pair);
  slowest.resize(std::min(slowest.size(), kNamed));
  for (const SlowedPuzzle& slowed : slowest) {
    text += fmt::format("{}line {} ({}{:.2f}×, {} instead of {}{})", text.empty() ? "" : "; ",
                        slowed.line, slowed.at_least ? "at least " : "", slowed.ratio(),
                        base::duration_text(slowed.now_ns), slowed.at_least ? "at most " : "",
                        base::duration_text(slowed.before_ns));
  }
  return text;
}

std::vector<PuzzleTimes> read_puzzle_times(const std::string& path,
                                           const std::vector<const result::Row*>& rows) {
  std::vector<PuzzleTimes> times(rows.size());
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
      const std::optional<double> ns = number_in(latency);
      if (!ns || outcome == name_of(Outcome::timeout)) continue;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i]->solver == solver && rows[i]->dataset == dataset && rows[i]->threads == threads)
          times[i][line] = {puzzle, *ns};
      }
    }
  } catch (const std::exception& error) {
    throw base::InputError("{}: {}", path, error.what());
  }
  return times;
}

std::vector<SlowedPuzzle> suspects_among(const PuzzleTimes& base, const PuzzleTimes& candidate) {
  std::vector<SlowedPuzzle> suspects = paired(base, candidate);
  const double most = kMostShare * static_cast<double>(suspects.size());
  std::erase_if(suspects, [](const SlowedPuzzle& puzzle) {
    return !is_much_slower(puzzle.before_ns, puzzle.now_ns);
  });
  if (static_cast<double>(suspects.size()) > most) return {};
  std::ranges::stable_sort(suspects, std::ranges::greater(), cost_of);
  std::size_t kept = 0;
  double taken = 0;
  while (kept < std::min(suspects.size(), kMostSuspects) && taken < kMostNs)
    taken += suspects[kept++].now_ns;
  suspects.resize(kept);
  return suspects;
}

std::optional<CheckRecord> judge_puzzles(const PuzzleTimes& base, const PuzzleTimes& candidate,
                                         const std::vector<SlowedPuzzle>& again, double threshold) {
  double all = 0;
  double saved = 0;
  for (const SlowedPuzzle& puzzle : paired(base, candidate)) {
    all += puzzle.before_ns;
    if (is_much_slower(puzzle.now_ns, puzzle.before_ns)) saved -= cost_of(puzzle);
  }
  std::vector<SlowedPuzzle> confirmed = again;
  std::erase_if(confirmed, [](const SlowedPuzzle& slowed) {
    return !is_much_slower(slowed.before_ns, slowed.now_ns);
  });
  std::ranges::stable_sort(confirmed, std::ranges::greater(), cost_of);
  double cost = 0;
  for (const SlowedPuzzle& slowed : confirmed)
    cost += cost_of(slowed);
  if (all == 0 || cost <= threshold * all) return std::nullopt;
  const SlowedPuzzle& most = confirmed.front();
  const std::string first =
      fmt::format("line {}: {}, now {}", most.line, base::duration_text(most.before_ns),
                  base::duration_text(most.now_ns));
  const std::string more =
      confirmed.size() == 1 ? "" : fmt::format(", and {} more", confirmed.size() - 1);
  const std::string share = fmt::format("{} of the time of all {}", change_text(1 + cost / all),
                                        base::plural(base.size(), "puzzle"));
  if (cost - saved <= threshold * all) {
    return CheckRecord{kPuzzles, Finding::minor,
                       fmt::format("{} ({}){}: {}; others became faster by as much", first,
                                   most.puzzle, more, share)};
  }
  return CheckRecord{kPuzzles, Finding::slower,
                     fmt::format("{} ({}){}: {}", first, most.puzzle, more, share),
                     fmt::format("{}{}: {}", first, more, share)};
}

}  // namespace sudoku::compare
