#include "harness/external/elf_file.h"

#include <bit>
#include <cstring>
#include <optional>

#include <elf.h>

namespace sudoku::external {

namespace {

// The `size` bytes at `from` in a file's content; empty when the file ends before.
std::string_view piece_of(std::string_view file, std::uint64_t from, std::uint64_t size) {
  if (from > file.size() || size > file.size() - from) return {};
  return file.substr(from, size);
}

template <typename Record>
std::optional<Record> record_at(std::string_view file, std::uint64_t from) {
  const std::string_view bytes = piece_of(file, from, sizeof(Record));
  if (bytes.empty()) return std::nullopt;
  Record record;
  std::memcpy(&record, bytes.data(), sizeof record);
  return record;
}

bool is_ours(const Elf64_Ehdr& header) {
  constexpr unsigned char kOrder =
      std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
  return std::memcmp(static_cast<const unsigned char*>(header.e_ident), ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == kOrder &&
         header.e_shentsize == sizeof(Elf64_Shdr);
}

std::string_view content_of(std::string_view file, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS) return {};
  return piece_of(file, section.sh_offset, section.sh_size);
}

bool is_exported_function(const Elf64_Sym& symbol) {
  const unsigned type = ELF64_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) != STB_LOCAL &&
         (type == STT_FUNC || type == STT_GNU_IFUNC);
}

}  // namespace

std::string_view text_at(std::string_view bytes, std::uint64_t from) {
  if (from >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(from);
  return rest.substr(0, rest.find('\0'));
}

std::string_view elf_section(std::string_view file, std::string_view name) {
  const auto header = record_at<Elf64_Ehdr>(file, 0);
  if (!header || !is_ours(*header)) return {};
  const auto section = [&](unsigned i) {
    return record_at<Elf64_Shdr>(file, header->e_shoff + i * sizeof(Elf64_Shdr));
  };
  const auto names_section = section(header->e_shstrndx);
  if (!names_section) return {};
  const std::string_view names = content_of(file, *names_section);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto found = section(i);
    if (found && text_at(names, found->sh_name) == name) return content_of(file, *found);
  }
  return {};
}

bool loads_system_libraries_only(std::string_view file) {
  const std::string_view dynamic = elf_section(file, ".dynamic");
  for (std::uint64_t at = 0; at < dynamic.size(); at += sizeof(Elf64_Dyn)) {
    const auto entry = record_at<Elf64_Dyn>(dynamic, at);
    if (entry && (entry->d_tag == DT_RPATH || entry->d_tag == DT_RUNPATH)) return false;
  }
  return !dynamic.empty();
}

std::vector<std::string_view> exported_functions(std::string_view file) {
  const std::string_view symbols = elf_section(file, ".dynsym");
  const std::string_view texts = elf_section(file, ".dynstr");
  std::vector<std::string_view> functions;
  for (std::uint64_t at = 0; at < symbols.size(); at += sizeof(Elf64_Sym)) {
    const auto symbol = record_at<Elf64_Sym>(symbols, at);
    if (symbol && is_exported_function(*symbol))
      functions.push_back(text_at(texts, symbol->st_name));
  }
  return functions;
}

}  // namespace sudoku::external
