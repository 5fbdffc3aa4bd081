// Tests of file names on command lines: aliases of one file, empty names, harmful names.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/json.h"

namespace sudoku::cli {
namespace {

using Words = std::vector<std::string>;

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
    std::filesystem::create_directory(path("pictures"));
    std::filesystem::create_symlink("../r.json", path("pictures/latency.svg"));
  }

  // Contents of all files in the folder, by path.
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.is_regular_file()) contents[entry.path()] = content_of(entry.path());
    }
    return contents;
  }

  void expect_untouched(const Words& words, const std::string& error) const {
    SCOPED_TRACE(testing::PrintToString(words));
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
  const Words words = {"export", "r.json", "--format", "bmf", "-o", "x.json"};
  EXPECT_EQ(bench(words, at_terminal).out, "wrote x.json\r\n");
  EXPECT_EQ(bench(words).err, "") << "a pipeline is not";
  const std::string run =
      bench(quick_run({"good.csv", "--result", "y.json", "--html", "y.html"}), at_terminal).out;
  EXPECT_TRUE(run.ends_with("\r\nwrote y.json, y.html\r\n")) << run;
  EXPECT_EQ(bench(quick_run({"good.csv", "--quiet", "--result", "y.json"}), at_terminal).out, "");
}

struct SameCase {
  Words words;
  const char* output;
  const char* other;
};

TEST_F(NamedFiles, AnOutputThatIsAnInputIsRefused) {
  const SameCase cases[] = {
      {{"run", "good.csv", "--puzzle-csv", "good.csv"},
       "--puzzle-csv 'good.csv'",
       "FILE 'good.csv'"},
      {{"run", "good.csv", "--result", "soft.csv"}, "--result 'soft.csv'", "FILE 'good.csv'"},
      {{"run", "soft.csv", "--html", "hard.csv"}, "--html 'hard.csv'", "FILE 'soft.csv'"},
      {{"run", "good.csv", "--markdown", "here/good.csv"},
       "--markdown 'here/good.csv'",
       "FILE 'good.csv'"},
      {{"run", "good.csv.journal", "--result", "good.csv"},
       "the journal of --result 'good.csv.journal'",
       "FILE 'good.csv.journal'"},
      {{"run", "--suite", "suite.toml", "--result", "suite.toml"},
       "--result 'suite.toml'",
       "--suite 'suite.toml'"},
      {{"run", "--suite", "suite.toml", "--result", "good.csv"},
       "--result 'good.csv'",
       "FILE 'good.csv'"},
      {{"run", "good.csv", "--exec", "cat r.json", "--markdown", "r.json"},
       "--markdown 'r.json'",
       "--exec 'r.json'"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--plugin", "./s.json:f",
        "--html", "s.json"},
       "--html 's.json'",
       "--plugin './s.json'"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--exec", "name=a:cat s.json",
        "--html", "s.json"},
       "--html 's.json'",
       "--exec 's.json'"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--base-exec",
        "name=a:cat s.json", "--new-exec", "name=a:cat r.json", "--html", "s.json"},
       "--html 's.json'",
       "--base-exec 's.json'"},
      {{"run", "good.csv", "--pilots", "r.json", "--result", "r.json"},
       "--result 'r.json'",
       "--pilots 'r.json'"},
      {{"solve", "good.csv", "-o", "good.csv"}, "--output 'good.csv'", "FILE 'good.csv'"},
      {{"solve", "good.csv", "--svg", "good.csv"}, "--svg 'good.csv'", "FILE 'good.csv'"},
      {{"dataset", "isomorph", "good.csv", "-o", "./good.csv"},
       "--output './good.csv'",
       "FILE 'good.csv'"},
      {{"dataset", "convert", "good.csv", "soft.csv"}, "OUT 'soft.csv'", "IN 'good.csv'"},
      {{"dataset", "stats", "good.csv", "--html", "good.csv"},
       "--html 'good.csv'",
       "FILE 'good.csv'"},
      {{"dataset", "stats", "good.csv.journal", "good.csv", "--shared", "soft.csv"},
       "--shared 'soft.csv'",
       "FILE 'good.csv'"},
      {{"report", "r.json", "--html", "r.json"}, "--html 'r.json'", "RESULT 'r.json'"},
      {{"report", "r.json", "--svg", "pictures"},
       "a picture of --svg 'pictures/latency.svg'",
       "RESULT 'r.json'"},
      {{"export", "r.json", "--format", "bmf", "-o", "r.json"},
       "--output 'r.json'",
       "RESULT 'r.json'"},
      {{"compare", "r.json", "s.json", "--markdown", "s.json"},
       "--markdown 's.json'",
       "NEW 's.json'"},
      {{"compare", "r.json", "s.json", "--junit", "r.json"}, "--junit 'r.json'", "BASE 'r.json'"},
      {{"compare", "r.json", "s.json", "--html", "s.json"}, "--html 's.json'", "NEW 's.json'"},
      {{"compare", "r.json", "s.json", "--times-csv", "s.json"},
       "--times-csv 's.json'",
       "NEW 's.json'"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--html", "good.csv"},
       "--html 'good.csv'",
       "FILE 'good.csv'"},
      {{"merge", "r.json", "s.json", "-o", "r.json"}, "--output 'r.json'", "RESULT 'r.json'"},
  };
  for (const SameCase& c : cases) {
    expect_untouched(c.words, std::string(c.output) + " would overwrite " + c.other +
                                  ": they are the same file");
  }
}

TEST_F(NamedFiles, TwoOutputsThatAreOneFileAreRefused) {
  const SameCase cases[] = {
      {{"run", "good.csv", "--result", "new", "--html", "./new"},
       "--html './new'",
       "--result 'new'"},
      {{"run", "good.csv", "--result", "new", "--html", "here/new.journal"},
       "--html 'here/new.journal'",
       "the journal of --result 'new.journal'"},
      {{"solve", "good.csv", "-o", "new", "--svg", "here/new"},
       "--svg 'here/new'",
       "--output 'new'"},
      {{"report", "r.json", "--html", "new", "--csv", "new"}, "--csv 'new'", "--html 'new'"},
      {{"report", "r.json", "--svg", "new", "--html", "new/latency.svg"},
       "a picture of --svg 'new/latency.svg'",
       "--html 'new/latency.svg'"},
      {{"compare", "r.json", "s.json", "--junit", "new", "--markdown", "new"},
       "--junit 'new'",
       "--markdown 'new'"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--html", "new", "--junit",
        "new"},
       "--html 'new'",
       "--junit 'new'"},
      {{"dataset", "stats", "good.csv", "good.csv.journal", "--html", "new", "--shared", "new"},
       "--shared 'new'",
       "--html 'new'"},
  };
  for (const SameCase& c : cases) {
    expect_untouched(c.words, std::string(c.output) + " would overwrite " + c.other +
                                  ": they are the same file");
  }
}

TEST_F(NamedFiles, DevicesCanBeShared) {
  EXPECT_EQ(
      bench(quick_run({"good.csv", "-q", "--result", "/dev/null", "--html", "/dev/null"})).code,
      kOk);
}

// Regression: only "-" was known as standard output, so that other names for it were accepted, and
// two outputs followed each other.
TEST_F(NamedFiles, EveryOutputIsTriedAndTheTablePrinted) {
  const std::string error = "sudoku-bench: /dev/full: cannot be written: No space left on device";
  const std::string plugin = std::string(PLUGIN_EXAMPLE_C) + ":solve_bitmasks";

  const struct {
    Words words;
    std::string table;   // a part of what is printed
    std::string before;  // of the error
  } cases[] = {
      {quick_run({"good.csv", "--result", "x.json", "--markdown", "/dev/full", "--html", "out"}),
       "good.csv: 6 puzzles",
       fmt::format("to write what is missing: {} report x.json --markdown /dev/full\n",
                   SUDOKU_BENCH_PROGRAM)},
      {{"report", "r.json", "--text", "--html", "/dev/full", "--csv", "out"},
       "rated: 44,242 puzzles",
       ""},
      {{"compare", "r.json", "s.json", "--markdown", "/dev/full", "--html", "out"},
       "WRONG: flags on rated",
       ""},
      {{"ab", "--base", plugin, "--new", plugin, "good.csv", "--junit", "/dev/full", "--html",
        "out"},
       "IDENTICAL",
       ""},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(testing::PrintToString(c.words));
    std::filesystem::remove(path("out"));
    const Ended ended = bench(c.words);
    EXPECT_EQ(ended.code, kBadInput);
    expect_part(ended.out, c.table);
    EXPECT_EQ(ended.err, c.before + error + "\n");
    EXPECT_TRUE(std::filesystem::exists(path("out")));
  }
}

TEST_F(NamedFiles, OnlyOneOutputGoesToStandardOutput) {
  std::filesystem::create_symlink("/dev/stdout", path("link"));
  const char* const run = "--result, --html, --markdown and --puzzle-csv";
  const std::pair<Words, const char*> cases[] = {
      {{"run", "good.csv", "--result", "-", "--html", "/dev/stdout"}, run},
      {{"run", "good.csv", "--markdown", "/dev/fd/1", "--puzzle-csv", "link"}, run},
      {{"report", "r.json", "--html", "-", "--csv", "/proc/self/fd/1"},
       "--html, --markdown and --csv"},
      {{"compare", "r.json", "s.json", "--markdown", "-", "--junit", "/dev/stdout"},
       "--markdown, --junit, --html and --times-csv"},
      {{"compare", "r.json", "s.json", "--junit", "-", "--times-csv", "-"},
       "--markdown, --junit, --html and --times-csv"},
      {{"ab", SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, "good.csv", "--markdown", "-", "--html",
        "/dev/stdout"},
       "--markdown, --junit, --html and --times-csv"},
      {{"dataset", "stats", "good.csv", "good.csv", "--html", "-", "--shared", "/dev/stdout"},
       "--html, --shared and --json"},
      {{"dataset", "stats", "good.csv", "good.csv", "--json", "--shared", "-"},
       "--html, --shared and --json"},
      {{"solve", "good.csv", "-o", "-", "--svg", "-"}, "--output and --svg"},
      {{"solve", "good.csv", "-o", "/dev/stdout", "--svg", "-"}, "--output and --svg"},
  };
  for (const auto& [words, options] : cases)
    expect_untouched(words, fmt::format("only one of {} can go to standard output", options));
}

TEST_F(NamedFiles, TextForPeopleLeavesStandardOutputUnderAnyName) {
  for (const Words& words :
       {quick_run({"good.csv", "--result"}), {"compare", "r.json", "s.json", "--times-csv"}}) {
    Words to_stdout = words;
    to_stdout.emplace_back("/dev/stdout");
    Words to_file = words;
    to_file.emplace_back("out");
    const Ended ended = bench(to_stdout);
    EXPECT_EQ(ended.code, bench(to_file).code);
    EXPECT_EQ(ended.out.substr(0, 10), content_of(path("out")).substr(0, 10));
    EXPECT_NE(ended.err, "");
  }
}

TEST_F(NamedFiles, ALinkIsReplacedAndNotFollowed) {
  for (const std::string name : {"a", "b", "c"}) {
    folder_.write(name + ".mine", "mine");
    std::filesystem::create_symlink(name + ".mine", path(name));
  }
  EXPECT_EQ(bench(quick_run({"good.csv", "-q", "--result", "a", "--puzzle-csv", "b"})).code, kOk);
  EXPECT_EQ(bench({"dataset", "convert", "good.csv", "c", "--to", "csv"}).code, kOk);
  for (const std::string name : {"a", "b", "c"}) {
    EXPECT_EQ(content_of(path(name + ".mine")), "mine");
    EXPECT_FALSE(std::filesystem::is_symlink(path(name))) << name;
  }
}

TEST_F(NamedFiles, ARunIsResumedIntoItsOwnResult) {
  Words words = quick_run({"good.csv", "-q", "--result", "new.json"});
  EXPECT_EQ(bench(words).code, kOk);
  words.emplace_back("--resume");
  EXPECT_EQ(bench(words).code, kOk);
}

TEST_F(NamedFiles, AnEmptyNameIsRefused) {
  const std::pair<Words, const char*> cases[] = {
      {{"run", "good.csv", "--result", ""}, "--result"},
      {{"run", "good.csv", "--result=", "r.json"}, "--result"},
      {{"run", "good.csv", "--html", ""}, "--html"},
      {{"run", "good.csv", "--markdown", ""}, "--markdown"},
      {{"run", "good.csv", "--puzzle-csv", ""}, "--puzzle-csv"},
      {{"run", "good.csv", "--suite", ""}, "--suite"},
      {{"run", "good.csv", "--pilots", ""}, "--pilots"},
      {{"run", ""}, "FILE"},
      {{"run", "good.csv", ""}, "FILE"},
      {{"solve", ""}, "FILE"},
      {{"solve", "good.csv", "-o", ""}, "--output"},
      {{"solve", "good.csv", "--svg", ""}, "--svg"},
      {{"compare", "", "r.json"}, "RESULT"},
      {{"compare", "r.json", "r.json", "--new", ""}, "--new"},
      {{"compare", "r.json", "r.json", "--junit", ""}, "--junit"},
      {{"ab", "", "b", "good.csv"}, "BASE"},
      {{"ab", "a", "b", "good.csv", "--html", ""}, "--html"},
      {{"report", ""}, "RESULT"},
      {{"report", "r.json", "--svg", ""}, "--svg"},
      {{"export", "r.json", "--format", "bmf", "-o", ""}, "--output"},
      {{"merge", "r.json", "-o", ""}, "--output"},
      {{"dataset", "convert", "good.csv", ""}, "OUT"},
      {{"dataset", "stats", "good.csv", "--html", ""}, "--html"},
      {{"dataset", "stats", "good.csv", "good.csv", "--shared", ""}, "--shared"},
      {{"dataset", "isomorph", "good.csv", "-o", ""}, "--output"},
      {{"dataset", "generate", "-o", ""}, "--output"},
      {{"dataset", "verify", ""}, "FILE"},
      {{"dataset", "fetch", "17_clue", "--to", ""}, "--to"},
      {{"dataset", "list", "--catalog", ""}, "--catalog"},
      {{"micro", "--datasets", ""}, "--datasets"},
  };
  for (const auto& [words, option] : cases)
    expect_untouched(words, std::string(option) + ": expected a name, found ''");
}

TEST_F(NamedFiles, AnEmptyNameInASuiteIsRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"files = [\"\"]\n", "1:10: files: expected a name, found ''"},
      {"files = [\"good.csv\"]\nresult = \"\"\n", "2:10: result: expected a name, found ''"},
  };
  for (const auto& [suite, error] : cases) {
    folder_.write("s.toml", suite);
    const Ended ended = bench({"run", "--suite", "s.toml"});
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.err, std::string("sudoku-bench: s.toml:") + error + "\n");
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
  const Words commands[] = {
      quick_run({name}),
      quick_run({name, "--strict"}),
      quick_run({"good.csv", "--result", name + "/r.json"}),
      {"run", name + ".none"},
      {"run", "good.csv", "--solvers", name},
      {"run", "good.csv", "--" + name},
      {"dataset", "stats", name},
      {"dataset", "stats", name + ".none"},
      {"dataset", "verify", name},
      {"solve", name, "-o", "solved.csv"},
      {"compare", name + ".none", name},
      {"report", name},
  };
  for (const Words& words : commands) {
    SCOPED_TRACE(testing::PrintToString(words));
    const Ended ended = bench(words);
    EXPECT_FALSE(is_harmful(ended.out)) << testing::PrintToString(ended.out);
    EXPECT_FALSE(is_harmful(ended.err)) << testing::PrintToString(ended.err);
  }
}

TEST_F(NamedFiles, ANameIsNoFormulaInATable) {
  folder_.write("=1+1.csv", std::string(kHeader) + kRows);
  const Ended run = bench(quick_run({"=1+1.csv", "--puzzle-csv", "-"}));
  EXPECT_NE(run.out.find("\n'=1+1.csv,2,"), std::string::npos) << run.out;
  const Ended shared = bench({"dataset", "stats", "good.csv", "=1+1.csv", "--shared", "-"});
  EXPECT_NE(shared.out.find("\n'=1+1.csv,2,"), std::string::npos) << shared.out;
  EXPECT_EQ(run.out.find("\n="), std::string::npos);
  EXPECT_EQ(shared.out.find("\n="), std::string::npos);
}

}  // namespace
}  // namespace sudoku::cli
