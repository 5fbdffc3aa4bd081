#include "harness/runner/provenance.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <vector>

#include <elf.h>
#include <gtest/gtest.h>

#include "harness/base/test_files.h"

namespace sudoku::runner {

namespace {

using namespace std::string_literals;

constexpr const char* kSha256OfAbc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

const std::string kNames = "\0.shstrtab\0.comment\0"s;
const std::string kComments = "GCC: (Debian) 12.2.0\0clang 14\0GCC: (Debian) 12.2.0\0"s;

template <typename Record>
void append(std::string& text, const Record& record) {
  const std::size_t place = text.size();
  text.resize(place + sizeof record);
  std::memcpy(text.data() + place, &record, sizeof record);
}

struct ElfFile {
  Elf64_Ehdr header{};
  Elf64_Shdr names{};
  Elf64_Shdr comment{};
};

// A minimal ELF file: header, section names, a comment, and the section table.
std::string elf_file(const std::function<void(ElfFile&)>& spoil = {}) {
  ElfFile parts;
  std::memcpy(static_cast<unsigned char*>(parts.header.e_ident), ELFMAG, SELFMAG);
  parts.header.e_ident[EI_CLASS] = ELFCLASS64;
  parts.header.e_ident[EI_DATA] = ELFDATA2LSB;
  parts.header.e_shoff = sizeof(Elf64_Ehdr) + kNames.size() + kComments.size();
  parts.header.e_shentsize = sizeof(Elf64_Shdr);
  parts.header.e_shnum = 2;
  parts.names.sh_name = 1;
  parts.names.sh_offset = sizeof(Elf64_Ehdr);
  parts.names.sh_size = kNames.size();
  parts.comment.sh_name = 11;
  parts.comment.sh_offset = sizeof(Elf64_Ehdr) + kNames.size();
  parts.comment.sh_size = kComments.size();
  if (spoil) spoil(parts);
  std::string text;
  append(text, parts.header);
  text += kNames + kComments;
  append(text, parts.names);
  append(text, parts.comment);
  return text;
}

TEST(Compilers, AreReadOffTheCommentWithoutRepeats) {
  EXPECT_EQ(compilers_named_in(elf_file()), "GCC: (Debian) 12.2.0; clang 14");
}

external::Spec plugin(const std::string& library) {
  external::Spec spec;
  spec.library = library;
  return spec;
}

external::Spec command(const std::vector<std::string>& words) {
  external::Spec spec;
  spec.command = words;
  return spec;
}

TEST(SlowCompilers, OfThisProgramAreNamed) {
  const std::string compiler = provenance_of(plugin("/proc/self/exe")).compiler;
  EXPECT_TRUE(compiler.find("GCC: ") != std::string::npos ||
              compiler.find("clang version") != std::string::npos)
      << compiler;
}

TEST(Compilers, AreNotNamedByOtherFiles) {
  EXPECT_EQ(compilers_named_in(""), "");
  EXPECT_EQ(compilers_named_in("#!/bin/sh\necho GCC: 1\n"), "");
  EXPECT_EQ(compilers_named_in(std::string(4096, '\x7F')), "");
}

TEST(Compilers, OfATruncatedFileAreNotKnown) {
  const std::string whole = elf_file();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(compilers_named_in(std::string_view(whole).substr(0, size)), "") << size;
}

struct SpoiltCase {
  const char* name;
  std::function<void(ElfFile&)> spoil;
};

TEST(Compilers, OfAFileThatPointsOutsideItselfAreNotKnown) {
  constexpr std::uint64_t kFar = ~std::uint64_t{0} - 8;
  const SpoiltCase cases[] = {
      {"32 bits", [](ElfFile& elf) { elf.header.e_ident[EI_CLASS] = ELFCLASS32; }},
      {"other order of bytes", [](ElfFile& elf) { elf.header.e_ident[EI_DATA] = ELFDATA2MSB; }},
      {"other size of sections", [](ElfFile& elf) { elf.header.e_shentsize = 40; }},
      {"no section", [](ElfFile& elf) { elf.header.e_shnum = 0; }},
      {"sections far away", [](ElfFile& elf) { elf.header.e_shoff = kFar; }},
      {"names of no section", [](ElfFile& elf) { elf.header.e_shstrndx = 0xFFFF; }},
      {"names far away", [](ElfFile& elf) { elf.names.sh_offset = kFar; }},
      {"names without end", [](ElfFile& elf) { elf.names.sh_size = kFar; }},
      {"name far away", [](ElfFile& elf) { elf.comment.sh_name = 0xFFFF'FFFF; }},
      {"other name", [](ElfFile& elf) { elf.comment.sh_name = 12; }},
      {"comment far away", [](ElfFile& elf) { elf.comment.sh_offset = kFar; }},
      {"comment without end", [](ElfFile& elf) { elf.comment.sh_size = kFar; }},
      {"comment that takes no room", [](ElfFile& elf) { elf.comment.sh_type = SHT_NOBITS; }},
  };
  for (const SpoiltCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(compilers_named_in(elf_file(c.spoil)), "");
  }
}

TEST(Compilers, AreCutAndCountedBeforeTheyFloodAReport) {
  const auto with_comment = [](const std::string& comment) {
    std::string text = elf_file([&](ElfFile& elf) {
      elf.comment.sh_offset =
          sizeof(Elf64_Ehdr) + kNames.size() + kComments.size() + 2 * sizeof(Elf64_Shdr);
      elf.comment.sh_size = comment.size();
    });
    return text + comment;
  };
  std::string many;
  for (char c = 'a'; c <= 'z'; ++c)
    many += std::string(1, c) + '\0';
  EXPECT_EQ(compilers_named_in(with_comment(many)), "a; b; c; d; e; f; g; h");
  EXPECT_EQ(compilers_named_in(with_comment(std::string(500, 'x'))), std::string(120, 'x') + "…");
  EXPECT_EQ(compilers_named_in(with_comment("a\nb\x1B\xFF")), "a b \uFFFD");
}

TEST(Provenance, KeepsWhatTheUserSays) {
  external::Spec spec = plugin("/nowhere/rival.so");
  spec.symbol = "solve";
  spec.config = 7;
  spec.limit = external::LimitUse::all;
  spec.fills_solution = true;
  spec.thread_safe = false;
  spec.version = "1.2";
  spec.flags = "-O3";
  const result::ExternalRecord record = provenance_of(spec);
  EXPECT_EQ(record.library, "/nowhere/rival.so");
  EXPECT_EQ(record.symbol, "solve");
  EXPECT_EQ(record.config, 7U);
  EXPECT_EQ(record.limit, "all");
  EXPECT_EQ(record.fills_solution, true);
  EXPECT_FALSE(record.thread_safe);
  EXPECT_EQ(record.version, "1.2");
  EXPECT_EQ(record.flags, "-O3");
  EXPECT_EQ(record.sha256, "");
  EXPECT_EQ(record.compiler, "");
  EXPECT_EQ(record.takes_batches, std::nullopt);
  EXPECT_EQ(record.pencilmarks, std::nullopt);
  spec.takes_batches = spec.pencilmarks = true;
  spec.batch = 64;
  EXPECT_EQ(provenance_of(spec).takes_batches, true);
  EXPECT_EQ(provenance_of(spec).pencilmarks, true);
  EXPECT_EQ(provenance_of(spec).batch, 64U);
  const std::vector<std::string> words = {"/nowhere/rival", "-x"};
  EXPECT_EQ(provenance_of(command(words)).command, words);
}

struct CommandCase {
  const char* name;
  std::vector<std::string> command;
  bool is_abc;
};

TEST(Provenance, OfACommandIsItsScriptOrItsProgram) {
  const base::TemporaryFolder folder;
  const std::string abc = folder.write("abc", "abc");
  const std::string other = folder.write("other", "other");
  const CommandCase cases[] = {
      {"program", {abc}, true},
      {"program with an argument that is no file", {abc, "--fast", "fast"}, true},
      {"script", {"/bin/sh", abc}, true},
      {"script behind an option", {"sh", "-e", abc, other}, true},
      {"another script", {abc, other}, false},
      {"missing program", {"/nowhere/abc"}, false},
      {"not in PATH", {"no-such-program-anywhere"}, false},
      {"folder", {folder.path()}, false},
  };
  for (const CommandCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(provenance_of(command(c.command)).sha256 == kSha256OfAbc, c.is_abc);
  }
}

TEST(Provenance, FindsAProgramInPath) {
  const result::ExternalRecord found = provenance_of(command({"sh"}));
  const result::ExternalRecord named = provenance_of(command({"/bin/sh"}));
  EXPECT_EQ(found.sha256.size(), 64U);
  EXPECT_EQ(found.sha256, named.sha256);
}

}  // namespace

}  // namespace sudoku::runner
