#include "harness/result/fields.h"

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "harness/base/input.h"
#include "harness/result/document.h"

namespace sudoku::result {

namespace {

using Names = std::vector<std::string>;

// Names between backquotes in a text.
Names quoted(const std::string& text) {
  Names names;
  for (std::size_t begin = text.find('`'); begin != std::string::npos;) {
    const std::size_t end = text.find('`', begin + 1);
    names.push_back(text.substr(begin + 1, end - begin - 1));
    begin = text.find('`', end + 1);
  }
  return names;
}

// Field names in the first columns of the tables in results/README.md, by the heading above the
// table or, if its head is "field of NAME", by NAME.
std::map<std::string, Names> tables_of(const std::string& readme) {
  std::map<std::string, Names> tables;
  std::string heading;
  std::string table;
  std::istringstream lines(readme);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) heading = line.substr(line.find(' ') + 1);
    if (line.empty()) table.clear();
    if (!line.starts_with("| ")) continue;
    const std::string cell = line.substr(2, line.find(" |", 2) - 2);
    if (cell.starts_with("field")) table = cell == "field" ? heading : cell.substr(9);
    if (table.empty() || cell.starts_with("field")) continue;
    const Names names = quoted(cell);
    tables[table].insert(tables[table].end(), names.begin(), names.end());
  }
  return tables;
}

template <typename Record>
Names names_of() {
  Names names;
  for_each_field<Record>([&names]<typename Line>(const Line& line) {
    if constexpr (kIsStored<Line>) {
      if ((line.flags & kJournalOnly) != 0) return;
    }
    names.emplace_back(line.name);
  });
  return names;
}

const std::string& readme() {
  static const std::string text = base::text_file(SOURCE_FOLDER "/results/README.md", "a text");
  return text;
}

template <typename Record>
void expect_table(const std::string& name) {
  const auto tables = tables_of(readme());
  ASSERT_TRUE(tables.contains(name)) << name;
  EXPECT_EQ(tables.at(name), names_of<Record>()) << name;
}

// Expects results/README.md to list the fields of a small record in braces: `{a, b, …}`.
template <typename Record>
void expect_in_braces() {
  const std::string list = fmt::format("`{{{}}}`", fmt::join(names_of<Record>(), ", "));
  EXPECT_NE(readme().find(list), std::string::npos) << list;
}

TEST(Fields, AreExplainedInTheirOrder) {
  Names whole = names_of<RunResult>();
  whole.insert(whole.begin(), "schema_version");
  EXPECT_EQ(tables_of(readme()).at("The document"), whole);
  expect_table<ToolRecord>("`tool`");
  expect_table<EnvironmentRecord>("`environment`");
  expect_table<DatasetRecord>("`datasets[]`");
  expect_table<OverheadRecord>("`overhead`");
  expect_table<Row>("`results[]`");
  expect_table<ExternalRecord>("`external`");
  expect_table<LogicRecord>("`logic`");
  expect_table<LatencyRecord>("`latency_ns`");
  expect_table<BlockRecord>("`blocks[]`");
  expect_table<SpeedupRecord>("`speedup`, `scaling`");
  expect_table<ComparisonRecord>("`comparisons[]`");
  expect_table<PairRecord>("`pairs[]`");
}

TEST(Fields, OfSmallRecordsAreExplainedWhereTheyAre) {
  expect_in_braces<SuiteRecord>();
  expect_in_braces<ShardsRecord>();
  expect_in_braces<HostRecord>();
  expect_in_braces<ProcessesRecord>();
  expect_in_braces<SampleRecord>();
  expect_in_braces<SlowPuzzle>();
  expect_in_braces<WrongAnswer>();
  expect_in_braces<IncidentRecord>();
  expect_in_braces<ConfirmedRecord>();
}

}  // namespace

}  // namespace sudoku::result
