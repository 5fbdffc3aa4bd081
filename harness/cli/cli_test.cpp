// Tests of mistakes on the command line, and of help texts.
#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/table.h"
#include "harness/base/test_files.h"
#include "harness/cli/bench_fixture.h"
#include "harness/cli/program.h"
#include "harness/options/external_description.h"

namespace sudoku::cli {
namespace {

// Every command as the program declares it.
const Command& every_command() {
  static Command whole("sudoku-bench", "");
  if (whole.commands.empty()) {
    add_run(whole, {}, {});
    for (const auto add : {add_solve, add_compare, add_ab, add_report, add_dataset, add_export,
                           add_merge, add_micro, add_solvers, add_version}) {
      add(whole);
    }
  }
  return whole;
}

// Subcommands without subcommands of their own, by full name ("dataset stats").
std::vector<std::pair<std::string, const Command*>> leaves_of(const Command& command) {
  std::vector<std::pair<std::string, const Command*>> found;
  for (const Command& inner : command.commands) {
    if (inner.commands.empty()) found.emplace_back(inner.name, &inner);
    for (const auto& [words, leaf] : leaves_of(inner))
      found.emplace_back(inner.name + " " + words, leaf);
  }
  return found;
}

// The subcommand that the arguments name, as far as there is one: "dataset stats".
std::string called_in(const Arguments& arguments) {
  std::string called;
  const Command* command = &every_command();
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
  void expect_refused(const Arguments& words, const std::string& message) const {
    SCOPED_TRACE(testing::PrintToString(words));
    const Ended ended = bench(words);
    EXPECT_EQ(ended.code, kUsage);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "sudoku-bench: " + message + see_help(called_in(words)));
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
  int named = 0;
  for (const auto& [words, command] : leaves_of(every_command())) {
    Arguments arguments = options::split(words, ' ');
    Arguments with_help = arguments;
    with_help.emplace_back("--help");
    const std::string help = bench(with_help).out;
    for (const options::Option& option : command->options) {
      if (!option.is_required) continue;
      expect_part(help, option.is_argument() ? option.value : option.name());
      expect_refused(arguments, message_about(option));
      ++named;
      // A value lets the next one be missing.
      if (!option.is_argument()) arguments.push_back(option.name());
      arguments.emplace_back(option.choices.empty() ? "x" : option.choices.front());
    }
  }
  EXPECT_GT(named, 12);
  expect_refused({"run"}, "FILE: expected at least one, found none");
}

// What an option takes is told with its parser in harness/options.
TEST_F(Usage, MistakesEndWithOneAndAMessage) {
  const std::pair<const char*, const char*> cases[] = {
      {"solv", "there is no subcommand 'solv'; did you mean 'solve'?"},
      {"run --fast", "there is no option '--fast'"},
      {"run good.csv --Sovlers=mrv", "there is no option '--Sovlers'; did you mean '--solvers'?"},
      {"run good.csv --solvers LANES",
       "--solvers: there is no solver 'LANES'; did you mean 'lanes'?"},
      {"run good.csv --solvers none", "--solvers: no solver is selected, built-in or external"},
      {"run good.csv --solvers mrv,dlx --reference DLX",
       "--reference: 'DLX' is not among the solvers of this run; did you mean 'dlx'?"},
      {"run good.csv --threads \x1B[2J",
       "--threads: expected a number of threads from 1 to 1024, found ' [2J'"},
      {"run good.csv --isa mmx", "--isa: expected auto, avx512, avx2 or baseline, found 'mmx'"},
      {"run good.csv --plugin a.so:f --plugin x",
       "--plugin: expected LIBRARY:SYMBOL[:CONFIG], found 'x'"},
      {"run good.csv --plugin a.so:mrv",
       "two solvers are named 'mrv'; give one another name with name="},
      {"run good.csv --exec name=x:", "--exec: expected a command, found 'name=x:'"},
      {"run good.csv --seed", "--seed: expected a value, found none"},
      {"run good.csv --seed 1 --seed 2", "--seed: expected once, found several times"},
      {"run good.csv -q -v", "--quiet cannot be used with --verbose"},
      {"run good.csv --resume", "--resume: requires --result with the file of the interrupted run"},
      {"run good.csv --result - --resume",
       "--resume: requires --result with the file of the interrupted run"},
      {"run good.csv --result r.json --resume --puzzle-csv rows.csv",
       "--resume: cannot be combined with --puzzle-csv: rows of finished blocks are not kept"},
      {"run good.csv --result r.json --resume --processes 2",
       "--processes: cannot be combined with --resume or --shard"},
      {"run good.csv --shard 1/2 --processes 2",
       "--processes: cannot be combined with --resume or --shard"},
      {"run - --processes 2", "--processes: standard input can be read only once; give a file"},
      {"run good.csv --time-budget 1s --shard 1/2",
       "--shard: with a time budget, each shard would have its own samples; use --sample"},
      {"ab --new b good.csv --max-time 0",
       "--max-time: expected a time such as 500ms, 10s or 5min (1ns at least), found '0'"},
      {"export r.json --format xml",
       "--format: expected gbench, bmf, bigger-is-better or smaller-is-better, found "
       "'xml'"},
      {"version now", "unexpected argument 'now'"},
      {"dataset stat", "there is no subcommand 'stat'; did you mean 'stats'?"},
      {"dataset stats --fast", "there is no option '--fast'"},
  };
  for (const auto& [words, message] : cases)
    expect_refused(options::split_command(words), message);
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
  int found = 0;
  for (const auto& [words, command] : leaves_of(every_command())) {
    for (options::Option option : command->options) {
      if (!is_numeric(option)) continue;
      ++found;
      for (const char* const text : kNoNumbers)
        EXPECT_THROW(option.take(text), base::UsageError) << words << option.name() << text;
    }
  }
  EXPECT_GT(found, 30);
}

// Every option that names a file, a folder or a result, and no other.
TEST(FileOptions, TakeNoEmptyName) {
  std::string found;
  for (const auto& [words, command] : leaves_of(every_command())) {
    std::string names;
    for (options::Option option : command->options) {
      try {
        option.take("");
      } catch (const base::UsageError& error) {
        if (error.what() == std::string(options::kEmptyName)) names += " " + option.name();
      }
    }
    if (!names.empty()) found += words + ":" + names + "\n";
  }
  EXPECT_EQ(found, R"(run: FILE --suite --pilots --result --html --markdown --puzzle-csv
solve: FILE --output
compare: RESULT --new --markdown --junit --html --times-csv
ab: FILE --suite --base --new --check-only --keep --markdown --junit --html --times-csv
report: RESULT --html --markdown --csv
dataset stats: FILE
dataset verify: FILE
dataset convert: IN OUT
dataset isomorph: FILE --output
dataset generate: --output
export: RESULT --output
merge: RESULT --output
micro: FILE
)");
}

class Input : public Bench {
 protected:
  // Puzzles of which nothing is printed but the message.
  void expect_refused(const std::string& words, const std::string& message) const {
    SCOPED_TRACE(words);
    const Ended ended = sudoku_bench(words);
    EXPECT_EQ(ended.code, kBadInput);
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(ended.err, "sudoku-bench: " + message + "\n");
  }
};

// Endless inputs must be refused: they would fill the disk or the memory.
TEST_F(Input, ThatNeverEndsIsRefused) {
  for (const std::string command :
       {"run", "solve", "solve --all", "dataset stats", "dataset verify", "run --suite",
        "report --html a.html", "merge -o a.json"}) {
    expect_refused(command + " /dev/zero", "/dev/zero: is a device, which may have no end");
  }
}

// Why files and rows are refused is told with their readers in harness/base and harness/dataset.
TEST_F(Input, WithoutAPuzzleEndsWithTwoAndAMessage) {
  folder_.write("header.csv", kHeader);
  folder_.write("short.csv", "puzzle\n12\n");
  expect_refused(quick_run("good.csv none.csv --result result.json"),
                 "none.csv: cannot be opened: No such file or directory");
  EXPECT_FALSE(std::filesystem::exists(path("result.json"))) << "nothing was measured";
  expect_refused(quick_run("header.csv"), "header.csv: contains no usable puzzle");
  expect_refused(quick_run("short.csv"),
                 "short.csv: contains no usable puzzle; its only bad row: short.csv:2:1: expected "
                 "81 cells, found 2");
  expect_refused(quick_run("short.csv --strict"), "short.csv:2:1: expected 81 cells, found 2");
}

TEST_F(Input, GoodRowsRunWhenOthersAreBad) {
  folder_.write("mixed.csv",
                std::string(kHeader) + "12,\n" + kRows + std::string(80, '.') + "x,\n");
  const Ended ended = sudoku_bench(quick_run("mixed.csv -q"));
  EXPECT_EQ(ended.code, kOk);
  EXPECT_EQ(ended.out, "");
  EXPECT_EQ(ended.err,
            "mixed.csv:2:1: expected 81 cells, found 2\n"
            "mixed.csv:9:81: expected a digit or a blank (one of . 0 * _), found 'x'\n"
            "mixed.csv: 2 bad rows left out\n");
}

TEST_F(Input, ComesFromStandardInput) {
  const std::string text = std::string(kHeader) + kRows;
  for (const std::string& input : {text, base::gzipped(text)}) {
    const Ended ended = sudoku_bench(quick_run("-"), {.input = input});
    EXPECT_EQ(ended.code, kOk) << ended.err;
    expect_part(ended.out, "<stdin>: 6 puzzles");
  }
}

TEST_F(Bench, HelpIsOnStandardOutputAtEveryLevel) {
  std::vector<std::pair<std::string, std::string>> starts = {
      {"--help", "Usage: sudoku-bench COMMAND\n\nSolves Sudoku in bulk"},
      {"-h", "Usage: sudoku-bench COMMAND\n\nSolves Sudoku in bulk"},
      {"run good.csv -h", "Usage: sudoku-bench run [OPTION]... [FILE...]\n\nRun solvers on "},
      {"dataset --help", "Usage: sudoku-bench dataset COMMAND\n\nDescribe, check, convert"}};
  for (const auto& [words, command] : leaves_of(every_command()))
    starts.emplace_back(words + " --help", "Usage: sudoku-bench " + words + " [OPTION]...");
  for (const auto& [words, start] : starts) {
    SCOPED_TRACE(words);
    const Ended ended = sudoku_bench(words);
    EXPECT_EQ(ended.code, kOk);
    EXPECT_EQ(ended.err, "");
    expect_start(ended.out, start);
  }
}

TEST_F(Bench, HelpTellsExitCodesAndDefaults) {
  // Without regard to how lines are broken.
  const auto help_of = [this](const std::string& command) {
    std::istringstream help(sudoku_bench(command + " --help-all").out);
    std::string text;
    for (std::string word; help >> word;)
      text += word + " ";
    return text;
  };
  const std::string help = help_of("run");
  for (const ExitStatus& status : kExitStatuses)
    expect_part(help, fmt::format(" {} {}", status.code, status.meaning));
  const std::pair<const char*, std::vector<const char*>> options_of[] = {
      {"run",
       {"[default: 5]", "[default: 10s]", "[default: auto]", "all warnings [not with --quiet] "}},
      {"ab",
       {"[default: mrv,dlx,lanes,simd]", "[default: 5min]", "[default: 1min]", "[default: 2%]",
        "[default: on]"}},
      {"compare", {" RESULT... Result documents", "[default: 5%]", "[default: on]"}},
      {"export", {" RESULT Result document ", "[required]", "[default: -]"}},
      {"solve", {" FILE|PUZZLE A puzzle", "[default: 2, with --all 1000]"}}};
  for (const auto& [command, parts] : options_of) {
    for (const char* part : parts)
      expect_part(help_of(command), part);
  }
}

// Two screens of 80 columns and 40 lines hold what most users need.
TEST_F(Bench, HelpOfRunIsShortAndFitsTheTerminal) {
  const std::string help = sudoku_bench("run --help", {.name_and_value = "COLUMNS=80"}).out;
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
  const Ended version = sudoku_bench("version");
  EXPECT_EQ(version.code, kOk);
  expect_start(version.out, "sudoku-bench ");
  expect_part(version.out, "\nrevision  ");
  const Ended option = sudoku_bench("--version");
  EXPECT_EQ(option.code, kOk) << option.err;
  EXPECT_EQ(option.out, version.out);
  const Ended solvers = sudoku_bench("solvers");
  EXPECT_EQ(solvers.code, kOk);
  for (const char* part : {"naive\n    textbook backtracking",
                           "\n    proves uniqueness, counts solutions to any limit\ndlx\n",
                           ", works on batches of 512\n", ", not ranked\n",
                           "\n    does not search: leaves puzzles that need search incomplete, "
                           "reports the hardest technique\n"}) {
    expect_part(solvers.out, part);
  }
}

// Regression: a text longer than the buffer ended with another message.
TEST_F(Bench, AFullDiskUnderStandardOutputIsAnError) {
  for (const char* words : {"--help", "run --help", "dataset stats --help", "micro --help",
                            "version", "solvers", "dataset list"}) {
    const Ended ended = shell(fmt::format("sudoku-bench {} > /dev/full", words));
    EXPECT_EQ(ended.code, kBadInput) << words;
    EXPECT_EQ(ended.err, "sudoku-bench: standard output: cannot be written\n") << words;
  }
}

}  // namespace
}  // namespace sudoku::cli
