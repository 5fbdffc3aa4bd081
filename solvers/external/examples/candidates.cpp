// An example plugin in C++: constraint propagation, and a stack of boards instead of recursion.
//
//   c++ -std=c++17 -O3 -shared -fPIC -o candidates.so candidates.cpp
//   sudoku-bench run puzzles.csv --plugin ./candidates.so:solve_candidates
//   sudoku-bench run puzzles.csv --plugin ./candidates.so:solve_batch,batch=64
//
// Guesses: boards put on the stack.
#include <algorithm>
#include <array>
#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <sudoku_plugin.h>

namespace {

constexpr int kCells = 81;
using Digits = std::bitset<9>;

bool are_peers(int a, int b) {
  const bool same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
  return a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_box);
}

using Peers = std::array<std::vector<int>, kCells>;

Peers find_peers() {
  Peers peers;
  for (int a = 0; a < kCells; ++a) {
    for (int b = 0; b < kCells; ++b) {
      if (are_peers(a, b)) peers[a].push_back(b);
    }
  }
  return peers;
}

class Board {
 public:
  Board() { candidates_.fill(Digits().set()); }

  // Reduces a cell to one digit and propagates. Returns false when a cell has no candidate.
  bool place(int cell, int digit) {
    if (!candidates_[cell].test(digit)) return false;
    candidates_[cell] = Digits().set(digit);
    static const Peers peers = find_peers();
    return std::all_of(peers[cell].begin(), peers[cell].end(),
                       [this, digit](int peer) { return strike(peer, digit); });
  }

  // An undecided cell with the fewest candidates, or kCells when all cells are decided.
  int most_constrained() const {
    std::size_t fewest = 10;
    int best = kCells;
    for (int cell = 0; cell < kCells; ++cell) {
      const std::size_t count = candidates_[cell].count();
      if (count < 2 || count >= fewest) continue;
      fewest = count;
      best = cell;
    }
    return best;
  }

  void write_to(char* solution) const {
    for (int cell = 0; cell < kCells; ++cell) {
      for (int digit = 0; digit < 9; ++digit) {
        if (candidates_[cell].test(digit)) solution[cell] = static_cast<char>('1' + digit);
      }
    }
  }

 private:
  bool strike(int cell, int digit) {
    Digits& candidates = candidates_[cell];
    if (!candidates.test(digit)) return true;
    candidates.reset(digit);
    if (candidates.count() != 1) return candidates.any();
    for (int last = 0; last < 9; ++last) {
      if (candidates.test(last)) return place(cell, last);
    }
    return false;
  }

  std::array<Digits, kCells> candidates_;
};

// Returns the number of solutions, at most `limit`; writes the first one to `solution`.
std::size_t search(const Board& start, std::size_t limit, char* solution, std::size_t& guesses) {
  std::vector<Board> open = {start};
  std::size_t found = 0;
  while (!open.empty() && found < limit) {
    const Board board = open.back();
    open.pop_back();
    const int cell = board.most_constrained();
    if (cell == kCells) {
      if (found++ == 0) board.write_to(solution);
      continue;
    }
    for (int digit = 8; digit >= 0; --digit) {
      Board next = board;
      if (!next.place(cell, digit)) continue;
      open.push_back(next);
      ++guesses;
    }
  }
  return found;
}

}  // namespace

SUDOKU_PLUGIN size_t solve_candidates(const char* input, size_t limit, uint32_t /*config*/,
                                      char* solution, size_t* guesses) {
  try {
    Board board;
    for (int cell = 0; cell < kCells; ++cell) {
      if (input[cell] != '.' && !board.place(cell, input[cell] - '1')) return 0;
    }
    return search(board, limit, solution, *guesses);
  } catch (const std::exception& error) {
    // An exception must not leave a C function. Ending the process costs only this puzzle.
    std::fprintf(stderr, "solve_candidates: %s\n", error.what());
    std::abort();
  }
}

// solve_candidates() with the signature for batches. It keeps nothing between puzzles and gains
// nothing from batches: it shows how their memory is laid out.
// NOLINTNEXTLINE(readability-function-size): a batch has seven parameters
SUDOKU_PLUGIN size_t solve_batch(size_t n, const char* inputs, size_t limit, uint32_t config,
                                 size_t* counts, char* solutions, size_t* guesses) {
  for (size_t i = 0; i < n; ++i) {
    counts[i] = solve_candidates(inputs + i * (kCells + 1), limit, config, solutions + i * kCells,
                                 &guesses[i]);
  }
  return n;
}
