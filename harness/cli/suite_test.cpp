// Tests of suites: what their keys and tables become, and the messages about mistakes.
#include "harness/cli/suite.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/options/options.h"

namespace sudoku::cli {

namespace {

// Applies suites to the options of `run`, without running anything.
class SuiteFile : public testing::Test {
 protected:
  SuiteFile() {
    folder_.write("one.csv", "");
    folder_.write("two.csv", "");
    folder_.write("[odd].txt", "");
  }

  using Given = std::vector<std::pair<const char*, const char*>>;  // options and their values

  RunOptions read(const std::string& text, const Given& given = {}) const {
    RunOptions options;
    for (const auto& [name, value] : given)
      options::options_of(options).find(name)->take(value);
    apply_suite(folder_.write("s.toml", text), options);
    return options;
  }

  // The error message about a suite, without the name of its folder.
  std::string error_of(const std::string& text, const Given& given = {}) const {
    try {
      read(text, given);
    } catch (const base::InputError& error) {
      const std::string message = error.what();
      const std::string folder = folder_.path() + "/";
      EXPECT_TRUE(message.starts_with(folder)) << message;
      return message.substr(folder.size());
    }
    return "accepted";
  }

  // File names of `paths`, each of which must lie in the folder of the suite.
  std::string beside_suite(const std::vector<std::string>& paths) const {
    std::vector<std::string> names;
    for (const std::string& path : paths) {
      EXPECT_TRUE(path.starts_with(folder_.path() + "/")) << path;
      names.push_back(std::filesystem::path(path).filename().string());
    }
    return fmt::format("{}", fmt::join(names, " "));
  }

  base::TemporaryFolder folder_;
};

TEST_F(SuiteFile, SetsAnyOption) {
  const RunOptions options = read(R"(
files = ["two.csv", "one.csv"]
solvers = ["mrv", "dlx"]
threads = [1, 2]
reference = "dlx"
rounds = 7
sample = 0.25
time-budget = "500ms"
permute = true
strict = false
latency = false
verify = "all"
isolate = "all"
memory-limit = "256MiB"
exec-batch = 16
isa = "baseline"
result = "out.json"
)");
  EXPECT_EQ(beside_suite(options.files), "two.csv one.csv");
  ASSERT_EQ(options.solvers.size(), 2U);
  EXPECT_EQ(options.solvers[1]->info.name, "dlx");
  EXPECT_EQ(options.threads, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(options.reference, "dlx");
  EXPECT_EQ(options.rounds, 7U);
  EXPECT_EQ(options.sample_rate, 0.25);
  EXPECT_EQ(options.time_budget, std::chrono::milliseconds(500));
  EXPECT_TRUE(options.permute);
  EXPECT_FALSE(options.strict);
  EXPECT_FALSE(options.latency);
  EXPECT_EQ(options.verify, options::Verify::all);
  EXPECT_TRUE(options.isolate_all);
  EXPECT_EQ(options.memory_limit, 256ULL << 20U);
  EXPECT_EQ(options.exec_batch, 16U);
  EXPECT_EQ(options.isa, "baseline");
  EXPECT_EQ(options.result, "out.json") << "outputs are not beside the suite";
}

TEST_F(SuiteFile, GivesWayToTheCommandLine) {
  const char* const text =
      "files = \"one.csv\"\nsolvers = \"naive\"\nrounds = 7\npermute = true\nseed = 3\n";
  const RunOptions options =
      read(text, {{"--rounds", "2"}, {"FILE", "other.csv"}, {"--solvers", "mrv"}});
  EXPECT_EQ(options.files, (std::vector<std::string>{"other.csv"}));
  EXPECT_EQ(options.solvers.front()->info.name, "mrv");
  EXPECT_EQ(options.rounds, 2U);
  EXPECT_TRUE(options.permute);
  EXPECT_EQ(options.seed, 3U);
}

TEST_F(SuiteFile, KnowsPatternsOfFiles) {
  EXPECT_EQ(beside_suite(read("files = \"*.csv\"").files), "one.csv two.csv");
  EXPECT_EQ(beside_suite(read("files = [\"t*\", \"on?.csv\"]").files), "two.csv one.csv");
  EXPECT_EQ(beside_suite(read("files = \"[[]odd].txt\"").files), "[odd].txt");
  const std::string absolute = folder_.path() + "/o*.csv";
  EXPECT_EQ(beside_suite(read(fmt::format("files = '{}'", absolute)).files), "one.csv");
  EXPECT_EQ(read("files = \"-\"").files, (std::vector<std::string>{"-"}));
  EXPECT_EQ(beside_suite(read("files = \"missing.csv\"").files), "missing.csv");
}

TEST_F(SuiteFile, TakesSetsByTheirNames) {
  ::setenv("SUDOKU_BENCH_BUNDLED", BUNDLED_DATASETS, 1);
  EXPECT_EQ(read("files = \"hard\"").files,
            (std::vector<std::string>{BUNDLED_DATASETS "/hard.csv"}));
  ::setenv("SUDOKU_BENCH_FETCHED", folder_.path().c_str(), 1);
  EXPECT_EQ(error_of("files = \"17_clue\""),
            "s.toml:1:9: 17_clue: is not downloaded yet; run: sudoku-bench dataset fetch 17_clue");
  ::unsetenv("SUDOKU_BENCH_FETCHED");
  folder_.write("hard", "");
  EXPECT_EQ(beside_suite(read("files = \"hard\"").files), "hard");
  ::unsetenv("SUDOKU_BENCH_BUNDLED");
}

TEST_F(SuiteFile, DoesNotTakeItsFolderForAPattern) {
  std::filesystem::create_directory(folder_.path() + "/a[b]*");
  folder_.write("a[b]*/in.csv", "");
  RunOptions options;
  apply_suite(folder_.write("a[b]*/s.toml", "files = \"*.csv\""), options);
  EXPECT_EQ(options.files, (std::vector<std::string>{folder_.path() + "/a[b]*/in.csv"}));
}

TEST_F(SuiteFile, DescribesExternalSolvers) {
  const std::vector<external::Spec> specs = read(R"(
[[plugin]]
library = "build/rival.so"
symbol = "solve"
config = 3
version = "1.2"
flags = "-O3, native"
limit = "all"
fills = true
threads = "unsafe"

[[exec]]
command = "python3 'my solver.py'"

[[exec]]
name = "py"
command = ["python3", "my solver.py"]
batch = 64

[[plugin]]
library = "/opt/rival.so"
symbol = "solve"
fills = "no"
batch = 1_048_576
)")
                                                .suite_externals;
  ASSERT_EQ(specs.size(), 4U);
  EXPECT_EQ(specs[0].name, "solve-3");
  EXPECT_EQ(specs[0].library, folder_.path() + "/build/rival.so");
  EXPECT_EQ(specs[0].config, 3U);
  EXPECT_EQ(specs[0].version, "1.2");
  EXPECT_EQ(specs[0].flags, "-O3, native");
  EXPECT_EQ(specs[0].limit, external::LimitUse::all);
  EXPECT_EQ(specs[0].fills_solution, true);
  EXPECT_FALSE(specs[0].thread_safe);
  EXPECT_EQ(specs[1].name, "python3");
  EXPECT_EQ(specs[1].command, (std::vector<std::string>{"python3", "my solver.py"}));
  EXPECT_EQ(specs[2].name, "py");
  EXPECT_EQ(specs[2].command, specs[1].command);
  EXPECT_EQ(specs[2].batch, 64U);
  EXPECT_EQ(specs[3].library, "/opt/rival.so");
  EXPECT_EQ(specs[3].fills_solution, false);
  EXPECT_TRUE(specs[3].takes_batches);
  EXPECT_EQ(specs[3].batch, 1'048'576U);
  EXPECT_FALSE(specs[0].takes_batches);
}

TEST_F(SuiteFile, LeavesItsMarkInTheResult) {
  const RunOptions options = read("seed = 1\n");
  EXPECT_EQ(options.suite_read->path, folder_.path() + "/s.toml");
  EXPECT_EQ(options.suite_read->sha256,
            "46545c629053298cb8b068758bd6cb0ba83f1533f50a054de71575535afea66b");
}

struct SuiteFault {
  const char* name;
  const char* text;
  const char* error;
};

TEST_F(SuiteFile, PointsAtTheFault) {
  const SuiteFault cases[] = {
      {"bad number", "# a suite\nrounds = \"many\"\n",
       "s.toml:2:10: rounds: expected a whole number from 1 to 1000, found 'many'"},
      {"bad number in an array", "threads = [1, 0]",
       "s.toml:1:12: threads: expected a number of threads from 1 to 1024, found '0'"},
      {"negative", "seed = -1", "s.toml:1:8: seed: expected a whole number from 0, found '-1'"},
      {"time without unit", "warmup = 3",
       "s.toml:1:10: warmup: expected a time such as 500ms, 10s or 5min (1ns at least), or 0 for "
       "none, found '3'"},
      {"solver", R"(solvers = ["mrv", "dxl"])",
       "s.toml:1:12: solvers: there is no solver 'dxl'; did you mean 'dlx'?"},
      {"choice", "verify = \"some\"",
       "s.toml:1:10: verify: expected all, sample or off, found 'some'"},
      {"number for a file", "rounds = 1\nresult = 1",
       "s.toml:2:10: result: expected a string, found a number"},
      {"truth for a file", "files = [\"a.csv\", true]",
       "s.toml:1:19: files: expected a string, found true or false"},
      {"truth for a number", "seed = true",
       "s.toml:1:8: seed: expected a string or a number, found true or false"},
      {"number for a truth", "permute = 1",
       "s.toml:1:11: permute: expected a string, true or false, found a number"},
      {"fraction for a whole number", "rounds = 5.0",
       "s.toml:1:10: rounds: expected a whole number from 1 to 1000, found '5.0'"},
      {"number for a text of a solver", "[[plugin]]\nversion = 1.10\n",
       "s.toml:2:11: version: expected a string, found a number"},
      {"truth for a number of a solver", "[[exec]]\nbatch = true\n",
       "s.toml:2:9: batch: expected a string or a number, found true or false"},
      {"number for a truth of a solver", "[[plugin]]\nfills = 1\n",
       "s.toml:2:9: fills: expected a string, true or false, found a number"},
      {"number in a command", "[[exec]]\ncommand = [\"cat\", 1]\n",
       "s.toml:2:19: command: expected a string, found a number"},
      {"NUL", R"(result = "a\u0000b")",
       "s.toml:1:10: result: expected a string without NUL, found one with NUL"},
      {"NUL in a table", "[[exec]]\ncommand = [\"cat\", \"\\u0000\"]\n",
       "s.toml:2:19: command: expected a string without NUL, found one with NUL"},
      {"unknown key", "  roundz = 3",
       "s.toml:1:3: there is no key 'roundz' here; did you mean 'rounds'?"},
      {"a suite in a suite", "suite = \"x.toml\"", "s.toml:1:1: there is no key 'suite' here"},
      {"help", "help = true", "s.toml:1:1: there is no key 'help' here"},
      {"empty array", "solvers = []",
       "s.toml:1:1: solvers: expected a value, found an empty array"},
      {"table", "[rounds]\nmany = 1\n",
       "s.toml:1:1: rounds: expected a string or a number, found a table"},
      {"date", "seed = 2026-01-02",
       "s.toml:1:8: seed: expected a string or a number, found a date or a time"},
      {"array in an array", "threads = [[1]]",
       "s.toml:1:12: threads: expected a string or a number, found an array"},
      {"pattern of nothing", R"(files = ["one.csv", "x*"])",
       "s.toml:1:21: files: expected existing files, found none that match 'x*'"},
      {"plugin as a value", "plugin = \"a.so:f\"",
       "s.toml:1:1: plugin: expected a table [[plugin]], found a value"},
      {"unknown table", "[[plugins]]\nname = \"a\"\n",
       "s.toml:1:1: there is no table 'plugins'; there are [[plugin]] and [[exec]]"},
      {"unknown key in a table", "[[plugin]]\nlibary = \"a\"\n",
       "s.toml:2:1: there is no key 'libary' here; did you mean 'library'?"},
      {"key of the other table", "[[exec]]\nfills = true\n",
       "s.toml:2:1: there is no key 'fills' here"},
      {"no library", "[[plugin]]\nsymbol = \"f\"\n", "s.toml:1:1: plugin: it has no library"},
      {"no symbol", "[[plugin]]\nlibrary = \"a.so\"\n", "s.toml:1:1: plugin: it has no symbol"},
      {"no command", "[[exec]]\nname = \"a\"\n", "s.toml:1:1: exec: it has no command"},
      {"bad name", "[[exec]]\nname = \"a b\"\n",
       "s.toml:2:8: name: expected letters, digits, '_', '.', '+' and '-', found 'a b'"},
      {"bad config", "[[plugin]]\nconfig = -1\n",
       "s.toml:2:10: config: expected a whole number from 0 to 4294967295, found '-1'"},
      {"array for a name", "[[plugin]]\nname = [\"a\"]\n",
       "s.toml:2:1: name: expected one value, found an array"},
      {"open quote", "[[exec]]\ncommand = \"a 'b\"\n",
       "s.toml:2:11: command: expected a closing quote, or a character after a backslash, found 'a "
       "'b'"},
  };
  for (const SuiteFault& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(error_of(c.text), c.error);
  }
}

TEST_F(SuiteFile, PointsAtAFaultUnderAnOptionOfTheCommandLine) {
  const Given given = {{"--rounds", "2"}, {"FILE", "other.csv"}};
  EXPECT_EQ(error_of("rounds = 2026-01-02", given),
            "s.toml:1:10: rounds: expected a string or a number, found a date or a time");
  EXPECT_EQ(error_of("files = [[\"a.csv\"]]", given),
            "s.toml:1:10: files: expected a string, found an array");
}

// A sample means the same in a suite as on the command line, where 1 is a puzzle and 1.0 is all.
TEST_F(SuiteFile, TellsANumberOfPuzzlesFromAShare) {
  const std::pair<const char*, const char*> texts_by_value[] = {
      {"1", "1"},
      {"2", "2"},
      {"\"1\"", "1"},
      {"1.0", "rate 1"},
      {"0.5", "rate 0.5"},
      {"\"100%\"", "rate 1"},
      {"\"1/4\"", "rate 0.25"},
  };
  for (const auto& [value, text] : texts_by_value) {
    RunOptions options = read(fmt::format("sample = {}", value));
    EXPECT_EQ(options::options_of(options).find("--sample")->text(), text) << value;
  }
}

// A TOML error is compared by line and column only, as the TOML library words the message.
TEST_F(SuiteFile, PointsAtWhatALibraryRefuses) {
  const SuiteFault cases[] = {
      {"flag", "permute = \"perhaps\"", "s.toml:1:11: permute: "},
      {"no TOML", "rounds = 3\nwhat is this\n", "s.toml:2:6: "},
      {"key twice", "seed = 1\nseed = 2\n", "s.toml:2:8: "},
  };
  for (const SuiteFault& c : cases) {
    const std::string error = error_of(c.text);
    EXPECT_TRUE(error.starts_with(c.error)) << c.name << ": " << error;
  }
}

TEST_F(SuiteFile, SaysWhyItCannotBeRead) {
  const auto message_for = [](const std::string& path) -> std::string {
    try {
      RunOptions options;
      apply_suite(path, options);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message_for("/nowhere/s.toml"),
            "/nowhere/s.toml: cannot be read: No such file or directory");
  EXPECT_EQ(message_for(folder_.path()), folder_.path() + ": cannot be read: it is a directory");
}

}  // namespace

}  // namespace sudoku::cli
