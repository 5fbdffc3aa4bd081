// Tests of file names on command lines: aliases of one file, empty names, harmful names.
#include <filesystem>
#include <map>
#include <string>

#include <fmt/format.h>

#include "harness/base/text.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/options/external_description.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

class NamedFiles : public Bench {
 protected:
  NamedFiles() {
    folder_.write("r.json", result::to_json(result::example_result()));
    folder_.write("s.json", result::to_json(result::example_result()));
    folder_.write("suite.toml", "files = [\"good.csv\"]\nsolvers = [\"mrv\"]\n");
    folder_.write("good.csv.journal", std::string(kHeader) + kRows);
    std::filesystem::create_symlink("good.csv", path("soft.csv"));
    std::filesystem::create_hard_link(path("good.csv"), path("hard.csv"));
    std::filesystem::create_symlink(".", path("here"));
  }

  // Contents of all files in the folder, by path.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) contents[entry.path()] = content_of(entry.path());
    }
    return contents;
  }

  void expect_untouched(const std::string& line, const std::string& error) const {
    SCOPED_TRACE(line);
    const Arguments words = options::split_command(line);
    const auto before = contents();
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "sudoku-bench: " + error +
                             see_help(words[0] == "dataset" ? "dataset " + words[1] : words[0]));
    EXPECT_EQ(contents(), before);
  }
};

TEST_F(NamedFiles, ATerminalIsToldWhatWasWritten) {
  const ChildSetup at_terminal{.terminal = true};
  const std::string words = "export r.json --format bmf -o x.json";
  EXPECT_EQ(sudoku_bench(words, at_terminal).out, "wrote x.json\r\n");
  EXPECT_EQ(sudoku_bench(words).err, "") << "a pipeline is not";
  const std::string run =
      sudoku_bench(quick_run("good.csv --result y.json --html y.html"), at_terminal).out;
  EXPECT_TRUE(run.ends_with("\r\nwrote y.json, y.html\r\n")) << run;
  EXPECT_EQ(sudoku_bench(quick_run("good.csv --quiet --result y.json"), at_terminal).out, "");
}

// The program compared with itself.
const std::string kAb =
    "ab --base " SUDOKU_BENCH_PROGRAM " --new " SUDOKU_BENCH_PROGRAM " good.csv";

// Commands check the outputs that OnlyOneOutputGoesToStandardOutput names.
TEST_F(NamedFiles, AnOutputThatIsAnInputOrAnotherOutputIsRefused) {
  const struct {
    std::string words;
    const char* output;
    const char* other;
  } cases[] = {
      {"run good.csv --puzzle-csv good.csv", "--puzzle-csv 'good.csv'", "FILE 'good.csv'"},
      {"run good.csv --result soft.csv", "--result 'soft.csv'", "FILE 'good.csv'"},
      {"run soft.csv --html hard.csv", "--html 'hard.csv'", "FILE 'soft.csv'"},
      {"run good.csv --markdown here/good.csv", "--markdown 'here/good.csv'", "FILE 'good.csv'"},
      {"run good.csv.journal --result good.csv", "the journal of --result 'good.csv.journal'",
       "FILE 'good.csv.journal'"},
      {"run --suite suite.toml --result suite.toml", "--result 'suite.toml'",
       "--suite 'suite.toml'"},
      {"run --suite suite.toml --result good.csv", "--result 'good.csv'", "FILE 'good.csv'"},
      {"run good.csv --exec 'cat r.json' --markdown r.json", "--markdown 'r.json'",
       "--exec 'r.json'"},
      {kAb + " --plugin ./s.json:f --html s.json", "--html 's.json'", "--plugin './s.json'"},
      {kAb + " --exec 'name=a:cat s.json' --html s.json", "--html 's.json'", "--exec 's.json'"},
      {"ab good.csv --base-exec 'name=a:cat s.json' --new-exec 'name=a:cat r.json' --html s.json",
       "--html 's.json'", "--base-exec 's.json'"},
      {"run good.csv --pilots r.json --result r.json", "--result 'r.json'", "--pilots 'r.json'"},
      {"solve good.csv -o good.csv", "--output 'good.csv'", "FILE 'good.csv'"},
      {"dataset isomorph good.csv -o ./good.csv", "--output './good.csv'", "FILE 'good.csv'"},
      {"dataset convert good.csv soft.csv", "OUT 'soft.csv'", "IN 'good.csv'"},
      {"report r.json --html r.json", "--html 'r.json'", "RESULT 'r.json'"},
      {"export r.json --format bmf -o r.json", "--output 'r.json'", "RESULT 'r.json'"},
      {"compare r.json s.json --markdown s.json", "--markdown 's.json'", "NEW 's.json'"},
      {"compare r.json s.json --junit r.json", "--junit 'r.json'", "BASE 'r.json'"},
      {kAb + " --html good.csv", "--html 'good.csv'", "FILE 'good.csv'"},
      {"merge r.json s.json -o r.json", "--output 'r.json'", "RESULT 'r.json'"},

      {"run good.csv --result new --html ./new", "--html './new'", "--result 'new'"},
      {"run good.csv --result new --html here/new.journal", "--html 'here/new.journal'",
       "the journal of --result 'new.journal'"},
  };

  for (const auto& c : cases) {
    expect_untouched(
        c.words, fmt::format("{} would overwrite {}: they are the same file", c.output, c.other));
  }
}

TEST_F(NamedFiles, DevicesCanBeShared) {
  EXPECT_EQ(sudoku_bench(quick_run("good.csv -q --result /dev/null --html /dev/null")).code, kOk);
}

TEST_F(NamedFiles, AreTriedBeforeAnythingIsMeasured) {
  const auto before = contents();
  const Ended ended = sudoku_bench(quick_run("good.csv --result new --html nowhere/r.html"));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(
      ended.err,
      "sudoku-bench: nowhere/r.html: cannot be written: the directory nowhere does not exist\n");
  EXPECT_EQ(contents(), before);
}

// Regression: only "-" was known as standard output, so that other names for it were accepted, and
// two outputs followed each other.
TEST_F(NamedFiles, EveryOutputIsTriedAndTheTablePrinted) {
  const std::string error = "sudoku-bench: /dev/full: cannot be written: No space left on device";
  const std::string plugin = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";

  const struct {
    std::string words;
    const char* table;   // a part of what is printed
    std::string before;  // of the error
  } cases[] = {
      {quick_run("good.csv --result x.json --markdown /dev/full --html out"), "good.csv: 6 puzzles",
       "to write what is missing: " SUDOKU_BENCH_PROGRAM " report x.json --markdown /dev/full\n"},
      {"report r.json --text --html /dev/full --csv out", "rated: 44,242 puzzles", ""},
      {"compare r.json s.json --markdown /dev/full --html out", "WRONG: flags on rated", ""},
      {"ab --base " + plugin + " --new " + plugin + " good.csv --junit /dev/full --html out",
       "IDENTICAL", ""},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.words);
    std::filesystem::remove(path("out"));
    const Ended ended = sudoku_bench(c.words);
    EXPECT_EQ(ended.code, kBadInput);
    expect_part(ended.out, c.table);
    EXPECT_EQ(ended.err, c.before + error + "\n");
    EXPECT_TRUE(std::filesystem::exists(path("out")));
  }
}

TEST_F(NamedFiles, OnlyOneOutputGoesToStandardOutput) {
  std::filesystem::create_symlink("/dev/stdout", path("link"));
  const char* const run = "--result, --html, --markdown and --puzzle-csv";
  const char* const compared = "--markdown, --junit, --html and --times-csv";
  const std::pair<std::string, const char*> cases[] = {
      {"run good.csv --result - --html /dev/stdout", run},
      {"run good.csv --markdown /dev/fd/1 --puzzle-csv link", run},
      {"report r.json --html - --csv /proc/self/fd/1", "--html, --markdown and --csv"},
      {"compare r.json s.json --markdown - --junit /dev/stdout", compared},
      {"compare r.json s.json --junit - --times-csv -", compared},
      {kAb + " --markdown - --html /dev/stdout", compared},
  };
  for (const auto& [words, options] : cases) {
    expect_untouched(words, fmt::format("only one of {} can go to standard output", options));
  }
}

TEST_F(NamedFiles, TextForPeopleLeavesStandardOutputUnderAnyName) {
  for (const std::string& words :
       {quick_run("good.csv --result"), std::string("compare r.json s.json --times-csv")}) {
    const Ended ended = sudoku_bench(words + " /dev/stdout");
    EXPECT_EQ(ended.code, sudoku_bench(words + " out").code);
    EXPECT_EQ(ended.out.substr(0, 10), content_of(path("out")).substr(0, 10));
    EXPECT_NE(ended.err, "");
  }
}

TEST_F(NamedFiles, ALinkIsReplacedAndNotFollowed) {
  for (const std::string name : {"a", "b", "c"}) {
    folder_.write(name + ".mine", "mine");
    std::filesystem::create_symlink(name + ".mine", path(name));
  }
  EXPECT_EQ(sudoku_bench(quick_run("good.csv -q --result a --puzzle-csv b")).code, kOk);
  EXPECT_EQ(sudoku_bench("dataset convert good.csv c --to csv").code, kOk);
  for (const std::string name : {"a", "b", "c"}) {
    EXPECT_EQ(content_of(path(name + ".mine")), "mine");
    EXPECT_FALSE(std::filesystem::is_symlink(path(name))) << name;
  }
}

TEST_F(NamedFiles, AnEmptyNameIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"run good.csv --result= r.json", "--result"},
      {"run good.csv ''", "FILE"},
      {"ab --base '' --new b good.csv", "--base"}};
  for (const auto& [words, option] : cases) {
    expect_untouched(words, fmt::format("{}: expected a name, found ''", option));
  }
}

bool is_harmful(const std::string& text) {
  return text.find('\033') != std::string::npos || text.find('\a') != std::string::npos ||
         text.find("\u009B") != std::string::npos || text.find('\xFF') != std::string::npos ||
         text.find("\nforged") != std::string::npos;
}

TEST_F(NamedFiles, ANameCannotDriveTheTerminal) {
  const std::string name = "a\033[2J\u009B\xFF\a\nforged.csv";
  folder_.write(name, std::string(kHeader) + kRows + "bad\n");
  const auto quoted = [&name](const std::string& end) { return base::shell_quoted({name + end}); };
  for (const std::string& words :
       {quick_run(quoted("")), quick_run(quoted("") + " --strict"),
        quick_run("good.csv --result " + quoted("/r.json")), "run " + quoted(".none"),
        "run good.csv --solvers " + quoted(""), "run good.csv --plugin " + quoted(":f"),
        "run good.csv --exec " + quoted(""), "dataset stats " + quoted(""),
        "dataset stats " + quoted(".none"), "dataset verify " + quoted(""),
        "dataset fetch " + quoted(""), "solve -o solved.csv " + quoted(""),
        "compare " + quoted(".none") + " " + quoted(""), "report " + quoted("")}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const Ended ended = sudoku_bench(words);
    EXPECT_FALSE(is_harmful(ended.out)) << testing::PrintToString(ended.out);
    EXPECT_FALSE(is_harmful(ended.err)) << testing::PrintToString(ended.err);
  }
}

TEST_F(NamedFiles, ANameIsNoFormulaInATable) {
  folder_.write("=1+1.csv", std::string(kHeader) + kRows);
  const std::string table = sudoku_bench(quick_run("=1+1.csv --puzzle-csv -")).out;
  expect_part(table, "\n'=1+1.csv,2,");
  EXPECT_EQ(table.find("\n="), std::string::npos) << table;
}

}  // namespace
}  // namespace sudoku::cli
