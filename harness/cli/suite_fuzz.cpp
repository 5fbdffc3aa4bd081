// Fuzz target: any bytes are read and applied as a suite, or refused with the name of the file.
#include "harness/base/errors.h"
#include "harness/cli/suite.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_suite(std::string_view bytes) {
  const MemoryFile file(bytes);
  cli::RunOptions options;
  try {
    cli::Suite suite = cli::read_suite(file.path());
    // File patterns are removed, because they would list folders of this machine.
    std::erase_if(suite.keys, [](const cli::SuiteKey& key) { return key.name == "files"; });
    cli::apply_suite(suite, options);
    must(options.suite_externals.size() == suite.tables.size(), "a table is a solver");
  } catch (const base::InputError& error) {
    must(std::string_view(error.what()).starts_with(file.path()), "an error names the file");
  }
}

}  // namespace sudoku
