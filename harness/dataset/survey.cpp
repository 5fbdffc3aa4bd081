#include "harness/dataset/survey.h"

#include <algorithm>
#include <utility>

#include "harness/base/random.h"

namespace sudoku::dataset {

namespace {

// The puzzles with the smallest hashes of (seed, index): a uniform draw without replacement.
class PilotDraw {
 public:
  explicit PilotDraw(std::uint64_t seed) : seed_(seed) {}

  void offer(std::uint64_t index, const Grid& puzzle) {
    const std::uint64_t key = base::mix(seed_ ^ base::mix(index));
    if (drawn_.size() == Survey::kPilots) {
      if (key >= drawn_.front().first) return;
      std::ranges::pop_heap(drawn_, by_key);
      drawn_.pop_back();
    }
    drawn_.emplace_back(key, puzzle);
    std::ranges::push_heap(drawn_, by_key);
  }

  std::vector<Grid> puzzles() {
    std::ranges::sort_heap(drawn_, by_key);
    std::vector<Grid> grids;
    for (const auto& [key, puzzle] : drawn_)
      grids.push_back(puzzle);
    return grids;
  }

 private:
  using Drawn = std::pair<std::uint64_t, Grid>;

  static bool by_key(const Drawn& a, const Drawn& b) { return a.first < b.first; }

  std::uint64_t seed_;
  std::vector<Drawn> drawn_;  // a heap, largest key first
};

// Counts declared solutions and the wrong ones, which no answer is compared with.
void check_declared(const Block& block, Survey& found) {
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const Grid& declared = block.solutions[i];
    if (declared == kEmptyGrid) continue;
    ++found.declared;
    if (is_solution(block.puzzles[i], declared)) continue;
    if (found.declared_wrong++ == 0) found.declared_wrong_line = block.lines[i];
  }
}

}  // namespace

Survey survey(const InputFile& file, const ReadOptions& options, std::uint64_t seed,
              const SurveyProgress& progress) {
  Survey found;
  found.clues_min = kCells;
  PuzzleReader reader(file.path(), file.name(), options);
  PilotDraw pilots(seed);
  std::uint64_t clues = 0;
  Block block;
  while (reader.read(block)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      const int count = count_clues(block.puzzles[i]);
      found.clues_min = std::min(found.clues_min, count);
      found.clues_max = std::max(found.clues_max, count);
      clues += static_cast<std::uint64_t>(count);
      pilots.offer(block.first + i, block.puzzles[i]);
    }
    check_declared(block, found);
    found.puzzles += block.puzzles.size();
    if (!progress(reader.bytes_read(), reader.bytes_total())) return found;
  }
  found.quarantine = reader.quarantine();
  found.sha256 = reader.sha256();
  if (found.puzzles == 0) {
    found.clues_min = 0;
    return found;
  }
  found.clues_mean = static_cast<double>(clues) / static_cast<double>(found.puzzles);
  found.pilots = pilots.puzzles();
  return found;
}

}  // namespace sudoku::dataset
