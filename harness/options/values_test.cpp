// Parsing of command line values: what they become, and the messages about those refused.
#include "harness/options/values.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/options/external_description.h"
#include "harness/options/options.h"

namespace sudoku::options {

namespace {

struct Case {
  const char* name;
  std::string text;
  std::string result;  // the value as text, or the expected message
};

// The value that a parser returns for a text, or its message.
std::string result_of(const std::function<std::string(const std::string&)>& parse,
                      const std::string& text) {
  try {
    return parse(text);
  } catch (const base::UsageError& error) {
    return error.what();
  }
}

void expect_results(std::span<const Case> cases,
                    const std::function<std::string(const std::string&)>& parse) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(result_of(parse, c.text), c.result);
  }
}

// Texts and their values, by one parser.
void expect_values(const std::vector<std::pair<const char*, const char*>>& values,
                   const std::function<std::string(const std::string&)>& parse) {
  for (const auto& [text, value] : values)
    EXPECT_EQ(result_of(parse, text), value) << text;
}

// Texts that a parser refuses, by a message that says what it expects.
void expect_refused(const std::vector<std::string>& texts, const std::string& expected,
                    const std::function<std::string(const std::string&)>& parse) {
  for (const std::string& text : texts)
    EXPECT_EQ(result_of(parse, text), fmt::format("expected {}, found '{}'", expected, text));
}

constexpr const char* kTime = "a time such as 500ms, 10s or 5min (1ns at least), or 0 for none";

TEST(ParseTime, TakesNumberAndUnit) {
  const auto parse = [](const std::string& text) {
    return fmt::to_string(parse_time(text).count());
  };
  expect_values({{"500ms", "500000000"},
                 {"10s", "10000000000"},
                 {"5min", "300000000000"},
                 {"2h", "7200000000000"},
                 {"3us", "3000"},
                 {"7ns", "7"},
                 {"0.5s", "500000000"},
                 {"0", "0"},
                 {"0s", "0"},
                 {"2400000h", "8640000000000000000"},
                 {"1ns", "1"},
                 {"0.0000000014s", "1"}},
                parse);
  expect_refused({"10", "10m", "10 s", "s", "", "-1s", "2600000h", "infs", "nans", "1s2",
                  "0.0000000001s", "1e-300h", "-0"},
                 kTime, parse);
}

TEST(ParseWait, TakesNoZero) {
  const auto parse = [](const std::string& text) {
    return fmt::to_string(parse_wait(text).count());
  };
  expect_values({{"2s", "2000000000"}}, parse);
  expect_refused({"0", "0s", "0.1ns"}, "a time such as 500ms, 10s or 5min (1ns at least)", parse);
}

TEST(FormatTime, UsesTheLargestUnitThatDivides) {
  expect_values({{"0", "0"},
                 {"500ms", "500ms"},
                 {"1000ms", "1s"},
                 {"300s", "5min"},
                 {"60min", "1h"},
                 {"90s", "90s"},
                 {"1001ns", "1001ns"}},
                [](const std::string& text) { return format_time(parse_time(text)); });
}

TEST(ParseNumber, KeepsToItsRange) {
  const auto parse = [](const std::string& text) {
    return fmt::to_string(parse_number(text, {1, 1000}));
  };
  const std::string expected = "a whole number from 1 to 1000";
  expect_values({{"1", "1"}, {"1000", "1000"}}, parse);
  expect_refused({"0", "1001", "-1", "1.5", "many", ""}, expected, parse);
  EXPECT_EQ(result_of(parse, std::string(101, 'x')),
            "expected " + expected + ", found '" + std::string(100, 'x') + "…'");
}

TEST(ParseNumber, NamesNoLimitWhereThereIsNone) {
  const auto parse = [](const std::string& text) { return fmt::to_string(parse_number(text, {})); };
  expect_values({{"18446744073709551615", "18446744073709551615"}}, parse);
  expect_refused({"18446744073709551616"}, "a whole number from 0", parse);
}

TEST(ParseSize, TakesNumberAndUnit) {
  const auto parse = [](const std::string& text) { return fmt::to_string(parse_size(text)); };
  expect_values({{"512MB", "512000000"},
                 {"1GB", "1000000000"},
                 {"1.5GB", "1500000000"},
                 {"256MiB", "268435456"},
                 {"1GiB", "1073741824"},
                 {"2TB", "2000000000000"},
                 {"2TiB", "2199023255552"},
                 {"999999TB", "999999000000000000"},
                 {"34MB", "34000000"},
                 {"0", "0"},
                 {"32MiB", "33554432"}},
                parse);
  expect_refused({"1000000TB", "33MB", "33.554431MB", "0MB", "512", "512M", "512mb", "512 MB",
                  "-1GB", "2000000TB", "infGB", "nanGB", ""},
                 "a size such as 512MB, 1GB or 256MiB (32MiB at least, below 1000000TB), or 0 for "
                 "none",
                 parse);
}

TEST(ParseThreads, SortsAndDropsDoubles) {
  const auto parse = [](const std::string& text) {
    return fmt::format("{}", fmt::join(parse_threads(text), ","));
  };
  const std::string expected = "a number of threads from 1 to 1024";
  expect_values({{"2", "2"}, {"1,2,4", "1,2,4"}, {"4,1,4,2", "1,2,4"}, {"1024", "1024"}}, parse);
  expect_refused({"0", "1025", "-2", "all", ""}, expected, parse);
  EXPECT_EQ(result_of(parse, "1,0"), "expected " + expected + ", found '0'");
  EXPECT_EQ(result_of(parse, "1,,2"), "expected " + expected + ", found ''");
}

std::string names(const std::vector<const SolverEntry*>& solvers) {
  std::string names;
  for (const SolverEntry* entry : solvers)
    names += fmt::format("{}{}", names.empty() ? "" : ",", entry->info.name);
  return names;
}

TEST(ParseSolvers, FindsThemByName) {
  const Case cases[] = {
      {"one", "mrv", "mrv"},
      {"the user's order", "dlx,mrv,naive", "dlx,mrv,naive"},
      {"doubles", "mrv,dlx,mrv", "mrv,dlx"},
      {"none", "none", ""},
      {"none in a list", "mrv,none", "there is no solver 'none'"},
      {"slip", "mvr", "there is no solver 'mvr'; did you mean 'mrv'?"},
      {"slip in a list", "mrv,dxl", "there is no solver 'dxl'; did you mean 'dlx'?"},
      {"capitals", "LANES", "there is no solver 'LANES'; did you mean 'lanes'?"},
      {"upper case", "Dlx", "there is no solver 'Dlx'; did you mean 'dlx'?"},
      {"null", "mrv,null",
       "'null' measures the harness in every run and is not ranked; name another solver"},
  };
  expect_results(cases, [](const std::string& text) { return names(parse_solvers(text)); });
}

TEST(ParseSolvers, AllIsEveryRankedOneOnce) {
  const std::string all = names(parse_solvers("all"));
  EXPECT_EQ(all.find("null"), std::string::npos);
  EXPECT_EQ(names(parse_solvers("all,mrv")), all);
  EXPECT_EQ(names(parse_solvers("mrv,all")).find("mrv,"), 0U);
}

std::string sample_of(const std::string& text) {
  Options settings;
  options_of(settings).find("--sample")->take(text);
  if (settings.sample_count) return fmt::format("{} puzzles", *settings.sample_count);
  return fmt::format("share {}", settings.sample_rate.value_or(-1));
}

TEST(ParseSample, TellsNumbersFromShares) {
  expect_values({{"1000", "1000 puzzles"},
                 {"2", "2 puzzles"},
                 {"1", "1 puzzles"},
                 {"1.0", "share 1"},
                 {"100%", "share 1"},
                 {"1/1", "share 1"},
                 {"0.01", "share 0.01"},
                 {"1%", "share 0.01"},
                 {"1/4", "share 0.25"},
                 {"1e-15", "share 1e-15"}},
                sample_of);
  expect_refused(
      {"0", "1.5", "101%", "1/0", "1/", "-5", "nan", "some", "1e-300", "", "1%%"},
      "a whole number of puzzles (at least 1), or a share such as 0.01, 1% or 1/100 (1e-15 at "
      "least)",
      sample_of);
}

// Options and parts of solvers that are yes or no take the same words.
TEST(ParseTruth, TakesTheSameWordsForParts) {
  for (const bool truth : {true, false}) {
    for (const char* const word :
         truth ? std::array{"yes", "true", "on", "1"} : std::array{"no", "false", "off", "0"}) {
      EXPECT_EQ(parse_truth(word), truth) << word;
      EXPECT_EQ(parse_plugin(fmt::format("a.so:f,fills={}", word)).fills_solution, truth) << word;
    }
  }
}

// Text of a plugin's spec: only parts that differ from the defaults.
std::string plugin_of(const std::string& text) {
  const external::Spec spec = parse_plugin(text);
  std::string found =
      fmt::format("{}: {} of {}, config {}", spec.name, spec.symbol, spec.library, spec.config);
  if (spec.limit != external::LimitUse::honoured) found.append(", ").append(name_of(spec.limit));
  if (spec.fills_solution) found += *spec.fills_solution ? ", fills" : ", fills nothing";
  if (!spec.thread_safe) found += ", unsafe";
  if (spec.takes_batches) found += fmt::format(", batches of {}", spec.batch);
  if (!spec.version.empty()) found += ", version " + spec.version;
  if (!spec.flags.empty()) found += ", flags " + spec.flags;
  return found;
}

TEST(ParsePlugin, TakesLibrarySymbolAndConfig) {
  const Case cases[] = {
      {"least", "./a.so:solve", "solve: solve of ./a.so, config 0"},
      {"config", "a.so:solve:3", "solve-3: solve of a.so, config 3"},
      {"config 0", "a.so:solve:0", "solve: solve of a.so, config 0"},
      {"most", "a.so:f:4294967295", "f-4294967295: f of a.so, config 4294967295"},
      {"quoted library", "\"a:b,c.so\":solve", "solve: solve of a:b,c.so, config 0"},
      {"symbol that is no name", "a.so:f$g", "f-g: f$g of a.so, config 0"},
      {"nothing", "", "expected LIBRARY:SYMBOL[:CONFIG], found ''"},
      {"no symbol", "a.so", "expected LIBRARY:SYMBOL[:CONFIG], found 'a.so'"},
      {"empty symbol", "a.so:", "expected LIBRARY:SYMBOL[:CONFIG], found 'a.so:'"},
      {"empty library", ":solve", "expected LIBRARY:SYMBOL[:CONFIG], found ':solve'"},
      {"no config behind the colon",
       "a.so:f:", "config: expected a whole number from 0 to 4294967295, found ''"},
      {"config no number", "a.so:f:many",
       "config: expected a whole number from 0 to 4294967295, found 'many'"},
      {"config too large", "a.so:f:4294967296",
       "config: expected a whole number from 0 to 4294967295, found '4294967296'"},
      {"open quote", "\"a.so:f", "expected a closing quote, found '\"a.so:f'"},
      {"text behind a quote", "\"a\".so:f",
       "expected nothing between a quote and the next of :,, found '\"a\".so:f'"},
  };
  expect_results(cases, plugin_of);
}

TEST(ParsePlugin, TakesParts) {
  const Case cases[] = {
      {"name", "a.so:f,name=rival", "rival: f of a.so, config 0"},
      {"all", "a.so:f:1,name=r,version=2.1,flags=-O3,limit=all,fills=yes,threads=unsafe",
       "r: f of a.so, config 1, all, fills, unsafe, version 2.1, flags -O3"},
      {"defaults", "a.so:f,limit=honoured,threads=safe", "f: f of a.so, config 0"},
      {"no solutions", "a.so:f,fills=no", "f: f of a.so, config 0, fills nothing"},
      {"first", "a.so:f,limit=first", "f: f of a.so, config 0, first"},
      {"quoted", "a.so:f,flags=\"-O3 -Wl,-s\",name=r", "r: f of a.so, config 0, flags -O3 -Wl,-s"},
      {"equals sign", "a.so:f,flags=-O=3", "f: f of a.so, config 0, flags -O=3"},
      {"empty", "a.so:f,version=", "f: f of a.so, config 0"},
      {"unknown", "a.so:f,nmae=r",
       "expected one of name, version, flags, limit, fills, threads, batch, found 'nmae'"},
      {"in another place", "a.so:f:3,config=7",
       "expected one of name, version, flags, limit, fills, threads, batch, found 'config'"},
      {"twice", "a.so:f,name=a,name=b", "name: expected once, found several times"},
      {"batch", "a.so:f,batch=512", "f: f of a.so, config 0, batches of 512"},
      {"least batch", "a.so:f,batch=1", "f: f of a.so, config 0, batches of 1"},
      {"batch too large", "a.so:f,batch=1048577",
       "batch: expected a whole number from 1 to 1048576, found '1048577'"},
      {"no value", "a.so:f,name", "expected KEY=VALUE, found 'name'"},
      {"nothing behind a comma", "a.so:f,", "expected KEY=VALUE, found ''"},
      {"bad name", "a.so:f,name=a b",
       "name: expected letters, digits, '_', '.', '+' and '-', found 'a b'"},
      {"empty name",
       "a.so:f,name=", "name: expected letters, digits, '_', '.', '+' and '-', found ''"},
      {"bad limit", "a.so:f,limit=2", "limit: expected honoured, first, two or all, found '2'"},
      {"bad fills", "a.so:f,fills=maybe",
       "fills: expected yes or no, true or false, on or off, found 'maybe'"},
  };
  expect_results(cases, plugin_of);
}

std::string command_of(const std::string& text) {
  const external::Spec spec = parse_command(text);
  std::string found = fmt::format("{}: {}", spec.name, fmt::join(spec.command, "|"));
  if (spec.batch != 1) found += fmt::format(", batch {}", spec.batch);
  if (spec.limit != external::LimitUse::honoured) found.append(", ").append(name_of(spec.limit));
  if (!spec.version.empty()) found += ", version " + spec.version;
  if (!spec.flags.empty()) found += ", flags " + spec.flags;
  return found;
}

TEST(ParseCommand, TakesWordsAndParts) {
  const Case cases[] = {
      {"a program", "solver", "solver: solver"},
      {"a path", "/opt/bin/fast.sh -x", "fast.sh: /opt/bin/fast.sh|-x"},
      {"an interpreter", "python3 solver.py", "python3: python3|solver.py"},
      {"a name", "name=py:python3 solver.py", "py: python3|solver.py"},
      {"parts", "name=py,version=\"1:2\",flags=-O,limit=first,batch=64:python3 -c 'a:b,c=d'",
       "py: python3|-c|a:b,c=d, batch 64, first, version 1:2, flags -O"},
      {"an unknown key is for a shell", "nmae=py:x y",
       "found = in 'nmae=py:x y', but no shell is run; use sh -c '…'"},
      {"nothing", "", "expected a command, found ''"},
      {"blanks", "  ", "expected a command, found '  '"},
      {"nothing behind the parts", "name=py:", "expected a command, found 'name=py:'"},
      {"no colon behind the parts", "name=py",
       "expected KEY=VALUE[,KEY=VALUE...]:COMMAND, found 'name=py'"},
      {"unknown part", "name=py,fast=1:x",
       "expected one of name, version, flags, limit, batch, found 'fast'"},
      {"a plugin's part", "name=py,fills=yes:x",
       "expected one of name, version, flags, limit, batch, found 'fills'"},
      {"batch", "batch=0:x", "batch: expected a whole number from 1 to 1048576, found '0'"},
      {"no file name", "/opt/", "name: expected letters, digits, '_', '.', '+' and '-', found ''"},
  };
  expect_results(cases, command_of);
}

TEST(SplitWords, KnowsQuotesAndBackslashes) {
  const std::string open = "expected a closing quote, or a character after a backslash, found '{}'";
  const Case cases[] = {
      {"nothing", "", ""},
      {"blanks around", "  a \t b\n", "a|b"},
      {"single quotes", "a 'b  c' d", "a|b  c|d"},
      {"double quotes", "\"a b\"c", "a bc"},
      {"an empty word", "a '' \"\"", "a||"},
      {"backslash", "a\\ b \\'", "a b|'"},
      {"backslash in single quotes", "'a\\b'", "a\\b"},
      {"backslash in double quotes", R"("a\"b\\c\d")", R"(a"b\c\d)"},
      {"nothing is expanded", "$HOME *.csv ~ `x` a|b ;", "$HOME|*.csv|~|`x`|a|b|;"},
      {"open single quote", "a 'b", fmt::format(fmt::runtime(open), "a 'b")},
      {"open double quote", "a \"b", fmt::format(fmt::runtime(open), "a \"b")},
      {"backslash at the end", "a\\", fmt::format(fmt::runtime(open), "a\\")},
  };
  expect_results(cases, [](const std::string& text) {
    return fmt::format("{}", fmt::join(split_command(text), "|"));
  });
}

TEST(ParseCommand, RefusesWhatOnlyAShellUnderstands) {
  const std::string shell = "found {} in '{}', but no shell is run; use sh -c '…'";
  const auto refused = [&](char found, std::string_view text) {
    return fmt::format(fmt::runtime(shell), found, text);
  };
  const Case cases[] = {
      {"nothing is expanded", "./a*b ? a~/b a=~/b $ $= x=1 #", "./a*b|?|a~/b|a=~/b|$|$=|x=1|#"},
      {"for a shell that is run", "sh -c 'X=1 ~/s <$f | b' \"`c`;&\" \\$x",
       "sh|-c|X=1 ~/s <$f | b|`c`;&|$x"},
      {"pipe", "a | b", refused('|', "a | b")},
      {"input", "a <b", refused('<', "a <b")},
      {"output", "a 2>&1", refused('>', "a 2>&1")},
      {"folder", "cd d && ./a", refused('&', "cd d && ./a")},
      {"two commands", "a; b", refused(';', "a; b")},
      {"output of a command", "a `b`", refused('`', "a `b`")},
      {"variable", "a \"b\"$HOME", refused('$', "a \"b\"$HOME")},
      {"home", "~/a", refused('~', "~/a")},
      {"environment", "X_1=2 ./a", refused('=', "X_1=2 ./a")},
  };
  expect_results(cases, [](const std::string& text) {
    return fmt::format("{}", fmt::join(parse_command("name=a:" + text).command, "|"));
  });
}

TEST(ParsePart, TakesSharesAboveZero) {
  const auto parse = [](const std::string& text) { return fmt::to_string(parse_part(text)); };
  expect_values({{"5%", "0.05"}, {"0.05", "0.05"}, {"1/4", "0.25"}, {"1/2.5", "0.4"}, {"1", "1"}},
                parse);
  expect_refused({"0", "0%", "1.01", "-0.1", "nan", "1/-2", "some"}, "a share such as 5% or 0.05",
                 parse);
  EXPECT_EQ(parse_precision("0"), 0);
  EXPECT_EQ(parse_precision("3%"), 0.03);
  EXPECT_THROW(parse_precision("0%"), base::UsageError);
}

TEST(ParseShard, TakesAPartAndTheirNumber) {
  const auto parse = [](const std::string& text) {
    Options settings;
    options_of(settings).find("--shard")->take(text);
    return fmt::format("{} of {}", settings.shard->number, settings.shard->of);
  };
  expect_values(
      {{"1/7", "1 of 7"}, {"7/7", "7 of 7"}, {"1/1", "1 of 1"}, {"1/1000000", "1 of 1000000"}},
      parse);
  expect_refused({"1/1000001", "0/7", "8/7", "1/", "/7", "1", "", "-1/7"},
                 "a part and their number, I/N, with I from 1 to N", parse);
}

TEST(RunOptions, HaveTheirRanges) {
  const auto taken_by = [](const char* option) {
    return [option](const std::string& text) {
      Options settings;
      options_of(settings).find(option)->take(text);
      return std::string("taken");
    };
  };
  const std::pair<const char*, const char*> cases[] = {{"--solutions", "1"},
                                                       {"--batch", "1 to 1048576"},
                                                       {"--rounds", "1 to 1000"},
                                                       {"--block", "1 to 16777216"},
                                                       {"--processes", "1 to 1000"}};
  for (const auto& [option, range] : cases)
    expect_refused({"0"}, fmt::format("a whole number from {}", range), taken_by(option));
  expect_values({{"0", "taken"}}, taken_by("--seed"));
  expect_refused({""}, "a name", taken_by("--result"));
  expect_refused({"on"}, "auto or off", taken_by("--pin"));
  expect_refused({"x"}, kTime, taken_by("--time-budget"));
}

// The default as --help shows it, and the name and value in the result document; * for options in
// the fingerprint of a run.
TEST(RunOptions, HaveTheirDefaults) {
  std::string defaults;
  for (const Option& option : all()) {
    const char* const recorded = option.traits.recorded;
    defaults += option.key();
    if (!option.shown_default.empty()) defaults += " " + option.shown_default;
    if (recorded != nullptr)
      defaults += fmt::format(" {}={}", recorded, result::text_of(option.recorded()));
    defaults += option.traits.in_fingerprint ? " *\n" : "\n";
  }
  EXPECT_EQ(defaults, R"(FILE
suite
solvers mrv,dlx,simd,lanes
reference reference= *
solutions 2 solutions_limit=2 *
strict strict=false *
puzzle-column puzzle_column=found by name or shape *
solution-column solution_column=found by name or shape *
plugin
exec
isolate external isolate=external *
memory-limit 0 memory_limit=0 *
threads all available CPUs *
pin auto pin=auto *
isa auto
batch batch=each solver's own *
rounds 5 rounds=5 *
precision 2% precision=0.02 *
latency on latency_rounds=3 *
counters on counters=on *
warmup 10ms warmup_s=0.01 *
time-budget 10s time_budget_s=10 *
wait-for-core wait_for_core_s=a fifth of the time budget
puzzle-timeout 1s puzzle_timeout_s=1 *
start-timeout 10s
sample sample=by the time budget *
seed 1 seed=1 *
block 8192 block=8192 *
verify sample verify=sample *
audit on audit=on *
processes 1 processes=1 *
pilots
resume
shard *
result
html
markdown
puzzle-csv
quiet
verbose
)");
}

TEST(RunOptions, WithoutLatenciesRecordNoRoundsOfThem) {
  Options settings;
  auto options = options_of(settings);
  Option* const latency = options.find("--latency");
  latency->take("off");
  EXPECT_EQ(result::text_of(latency->recorded()), "0");
}

TEST(Split, KeepsEmptyParts) {
  using Parts = std::vector<std::string>;
  EXPECT_EQ(split("", ','), Parts{""});
  EXPECT_EQ(split("a", ','), Parts{"a"});
  EXPECT_EQ(split("a,,b", ','), (Parts{"a", "", "b"}));
  EXPECT_EQ(split(",a,", ','), (Parts{"", "a", ""}));
}

TEST(Choices, AreLowerCaseWordsBetweenBars) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(choices_in("on|off"), (Words{"on", "off"}));
  for (const char* const other : {"N|RATE", "N|all", "A|all", "Z|all", "file"})
    EXPECT_EQ(choices_in(other), Words());
  const auto parse = [](const std::string& text) {
    return fmt::to_string(require_one_of({"on", "off", "auto"}, text));
  };
  expect_values({{"off", "1"}}, parse);
  expect_refused({"x"}, "on, off or auto", parse);
}

TEST(Parts, HaveTypes) {
  external::Spec spec;
  for (const Kind kind : {Kind::plugin, Kind::command}) {
    OptionList parts = parts_of(spec, kind);
    EXPECT_EQ(parts.find("name")->type(), ValueType::text);
    EXPECT_EQ(parts.find("limit")->type(), ValueType::text);
    EXPECT_EQ(parts.find("batch")->type(), ValueType::number);
    EXPECT_EQ(parts.find("unknown"), nullptr);
  }
  EXPECT_EQ(parts_of(spec, Kind::plugin).find("config")->type(), ValueType::number);
  EXPECT_EQ(parts_of(spec, Kind::plugin).find("fills")->type(), ValueType::truth);
}

// As suites give them: part by part, as "library=a.so symbol=f".
TEST(Parts, AreCompleteWithALibraryAndASymbolOrACommand) {
  const auto name_by_parts_of = [](Kind kind) {
    return [kind](const std::string& text) {
      external::Spec spec;
      for (const std::string& part : split_command(text)) {
        const std::size_t equals = part.find('=');
        parts_of(spec, kind).find(part.substr(0, equals))->take(part.substr(equals + 1));
      }
      complete_parts(spec, kind);
      return spec.name;
    };
  };
  expect_values({{"", "it has no library"},
                 {"library=a.so", "it has no symbol"},
                 {"symbol=f", "it has no library"},
                 {"library=a.so symbol=f config=2", "f-2"},
                 {"library=a.so symbol=f name=x", "x"},
                 {"library=", "expected a non-empty string, found ''"}},
                name_by_parts_of(Kind::plugin));
  expect_values({{"", "it has no command"}, {"command='/opt/a b'", "a"}},
                name_by_parts_of(Kind::command));
}

}  // namespace

}  // namespace sudoku::options
