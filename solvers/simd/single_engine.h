// Between the one-puzzle solver, compiled for every processor, and its search, compiled once for
// each instruction set. Plain types only, as for the batch solver.
#pragma once

#include <stddef.h>  // NOLINT(modernize-deprecated-headers): <cstddef> defines std::byte's operators
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): as above

namespace sudoku {

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

// 0.1 ms with AVX-512, which is as long as nobody looks at the clock. Every guess leaves at most
// one state to wait, so this bounds the memory as well.
inline constexpr uint64_t kSinglePatience = 512;

struct SingleEngine {
  size_t memory;  // bytes of an instance, aligned to 64; need not be cleared
  SingleResult (*solve)(void* memory, const SingleCall& call);
};

#if defined(__x86_64__)
extern const SingleEngine kSingleAvx512Icelake;  // and VBMI2, BITALG
extern const SingleEngine kSingleAvx512;
extern const SingleEngine kSingleAvx2;
#endif
extern const SingleEngine kSingleBaseline;

}  // namespace sudoku
