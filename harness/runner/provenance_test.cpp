#include "harness/runner/provenance.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/output.h"
#include "harness/external/external_fixture.h"

namespace sudoku::runner {

namespace {

constexpr const char* kSha256OfAbc =
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

using external::command_spec;
using external::plugin_spec;

TEST(Provenance, KeepsWhatTheUserSays) {
  external::Spec spec = plugin_spec("/nowhere/rival.so", "solve", 7);
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
  EXPECT_EQ(record.takes_batches, std::nullopt);
  spec.takes_batches = true;
  spec.batch = 64;
  EXPECT_EQ(provenance_of(spec).takes_batches, true);
  EXPECT_EQ(provenance_of(spec).batch, 64U);
  const std::vector<std::string> words = {"/nowhere/rival", "-x"};
  EXPECT_EQ(provenance_of(command_spec(words)).command, words);
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
    EXPECT_EQ(provenance_of(command_spec(c.command)).sha256 == kSha256OfAbc, c.is_abc);
  }
}

TEST(Provenance, FindsAProgramInPath) {
  const result::ExternalRecord found = provenance_of(command_spec({"sh"}));
  const result::ExternalRecord named = provenance_of(command_spec({"/bin/sh"}));
  EXPECT_EQ(found.sha256.size(), 64U);
  EXPECT_EQ(found.sha256, named.sha256);
}

}  // namespace

}  // namespace sudoku::runner
