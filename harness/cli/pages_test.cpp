// Tests of the manual page and the completion with man and bash, and of `micro`.
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/json.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {
namespace {

class Man : public Bench {
 protected:
  bool has(const std::string& program) const {
    return bench({"-c", "command -v " + program}, {.program = "sh"}).code == 0;
  }

  // What the shell command `checker` prints about the manual page on standard error.
  std::string complaints(const std::string& checker) const {
    folder_.write("page.1", bench({"man"}).out);
    const Ended ended = bench({"-c", checker + " page.1 2>&1 >/dev/null"}, {.program = "sh"});
    return ended.out;
  }
};

TEST_F(Man, HasASectionPerSubcommandAndEveryExitStatus) {
  const Ended ended = bench({"man"});
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "");
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "RUN", "SOLVE", "MICRO", "SOLVERS",
                              "VERSION", "MAN", "COMPLETION", "DATASET STATS", "DATASET CONVERT",
                              "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"}) {
    EXPECT_NE(ended.out.find(fmt::format("\n.SH {}\n", section)), std::string::npos) << section;
  }
  for (const char* variable : {"NO_COLOR", "COLUMNS"})
    EXPECT_NE(ended.out.find(fmt::format(".TP\n\\fB{}\\fR\n", variable)), std::string::npos)
        << variable;
  for (const ExitStatus& status : kExitStatuses) {
    const std::string item = fmt::format(".TP\n\\fB{}\\fR\n", status.code);
    EXPECT_NE(ended.out.find(item), std::string::npos) << status.meaning;
  }
}

TEST_F(Man, EscapesWhatRoffWouldTakeForItself) {
  const std::string page = bench({"man"}).out;
  EXPECT_NE(page.find("\\fB\\-\\-time\\-budget\\fR \\fIT\\fR\n"), std::string::npos);
  EXPECT_NE(page.find(" Default: 10s.\n"), std::string::npos);
  EXPECT_EQ(page.find(" --"), std::string::npos) << "a minus that would become a hyphen";
}

TEST_F(Man, ShowsWhatASubcommandTakes) {
  const std::string page = bench({"man"}).out;
  EXPECT_TRUE(page.starts_with(".TH SUDOKU\\-BENCH 1 \"\" \"sudoku\\-bench ")) << page;
  for (const char* part :
       {"\n.SH NAME\nsudoku\\-bench \\- solves Sudoku in bulk ",
        "\n.SH SYNOPSIS\n\\fBsudoku\\-bench run\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR...]\n.br\n",
        "\n\\fBsudoku\\-bench report\\fR [\\fIOPTION\\fR]... \\fIRESULT\\fR...\n.br\n",
        "\n\\fBsudoku\\-bench completion\\fR\n.SH DESCRIPTION\nSolves Sudoku in bulk ",
        ".TP\n\\fB\\-\\-version\\fR\nPrint version, revision, compiler and flags.\n.SH RUN\n",
        ".TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\nPrint only errors.\n",
        "\n.TP\n\\fIFILE|PUZZLE\\fR\nA puzzle, or a puzzle file ",
        "\n.TP\n\\fBsudoku\\-bench micro \\-\\-benchmark_filter="}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("Exit status:\n"), std::string::npos) << "it has a section of its own";
}

TEST_F(Man, NamesNoEmptyDefault) {
  const std::string page = bench({"man"}).out;
  EXPECT_EQ(page.find("Default: []"), std::string::npos);
  EXPECT_EQ(page.find("Default: ."), std::string::npos);
}

TEST_F(Man, PleasesGroff) {
  if (!has("groff")) GTEST_SKIP() << "not tried: groff is not installed";
  EXPECT_EQ(complaints("groff -man -Tascii -ww"), "");
}

TEST_F(Man, PleasesMandoc) {
  if (!has("mandoc")) GTEST_SKIP() << "not tried: mandoc is not installed";
  EXPECT_EQ(complaints("mandoc -Tlint -W error"), "");
}

struct CompletionCase {
  const char* name;
  std::vector<std::string> words;  // words as bash splits them; the last one is completed
  std::string offers;
};

class Completion : public Bench {
 protected:
  // Completions that bash offers, sorted.
  std::string offers(const std::vector<std::string>& words) const {
    const std::string script = fmt::format(
        "source <('{}' completion); COMP_WORDS=('{}' '{}'); COMP_CWORD={}; _sudoku_bench; "
        "printf '%s\\n' \"${{COMPREPLY[@]}}\" | LC_ALL=C sort | paste -sd' '",
        SUDOKU_BENCH_PROGRAM, SUDOKU_BENCH_PROGRAM, fmt::join(words, "' '"), words.size());
    const Ended ended = bench({"-c", script}, {.program = "bash"});
    EXPECT_EQ(ended.err, "");
    return ended.out;
  }
};

TEST_F(Completion, OffersWhatFits) {
  folder_.write("other.csv", "");
  std::filesystem::create_directory(path("garden"));
  const CompletionCase cases[] = {
      {"subcommands",
       {""},
       "--help --help-all --version ab compare completion dataset export man merge micro report "
       "run "
       "solve solvers version"},
      {"subcommand begun", {"m"}, "man merge micro"},
      {"options begun", {"run", "--pu"}, "--puzzle-column --puzzle-csv --puzzle-timeout"},
      {"subcommands of dataset",
       {"dataset", ""},
       "--help --help-all convert fetch generate isomorph list stats verify"},
      {"options of them", {"dataset", "stats", "--is"}, "--isomorphs"},
      {"choices of theirs", {"dataset", "convert", "--to", "b"}, "bare blocks"},
      {"files of theirs", {"dataset", "verify", "go"}, "good.csv"},
      {"options of micro",
       {"micro", "--benchmark_out"},
       "--benchmark_out= --benchmark_out_format="},
      {"choices", {"run", "--verify", ""}, "all off sample"},
      {"choice begun", {"run", "--latency", "of"}, "off"},
      {"choice after an equals sign", {"run", "--pin", "=", "a"}, "auto"},
      {"choice right after it", {"run", "--pin", "="}, "auto off"},
      {"solver", {"run", "--reference", "d"}, "dlx"},
      {"solvers", {"run", "--solvers", "mrv,na"}, "mrv,naive"},
      {"one solver", {"solve", "--solver", "fl"}, "flags"},
      {"a file to solve", {"solve", "go"}, "good.csv"},
      {"all solvers", {"run", "--solvers", "al"}, "all"},
      {"a number", {"run", "--rounds", ""}, ""},
      {"files and sets", {"run", "g"}, "garden good.csv"},
      {"a set", {"run", "mini"}, "minimal"},
      {"results are no sets", {"report", "mini"}, ""},
      {"file for an option", {"run", "--result", "go"}, "good.csv"},
      {"folder", {"micro", "--datasets", ""}, "garden"},
      {"no files where none belong", {"version", ""}, ""},
  };
  for (const CompletionCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(offers(c.words), c.offers + "\n");
  }
}

class Micro : public Bench {
 protected:
  Micro() {
    for (const char* set : {"easy.csv", "minimal.csv", "hard.csv", "multiple.csv", "none.csv"}) {
      folder_.write(set, std::string(kHeader) + kRows);
    }
  }

  Ended micro(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"micro", "--datasets", ".", "--benchmark_min_time=0.001"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return bench(arguments);
  }
};

TEST_F(Micro, ListsEverySolverOnEverySet) {
  const Ended ended = micro({"--benchmark_list_tests", "good.csv"});
  EXPECT_EQ(ended.code, kOk);
  for (const char* name : {"solve/naive/easy\n", "solve/dlx/none\n", "read/hard\n",
                           "solve/mrv/good.csv\n", "read/good.csv\n", "bare/mrv/good.csv\n"}) {
    EXPECT_NE(ended.out.find(name), std::string::npos) << name;
  }
  EXPECT_EQ(ended.out.find("null"), std::string::npos);
  EXPECT_EQ(ended.out.find("bare/mrv/easy"), std::string::npos);
  EXPECT_EQ(bench({"micro", "--benchmark_list_tests"}).code, kOk) << "of the bundled sets";
}

// Rates are compared with each other and with the time of an iteration: they depend on its length.
TEST_F(Micro, CountsPuzzlesBytesGuessesAndTimeouts) {
  std::string many = kHeader;
  for (int i = 0; i < 102; ++i)
    many += kRows;
  many += "12,\n";
  folder_.write("many.csv", many);
  folder_.write(
      "late.txt",  // its solution is among the last that backtracking tries
      "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
  const Ended ended = micro({"--benchmark_filter=(solve|bare)/mrv/many|read/many|solve/naive/late",
                             "many.csv", "late.txt", "--benchmark_format=csv"});
  EXPECT_EQ(ended.code, kOk);

  const struct {
    std::string name;
    double items;          // per iteration
    std::string counters;  // guesses and timeouts
  } cases[] = {{"read/many.csv", 613, ",,,,0,0"},
               {"bare/mrv/many.csv", 612, ",,,,7.16667,0"},
               {"solve/mrv/many.csv", 256, ",,,,7.09375,0"},
               {"solve/naive/late.txt", 1, ",,,,100000,1"}};

  for (const auto& c : cases) {
    const std::size_t start = ended.out.find("\n\"" + c.name + "\",");
    ASSERT_NE(start, std::string::npos) << c.name << ended.out;
    const std::string row =
        ended.out.substr(start + 1, ended.out.find('\n', start + 1) - start - 1);
    const std::vector<std::string> fields = options::split(row, ',');
    const double per_second = std::stod(fields[6]);
    EXPECT_NEAR(per_second * std::stod(fields[3]) / 1e9, c.items, c.items / 1e3) << row;
    EXPECT_TRUE(row.ends_with(fields[6] + c.counters)) << row;
    if (c.items == 613) {
      EXPECT_NEAR(std::stod(fields[5]) / per_second * c.items, static_cast<double>(many.size()),
                  10);
    } else {
      EXPECT_EQ(fields[5], "");
    }
  }
}

TEST_F(Micro, PassesGoogleBenchmarksFlagsOn) {
  const Ended ended = micro({"--benchmark_filter=solve/dlx/easy", "--benchmark_out=out.json",
                             "--benchmark_repetitions=2", "--benchmark_format=json"});
  EXPECT_EQ(ended.code, kOk);
  for (const std::string& json : {ended.out, content_of(path("out.json"))}) {
    EXPECT_NE(json.find("\"name\": \"solve/dlx/easy_median\""), std::string::npos);
    EXPECT_NE(json.find("\"sudoku_bench_version\": \""), std::string::npos) << json;
    EXPECT_NE(json.find("\"executable\": \"sudoku-bench\""), std::string::npos) << json;
    EXPECT_TRUE(base::Json::accept(json)) << json;
  }
}

struct FlagCase {
  const char* name;
  std::string flag;
  std::string message;
};

TEST_F(Micro, RefusesFlagsThatGoogleBenchmarkDoesNotTake) {
  const FlagCase cases[] = {
      {"unknown", "--benchmark_colour=true",
       "sudoku-bench: micro: unknown flag or bad value: --benchmark_colour=true\n"},
      {"not its own", "--fast", "sudoku-bench: micro: unknown flag or bad value: --fast\n"},
      {"bad choice", "--benchmark_format=xml",
       "sudoku-bench: micro: a flag has an invalid value\n"},
  };
  for (const FlagCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Ended ended = micro({c.flag});
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, c.message + see_help("micro").substr(1));
  }
  EXPECT_EQ(micro({"--benchmark_filter=nothing"}).code, kUsage);
}

TEST_F(Micro, NeedsItsDatasets) {
  const Ended ended = bench({"micro", "--datasets", "nowhere"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err,
            "sudoku-bench: nowhere/easy.csv: cannot be opened: No such file or directory\n");
}

TEST_F(Micro, EndsWithTwoWithoutAPuzzle) {
  folder_.write("header.csv", std::string(kHeader));
  const Ended ended = micro({"header.csv"});
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.err, "sudoku-bench: header.csv: contains no usable puzzle\n");
}

}  // namespace
}  // namespace sudoku::cli
