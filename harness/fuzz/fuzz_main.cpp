// Entry points for libFuzzer. SUDOKU_BENCH_FUZZ names the target to run: one program serves all
// targets, because linking takes longer than most targets need to find a fault.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/fuzz/targets.h"

namespace {

const sudoku::FuzzTarget* chosen = nullptr;

[[noreturn]] void show_targets() {
  fmt::print(stderr, "SUDOKU_BENCH_FUZZ must name one of these targets:\n");
  for (const sudoku::FuzzTarget& target : sudoku::fuzz_targets())
    fmt::print("{} {}\n", target.name, target.folder);
  std::exit(1);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const char* bytes, std::size_t size);

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const char* const name = std::getenv("SUDOKU_BENCH_FUZZ");
  const auto targets = sudoku::fuzz_targets();
  const auto found =
      std::ranges::find(targets, name == nullptr ? "" : name, &sudoku::FuzzTarget::name);
  if (found == targets.end()) show_targets();
  chosen = &*found;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const char* bytes, std::size_t size) {
  chosen->run({bytes, size});
  return 0;
}
