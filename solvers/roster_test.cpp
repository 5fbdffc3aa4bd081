// Tests of the roster (names, descriptions, look-up, missing engines) and of suggested names.
#include "solvers/roster.h"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

TEST(Roster, NamesAreUniqueAndSafeInFileNames) {
  std::set<std::string_view> names;
  for (const SolverEntry* entry : roster()) {
    const std::string_view name = entry->info.name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(std::ranges::all_of(name, is_name_character)) << name;
  }
}

TEST(Roster, EveryEntrySaysWhatItIs) {
  for (const SolverEntry* entry : roster()) {
    SCOPED_TRACE(entry->info.name);
    EXPECT_FALSE(entry->info.about.empty());
    EXPECT_FALSE(entry->info.source.empty());
    EXPECT_FALSE(entry->info.guess.empty());
    EXPECT_EQ(entry->info.about.find('\n'), std::string_view::npos);
    EXPECT_EQ(entry->info.batch, entry->info.name == "lanes" ? 512U : 1U);
    EXPECT_TRUE(entry->info.proves_uniqueness && entry->info.counts_solutions);
    EXPECT_TRUE(entry->info.shows_solution && !entry->info.may_only_count);
  }
}

template <typename Is>
std::string names_where(Is is) {
  std::string names;
  for (const SolverEntry* entry : roster())
    if (is(entry->info)) names += std::string(entry->info.name) + ' ';
  return names;
}

TEST(Roster, SaysWhatOnlySomeSolversDo) {
  EXPECT_EQ(names_where([](const SolverInfo& info) { return !info.searches; }),
            "singles logic control ");
  EXPECT_EQ(names_where([](const SolverInfo& info) { return info.rates; }), "logic ");
  EXPECT_EQ(names_where([](const SolverInfo& info) { return info.vectorised; }), "lanes simd ");
}

TEST(Roster, HoldsASolverOrNamesThePackageThatItNeeds) {
  struct {
    const char* solver;
    const char* package;
  } const cases[] = {{"ilp", "coinor-libcbc-dev"},
                     {"sat", "libcadical-dev"},
                     {"sat_minimal", "libcadical-dev"},
                     {"cp", "libgecode-dev"},
                     {"cp_value", "libgecode-dev"}};

  for (const auto& c : cases) {
    const auto missing = missing_engine_for(c.solver);
    EXPECT_EQ(missing.has_value(), find_solver(c.solver) == nullptr) << c.solver;
    EXPECT_TRUE(!missing || missing->package == c.package) << c.solver;
  }
  for (const char* const other : {"naive", "satellite", "", "c"})
    EXPECT_FALSE(missing_engine_for(other)) << other;
}

TEST(Roster, RanksAllButTheHarnessesOwn) {
  for (const SolverEntry* entry : roster()) {
    EXPECT_EQ(entry->info.ranked, entry->info.name != "null" && entry->info.name != "control")
        << entry->info.name;
  }
}

TEST(FindSolver, FindsByTheWholeName) {
  const SolverEntry* const found = find_solver("mrv_hidden");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->info.name, "mrv_hidden");
  for (const char* const unknown : {"", "mr", "MRV", "mrv ", "mrv_hidden2"})
    EXPECT_EQ(find_solver(unknown), nullptr) << unknown;
}

}  // namespace
}  // namespace sudoku
