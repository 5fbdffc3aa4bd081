// Fuzz target: any bytes are read and applied as a suite, or refused with the name of the file.
#include "harness/base/errors.h"
#include "harness/cli/suite.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_suite(std::string_view bytes) {
  const MemoryFile file(bytes);
  cli::RunOptions options;
  options.files = {"-"};  // so that patterns in `files`, which would list folders, are not used
  try {
    cli::apply_suite(file.path(), options);
    must(options.suite_read.has_value(), "a suite that was read is recorded");
  } catch (const base::InputError& error) {
    must(std::string_view(error.what()).starts_with(file.path()), "an error names the file");
  }
}

}  // namespace sudoku
