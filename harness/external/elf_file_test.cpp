// Tests of ELF files: what they export, and that spoilt ones are read without harm.
#include "harness/external/elf_file.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include <elf.h>
#include <gtest/gtest.h>

#include "harness/base/test_files.h"

namespace sudoku::external {
namespace {

TEST(ExportedFunctions, AreThoseOfTheLibrary) {
  const std::string library = base::content_of(PLUGIN_EXAMPLE_C);
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
  const std::string whole = base::content_of(PLUGIN_EXAMPLE_C);
  const std::size_t all = exported_functions(whole).size();
  for (std::size_t size = 0; size < whole.size(); size += 61)
    EXPECT_LE(exported_functions(std::string_view(whole).substr(0, size)).size(), all);
}

TEST(ExportedFunctions, OfALibraryForAnotherKindOfMachineAreNone) {
  const std::string library = base::content_of(PLUGIN_EXAMPLE_C);
  for (const std::size_t at : {std::size_t{EI_MAG0}, std::size_t{EI_CLASS}, std::size_t{EI_DATA},
                               offsetof(Elf64_Ehdr, e_shentsize)}) {
    std::string other = library;
    other[at] ^= 3;
    EXPECT_TRUE(exported_functions(other).empty()) << at;
  }
}

// The header's fields, and those of the table of sections, point anywhere.
TEST(ElfSection, OfALibraryThatPointsOutsideItselfIsEmpty) {
  const std::string library = base::content_of(PLUGIN_EXAMPLE_C);
  Elf64_Ehdr header{};
  std::memcpy(&header, library.data(), sizeof header);
  const std::size_t names = header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr);
  for (const std::size_t at :
       {offsetof(Elf64_Ehdr, e_shoff), names + offsetof(Elf64_Shdr, sh_offset),
        names + offsetof(Elf64_Shdr, sh_size)}) {
    std::string other = library;
    other.replace(at, 8, 8, '\xF7');
    EXPECT_TRUE(elf_section(other, ".dynsym").empty()) << at;
  }
  for (const std::size_t at : {offsetof(Elf64_Ehdr, e_shnum), offsetof(Elf64_Ehdr, e_shstrndx)}) {
    std::string other = library;
    other.replace(at, 2, 2, '\0');
    EXPECT_TRUE(elf_section(other, ".dynsym").empty()) << at;
  }
}

TEST(ElfSection, IsFoundByItsName) {
  const std::string library = base::content_of(PLUGIN_EXAMPLE_C);
  EXPECT_FALSE(elf_section(library, ".dynsym").empty());
  EXPECT_TRUE(elf_section(library, ".no_such_section").empty());
  EXPECT_TRUE(elf_section(base::content_of(PLUGIN_FAULTY), ".bss").empty()) << "not in the file";
}

// What a library calls in others is not its own.
TEST(ExportedFunctions, AreNotThoseThatTheLibraryCalls) {
  const std::string library = base::content_of(PLUGIN_FAULTY);
  const auto functions = exported_functions(library);
  EXPECT_EQ(std::ranges::count(functions, "sudoku_faulty"), 1);
  EXPECT_EQ(std::ranges::count(functions, "abort"), 0);
  EXPECT_EQ(std::ranges::count(functions, ""), 0);
}

// A library with a path of its own for others may load anything.
TEST(SystemLibraries, AreAllThatAFileWithoutAPathLoads) {
  std::string library = base::content_of(PLUGIN_EXAMPLE_C);
  EXPECT_TRUE(loads_system_libraries_only(library));
  EXPECT_FALSE(loads_system_libraries_only("")) << "nobody knows";
  EXPECT_FALSE(loads_system_libraries_only("#!/bin/sh\n"));
  const std::string_view dynamic = elf_section(library, ".dynamic");
  const auto at = static_cast<std::size_t>(dynamic.data() - library.data());
  ASSERT_GT(dynamic.size(), 2 * sizeof(Elf64_Dyn));
  for (const Elf64_Sxword tag : {DT_RPATH, DT_RUNPATH}) {
    for (const std::size_t entry : {0, 2}) {
      std::string other = library;
      std::memcpy(other.data() + at + entry * sizeof(Elf64_Dyn), &tag, sizeof tag);
      EXPECT_FALSE(loads_system_libraries_only(other)) << tag << " in entry " << entry;
    }
  }
}

TEST(TextAt, EndsAtItsTerminatorOrWithTheBytes) {
  const std::string_view bytes("ab\0cd", 5);
  EXPECT_EQ(text_at(bytes, 0), "ab");
  EXPECT_EQ(text_at(bytes, 2), "");
  EXPECT_EQ(text_at(bytes, 3), "cd");
  EXPECT_EQ(text_at(bytes, 5), "");
  EXPECT_EQ(text_at(bytes, 6), "");
}

}  // namespace
}  // namespace sudoku::external
