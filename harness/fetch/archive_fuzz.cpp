#include "harness/dataset/input_error.h"
#include "harness/fetch/archive.h"
#include "solvers/fuzz.h"
#include "solvers/memory_file.h"

namespace sudoku {

void fuzz_archive(std::string_view bytes) {
  constexpr std::uint64_t kMostBytes = 1000;
  const MemoryFile archive(bytes);
  const MemoryFile unpacked("");
  try {
    AsideFile file(unpacked.path());
    unpack_member(archive.path(), "puzzles.csv", file, kMostBytes);
    must(unpacked.size() <= kMostBytes, "an archive unpacks to no more than is allowed");
  } catch (const InputError&) {
  }
}

}  // namespace sudoku
