// The memory of an engine, and the choice among the AVX-512 engines: what both vector solvers need
// besides an engine. For files that are compiled for every processor.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace sudoku::simd {

struct EngineMemoryDelete {
  static constexpr std::align_val_t kAlignment{64};

  void operator()(void* memory) const { operator delete(memory, kAlignment); }
};

// The memory that an engine works in; it need not be cleared.
using EngineMemory = std::unique_ptr<void, EngineMemoryDelete>;

inline EngineMemory make_engine_memory(std::size_t bytes) {
  return EngineMemory(operator new(bytes, EngineMemoryDelete::kAlignment));
}

#if defined(__x86_64__)
// Whether the engines for Ice Lake and later can be used, which need more than Isa::avx512.
inline bool has_bit_counting() {
  return static_cast<bool>(__builtin_cpu_supports("avx512bitalg")) &&
         static_cast<bool>(__builtin_cpu_supports("avx512vbmi2"));
}
#endif

}  // namespace sudoku::simd
