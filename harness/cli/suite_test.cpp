// Tests of suites: what their keys and tables become, and the messages about mistakes.
#include "harness/cli/suite.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/base/texts_fixture.h"
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
    const std::string message = base::message_of<base::InputError>([&] { read(text, given); });
    const std::string folder = folder_.path() + "/";
    EXPECT_TRUE(message.starts_with(folder)) << message;
    return message.substr(std::min(message.size(), folder.size()));
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

// run_options_test tells that every option is a key of suites.
TEST_F(SuiteFile, HasValuesOfEveryType) {
  const RunOptions options = read(R"(
files = ["two.csv", "one.csv"]
threads = [1, 2]
rounds = 7
sample = 0.25
strict = true
latency = false
result = "out.json"
)");
  EXPECT_EQ(beside_suite(options.files), "two.csv one.csv");
  EXPECT_EQ(options.threads, (std::vector<unsigned>{1, 2}));
  EXPECT_EQ(options.rounds, 7U);
  EXPECT_EQ(options.sample_rate, 0.25);
  EXPECT_TRUE(options.strict);
  EXPECT_FALSE(options.latency);
  EXPECT_EQ(options.result, "out.json") << "outputs are not beside the suite";
}

TEST_F(SuiteFile, GivesWayToTheCommandLine) {
  const char* const text =
      "files = \"one.csv\"\nsolvers = \"naive\"\nrounds = 7\nstrict = true\nseed = 3\n";
  const RunOptions options =
      read(text, {{"--rounds", "2"}, {"FILE", "other.csv"}, {"--solvers", "mrv"}});
  EXPECT_EQ(options.files, (std::vector<std::string>{"other.csv"}));
  EXPECT_EQ(options.solvers.front()->info.name, "mrv");
  EXPECT_EQ(options.rounds, 2U);
  EXPECT_TRUE(options.strict);
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
flags = "-O3, native"
fills = true

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
  EXPECT_EQ(specs[0].flags, "-O3, native");
  EXPECT_EQ(specs[0].fills_solution, true);
  EXPECT_EQ(specs[1].name, "python3");
  EXPECT_EQ(specs[1].command, (std::vector<std::string>{"python3", "my solver.py"}));
  EXPECT_EQ(specs[1].batch, 0U) << "that of --exec-batch";
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
  const char* text;
  const char* error;
};

TEST_F(SuiteFile, PointsAtTheFault) {
  const SuiteFault cases[] = {
      {"# a suite\nrounds = \"many\"\n",
       "2:10: rounds: expected a whole number from 1 to 1000, found 'many'"},
      {"threads = [1, 0]", "1:12: threads: expected a number of threads from 1 to 1024, found '0'"},
      {"rounds = 5.0", "1:10: rounds: expected a whole number from 1 to 1000, found '5.0'"},
      {"[[exec]]\nbatch = true\n",
       "2:9: batch: expected a string or a number, found true or false"},
      {"[[plugin]]\nfills = 1\n", "2:9: fills: expected a string, true or false, found a number"},
      {R"(result = "a\u0000b")", "1:10: result: expected a string without NUL, found one with NUL"},
      {"  roundz = 3", "1:3: there is no key 'roundz' here; did you mean 'rounds'?"},
      {"suite = \"x.toml\"", "1:1: there is no key 'suite' here"},
      {"solvers = []", "1:1: solvers: expected a value, found an empty array"},
      {"[rounds]\nmany = 1\n", "1:1: rounds: expected a string or a number, found a table"},
      {"seed = 2026-01-02", "1:8: seed: expected a string or a number, found a date or a time"},
      {R"(files = ["one.csv", "x*"])",
       "1:21: files: expected existing files, found none that match 'x*'"},
      {"plugin = \"a.so:f\"", "1:1: plugin: expected a table [[plugin]], found a value"},
      {"[[plugins]]\nname = \"a\"\n",
       "1:1: there is no table 'plugins'; there are [[plugin]] and [[exec]]"},
      {"[[plugin]]\nlibary = \"a\"\n",
       "2:1: there is no key 'libary' here; did you mean 'library'?"},
      {"[[exec]]\nfills = true\n", "2:1: there is no key 'fills' here"},
      {"[[plugin]]\nsymbol = \"f\"\n", "1:1: plugin: it has no library"},
      {"[[exec]]\nname = \"a b\"\n",
       "2:8: name: expected letters, digits, '_', '.', '+' and '-', found 'a b'"},
      {"[[plugin]]\nname = [\"a\"]\n", "2:1: name: expected one value, found an array"},
      {R"(files = [""])", "1:10: files: expected a name, found ''"},
      {R"(result = "")", "1:10: result: expected a name, found ''"},
  };
  for (const SuiteFault& c : cases)
    EXPECT_EQ(error_of(c.text), std::string("s.toml:") + c.error) << c.text;
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
  const SuiteFault cases[] = {{"strict = \"perhaps\"", "s.toml:1:10: strict: "},
                              {"rounds = 3\nwhat is this\n", "s.toml:2:6: "},
                              {"seed = 1\nseed = 2\n", "s.toml:2:8: "}};
  for (const SuiteFault& c : cases)
    base::expect_start(error_of(c.text), c.error);
}

TEST_F(SuiteFile, SaysWhyItCannotBeRead) {
  RunOptions options;
  EXPECT_THROW(apply_suite("/nowhere/s.toml", options), base::InputError);
  EXPECT_THROW(apply_suite(folder_.path(), options), base::InputError);
}

}  // namespace
}  // namespace sudoku::cli
