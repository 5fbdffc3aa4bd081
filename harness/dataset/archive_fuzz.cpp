// Fuzz target: unpacks bytes as a zip archive.
#include "harness/base/errors.h"
#include "harness/dataset/fetch.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_archive(std::string_view bytes) {
  constexpr std::uint64_t kMostBytes = 1000;
  const MemoryFile archive(bytes);
  const MemoryFile unpacked("");
  try {
    base::AsideFile file(unpacked.path());
    dataset::unpack_member(archive.path(), "puzzles.csv", file, kMostBytes);
    must(unpacked.size() <= kMostBytes, "an archive unpacks to no more than is allowed");
  } catch (const base::InputError&) {
  }
}

}  // namespace sudoku
