// Depth-first search that always decides the most constrained cell (minimum remaining values).
//
// Source: J. R. Bitner and E. M. Reingold, "Backtrack programming techniques", 1975, and the
// "fail first" rule of R. M. Haralick and G. L. Elliott, "Increasing tree search efficiency for
// constraint satisfaction problems", 1980.
//
// `mrv` looks at cells only: a cell with one candidate left (a naked single) is the most
// constrained there is, and is filled without a guess. `mrv_hidden` looks at (house, digit) places
// as well, and so fills hidden singles too.
//
// Differs from the textbook: candidates are kept transposed, nine sets of cells (one per digit)
// instead of 81 sets of digits, so that a few word operations find all naked singles at once: 2 to
// 3 times faster than a scan over the blanks on Kaggle puzzles, which need no guess. Undo is a
// copy: a state is 160 bytes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "solvers/cells.h"
#include "solvers/hidden_singles.h"
#include "solvers/roster.h"
#include "solvers/search.h"

namespace sudoku {

namespace {

struct State {
  std::array<CellSet, 9> places{};  // per digit, the cells that can still hold it
  CellSet placed;                   // cells whose digit has left their peers
};

// The cells of one house that can still hold a digit.
struct HousePlaces {
  int size = 0;
  int digit = 0;
  CellSet cells;
};

enum class Step : std::uint8_t { filled, nothing_forced, dead_end };

// The number of candidates of every cell, in binary: bit c of plane p is bit p of cell c's number.
class CandidateCounts {
 public:
  explicit CandidateCounts(const State& state) {
    for (const CellSet places : state.places)
      add(places);
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
  void add(CellSet carry) {
    for (CellSet& plane : planes_) {
      const CellSet overflow = plane & carry;
      plane = plane ^ carry;
      carry = overflow;
    }
  }

  std::array<CellSet, 4> planes_{};
};

constexpr int kPairBonus = 4;

// The cell among `cells` whose decision constrains most: every candidate scores 1 for each peer
// that loses it, and kPairBonus more when that peer is one of `cells`, which then comes closest to
// being filled. Taking the first cell instead costs 12 times the guesses on 17-clue puzzles.
int busiest_cell(const State& state, CellSet cells) {
  std::array<int, kCells> scores{};
  int best = -1;
  int busiest = 0;
  for (const CellSet places : state.places) {
    for_each_cell(places & cells, [&](int cell) {
      const CellSet losers = places & kPeers[cell];
      scores[cell] += count(losers) + kPairBonus * count(losers & cells);
      if (scores[cell] <= best) return;
      best = scores[cell];
      busiest = cell;
    });
  }
  return busiest;
}

// The (house, digit) with the fewest places, if that is less than `limit`.
HousePlaces fewest_places(const State& state, int limit) {
  HousePlaces fewest = {limit, 0, {}};
  for (int digit = 0; digit < 9; ++digit) {
    for (const CellSet house : kHouses) {
      const CellSet cells = state.places[digit] & house;
      const int size = count(cells);
      if (size > 1 && size < fewest.size) fewest = {size, digit, cells};
    }
  }
  return fewest;
}

template <bool kHidden>
class Search {
 public:
  Search(const Grid& puzzle, const Budget& budget, Answer& answer)
      : grid_(puzzle), budget_(budget), meter_(budget), answer_(answer) {}

  void run() {
    State state;
    if (place_clues(state)) descend(state);
    conclude(meter_, budget_, answer_);
  }

 private:
  // False when two equal clues share a house.
  bool place_clues(State& state) {
    // The tenth entry takes the blanks: a branch on them is mispredicted for every other clue.
    std::array<CellSet, 10> clues{};
    std::array<CellSet, 10> lost{};
    for (int cell = 0; cell < kCells; ++cell) {
      const unsigned digit = std::min(static_cast<unsigned>(grid_.cells[cell] - '1'), 9U);
      clues[digit] |= set_of(cell);
      lost[digit] |= kPeers[cell];
    }
    state.placed = kAllCells.without(clues[9]);
    bool fits = true;
    for (int digit = 0; digit < 9; ++digit) {
      fits = fits && (clues[digit] & lost[digit]).empty();
      state.places[digit] = clues[digit] | clues[9].without(lost[digit]);
    }
    return fits;
  }

  // True when the search is over: enough solutions, or the budget is spent.
  bool descend(State& state) {
    if (!settle(state)) return false;
    if (state.placed == kAllCells) return note_solution(grid_, budget_, answer_);

    const CandidateCounts counts(state);
    int size = 2;
    while (counts.cells_with(size).empty())
      ++size;
    if (kHidden && size > 2) {
      const HousePlaces places = fewest_places(state, size);
      if (places.size < size) return try_places(state, places);
    }
    return try_digits(state, busiest_cell(state, counts.cells_with(size)));
  }

  bool try_digits(const State& state, int cell) {
    for (int digit = 0; digit < 9; ++digit) {
      const bool possible = !(state.places[digit] & set_of(cell)).empty();
      if (possible && try_one(state, cell, digit)) return true;
    }
    return false;
  }

  bool try_places(const State& state, const HousePlaces& places) {
    bool over = false;
    for_each_cell(places.cells,
                  [&](int cell) { over = over || try_one(state, cell, places.digit); });
    return over;
  }

  bool try_one(const State& state, int cell, int digit) {
    if (!meter_.guess()) return true;
    State next = state;
    claim(next, set_of(cell), digit);
    return descend(next);
  }

  // Fills what is forced until nothing is. False at a dead end.
  bool settle(State& state) {
    for (;;) {
      Step step = fill_naked_singles(state);
      if (kHidden && step == Step::nothing_forced) step = fill_hidden_singles(state);
      if (step != Step::filled) return step == Step::nothing_forced;
    }
  }

  // At a dead end a cell has no candidate.
  Step fill_naked_singles(State& state) {
    CellSet some;
    CellSet many;
    for (const CellSet places : state.places) {
      many |= some & places;
      some |= places;
    }
    if (some != kAllCells) return Step::dead_end;
    const CellSet singles = kAllCells.without(many | state.placed);
    if (singles.empty()) return Step::nothing_forced;

    state.placed |= singles;
    for (int digit = 0; digit < 9; ++digit)
      fill(state, state.places[digit] & singles, digit);
    return Step::filled;
  }

  // At a dead end a digit has no place in a house.
  Step fill_hidden_singles(State& state) {
    Step step = Step::nothing_forced;
    for (int digit = 0; digit < 9; ++digit) {
      const std::optional<CellSet> alone = alone_in_a_house(state.places[digit]);
      if (!alone) return Step::dead_end;
      const CellSet singles = alone->without(state.placed);
      if (singles.empty()) continue;
      claim(state, singles, digit);
      step = Step::filled;
    }
    return step;
  }

  // Fills the cells with the digit, whatever else they could have held.
  void claim(State& state, CellSet cells, int digit) {
    for (CellSet& places : state.places)
      places = places.without(cells);
    state.places[digit] |= cells;
    state.placed |= cells;
    fill(state, cells, digit);
  }

  // Two of the cells may be peers: each then loses its only digit, which ends this branch.
  void fill(State& state, CellSet cells, int digit) {
    for_each_cell(cells, [&](int cell) {
      state.places[digit] = state.places[digit].without(kPeers[cell]);
      // Never undone: the way to a solution writes every cell anew.
      grid_.cells[cell] = static_cast<char>('1' + digit);
    });
  }

  Grid grid_;
  const Budget& budget_;
  Meter meter_;
  Answer& answer_;
};

template <bool kHidden>
struct Mrv {
  static void run(const Grid& puzzle, const Budget& budget, Answer& answer) {
    Search<kHidden>(puzzle, budget, answer).run();
  }
};

constexpr std::string_view kGuess =
    "a placement tried where the cell, or the digit in its house, had other choices too";

constexpr std::array<SolverEntry, 2> kEntries = {{
    {.info = {.name = "mrv",
              .about = "candidate bitmasks, most constrained cell next, naked singles",
              .source = "Bitner & Reingold, Backtrack programming techniques, 1975",
              .guess = kGuess},
     .create = one_at_a_time<Mrv<false>>},
    {.info = {.name = "mrv_hidden",
              .about = "mrv and hidden singles: most constrained of cells and of places for digits",
              .source = "Haralick & Elliott, Increasing tree search efficiency, 1980",
              .guess = kGuess},
     .create = one_at_a_time<Mrv<true>>},
}};

}  // namespace

constinit const std::span<const SolverEntry> mrv_entries = kEntries;

}  // namespace sudoku
