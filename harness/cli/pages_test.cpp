// Tests of the manual pages and the completion, with groff and bash, and of `micro`.
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/json.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {
namespace {

// Sections of a manual page, in their order.
std::string sections_of(const std::string& page) {
  std::string sections;
  for (const std::string& line : options::split(page, '\n'))
    if (line.starts_with(".SH ")) sections += line.substr(4) + "\n";
  return sections;
}

TEST_F(Bench, ManualPagesShowWhatHelpShows) {
  if (shell("command -v help2man && command -v groff").code != 0)
    GTEST_SKIP() << "not tried: help2man or groff is not installed";
  const Ended made = shell("'" SOURCE_FOLDER
                           "/harness/packaging/make-manual-pages' pages "
                           "\"$(command -v sudoku-bench)\" && gunzip pages/*.gz");
  ASSERT_EQ(made.code, kOk) << made.err;
  EXPECT_EQ(made.out + made.err, "");
  EXPECT_EQ(shell("groff -man -Tascii -ww pages/* 2>&1 >/dev/null").out, "");
  const std::string whole = content_of(path("pages/sudoku-bench.1"));
  expect_part(whole, "\n.SH NAME\nsudoku-bench \\- solves Sudoku in bulk ");
  expect_part(whole, "\n.TP\nsolve\nSolve a puzzle ");
  const std::string run = content_of(path("pages/sudoku-bench-run.1"));
  expect_part(run, "\n.SH NAME\nsudoku-bench-run \\- run solvers on puzzle files ");
  expect_part(run, "\n.SH SYNOPSIS\n.B sudoku-bench\n\\fI\\,run \\/\\fR[\\fI\\,OPTION\\/\\fR]...");
  expect_part(run, "\n.TP\n\\fB\\-\\-time\\-budget\\fR T\n");
  expect_part(run, "\n.TP\n130\ninterrupted; ");
  expect_part(run, "\n\\f(CW$ sudoku-bench run puzzles.csv --sample 1%");  // the last example
  for (const std::string& page : {run, content_of(path("pages/sudoku-bench-dataset-verify.1"))}) {
    EXPECT_EQ(sections_of(page),
              "NAME\nSYNOPSIS\nDESCRIPTION\nOPTIONS\n\"EXIT STATUS\"\nENVIRONMENT\nFILES\n"
              "EXAMPLES\n\"SEE ALSO\"\n");
  }
}

class Completion : public Bench {
 protected:
  // Completions that bash offers, sorted.
  std::string offers(const Arguments& words) const {
    const std::string script = fmt::format(
        "source '{}/harness/packaging/completion.bash'; COMP_WORDS=('{}' '{}'); COMP_CWORD={}; "
        "_sudoku_bench; printf '%s\\n' \"${{COMPREPLY[@]}}\" | LC_ALL=C sort | paste -sd' '",
        SOURCE_FOLDER, SUDOKU_BENCH_PROGRAM, fmt::join(words, "' '"), words.size());
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
       "--help --help-all --version ab compare dataset export merge micro report run solve solvers "
       "version"},
      {{"m"}, "merge micro"},
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
      {{"micro", "mini"}, "minimal"},
      {{"ab", "--keep", ""}, "garden"},
      {{"version", ""}, ""},
  };
  for (const auto& [words, offered] : cases)
    EXPECT_EQ(offers(words), offered + "\n") << testing::PrintToString(words);
}

class Micro : public Bench {
 protected:
  Ended micro(const std::string& more) const {
    return sudoku_bench("micro --benchmark_min_time=0.001 " + more);
  }
};

TEST_F(Micro, ListsEverySolverOnEverySet) {
  const Ended all = micro("--benchmark_list_tests --benchmark_filter=all good.csv minimal");
  EXPECT_EQ(all.code, kOk);
  for (const char* name : {"solve/naive/minimal\n", "solve/mrv/good\n", "read/good\n"})
    expect_part(all.out, name);
  EXPECT_EQ(all.out.find("null"), std::string::npos);
  EXPECT_EQ(all.out.find("easy"), std::string::npos);
  const Ended few = micro("--benchmark_list_tests");
  EXPECT_EQ(few.code, kOk);
  for (const char* name : {"solve/dlx/easy\n", "solve/mrv/none\n", "read/hard\n"})
    expect_part(few.out, name);
  EXPECT_EQ(few.out.find("naive"), std::string::npos) << "not among the default solvers";
}

// Rates are compared with each other and with the time of an iteration: they depend on its length.
TEST_F(Micro, CountsPuzzlesBytesGuessesAndPuzzlesGivenUp) {
  const std::string many = many_rows(102) + "12,\n";
  folder_.write("many.csv", many);
  folder_.write(
      "late.txt",  // its solution is among the last that backtracking tries
      "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9");
  const Ended ended = micro(
      "--benchmark_filter=solve/mrv/many|read/many|solve/naive/late many.csv late.txt "
      "--benchmark_format=csv");
  EXPECT_EQ(ended.code, kOk);

  const struct {
    std::string name;
    double items;  // per iteration
    std::string label;
  } cases[] = {{"read/many", 613, ""},
               {"solve/mrv/many", 256, "\"7.09 guesses per puzzle, 0 given up\""},
               {"solve/naive/late", 1, "\"100000.00 guesses per puzzle, 1 given up\""}};

  for (const auto& c : cases) {
    const std::size_t start = ended.out.find("\n\"" + c.name + "\",");
    ASSERT_NE(start, std::string::npos) << c.name << ended.out;
    const std::string row =
        ended.out.substr(start + 1, ended.out.find('\n', start + 1) - start - 1);
    const std::vector<std::string> fields = options::split(row, ',');
    const double per_second = std::stod(fields[6]);
    EXPECT_NEAR(per_second * std::stod(fields[3]) / 1e9, c.items, c.items / 1e3) << row;
    EXPECT_TRUE(row.ends_with(fields[6] + "," + c.label + ",,")) << row;
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
      "--benchmark_filter=solve/dlx/good good.csv --benchmark_out=out.json "
      "--benchmark_repetitions=2 "
      "--benchmark_format=json");
  EXPECT_EQ(ended.code, kOk);
  for (const std::string& json : {ended.out, content_of(path("out.json"))}) {
    for (const char* part : {"\"name\": \"solve/dlx/good_median\"", "\"sudoku_bench\": \"",
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
  EXPECT_EQ(micro("nowhere.csv").err,
            "sudoku-bench: nowhere.csv: cannot be opened: No such file or directory\n");
}

}  // namespace
}  // namespace sudoku::cli
