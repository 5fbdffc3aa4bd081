// Depth-first search that always decides the most constrained cell (minimum remaining values).
//
// Source: J. R. Bitner and E. M. Reingold, "Backtrack programming techniques", 1975, and the
// "fail first" rule of R. M. Haralick and G. L. Elliott, "Increasing tree search efficiency for
// constraint satisfaction problems", 1980.
//
// `mrv` considers only cells: one with a single candidate (a naked single) is the most constrained
// and is filled without a guess. `mrv_hidden` also considers the places of a digit in a house, and
// so fills hidden singles too. Candidates are stored by digit, see propagation.h.
#include <array>

#include "solvers/propagation.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

// The cells of a house that can still hold `digit`, and their number.
struct HouseCandidates {
  int size = 0;
  int digit = 0;
  CellSet cells;
};

// The candidate counts of all cells in binary: bit c of plane p is bit p of the count of cell c.
class CandidateCounts {
 public:
  explicit CandidateCounts(const Candidates& places) {
    for (CellSet carry : places.of) {
      for (CellSet& plane : planes_) {
        const CellSet overflow = plane & carry;
        plane = plane ^ carry;
        carry = overflow;
      }
    }
  }

  CellSet cells_with(int candidates) const {
    CellSet match = kAllCells;
    for (std::size_t plane = 0; plane < planes_.size(); ++plane) {
      const bool wanted = (candidates >> plane & 1) != 0;
      match = wanted ? match & planes_[plane] : match.without(planes_[plane]);
    }
    return match;
  }

 private:
  std::array<CellSet, 4> planes_{};
};

constexpr int kPairBonus = 4;

// The cell of `cells` whose decision constrains most: each of its candidates scores 1 for each peer
// that loses it, and kPairBonus more when that peer is in `cells` and so comes closest to being
// filled. Taking the first cell instead costs 12 times the guesses on 17-clue puzzles.
int busiest_cell(const Candidates& places, CellSet cells) {
  std::array<int, kCells> scores{};
  int best = -1;
  int busiest = 0;
  for (const CellSet of_digit : places.of) {
    for_each_cell(of_digit & cells, [&](int cell) {
      const CellSet losers = of_digit & kPeers[cell];
      scores[cell] += count(losers) + kPairBonus * count(losers & cells);
      if (scores[cell] <= best) return;
      best = scores[cell];
      busiest = cell;
    });
  }
  return busiest;
}

// A digit and house with the fewest places, from 2 to limit - 1; without any, `size` is `limit`.
HouseCandidates fewest_places(const Candidates& places, int limit) {
  HouseCandidates fewest = {limit, 0, {}};
  for (int digit = 0; digit < 9; ++digit) {
    for (const CellSet house : kHouses) {
      const CellSet cells = places.of[digit] & house;
      const int size = count(cells);
      if (size > 1 && size < fewest.size) fewest = {size, digit, cells};
    }
  }
  return fewest;
}

template <bool kHidden>
class MrvSearch : public PuzzleSearch {
 public:
  using PuzzleSearch::PuzzleSearch;

  void run() {
    Candidates places;
    if (take_clues(grid_, places)) descend(places);
    conclude();
  }

 private:
  // Searches the candidates in `places`. Returns true on enough solutions or a spent budget.
  bool descend(Candidates& places) {
    if (!settle<kHidden>(places, grid_)) return false;
    if (places.filled == kAllCells) return note();

    const CandidateCounts counts(places);
    int size = 2;
    while (counts.cells_with(size).empty())
      ++size;
    if (kHidden && size > 2) {
      const HouseCandidates fewest = fewest_places(places, size);
      if (fewest.size < size) return try_places(places, fewest);
    }
    const int cell = busiest_cell(places, counts.cells_with(size));
    for (int digit = 0; digit < 9; ++digit) {
      const bool possible = !(places.of[digit] & set_of(cell)).empty();
      if (possible && try_one(places, cell, digit)) return true;
    }
    return false;
  }

  bool try_places(const Candidates& places, const HouseCandidates& fewest) {
    bool over = false;
    for_each_cell(fewest.cells,
                  [&](int cell) { over = over || try_one(places, cell, fewest.digit); });
    return over;
  }

  bool try_one(const Candidates& places, int cell, int digit) {
    if (!meter_.guess()) return true;
    Candidates next = places;
    claim(next, grid_, set_of(cell), digit);
    return descend(next);
  }
};

constexpr std::string_view kGuess =
    "a placement tried when the cell, or the digit in its house, had other choices";

constexpr std::array<SolverEntry, 2> kEntries = {{
    {.info = {.name = "mrv",
              .about = "candidate bitmasks, most constrained cell next, naked singles",
              .source = "Bitner & Reingold, Backtrack programming techniques, 1975",
              .guess = kGuess},
     .create = one_at_a_time<MadeAnew<MrvSearch<false>>>},
    {.info = {.name = "mrv_hidden",
              .about = "mrv and hidden singles: most constrained cell, or digit in a house, next",
              .source = "Haralick & Elliott, Increasing tree search efficiency, 1980",
              .guess = kGuess},
     .create = one_at_a_time<MadeAnew<MrvSearch<true>>>},
}};

}  // namespace

std::span<const SolverEntry> mrv_entries() { return kEntries; }

}  // namespace sudoku
