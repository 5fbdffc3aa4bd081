// What both vector solvers need besides an engine. For files that are compiled for every processor.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace sudoku::simd {

struct EngineMemoryDelete {
  static constexpr std::align_val_t kAlignment{64};

  void operator()(void* memory) const { operator delete(memory, kAlignment); }
};

// What an engine works in; it need not be cleared.
using EngineMemory = std::unique_ptr<void, EngineMemoryDelete>;

inline EngineMemory make_engine_memory(std::size_t bytes) {
  return EngineMemory(operator new(bytes, EngineMemoryDelete::kAlignment));
}

#if defined(__x86_64__)
// Beyond what Isa::avx512 asks for: the engines for Ice Lake and later can be used.
inline bool has_bit_counting() {
  return static_cast<bool>(__builtin_cpu_supports("avx512bitalg")) &&
         static_cast<bool>(__builtin_cpu_supports("avx512vbmi2"));
}
#endif

}  // namespace sudoku::simd
