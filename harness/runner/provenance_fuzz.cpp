#include <algorithm>

#include "harness/external/elf_file.h"
#include "harness/runner/provenance.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

void fuzz_provenance(std::string_view bytes) {
  const std::string named = runner::compilers_named_in(external::elf_section(bytes, ".comment"));
  must(std::ranges::none_of(named, [](char c) { return c >= 0 && c < ' '; }), "a name is one line");
  must(named.size() <= bytes.size() + 100, "names are those of the file");
  for (const std::string_view function : external::exported_functions(bytes))
    must(function.size() <= bytes.size(), "functions are those of the file");
}

}  // namespace sudoku
