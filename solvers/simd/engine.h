// The interface between the vector solvers, compiled for every processor, and their searches,
// compiled once per instruction set. It uses plain types only: the linker could take an inline
// function of the standard library from the file with the newest instructions.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): <cstddef> defines std::byte's operators
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): as <stddef.h>

namespace sudoku::simd {

// What the batch search knows about one puzzle.
struct LanesPuzzle {
  uint64_t solutions = 0;  // solutions found
  uint64_t guesses = 0;
  uint64_t leftmost = ~uint64_t{0};  // place in the search tree of the solution that was written
  uint64_t waiting = 0;              // number of the puzzle's search states that wait
};

// What the batch search still looks for in a puzzle.
enum class LanesState : uint8_t {
  open,    // more solutions are wanted
  enough,  // solution limit reached; a solution further left in the search tree is still wanted
  spent,   // budget spent: nothing is wanted any more
};

// One call of the batch search, for at most kLanesPuzzles puzzles.
struct LanesCall {
  const char* text;  // the puzzles: 81 characters each, without gaps
  uint32_t count;
  char* solutions;         // 81 characters per puzzle, written when a solution is found
  size_t solution_stride;  // bytes from one solution to the next
  LanesPuzzle* results;    // one result per puzzle
  LanesState* states;      // per puzzle: whether solutions are still wanted
  uint64_t solution_limit;
  uint64_t guess_limit;
  uint32_t waiting_limit;  // waiting search states beyond which the search goes depth first
  // A function called from time to time: once it returns true, the search ends and open puzzles
  // become `spent`. Null if nothing can stop the search.
  bool (*stop)(void* context) = nullptr;
  void* context = nullptr;
};

inline constexpr uint32_t kLanesPuzzles = 4096;

// Maximum of `waiting_limit`. In an easy batch 200 states wait, in one of empty grids about 2,300.
inline constexpr uint32_t kLanesWaiting = 3072;

struct LanesEngine {
  size_t memory;  // bytes of memory to pass to solve(), aligned to 64, with any contents
  void (*solve)(void* memory, const LanesCall& call);
};

// How a search for the solutions of one puzzle ended.
enum class SingleEnd : uint8_t {
  done,         // solution limit reached, or all solutions found
  spent,        // guess limit reached
  handed_over,  // the batch solver will be faster; the solutions found are void
};

struct SingleCall {
  const char* text;  // the puzzle: 81 characters
  char* solution;    // 81 characters, written when a solution is found
  uint64_t solution_limit;
  uint64_t guess_limit;
  uint64_t patience;  // guesses before the puzzle is handed over, at most kSinglePatience
};

struct SingleResult {
  uint64_t solutions;
  uint64_t guesses;
  SingleEnd end;
};

// Maximum of `patience`: guesses that take 0.1 ms with AVX-512, during which the clock is not read.
// A guess leaves at most one waiting state, so this also bounds the memory.
inline constexpr uint64_t kSinglePatience = 512;

struct SingleEngine {
  size_t memory;  // bytes of memory to pass to solve(), aligned to 64, with any contents
  SingleResult (*solve)(void* memory, const SingleCall& call);
};

// The searches compiled for one instruction set.
struct Engines {
  LanesEngine lanes;
  SingleEngine single;
};

#if defined(__x86_64__)
extern const Engines kAvx512IcelakeEngines;  // with VBMI2 and BITALG
extern const Engines kAvx512Engines;
extern const Engines kAvx2Engines;
#endif
extern const Engines kBaselineEngines;

}  // namespace sudoku::simd
