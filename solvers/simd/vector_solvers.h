// The vector solvers `lanes` and `simd`, and what they share, compiled for every processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "solvers/search.h"
#include "solvers/simd/engine.h"
#include "solvers/simd/isa.h"

namespace sudoku {

// `lanes` solves batches, with one search state in every lane of a vector, so that a whole register
// of puzzles, or of branches of one puzzle's search, takes each step together. A single hard puzzle
// fills the lanes with branches of its own search. All memory, about 1 MB, is allocated here;
// solve() allocates none. This machine must be able to run `isa`. With more than `waiting_limit`
// waiting states, the search goes depth first to stay within its memory.
std::unique_ptr<Solver> make_lanes(Isa isa = chosen_isa(),
                                   std::uint32_t waiting_limit = simd::kLanesWaiting);

// `simd` solves one puzzle at a time, with a whole grid in a few vectors, for the shortest time to
// an answer. After `patience` guesses, or if it looks like one of the hardest, a puzzle continues
// in a batch solver of its own. Memory is allocated as for `lanes`.
std::unique_ptr<Solver> make_simd(Isa isa = chosen_isa(),
                                  std::uint64_t patience = simd::kSinglePatience);

namespace simd {

// The engines of an instruction set, which this machine must be able to run.
inline const Engines& engines_for([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) {
    const bool counts_bits = static_cast<bool>(__builtin_cpu_supports("avx512bitalg")) &&
                             static_cast<bool>(__builtin_cpu_supports("avx512vbmi2"));
    return counts_bits ? kAvx512IcelakeEngines : kAvx512Engines;
  }
  if (isa == Isa::avx2) return kAvx2Engines;
#endif
  return kBaselineEngines;
}

struct EngineMemoryDelete {
  static constexpr std::align_val_t kAlignment{64};

  void operator()(void* memory) const { operator delete(memory, kAlignment); }
};

// The working memory of an engine, which need not be cleared.
using EngineMemory = std::unique_ptr<void, EngineMemoryDelete>;

inline EngineMemory make_engine_memory(std::size_t bytes) {
  return EngineMemory(operator new(bytes, EngineMemoryDelete::kAlignment));
}

// Writes the result of a search to an answer, except the solution, which the search has written.
template <typename Result>
void conclude(const Result& result, bool is_spent, const Budget& budget, Answer& answer) {
  answer.outcome =
      is_spent ? Outcome::timeout : outcome_of(result.solutions, budget.solution_limit);
  answer.solutions = result.solutions;
  answer.guesses = result.guesses;
  if (result.solutions == 0) answer.solution = kEmptyGrid;
}

}  // namespace simd

}  // namespace sudoku
