#include "harness/cli/external_values.h"

#include <functional>
#include <span>

#include <CLI/Error.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/cli/words.h"

namespace sudoku {
namespace {

struct Case {
  const char* name;
  std::string text;
  std::string result;  // or the message
};

void expect_results(std::span<const Case> cases,
                    const std::function<std::string(const std::string&)>& parse) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    std::string result;
    try {
      result = parse(c.text);
    } catch (const CLI::ValidationError& error) {
      result = error.what();
    }
    EXPECT_EQ(result, c.result);
  }
}

// All but what is as it would be without being mentioned.
std::string plugin_of(const std::string& text) {
  const ExternalSpec spec = parse_plugin(text);
  std::string found =
      fmt::format("{}: {} of {}, config {}", spec.name, spec.symbol, spec.library, spec.config);
  if (spec.limit == LimitUse::first) found += ", first";
  if (spec.limit == LimitUse::all) found += ", all";
  if (spec.fills_solution) found += ", fills";
  if (!spec.thread_safe) found += ", unsafe";
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
      {"defaults", "a.so:f,limit=honoured,fills=no,threads=safe", "f: f of a.so, config 0"},
      {"first", "a.so:f,limit=first", "f: f of a.so, config 0, first"},
      {"quoted", "a.so:f,flags=\"-O3 -Wl,-s\",name=r", "r: f of a.so, config 0, flags -O3 -Wl,-s"},
      {"equals sign", "a.so:f,flags=-O=3", "f: f of a.so, config 0, flags -O=3"},
      {"empty", "a.so:f,version=", "f: f of a.so, config 0"},
      {"unknown", "a.so:f,nmae=r",
       "expected one of name, version, flags, limit, fills, threads, library, symbol, config, "
       "found 'nmae'"},
      {"of commands", "a.so:f,batch=3",
       "expected one of name, version, flags, limit, fills, threads, library, symbol, config, "
       "found 'batch'"},
      {"no value", "a.so:f,name", "expected KEY=VALUE, found 'name'"},
      {"nothing behind a comma", "a.so:f,", "expected KEY=VALUE, found ''"},
      {"bad name", "a.so:f,name=a b",
       "name: expected letters, digits, '_', '.', '+' and '-', found 'a b'"},
      {"empty name",
       "a.so:f,name=", "name: expected letters, digits, '_', '.', '+' and '-', found ''"},
      {"bad limit", "a.so:f,limit=2", "limit: expected honoured, first or all, found '2'"},
      {"bad fills", "a.so:f,fills=true", "fills: expected yes or no, found 'true'"},
      {"bad threads", "a.so:f,threads=2", "threads: expected safe or unsafe, found '2'"},
  };
  expect_results(cases, plugin_of);
}

std::string command_of(const std::string& text) {
  const ExternalSpec spec = parse_command(text);
  std::string found = fmt::format("{}: {}", spec.name, fmt::join(spec.command, "|"));
  if (spec.batch != 0) found += fmt::format(", batch {}", spec.batch);
  if (spec.limit == LimitUse::first) found += ", first";
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
      {"an unknown key is a program", "nmae=py:x y", "nmae-py-x: nmae=py:x|y"},
      {"nothing", "", "expected a command, found ''"},
      {"blanks", "  ", "expected a command, found '  '"},
      {"nothing behind the parts", "name=py:", "expected a command, found 'name=py:'"},
      {"no colon behind the parts", "name=py",
       "expected KEY=VALUE[,KEY=VALUE...]:COMMAND, found 'name=py'"},
      {"unknown part", "name=py,fast=1:x",
       "expected one of name, version, flags, limit, command, batch, found 'fast'"},
      {"a plugin's part", "name=py,fills=yes:x",
       "expected one of name, version, flags, limit, command, batch, found 'fills'"},
      {"batch", "batch=0:x", "batch: expected a whole number from 1 to 1048576, found '0'"},
      {"no file name", "/opt/", "name: expected letters, digits, '_', '.', '+' and '-', found ''"},
  };
  expect_results(cases, command_of);
}

TEST(SplitWords, KnowsQuotesAndBackslashes) {
  const std::string open =
      "expected a closing quote, or a character behind a backslash, found '{}'";
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
    return fmt::format("{}", fmt::join(split_words(text), "|"));
  });
}

}  // namespace
}  // namespace sudoku
