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

std::string not_a_time(const std::string& text) {
  return fmt::format(
      "expected a time such as 500ms, 10s or 5min (1ns at least), or 0 for none, found '{}'", text);
}

TEST(ParseTime, TakesNumberAndUnit) {
  const Case cases[] = {
      {"milliseconds", "500ms", "500000000"},
      {"seconds", "10s", "10000000000"},
      {"minutes", "5min", "300000000000"},
      {"hours", "2h", "7200000000000"},
      {"microseconds", "3us", "3000"},
      {"nanoseconds", "7ns", "7"},
      {"fraction", "0.5s", "500000000"},
      {"none", "0", "0"},
      {"none with a unit", "0s", "0"},
      {"285 years", "2400000h", "8640000000000000000"},
      {"no unit", "10", not_a_time("10")},
      {"unknown unit", "10m", not_a_time("10m")},
      {"blank between", "10 s", not_a_time("10 s")},
      {"no number", "s", not_a_time("s")},
      {"empty", "", not_a_time("")},
      {"negative", "-1s", not_a_time("-1s")},
      {"too long", "2600000h", not_a_time("2600000h")},
      {"infinite", "infs", not_a_time("infs")},
      {"not a number", "nans", not_a_time("nans")},
      {"rest", "1s2", not_a_time("1s2")},
      {"least", "1ns", "1"},
      {"rounds to the least", "0.0000000014s", "1"},
      {"would round to none", "0.0000000001s", not_a_time("0.0000000001s")},
      {"nearly none", "1e-300h", not_a_time("1e-300h")},
      {"none with a sign", "-0", not_a_time("-0")},
  };
  expect_results(cases,
                 [](const std::string& text) { return fmt::to_string(parse_time(text).count()); });
}

TEST(ParseWait, TakesNoZero) {
  const std::string expected = "expected a time such as 500ms, 10s or 5min (1ns at least), found ";
  const Case cases[] = {{"time", "2s", "2000000000"},
                        {"none", "0", expected + "'0'"},
                        {"none with a unit", "0s", expected + "'0s'"},
                        {"would round to none", "0.1ns", expected + "'0.1ns'"}};
  expect_results(cases,
                 [](const std::string& text) { return fmt::to_string(parse_wait(text).count()); });
}

TEST(FormatTime, UsesTheLargestUnitThatDivides) {
  const Case cases[] = {
      {"none", "0", "0"},
      {"milliseconds stay", "500ms", "500ms"},
      {"seconds", "1000ms", "1s"},
      {"minutes", "300s", "5min"},
      {"hours", "60min", "1h"},
      {"seconds that make no minute", "90s", "90s"},
      {"nanoseconds", "1001ns", "1001ns"},
  };
  expect_results(cases, [](const std::string& text) { return format_time(parse_time(text)); });
}

TEST(ParseNumber, KeepsToItsRange) {
  const Case cases[] = {
      {"least", "1", "1"},
      {"most", "1000", "1000"},
      {"below", "0", "expected a whole number from 1 to 1000, found '0'"},
      {"above", "1001", "expected a whole number from 1 to 1000, found '1001'"},
      {"negative", "-1", "expected a whole number from 1 to 1000, found '-1'"},
      {"fraction", "1.5", "expected a whole number from 1 to 1000, found '1.5'"},
      {"word", "many", "expected a whole number from 1 to 1000, found 'many'"},
      {"empty", "", "expected a whole number from 1 to 1000, found ''"},
      {"long", std::string(101, 'x'),
       "expected a whole number from 1 to 1000, found '" + std::string(100, 'x') + "…'"},
  };
  expect_results(cases, [](const std::string& text) {
    return fmt::to_string(parse_number(text, {1, 1000}));
  });
}

TEST(ParseNumber, NamesNoLimitWhereThereIsNone) {
  const Case cases[] = {
      {"largest", "18446744073709551615", "18446744073709551615"},
      {"one more", "18446744073709551616",
       "expected a whole number from 0, found '18446744073709551616'"},
  };
  expect_results(cases,
                 [](const std::string& text) { return fmt::to_string(parse_number(text, {})); });
}

std::string not_a_size(const std::string& text) {
  return fmt::format(
      "expected a size such as 512MB, 1GB or 256MiB (32MiB at least, below 1000000TB), or 0 for "
      "none, found '{}'",
      text);
}

TEST(ParseSize, TakesNumberAndUnit) {
  const Case cases[] = {
      {"megabytes", "512MB", "512000000"},
      {"gigabytes", "1GB", "1000000000"},
      {"fraction", "1.5GB", "1500000000"},
      {"by 1,024", "256MiB", "268435456"},
      {"more by 1,024", "1GiB", "1073741824"},
      {"a lot", "2TB", "2000000000000"},
      {"a lot by 1,024", "2TiB", "2199023255552"},
      {"just below the most", "999999TB", "999999000000000000"},
      {"the most", "1000000TB", not_a_size("1000000TB")},
      {"least in other units", "34MB", "34000000"},
      {"none", "0", "0"},
      {"least", "32MiB", "33554432"},
      {"less", "33MB", not_a_size("33MB")},
      {"a byte less", "33.554431MB", not_a_size("33.554431MB")},
      {"none with a unit", "0MB", not_a_size("0MB")},
      {"no unit", "512", not_a_size("512")},
      {"unknown unit", "512M", not_a_size("512M")},
      {"lower case", "512mb", not_a_size("512mb")},
      {"blank between", "512 MB", not_a_size("512 MB")},
      {"negative", "-1GB", not_a_size("-1GB")},
      {"too large", "2000000TB", not_a_size("2000000TB")},
      {"infinite", "infGB", not_a_size("infGB")},
      {"not a number", "nanGB", not_a_size("nanGB")},
      {"empty", "", not_a_size("")},
  };
  expect_results(cases, [](const std::string& text) { return fmt::to_string(parse_size(text)); });
}

std::string not_threads(const std::string& text) {
  return fmt::format("expected a number of threads from 1 to 1024, found '{}'", text);
}

TEST(ParseThreads, SortsAndDropsDoubles) {
  const Case cases[] = {
      {"one number", "2", "2"},
      {"list", "1,2,4", "1,2,4"},
      {"unsorted with a double", "4,1,4,2", "1,2,4"},
      {"most", "1024", "1024"},
      {"none", "0", not_threads("0")},
      {"none in a list", "1,0", not_threads("0")},
      {"too many", "1025", not_threads("1025")},
      {"negative", "-2", not_threads("-2")},
      {"word", "all", not_threads("all")},
      {"empty", "", not_threads("")},
      {"empty place", "1,,2", not_threads("")},
  };
  expect_results(cases, [](const std::string& text) {
    return fmt::format("{}", fmt::join(parse_threads(text), ","));
  });
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

std::string not_a_sample(const std::string& text) {
  return fmt::format(
      "expected a whole number of puzzles (at least 1), or a share such as 0.01, 1% or 1/100 "
      "(1e-15 "
      "at least), found '{}'",
      text);
}

std::string sample_of(const std::string& text) {
  Options settings;
  options_of(settings).find("--sample")->take(text);
  if (settings.sample_count) return fmt::format("{} puzzles", *settings.sample_count);
  return fmt::format("share {}", settings.sample_rate.value_or(-1));
}

TEST(ParseSample, TellsNumbersFromShares) {
  const Case cases[] = {
      {"number", "1000", "1000 puzzles"},
      {"two", "2", "2 puzzles"},
      {"smallest number", "1", "1 puzzles"},
      {"everything", "1.0", "share 1"},
      {"everything in percent", "100%", "share 1"},
      {"everything as a ratio", "1/1", "share 1"},
      {"decimal", "0.01", "share 0.01"},
      {"percent", "1%", "share 0.01"},
      {"ratio", "1/4", "share 0.25"},
      {"none", "0", not_a_sample("0")},
      {"more than all", "1.5", not_a_sample("1.5")},
      {"more than all in percent", "101%", not_a_sample("101%")},
      {"by nothing", "1/0", not_a_sample("1/0")},
      {"half a ratio", "1/", not_a_sample("1/")},
      {"negative", "-5", not_a_sample("-5")},
      {"not a number", "nan", not_a_sample("nan")},
      {"word", "some", not_a_sample("some")},
      {"least", "1e-15", "share 1e-15"},
      {"less than can be drawn", "1e-300", not_a_sample("1e-300")},
      {"empty", "", not_a_sample("")},
      {"rest", "1%%", not_a_sample("1%%")},
  };
  expect_results(cases, sample_of);
}

// All options and parts of solvers that are yes or no take the same words.
TEST(ParseTruth, TakesTheSameWordsForEveryPart) {
  for (const char* const key : {"fills", "pencilmarks"}) {
    for (const bool truth : {true, false}) {
      for (const char* const word :
           truth ? std::array{"yes", "true", "on", "1"} : std::array{"no", "false", "off", "0"}) {
        EXPECT_EQ(parse_truth(word), truth) << word;
        const external::Spec spec = parse_plugin(fmt::format("a.so:f,{}={}", key, word));
        EXPECT_EQ(std::string_view(key) == "fills" ? spec.fills_solution : spec.pencilmarks,
                  std::optional(truth))
            << key << '=' << word;
      }
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
  if (spec.pencilmarks) found += ", pencilmarks";
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
      {"all",
       "a.so:f:1,name=r,version=2.1,flags=-O3,limit=all,fills=yes,pencilmarks=yes,threads=unsafe",
       "r: f of a.so, config 1, all, fills, pencilmarks, unsafe, version 2.1, flags -O3"},
      {"defaults", "a.so:f,limit=honoured,pencilmarks=no,threads=safe", "f: f of a.so, config 0"},
      {"no solutions", "a.so:f,fills=no", "f: f of a.so, config 0, fills nothing"},
      {"first", "a.so:f,limit=first", "f: f of a.so, config 0, first"},
      {"quoted", "a.so:f,flags=\"-O3 -Wl,-s\",name=r", "r: f of a.so, config 0, flags -O3 -Wl,-s"},
      {"equals sign", "a.so:f,flags=-O=3", "f: f of a.so, config 0, flags -O=3"},
      {"empty", "a.so:f,version=", "f: f of a.so, config 0"},
      {"unknown", "a.so:f,nmae=r",
       "expected one of name, version, flags, limit, fills, pencilmarks, threads, batch, found "
       "'nmae'"},
      {"in another place", "a.so:f:3,config=7",
       "expected one of name, version, flags, limit, fills, pencilmarks, threads, batch, found "
       "'config'"},
      {"twice", "a.so:f,name=a,name=b", "name: expected once, found several times"},
      {"twice the same", "a.so:f,limit=all,limit=all", "limit: expected once, found several times"},
      {"batch", "a.so:f,batch=512", "f: f of a.so, config 0, batches of 512"},
      {"least batch", "a.so:f,batch=1", "f: f of a.so, config 0, batches of 1"},
      {"largest batch", "a.so:f,batch=1048576", "f: f of a.so, config 0, batches of 1048576"},
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
      {"bad threads", "a.so:f,threads=2", "threads: expected safe or unsafe, found '2'"},
  };
  expect_results(cases, plugin_of);
}

std::string command_of(const std::string& text) {
  const external::Spec spec = parse_command(text);
  std::string found = fmt::format("{}: {}", spec.name, fmt::join(spec.command, "|"));
  if (spec.batch != 0) found += fmt::format(", batch {}", spec.batch);
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
       "expected one of name, version, flags, limit, pencilmarks, batch, found 'fast'"},
      {"part in another place", "name=py,command=y:x",
       "expected one of name, version, flags, limit, pencilmarks, batch, found 'command'"},
      {"part that is there twice", "name=py,batch=2,batch=3:x",
       "batch: expected once, found several times"},
      {"a plugin's part", "name=py,fills=yes:x",
       "expected one of name, version, flags, limit, pencilmarks, batch, found 'fills'"},
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
  const std::string expected = "expected a share such as 5% or 0.05, found ";
  const Case cases[] = {
      {"percent", "5%", "0.05"},
      {"decimal", "0.05", "0.05"},
      {"ratio", "1/4", "0.25"},
      {"ratio of fractions", "1/2.5", "0.4"},
      {"all", "1", "1"},
      {"none", "0", expected + "'0'"},
      {"none in percent", "0%", expected + "'0%'"},
      {"more than all", "1.01", expected + "'1.01'"},
      {"negative", "-0.1", expected + "'-0.1'"},
      {"not a number", "nan", expected + "'nan'"},
      {"by less than nothing", "1/-2", expected + "'1/-2'"},
      {"word", "some", expected + "'some'"},
  };
  expect_results(cases, [](const std::string& text) { return fmt::to_string(parse_part(text)); });
  EXPECT_EQ(parse_precision("0"), 0);
  EXPECT_EQ(parse_precision("3%"), 0.03);
  EXPECT_THROW(parse_precision("0%"), base::UsageError);
}

TEST(ParseShard, TakesAPartAndTheirNumber) {
  const std::string expected = "expected a part and their number, I/N, with I from 1 to N, found ";
  const Case cases[] = {
      {"the first", "1/7", "1 of 7"},
      {"the last", "7/7", "7 of 7"},
      {"the only one", "1/1", "1 of 1"},
      {"most", "1/1000000", "1 of 1000000"},
      {"too many", "1/1000001", expected + "'1/1000001'"},
      {"none", "0/7", expected + "'0/7'"},
      {"one too high", "8/7", expected + "'8/7'"},
      {"no number of parts", "1/", expected + "'1/'"},
      {"no part", "/7", expected + "'/7'"},
      {"no slash", "1", expected + "'1'"},
      {"empty", "", expected + "''"},
      {"negative", "-1/7", expected + "'-1/7'"},
  };
  expect_results(cases, [](const std::string& text) {
    Options settings;
    options_of(settings).find("--shard")->take(text);
    return fmt::format("{} of {}", settings.shard->number, settings.shard->of);
  });
}

// The message of the option of `run` when it is given the text.
std::string message_on(const std::string& option, const std::string& text) {
  Options settings;
  return result_of(
      [&](const std::string& given) {
        options_of(settings).find(option)->take(given);
        return std::string("taken");
      },
      text);
}

TEST(RunOptions, HaveTheirRanges) {
  const std::pair<const char*, const char*> cases[] = {
      {"--solutions", "1"},      {"--exec-batch", "1 to 1048576"}, {"--batch", "1 to 1048576"},
      {"--rounds", "1 to 1000"}, {"--block", "1 to 16777216"},     {"--processes", "1 to 1000"}};
  for (const auto& [option, range] : cases) {
    EXPECT_EQ(message_on(option, "0"),
              fmt::format("expected a whole number from {}, found '0'", range));
  }
  EXPECT_EQ(message_on("--seed", "0"), "taken");
  EXPECT_EQ(message_on("--result", ""), kEmptyName);
  EXPECT_EQ(message_on("--pin", "on"), "expected auto or off, found 'on'");
  EXPECT_EQ(message_on("--time-budget", "x"), not_a_time("x"));
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
exec-batch 1
isolate external isolate=external *
memory-limit 0 memory_limit=0 *
threads all available CPUs *
pin auto pin=auto *
isa auto
batch batch=each solver's own *
rounds 5 rounds=5 *
precision 2% precision=0.02 *
ratio-time cpu ratio_time=cpu *
latency on latency_rounds=3 *
counters on counters=on *
warmup 10ms warmup_s=0.01 *
time-budget 10s time_budget_s=10 *
wait-for-core wait_for_core_s=a fifth of the time budget
puzzle-timeout 1s puzzle_timeout_s=1 *
start-timeout 10s
sample sample=by the time budget *
seed 1 seed=1 *
permute permute=false *
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
  EXPECT_EQ(choices_in("N|RATE"), Words());
  EXPECT_EQ(choices_in("N|all"), Words());
  EXPECT_EQ(choices_in("A|all"), Words());
  EXPECT_EQ(choices_in("Z|all"), Words());
  EXPECT_EQ(choices_in("file"), Words());
  EXPECT_EQ(require_one_of({"on", "off", "auto"}, "off"), 1U);
  const Case cases[] = {{"three", "x", "expected on, off or auto, found 'x'"}};
  expect_results(cases, [](const std::string& text) {
    return fmt::to_string(require_one_of({"on", "off", "auto"}, text));
  });
}

TEST(Parts, HaveTypes) {
  external::Spec spec;
  for (const Kind kind : {Kind::plugin, Kind::command}) {
    OptionList parts = parts_of(spec, kind);
    EXPECT_EQ(parts.find("name")->type(), ValueType::text);
    EXPECT_EQ(parts.find("limit")->type(), ValueType::text);
    EXPECT_EQ(parts.find("batch")->type(), ValueType::number);
    EXPECT_EQ(parts.find("pencilmarks")->type(), ValueType::truth);
    EXPECT_EQ(parts.find("unknown"), nullptr);
  }
  EXPECT_EQ(parts_of(spec, Kind::plugin).find("config")->type(), ValueType::number);
  EXPECT_EQ(parts_of(spec, Kind::plugin).find("fills")->type(), ValueType::truth);
}

// As suites give them: part by part.
TEST(Parts, AreCompleteWithALibraryAndASymbolOrACommand) {
  using Given = std::vector<std::pair<std::string, std::string>>;
  const auto name_of_solver = [](Kind kind, const Given& parts) {
    external::Spec spec;
    try {
      for (const auto& [key, value] : parts)
        parts_of(spec, kind).find(key)->take(value);
      complete_parts(spec, kind);
    } catch (const base::UsageError& error) {
      return std::string(error.what());
    }
    return spec.name;
  };
  EXPECT_EQ(name_of_solver(Kind::plugin, {}), "it has no library");
  EXPECT_EQ(name_of_solver(Kind::plugin, {{"library", "a.so"}}), "it has no symbol");
  EXPECT_EQ(name_of_solver(Kind::plugin, {{"symbol", "f"}}), "it has no library");
  EXPECT_EQ(name_of_solver(Kind::plugin, {{"library", "a.so"}, {"symbol", "f"}, {"config", "2"}}),
            "f-2");
  EXPECT_EQ(name_of_solver(Kind::plugin, {{"library", "a.so"}, {"symbol", "f"}, {"name", "x"}}),
            "x");
  EXPECT_EQ(name_of_solver(Kind::plugin, {{"library", ""}}),
            "expected a non-empty string, found ''");
  EXPECT_EQ(name_of_solver(Kind::command, {}), "it has no command");
  EXPECT_EQ(name_of_solver(Kind::command, {{"command", "/opt/a b"}}), "a");
}

}  // namespace

}  // namespace sudoku::options
