// Sections and exported functions of an ELF file, read from its bytes, which may be anything.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sudoku::external {

// The text at `from` in the bytes of a file, which ends at the next NUL.
std::string_view text_at(std::string_view bytes, std::uint64_t from);

// The content of the first section with this name; empty when there is none, or when the file is
// not one of this machine.
std::string_view elf_section(std::string_view file, std::string_view name);

// Whether the file is sure to load the same shared libraries wherever it lies: it is dynamically
// linked, and names no folder of libraries of its own.
bool loads_system_libraries_only(std::string_view file);

// The names of the functions that a shared library exports, in the order of its table.
std::vector<std::string_view> exported_functions(std::string_view file);

}  // namespace sudoku::external
