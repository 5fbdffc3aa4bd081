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
  // What the shell command `checker` prints about the manual page on standard error.
  std::string complaints(const std::string& checker) const {
    return shell("sudoku-bench man > page.1; " + checker + " page.1 2>&1 >/dev/null").out;
  }
};

TEST_F(Man, ShowsWhatSubcommandsTakeAsRoff) {
  const Ended ended = sudoku_bench("man");
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.err, "");
  const std::string& page = ended.out;
  expect_start(page, ".TH SUDOKU\\-BENCH 1 \"\" \"sudoku\\-bench ");
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "RUN", "SOLVE", "MICRO", "SOLVERS",
                              "VERSION", "MAN", "COMPLETION", "DATASET STATS", "DATASET CONVERT",
                              "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"}) {
    expect_part(page, fmt::format("\n.SH {}\n", section));
  }
  for (const char* part :
       {"\n.SH NAME\nsudoku\\-bench \\- solves Sudoku in bulk ",
        "\n.SH SYNOPSIS\n\\fBsudoku\\-bench run\\fR [\\fIOPTION\\fR]... [\\fIFILE\\fR...]\n.br\n",
        "\n\\fBsudoku\\-bench report\\fR [\\fIOPTION\\fR]... \\fIRESULT\\fR...\n.br\n",
        "\n\\fBsudoku\\-bench completion\\fR\n.SH DESCRIPTION\nSolves Sudoku in bulk ",
        ".TP\n\\fB\\-\\-version\\fR\nPrint version, revision, compiler and flags.\n.SH RUN\n",
        ".TP\n\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR\nPrint only errors.\n",
        "\\fB\\-\\-time\\-budget\\fR \\fIT\\fR\n", " Default: 10s.\n",
        "\n.TP\n\\fIFILE|PUZZLE\\fR\nA puzzle, or a puzzle file ", ".TP\n\\fBNO_COLOR\\fR\n",
        ".TP\n\\fBCOLUMNS\\fR\n", "\n.TP\n\\fBsudoku\\-bench micro \\-\\-benchmark_filter="}) {
    expect_part(page, part);
  }
  for (const ExitStatus& status : kExitStatuses)
    expect_part(page, fmt::format(".TP\n\\fB{}\\fR\n", status.code));
  EXPECT_EQ(page.find("Exit status:\n"), std::string::npos) << "it has a section of its own";
  EXPECT_EQ(page.find(" --"), std::string::npos) << "a minus that would become a hyphen";
  for (const char* empty : {"Default: [].", "Default: ."})
    EXPECT_EQ(page.find(empty), std::string::npos) << empty;
}

TEST_F(Man, PleasesGroff) {
  if (!has("groff")) GTEST_SKIP() << "not tried: groff is not installed";
  EXPECT_EQ(complaints("groff -man -Tascii -ww"), "");
}

TEST_F(Man, PleasesMandoc) {
  if (!has("mandoc")) GTEST_SKIP() << "not tried: mandoc is not installed";
  EXPECT_EQ(complaints("mandoc -Tlint -W error"), "");
}

class Completion : public Bench {
 protected:
  // Completions that bash offers, sorted.
  std::string offers(const Arguments& words) const {
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
  // Words as bash splits them, of which the last one is completed, and what is offered.
  const std::pair<Arguments, std::string> cases[] = {
      {{""},
       "--help --help-all --version ab compare completion dataset export man merge micro report "
       "run solve solvers version"},
      {{"m"}, "man merge micro"},
      {{"run", "--pu"}, "--puzzle-column --puzzle-csv --puzzle-timeout"},
      {{"dataset", ""}, "--help --help-all convert fetch generate isomorph list stats verify"},
      {{"dataset", "stats", "--is"}, "--isomorphs"},
      {{"dataset", "convert", "--to", "b"}, "bare blocks"},
      {{"dataset", "verify", "go"}, "good.csv"},
      {{"micro", "--benchmark_out"}, "--benchmark_out= --benchmark_out_format="},
      {{"run", "--verify", ""}, "all off sample"},
      {{"run", "--latency", "of"}, "off"},
      {{"run", "--pin", "=", "a"}, "auto"},
      {{"run", "--pin", "="}, "auto off"},
      {{"run", "--reference", "d"}, "dlx"},
      {{"run", "--solvers", "mrv,na"}, "mrv,naive"},
      {{"run", "--solvers", "al"}, "all"},
      {{"solve", "--solver", "fl"}, "flags"},
      {{"solve", "go"}, "good.csv"},
      {{"run", "--rounds", ""}, ""},
      {{"run", "g"}, "garden good.csv"},
      {{"run", "mini"}, "minimal"},
      {{"report", "mini"}, ""},  // a result is no set of puzzles
      {{"run", "--result", "go"}, "good.csv"},
      {{"micro", "--datasets", ""}, "garden"},
      {{"version", ""}, ""},
  };
  for (const auto& [words, offered] : cases)
    EXPECT_EQ(offers(words), offered + "\n") << testing::PrintToString(words);
}

class Micro : public Bench {
 protected:
  Micro() {
    for (const char* set : {"easy.csv", "minimal.csv", "hard.csv", "multiple.csv", "none.csv"}) {
      folder_.write(set, std::string(kHeader) + kRows);
    }
  }

  Ended micro(const std::string& more) const {
    return sudoku_bench("micro --datasets . --benchmark_min_time=0.001 " + more);
  }
};

TEST_F(Micro, ListsEverySolverOnEverySet) {
  folder_.write("kept.json", "{}");
  const Ended ended = micro("--benchmark_list_tests --benchmark_out=kept.json good.csv");
  EXPECT_EQ(ended.code, kOk);
  for (const char* name : {"solve/naive/easy\n", "solve/dlx/none\n", "read/hard\n",
                           "solve/mrv/good.csv\n", "read/good.csv\n", "bare/mrv/good.csv\n"}) {
    expect_part(ended.out, name);
  }
  EXPECT_EQ(ended.out.find("null"), std::string::npos);
  EXPECT_EQ(ended.out.find("bare/mrv/easy"), std::string::npos);
  EXPECT_EQ(base::content_of(path("kept.json")), "{}");
  EXPECT_EQ(sudoku_bench("micro --benchmark_list_tests").code, kOk) << "of the bundled sets";
}

// Rates are compared with each other and with the time of an iteration: they depend on its length.
TEST_F(Micro, CountsPuzzlesBytesGuessesAndTimeouts) {
  const std::string many = many_rows(102) + "12,\n";
  folder_.write("many.csv", many);
  folder_.write(
      "late.txt",  // its solution is among the last that backtracking tries
      "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
  const Ended ended = micro(
      "--benchmark_filter=(solve|bare)/mrv/many|read/many|solve/naive/late many.csv late.txt "
      "--benchmark_format=csv");
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
  const Ended ended = micro(
      "--benchmark_filter=solve/dlx/easy --benchmark_out=out.json --benchmark_repetitions=2 "
      "--benchmark_format=json");
  EXPECT_EQ(ended.code, kOk);
  for (const std::string& json : {ended.out, content_of(path("out.json"))}) {
    for (const char* part : {"\"name\": \"solve/dlx/easy_median\"", "\"sudoku_bench_version\": \"",
                             "\"executable\": \"sudoku-bench\""})
      expect_part(json, part);
    EXPECT_TRUE(base::Json::accept(json)) << json;
  }
}

TEST_F(Micro, RefusesWhatItCannotUse) {
  folder_.write("header.csv", std::string(kHeader));

  const struct {
    const char* words;
    int code;
    std::string message;
  } cases[] = {
      {"--benchmark_colour=true", kUsage,
       "micro: unknown flag or bad value: --benchmark_colour=true"},
      {"--fast", kUsage, "micro: unknown flag or bad value: --fast"},
      {"--benchmark_format=xml", kUsage, "micro: a flag has an invalid value"},
      {"header.csv", kBadInput, "header.csv: contains no usable puzzle"},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.message);
    const Ended ended = micro(c.words);
    EXPECT_EQ(ended.code, c.code);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err,
              "sudoku-bench: " + c.message + (c.code == kUsage ? see_help("micro") : "\n"));
  }
  EXPECT_EQ(micro("--benchmark_filter=nothing").code, kUsage);
  EXPECT_EQ(sudoku_bench("micro --datasets nowhere").err,
            "sudoku-bench: nowhere/easy.csv: cannot be opened: No such file or directory\n");
}

}  // namespace
}  // namespace sudoku::cli
