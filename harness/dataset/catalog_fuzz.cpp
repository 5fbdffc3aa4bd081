// Fuzz target: reads bytes as a catalog of puzzle sets.
#include "harness/base/errors.h"
#include "harness/dataset/catalog.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_catalog(std::string_view bytes) {
  const MemoryFile file(bytes);
  try {
    for (const dataset::CatalogEntry& entry : dataset::read_catalog(file.path())) {
      must(dataset::is_entry_name(entry.name), "a set has a name that can be typed");
      must(entry.file.find('/') == std::string::npos && !entry.file.starts_with('.'),
           "a file stays in its folder");
    }
  } catch (const base::InputError& error) {
    must(std::string_view(error.what()).starts_with(file.path()), "an error names the file");
  }
}

}  // namespace sudoku
