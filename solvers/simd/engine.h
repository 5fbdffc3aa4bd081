// The interface between the vector solvers, compiled for every processor, and their searches,
// compiled once for each instruction set. Plain types only: whatever the standard library defines
// inline could be linked from the file with the newest instructions.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): <cstddef> defines std::byte's operators
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): as above

namespace sudoku::simd {

// What the search of the batch solver knows of one puzzle.
struct LanesPuzzle {
  uint64_t solutions = 0;  // found
  uint64_t guesses = 0;
  uint64_t leftmost = ~uint64_t{0};  // the place of the solution that was written
  uint64_t waiting = 0;              // states in the pool
};

// What is still searched for a puzzle.
enum class LanesState : uint8_t {
  open,    // more solutions
  enough,  // only a solution further to the left in its search tree
  spent,   // nothing: the budget is spent
};

// One call of the search, on at most kLanesPuzzles puzzles.
struct LanesCall {
  const char* puzzles;  // 81 characters each, without gaps
  uint32_t count;
  char* solutions;         // 81 characters for each puzzle, written when a solution was found
  size_t solution_stride;  // from one to the next, in bytes
  LanesPuzzle* results;    // `count` of them
  LanesState* states;      // `count` of them
  uint64_t solution_limit;
  uint64_t guess_limit;
  uint32_t waiting_limit;  // states that may wait; beyond it, the search goes depth first
  // Asked from time to time; once true, the search ends and open puzzles become `spent`. Null when
  // nothing can stop it.
  bool (*stop)(void* context);
  void* context;
};

inline constexpr uint32_t kLanesPuzzles = 4096;

// The greatest `waiting_limit`. An easy batch needs 200, a batch of empty grids about 2,300.
inline constexpr uint32_t kLanesWaiting = 3072;

struct LanesEngine {
  size_t memory;  // bytes of an instance, aligned to 64; need not be cleared
  void (*solve)(void* memory, const LanesCall& call);
};

// How a call of the solver of one puzzle at a time ended.
enum class SingleEnd : uint8_t {
  done,         // enough solutions, or no more to find
  spent,        // the guess limit was reached
  handed_over,  // the batch solver will do better; the solutions found are void
};

struct SingleCall {
  const char* puzzle;  // 81 characters
  char* solution;      // 81 characters, written when a solution was found
  uint64_t solution_limit;
  uint64_t guess_limit;
  uint64_t patience;  // guesses, at most kSinglePatience, before the puzzle is handed over
};

struct SingleResult {
  uint64_t solutions;
  uint64_t guesses;
  SingleEnd end;
};

// The greatest `patience`: 0.1 ms with AVX-512, during which the clock is not read. Every guess
// leaves at most one waiting state, so this bounds the memory as well.
inline constexpr uint64_t kSinglePatience = 512;

struct SingleEngine {
  size_t memory;  // bytes of an instance, aligned to 64; need not be cleared
  SingleResult (*solve)(void* memory, const SingleCall& call);
};

// The searches of one instruction set.
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
