#include "harness/fuzz/targets.h"

#include <array>

namespace sudoku {

#define TARGET(name, folder) void fuzz_##name(std::string_view bytes);
#include "harness/fuzz/targets.def"
#undef TARGET

std::span<const FuzzTarget> fuzz_targets() {
#define TARGET(name, folder) FuzzTarget{#name, folder, fuzz_##name},
  static constexpr std::array kTargets = {
#include "harness/fuzz/targets.def"
  };
#undef TARGET
  return kTargets;
}

}  // namespace sudoku
