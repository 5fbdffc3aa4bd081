// Tests of ELF files: what they export, and that spoilt ones are read without harm.
#include "solvers/external/elf_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ExportedFunctions, AreThoseOfTheLibrary) {
  const std::string library = content_of(PLUGIN_EXAMPLE_C);
  auto functions = exported_functions(library);
  std::erase_if(functions, [](std::string_view name) { return name.starts_with('_'); });
  std::ranges::sort(functions);
  EXPECT_EQ(functions, (std::vector<std::string_view>{"solve_bitmasks", "solve_many"}));
}

TEST(ExportedFunctions, OfWhatIsNoLibraryAreNone) {
  for (const std::string& bytes :
       {std::string(), std::string("#!/bin/sh\n"), std::string(4096, 'x')})
    EXPECT_TRUE(exported_functions(bytes).empty());
}

TEST(ExportedFunctions, OfALibraryCutShortAreFewerOrNone) {
  const std::string whole = content_of(PLUGIN_EXAMPLE_C);
  const std::size_t all = exported_functions(whole).size();
  for (std::size_t size = 0; size < whole.size(); size += 61)
    EXPECT_LE(exported_functions(std::string_view(whole).substr(0, size)).size(), all);
}

TEST(ElfSection, IsFoundByItsName) {
  const std::string library = content_of(PLUGIN_EXAMPLE_C);
  EXPECT_FALSE(elf_section(library, ".dynsym").empty());
  EXPECT_TRUE(elf_section(library, ".no_such_section").empty());
}

}  // namespace
}  // namespace sudoku
