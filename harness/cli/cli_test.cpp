// Tests of mistakes on the command line, and of help texts.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/table.h"
#include "harness/base/test_files.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"

namespace sudoku::cli {
namespace {

struct UsageCase {
  const char* name;
  Arguments arguments;
  std::string message;
};

// The subcommand that the arguments name, as far as there is one: "dataset stats".
std::string called_in(const Arguments& arguments) {
  Command program("sudoku-bench", "");
  add_run(program, {}, {});
  for (const auto add : {add_solve, add_compare, add_report, add_dataset, add_export, add_merge,
                         add_version, add_micro, add_ab}) {
    add(program);
  }
  std::string called;
  const Command* command = &program;
  for (const std::string& word : arguments) {
    const auto inner = std::ranges::find(command->commands, word, &Command::name);
    if (inner == command->commands.end()) break;
    command = &*inner;
    called += (called.empty() ? "" : " ") + word;
  }
  return called;
}

class Usage : public Bench {
 protected:
  void expect_refused(const UsageCase& c) const {
    SCOPED_TRACE(c.name);
    const Ended ended = bench(c.arguments);
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "sudoku-bench: " + c.message + see_help(called_in(c.arguments)));
  }
};

// The message for an argument or an option that is required, by the name that --help shows.
std::string message_about(const options::Option& option) {
  const char* const expected = !option.is_argument() ? "a value"
                               : option.is_list      ? "at least one"
                                                     : "one";
  return fmt::format("{}: expected {}, found none", option.name(), expected);
}

TEST_F(Usage, WhatIsMissingIsNamedAsInTheHelpByEveryCommand) {
  Command program("sudoku-bench", "");
  for (const auto add :
       {add_solve, add_compare, add_report, add_dataset, add_export, add_merge, add_micro}) {
    add(program);
  }
  int named = 0;
  for (const auto& [words, command] : program.leaves()) {
    Arguments arguments = options::split(words, ' ');
    const std::string help = bench([&arguments] {
                               Arguments with_help = arguments;
                               with_help.emplace_back("--help");
                               return with_help;
                             }())
                                 .out;
    for (const options::Option& option : command->options) {
      if (!option.is_required) continue;
      SCOPED_TRACE(words + " " + option.name());
      EXPECT_NE(help.find(option.is_argument() ? option.value : option.name()), std::string::npos)
          << help;
      expect_refused({"missing", arguments, message_about(option)});
      ++named;
      // A value lets the next one be missing.
      if (!option.is_argument()) arguments.push_back(option.name());
      arguments.emplace_back(option.choices.empty() ? "x" : option.choices.front());
    }
  }
  EXPECT_GT(named, 12);
  expect_refused({"run", {"run"}, "FILE: expected at least one, found none"});
}

TEST_F(Usage, MistakesEndWithOneAndAMessage) {
  const UsageCase cases[] = {
      {"unknown subcommand", {"solv"}, "there is no subcommand 'solv'; did you mean 'solve'?"},
      {"unknown option first", {"--fast"}, "there is no option '--fast'"},
      {"unknown option", {"run", "good.csv", "--fast"}, "there is no option '--fast'"},
      {"unknown option, no file", {"run", "--fast"}, "there is no option '--fast'"},
      {"misspelt option",
       {"run", "good.csv", "--Sovlers=mrv"},
       "there is no option '--Sovlers'; did you mean '--solvers'?"},
      {"misspelt solver",
       {"run", "good.csv", "--solvers", "LANES"},
       "--solvers: there is no solver 'LANES'; did you mean 'lanes'?"},
      {"misspelt reference",
       {"run", "good.csv", "--solvers", "mrv,dlx", "--reference", "DLX"},
       "--reference: 'DLX' is not among the solvers of this run; did you mean 'dlx'?"},
      {"control characters",
       {"run", "good.csv", "--threads", "\x1B[2J"},
       "--threads: expected a number of threads from 1 to 1024, found ' [2J'"},
      {"no file", {"run"}, "FILE: expected at least one, found none"},
      {"a word too many", {"version", "now"}, "unexpected argument 'now'"},
      {"unknown subcommand of a subcommand",
       {"dataset", "stat"},
       "there is no subcommand 'stat'; did you mean 'stats'?"},
      {"unknown option of one", {"dataset", "stats", "--fast"}, "there is no option '--fast'"},
      {"no value", {"run", "good.csv", "--seed"}, "--seed: expected a value, found none"},
      {"a value twice",
       {"run", "good.csv", "--seed", "1", "--seed", "2"},
       "--seed: expected once, found several times"},
      {"quiet and verbose",
       {"run", "good.csv", "-q", "-v"},
       "--quiet cannot be used with --verbose"},
  };
  for (const UsageCase& c : cases)
    expect_refused(c);
}

TEST_F(Usage, BadValuesAreNamedWithTheirOption) {
  const UsageCase cases[] = {
      {"no threads",
       {"run", "good.csv", "--threads", "0"},
       "--threads: expected a number of threads from 1 to 1024, found '0'"},
      {"unknown solver",
       {"run", "good.csv", "--solvers", "mrv,dxl"},
       "--solvers: there is no solver 'dxl'; did you mean 'dlx'?"},
      {"time without unit",
       {"run", "good.csv", "--time-budget", "10"},
       "--time-budget: expected a time such as 500ms, 10s or 5min (1ns at least), or 0 for none, "
       "found '10'"},
      {"sample",
       {"run", "good.csv", "--sample", "2.5"},
       "--sample: expected a whole number of puzzles (at least 1), or a share such as 0.01, 1% or "
       "1/100 (1e-15 at least), found '2.5'"},
      {"rounds",
       {"run", "good.csv", "--rounds", "0"},
       "--rounds: expected a whole number from 1 to 1000, found '0'"},
      {"solutions",
       {"run", "good.csv", "--solutions", "-1"},
       "--solutions: expected a whole number from 1, found '-1'"},
      {"choice",
       {"run", "good.csv", "--pin", "maybe"},
       "--pin: expected auto or off, found 'maybe'"},
      {"reference",
       {"run", "good.csv", "--solvers", "mrv", "--reference", "dlx"},
       "--reference: 'dlx' is not among the solvers of this run"},
      {"two on standard output",
       {"run", "good.csv", "--result", "-", "--puzzle-csv", "-"},
       "only one of --result, --html, --markdown and --puzzle-csv can go to standard output"},
  };
  for (const UsageCase& c : cases)
    expect_refused(c);
}

// Texts that every option for a number, a time, a size or a share must refuse.
const char* const kNoNumbers[] = {
    "",       "-1", "1e400", "nan", "inf",    "-0",     "0x10",
    " 5",     "5 ", "5x",    "+5",  "\u0967", "1e-330", "99999999999999999999GB",
    "1e-11ns"};

// Whether an option of a command takes a number, with a unit or without.
bool is_numeric(const options::Option& option) {
  const std::set<std::string> others = {"SHARE", "I/N"};
  return option.type() == options::ValueType::number || others.contains(option.value) ||
         option.name() == "--threads";
}

TEST(NumericOptions, TakeForANumberOnlyWhatIsOne) {
  Command program("sudoku-bench", "");
  add_run(program, {}, std::nullopt);
  for (const auto add : {add_solve, add_compare, add_ab, add_dataset})
    add(program);
  int found = 0;
  for (const auto& [words, command] : program.leaves()) {
    for (options::Option option : command->options) {
      // A target is parsed when its unit is known.
      if (!is_numeric(option) || option.name() == "--target") continue;
      ++found;
      for (const char* const text : kNoNumbers)
        EXPECT_THROW(option.take(text), base::UsageError) << words << option.name() << text;
    }
  }
  EXPECT_GT(found, 40);
}

TEST_F(Usage, ATargetIsANumberOrATime) {
  for (const char* const text : kNoNumbers) {
    for (const char* const by : {"guesses", "time"}) {
      SCOPED_TRACE(text);
      const Ended ended =
          bench({"dataset", "generate", "--kind", "hard", "--by", by, "--target", text});
      EXPECT_EQ(ended.code, kUsage);
      EXPECT_TRUE(ended.err.starts_with("sudoku-bench: --target: expected ")) << ended.err;
    }
  }
}

TEST_F(Usage, WhatIsTooLargeOrWouldRoundToNoneIsRefused) {
  const std::string many = "18446744073709551616";
  const UsageCase cases[] = {
      {"count",
       {"run", "good.csv", "--seed", many},
       "--seed: expected a whole number from 0, found '" + many + "'"},
      {"size",
       {"run", "good.csv", "--memory-limit", "99999999999GB"},
       "--memory-limit: expected a size such as 512MB, 1GB or 256MiB (32MiB at least, below "
       "1000000TB), or 0 for none, found '99999999999GB'"},
      {"time",
       {"run", "good.csv", "--time-budget", "0.0000000001s"},
       "--time-budget: expected a time such as 500ms, 10s or 5min (1ns at least), or 0 for none, "
       "found '0.0000000001s'"},
      {"limit",
       {"ab", "a", "b", "good.csv", "--max-time", "0"},
       "--max-time: expected a time such as 500ms, 10s or 5min (1ns at least), found '0'"},
      {"share",
       {"run", "good.csv", "--sample", "1e-300"},
       "--sample: expected a whole number of puzzles (at least 1), or a share such as 0.01, 1% or "
       "1/100 (1e-15 at least), found '1e-300'"},
  };
  for (const UsageCase& c : cases)
    expect_refused(c);
}

TEST_F(Usage, MessagesQuoteHostileTextsShortlyAndWithoutControlCharacters) {
  const std::string large(100'000, 'x');
  const Arguments cases[] = {{"--" + large},
                             {"\x1B[2J"},
                             {"run", "good.csv", "--solvers", large},
                             {"run", "good.csv", "--isa", "\x1B[2J"},
                             {"run", "good.csv", "--plugin", large + ":f"},
                             {"run", "good.csv", "--plugin", "a\x1B[2J.so:f"},
                             {"run", "good.csv", "--exec", large},
                             {"run", "good.csv", "--exec", "\x1B[2J"},
                             {"run", "good.csv", "--exec", "."},
                             {"solve", large},
                             {"dataset", "fetch", large}};
  for (const Arguments& arguments : cases) {
    const Ended ended = bench(arguments);
    EXPECT_TRUE(ended.code == kUsage || ended.code == kBadInput) << ended.code;
    EXPECT_LT(ended.err.size(), 6000U);
    EXPECT_TRUE(ended.err.starts_with("sudoku-bench: ")) << ended.err;
    EXPECT_EQ(ended.err.find('\x1B'), std::string::npos) << ended.err;
  }
}

// The end of a long message is often its reason.
TEST_F(Usage, ALongMessageLosesItsMiddle) {
  const auto message_about = [](std::size_t size) {
    return "there is no option '--" + std::string(size, 'x') + "'";
  };
  const std::size_t around = message_about(0).size();
  expect_refused({"short", {"--" + std::string(4500 - around, 'x')}, message_about(4500 - around)});
  expect_refused({"long",
                  {"--" + std::string(4501, 'x')},
                  message_about(4500).substr(0, 4000) + "…" + std::string(499, 'x') + "'"});
}

struct InputCase {
  const char* name;
  std::string file;
  std::string message;
};

class Input : public Bench {
 protected:
  void expect_unusable(const InputCase& c) const {
    SCOPED_TRACE(c.name);
    const Ended ended = bench(quick_run({c.file}));
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, c.message);
  }
};

// Endless inputs must be refused: they would fill the disk or the memory.
TEST_F(Input, ThatNeverEndsIsRefused) {
  const Arguments commands[] = {{"run"},
                                {"solve"},
                                {"solve", "--draw"},
                                {"dataset", "stats"},
                                {"dataset", "verify"},
                                {"run", "--suite"},
                                {"report", "--html", "a.html"},
                                {"merge", "-o", "a.json"}};
  for (const Arguments& command : commands) {
    for (const char* const device : {"/dev/zero", "/dev/full"}) {
      Arguments words = command;
      words.emplace_back(device);
      const Ended ended = bench(words);
      EXPECT_EQ(ended.code, kBadInput);
      EXPECT_EQ(ended.err,
                fmt::format("sudoku-bench: {}: is a device, which may have no end\n", device));
    }
  }
}

TEST_F(Input, WithoutAPuzzleEndsWithTwoAndAMessage) {
  folder_.write("empty.csv", "");
  folder_.write("header.csv", kHeader);
  folder_.write("columns.csv", "name,rating\nfirst,1\n");
  folder_.write("short.csv", "puzzle\n12\n");
  folder_.write("nul.csv", std::string("\0\0\0\n", 4));
  const InputCase cases[] = {
      {"missing", "none.csv",
       "sudoku-bench: none.csv: cannot be opened: No such file or directory\n"},
      {"folder", ".", "sudoku-bench: .: is a directory\n"},
      {"empty", "empty.csv", "sudoku-bench: empty.csv: contains no usable puzzle\n"},
      {"header only", "header.csv", "sudoku-bench: header.csv: contains no usable puzzle\n"},
      {"no puzzle column", "columns.csv",
       "sudoku-bench: columns.csv:1:1: expected a column named puzzle, puzzles, quiz, quizzes, "
       "question, questions, sudoku, board, grid, clues; found name, rating\n"},
      {"only a bad row", "short.csv",
       "sudoku-bench: short.csv: contains no usable puzzle; its only bad row: short.csv:2:1: "
       "expected 81 cells, found 2\n"},
  };
  for (const InputCase& c : cases)
    expect_unusable(c);
}

TEST_F(Input, ThatMayNotBeReadEndsWithTwo) {
  if (geteuid() == 0) GTEST_SKIP() << "not tried: root may read every file";
  std::filesystem::permissions(path("good.csv"), std::filesystem::perms::none);
  expect_unusable({"no permission", "good.csv",
                   "sudoku-bench: good.csv: cannot be opened: Permission denied\n"});
}

TEST_F(Input, BinaryJunkIsNamedNotSolved) {
  std::string junk;
  for (int i = 0; i < 5000; ++i)
    junk += static_cast<char>(i * 7919 >> 3);
  folder_.write("junk.bin", junk);
  const Ended ended = bench(quick_run({"junk.bin"}));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "sudoku-bench: junk.bin: is not a text file\n");
}

TEST_F(Input, GoodRowsRunWhenOthersAreBad) {
  folder_.write("mixed.csv",
                std::string(kHeader) + "12,\n" + kRows + std::string(80, '.') + "x,\n");
  const Ended ended = bench(quick_run({"mixed.csv", "-q"}));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "mixed.csv:2:1: expected 81 cells, found 2\n"
            "mixed.csv:9:81: expected a digit or a blank (one of . 0 * _), found 'x'\n"
            "mixed.csv: 2 bad rows left out\n");
}

TEST_F(Input, StrictEndsAtTheFirstBadRow) {
  folder_.write("mixed.csv", std::string(kHeader) + "12,\n" + kRows);
  const Ended ended = bench(quick_run({"mixed.csv", "--strict"}));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err, "sudoku-bench: mixed.csv:2:1: expected 81 cells, found 2\n");
}

TEST_F(Input, ABadFileStopsTheRunBeforeAGoodOneIsMeasured) {
  const Ended ended = bench(quick_run({"good.csv", "none.csv", "--result", "result.json"}));
  EXPECT_EQ(ended.code, kBadInput);
  EXPECT_EQ(ended.out, "");
  EXPECT_FALSE(std::filesystem::exists(path("result.json")));
}

TEST_F(Input, ComesFromStandardInputAndFromGzip) {
  const std::string text = std::string(kHeader) + kRows;
  const Ended plain = bench(quick_run({"-"}), {.input = text});
  EXPECT_EQ(plain.code, kOk) << plain.err;
  EXPECT_NE(plain.out.find("<stdin>: 6 puzzles"), std::string::npos) << plain.out;

  const Ended piped = bench(quick_run({"-"}), {.input = base::gzipped(text)});
  EXPECT_EQ(piped.code, kOk) << piped.err;
  EXPECT_NE(piped.out.find("<stdin>: 6 puzzles"), std::string::npos) << piped.out;

  folder_.write("good.csv.gz", base::gzipped(text));
  const Ended packed = bench(quick_run({"good.csv.gz"}));
  EXPECT_EQ(packed.code, kOk) << packed.err;
  EXPECT_NE(packed.out.find("good.csv.gz: 6 puzzles"), std::string::npos) << packed.out;
}

struct HelpCase {
  const char* name;
  Arguments arguments;
  const char* start;
};

TEST_F(Bench, HelpIsOnStandardOutputAtEveryLevel) {
  const HelpCase cases[] = {
      {"program", {"--help"}, "Usage: sudoku-bench COMMAND\n\nSolves Sudoku in bulk"},
      {"short", {"-h"}, "Usage: sudoku-bench COMMAND\n\nSolves Sudoku in bulk"},
      {"run",
       {"run", "--help"},
       "Usage: sudoku-bench run [OPTION]... [FILE...]\n\nRun solvers on puzzle files"},
      {"run with files",
       {"run", "good.csv", "-h"},
       "Usage: sudoku-bench run [OPTION]... [FILE...]\n\nRun solvers on puzzle files"},
      {"micro",
       {"micro", "--help"},
       "Usage: sudoku-bench micro [OPTION]... [FILE...]\n\nTime solvers and the reader"},
      {"solvers",
       {"solvers", "--help"},
       "Usage: sudoku-bench solvers [OPTION]...\n\nList the solvers"},
      {"dataset",
       {"dataset", "--help"},
       "Usage: sudoku-bench dataset COMMAND\n\nDescribe, check, convert"},
      {"dataset stats",
       {"dataset", "stats", "--help"},
       "Usage: sudoku-bench dataset stats [OPTION]... FILE...\n\nCount puzzles"},
      {"version",
       {"version", "--help"},
       "Usage: sudoku-bench version [OPTION]...\n\nPrint version"},
      {"man",
       {"man", "--help"},
       "Usage: sudoku-bench man [OPTION]...\n\nPrint this program's manual page"},
      {"completion",
       {"completion", "--help"},
       "Usage: sudoku-bench completion [OPTION]...\n\nPrint a completion script"},
  };
  for (const HelpCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Ended ended = bench(c.arguments);
    EXPECT_EQ(ended.code, kOk);
    EXPECT_EQ(ended.err, "");
    EXPECT_TRUE(ended.out.starts_with(c.start)) << ended.out;
  }
}

TEST_F(Bench, HelpTellsExitCodesAndDefaults) {
  // Without regard to how lines are broken.
  const auto help_of = [this](Arguments words) {
    words.emplace_back("--help-all");
    std::istringstream help(bench(words).out);
    std::string text;
    for (std::string word; help >> word;)
      text += word + " ";
    return text;
  };
  const std::string help = help_of({"run"});
  for (const ExitStatus& status : kExitStatuses)
    expect_part(help, fmt::format(" {} {}", status.code, status.meaning));
  const std::pair<Arguments, std::vector<const char*>> options_of[] = {
      {{"run"},
       {"[default: 5]", "[default: 10s]", "[default: auto]", "all warnings [not with --quiet] "}},
      {{"ab"},
       {"[default: mrv,dlx,lanes,simd]", "[default: 5min]", "[default: 1min]", "[default: 2%]",
        "[default: auto]"}},
      {{"compare"}, {" RESULT... Result documents", "[default: 5%]", "[default: on]"}},
      {{"export"}, {" RESULT Result document ", "[required]", "[default: -]"}},
      {{"solve"}, {" FILE|PUZZLE A puzzle", "[default: 2, with --all 1000]", "[not with --all"}}};
  for (const auto& [words, parts] : options_of) {
    for (const char* part : parts)
      expect_part(help_of(words), part);
  }
}

// Two screens of 80 columns and 40 lines hold what most users need.
TEST_F(Bench, HelpOfRunIsShortAndFitsTheTerminal) {
  const std::string help = bench({"run", "--help"}, {.name_and_value = "COLUMNS=80"}).out;
  EXPECT_LE(std::ranges::count(help, '\n'), 80);
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(base::width_of(line), line.starts_with("  sudoku-bench") ? 90U : 80U) << line;
  expect_part(help, "\nExamples:\n  sudoku-bench run puzzles.csv\n");
  EXPECT_EQ(help.find("--shard"), std::string::npos);
  EXPECT_EQ(help.find("Exit status"), std::string::npos);
}

TEST_F(Bench, AloneItShowsItsCommands) {
  const Ended ended = bench({});
  EXPECT_EQ(ended.code, kUsage);
  expect_part(ended.err, "\nCommands:\n  run  ");
}

TEST_F(Bench, VersionAndSolversAreOnStandardOutput) {
  const Ended version = bench({"version"});
  EXPECT_EQ(version.code, kOk);
  EXPECT_TRUE(version.out.starts_with("sudoku-bench ")) << version.out;
  EXPECT_NE(version.out.find("\nrevision  "), std::string::npos) << version.out;
  const Ended option = bench({"--version"});
  EXPECT_EQ(option.code, kOk) << option.err;
  EXPECT_EQ(option.out, version.out);

  const Ended solvers = bench({"solvers"});
  EXPECT_EQ(solvers.code, kOk);
  for (const char* part :
       {"naive\n    textbook backtracking",
        "\n    proves uniqueness, counts solutions to any limit, solves pencilmark puzzles\ndlx\n",
        "\n    proves uniqueness, counts solutions to any limit, solves pencilmark puzzles, works "
        "on "
        "batches of 512\n",
        "solves pencilmark puzzles, not ranked\n",
        "\n    does not search: leaves puzzles that need search incomplete, solves pencilmark "
        "puzzles, reports the hardest technique\n"}) {
    EXPECT_NE(solvers.out.find(part), std::string::npos) << part << solvers.out;
  }
}

// Regression: a text longer than the buffer ended with another message.
TEST_F(Bench, AFullDiskUnderStandardOutputIsAnError) {
  for (const char* words : {"--help", "run --help", "dataset stats --help", "micro --help",
                            "version", "man", "completion", "solvers", "dataset list"}) {
    const Ended ended =
        bench({"-c", std::string("'") + SUDOKU_BENCH_PROGRAM + "' " + words + " > /dev/full"},
              {.program = "sh"});
    EXPECT_EQ(ended.code, kBadInput) << words;
    EXPECT_EQ(ended.err, "sudoku-bench: standard output: cannot be written\n") << words;
  }
}

}  // namespace
}  // namespace sudoku::cli
