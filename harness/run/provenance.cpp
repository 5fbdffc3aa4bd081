#include "harness/run/provenance.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include <elf.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/sha256.h"
#include "solvers/external/child_process.h"
#include "solvers/external/quoted.h"

namespace sudoku::run {

namespace {

// Most compilers that are reported from a file, and most bytes of a compiler's name.
constexpr std::size_t kMostCompilers = 8;
constexpr std::size_t kLongestCompiler = 120;

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

std::optional<Elf64_Shdr> section(std::string_view file, const Elf64_Ehdr& header, unsigned i) {
  return record_at<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
}

std::string_view content_of(std::string_view file, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_NOBITS) return {};
  return piece_of(file, section.sh_offset, section.sh_size);
}

// The text at `from` in the bytes of a file, which ends at the next NUL.
std::string_view text_at(std::string_view bytes, std::uint64_t from) {
  if (from >= bytes.size()) return {};
  const std::string_view rest = bytes.substr(from);
  return rest.substr(0, rest.find('\0'));
}

std::string_view comments_of(std::string_view file) {
  const auto header = record_at<Elf64_Ehdr>(file, 0);
  if (!header || !is_ours(*header)) return {};
  const auto names_section = section(file, *header, header->e_shstrndx);
  if (!names_section) return {};
  const std::string_view names = content_of(file, *names_section);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto found = section(file, *header, i);
    if (found && text_at(names, found->sh_name) == ".comment") return content_of(file, *found);
  }
  return {};
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::filesystem::path file_of(const ExternalSpec& spec) {
  if (spec.is_plugin()) return spec.library;
  const std::vector<std::string>& command = spec.command;
  if (command.empty()) return {};
  const auto argument =
      std::find_if(command.begin() + 1, command.end(),
                   [](const std::string& word) { return !word.starts_with('-'); });
  if (argument != command.end() && is_file(*argument)) return *argument;
  const std::string& program = command.front();
  return program.find('/') == std::string::npos ? file_of_program(program) : program;
}

// Content of a file, empty when unreadable: an executable file need not be readable.
std::string readable_part(const std::filesystem::path& path) {
  try {
    return is_file(path) ? base::whole_file(path.string()) : "";
  } catch (const base::InputError&) {
    return "";
  }
}

}  // namespace

std::string compilers_named_in(std::string_view file) {
  std::string_view comments = comments_of(file);
  std::vector<std::string> compilers;
  while (!comments.empty() && compilers.size() < kMostCompilers) {
    const std::string_view text = text_at(comments, 0);
    comments.remove_prefix(std::min(comments.size(), text.size() + 1));
    const std::string compiler = quoted(text, kLongestCompiler);
    if (!text.empty() && std::ranges::count(compilers, compiler) == 0)
      compilers.push_back(compiler);
  }
  return fmt::format("{}", fmt::join(compilers, "; "));
}

result::ExternalRecord provenance_of(const ExternalSpec& spec) {
  result::ExternalRecord record = {
      .library = spec.library,
      .symbol = spec.symbol,
      .config = spec.config,
      .command = spec.command,
      .takes_batches = spec.takes_batches ? std::optional(true) : std::nullopt,
      .batch = spec.batch,
      .limit = std::string(name_of(spec.limit)),
      .fills_solution = spec.fills_solution,
      .thread_safe = spec.thread_safe,
      .pencilmarks = spec.pencilmarks ? std::optional(true) : std::nullopt,
      .version = spec.version,
      .flags = spec.flags,
      .sha256 = {},
      .compiler = {}};
  const std::string file = readable_part(file_of(spec));
  if (file.empty()) return record;
  base::Sha256 sha256;
  sha256.add(file);
  record.sha256 = sha256.hex();
  record.compiler = compilers_named_in(file);
  return record;
}

}  // namespace sudoku::run
