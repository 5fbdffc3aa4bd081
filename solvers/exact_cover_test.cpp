// Tests of ExactCover: the covers it visits, visitors that stop it, choices made before a search.
#include "solvers/exact_cover.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sudoku {

namespace {

constexpr int kNoLimit = std::numeric_limits<int>::max();

// The letters of a cover's choices in alphabetical order, 'A' for choice 0.
std::string letters(std::span<const std::uint16_t> chosen) {
  std::string text;
  for (const std::uint16_t choice : chosen)
    text += static_cast<char>('A' + choice);
  std::ranges::sort(text);
  return text;
}

// A visitor that collects covers and counts guesses, up to a limit of each.
struct Collector {
  int cover_limit = kNoLimit;
  int guess_limit = kNoLimit;
  int guesses = 0;
  std::multiset<std::string> covers = {};

  bool guess() {
    if (guesses == guess_limit) return false;
    ++guesses;
    return true;
  }

  bool found(std::span<const std::uint16_t> chosen) {
    covers.insert(letters(chosen));
    return static_cast<int>(covers.size()) < cover_limit;
  }
};

// A matrix with columns 1 to 7 and choices A to F, each written as the digits of its columns.
using Small = ExactCover<7, 6, 4>;
using SmallChoices = std::array<std::string_view, 6>;

Small matrix_of(const SmallChoices& texts) {
  std::array<Small::Choice, 6> choices{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    choices[i].fill(Small::kNoColumn);
    for (std::size_t k = 0; k < texts[i].size(); ++k)
      choices[i][k] = static_cast<Small::Index>(texts[i][k] - '1');
  }
  return Small(choices);
}

constexpr SmallChoices kPaper = {"147", "14", "457", "356", "2367", "27"};
constexpr SmallChoices kEightCovers = {"12", "12", "34", "34", "567", "567"};

struct SearchCase {
  std::string_view name;
  SmallChoices choices;
  std::multiset<std::string> covers;
  int guesses;
};

const SearchCase kSearchCases[] = {
    {"the kind of example the paper has", kPaper, {"BDF"}, 2},
    {"no choices at all", {"", "", "", "", "", ""}, {}, 0},
    {"one column has no choice", {"12", "12", "34", "34", "56", "56"}, {}, 0},
    {"every column has choices but they overlap", {"123", "345", "567", "12", "27", ""}, {}, 0},
    {"a dead end behind each guess", {"123", "124", "356", "456", "37", "47"}, {}, 2},
    {"all forced", {"1", "2", "34", "5", "6", "7"}, {"ABCDEF"}, 0},
    {"a choice without columns is never chosen", {"1234", "", "567", "", "", ""}, {"AC"}, 0},
    {"two equal choices are two covers", {"1234", "1234", "567", "", "", ""}, {"AC", "BC"}, 2},
    {"several covers of different sizes",
     {"1234", "12", "34", "567", "56", "7"},
     {"AD", "AEF", "BCD", "BCEF"},
     6},
    {"eight covers", kEightCovers, {"ACE", "ACF", "ADE", "ADF", "BCE", "BCF", "BDE", "BDF"}, 14},
};

TEST(ExactCover, VisitsEveryCoverOnce) {
  for (const SearchCase& c : kSearchCases) {
    SCOPED_TRACE(c.name);
    Small cover = matrix_of(c.choices);
    Collector collector;
    EXPECT_TRUE(cover.search(collector));
    EXPECT_EQ(collector.covers, c.covers);
    EXPECT_EQ(collector.guesses, c.guesses);
  }
}

TEST(ExactCover, NothingToCoverHasTheEmptyCover) {
  using Empty = ExactCover<0, 1, 1>;
  const std::array<Empty::Choice, 1> choices = {{{Empty::kNoColumn}}};
  Empty cover(choices);
  Collector collector;
  EXPECT_TRUE(cover.search(collector));
  EXPECT_EQ(collector.covers, std::multiset<std::string>{""});
}

TEST(ExactCover, VisitsNoCoverWithAnExcludedChoice) {
  Small cover = matrix_of(kEightCovers);
  const Small::Matrix full = cover.matrix();
  ASSERT_TRUE(cover.choose(0));
  cover.exclude(1);  // covered by choice 0, so already out
  cover.exclude(3);
  Collector collector;
  EXPECT_TRUE(cover.search(collector));
  EXPECT_EQ(collector.covers, (std::multiset<std::string>{"ACE", "ACF"}));
  cover.exclude(2);
  Collector nothing;
  EXPECT_TRUE(cover.search(nothing));
  EXPECT_TRUE(nothing.covers.empty());
  cover.reset();
  EXPECT_EQ(cover.matrix(), full);
}

TEST(ExactCover, SearchesAgainAfterASearch) {
  Small cover = matrix_of(kEightCovers);
  for (int i = 0; i < 3; ++i) {
    Collector collector;
    EXPECT_TRUE(cover.search(collector));
    EXPECT_EQ(collector.covers.size(), 8U);
  }
}

TEST(ExactCover, StopsAtExactlyTheCoversWanted) {
  for (int limit = 1; limit <= 8; ++limit) {
    SCOPED_TRACE(limit);
    Small cover = matrix_of(kEightCovers);
    const Small::Matrix before = cover.matrix();
    Collector collector{.cover_limit = limit};
    EXPECT_FALSE(cover.search(collector));
    EXPECT_EQ(static_cast<int>(collector.covers.size()), limit);
    EXPECT_EQ(cover.matrix(), before);
  }
}

TEST(ExactCover, StopsAtAnyGuess) {
  for (int limit = 0; limit < 14; ++limit) {
    SCOPED_TRACE(limit);
    Small cover = matrix_of(kEightCovers);
    const Small::Matrix before = cover.matrix();
    Collector collector{.guess_limit = limit};
    EXPECT_FALSE(cover.search(collector));
    EXPECT_EQ(collector.guesses, limit);
    EXPECT_EQ(cover.matrix(), before);
  }
}

TEST(ExactCover, SearchesWhatTheChoicesMadeBeforeLeave) {
  Small cover = matrix_of(kEightCovers);
  ASSERT_TRUE(cover.choose(1));
  ASSERT_TRUE(cover.choose(4));
  const Small::Matrix before = cover.matrix();
  Collector collector;
  EXPECT_TRUE(cover.search(collector));
  EXPECT_EQ(collector.covers, (std::multiset<std::string>{"BCE", "BDE"}));
  EXPECT_EQ(collector.guesses, 2);
  EXPECT_EQ(cover.matrix(), before);
}

TEST(ExactCover, RefusesAChoiceWhoseColumnIsCovered) {
  Small cover = matrix_of(kPaper);
  ASSERT_TRUE(cover.choose(1));
  const Small::Matrix before = cover.matrix();
  EXPECT_FALSE(cover.choose(0));
  EXPECT_FALSE(cover.choose(1));
  EXPECT_FALSE(cover.choose(2));
  EXPECT_EQ(cover.matrix(), before);
  EXPECT_TRUE(cover.choose(3));
}

TEST(ExactCover, ResetTakesChoicesBack) {
  Small cover = matrix_of(kPaper);
  const Small::Matrix before = cover.matrix();
  ASSERT_TRUE(cover.choose(0));
  EXPECT_NE(cover.matrix(), before);
  Collector none;
  EXPECT_TRUE(cover.search(none));
  EXPECT_TRUE(none.covers.empty());

  cover.reset();
  EXPECT_EQ(cover.matrix(), before);
  Collector all;
  EXPECT_TRUE(cover.search(all));
  EXPECT_EQ(all.covers, std::multiset<std::string>{"BDF"});
}

TEST(ExactCover, ChoosesAndResetsAnyNumberOfTimes) {
  Small cover = matrix_of(kPaper);
  for (int i = 0; i < 10000; ++i) {
    ASSERT_TRUE(cover.choose(4));
    cover.reset();
  }
  Collector collector;
  EXPECT_TRUE(cover.search(collector));
  EXPECT_EQ(collector.covers, std::multiset<std::string>{"BDF"});
}

// Size of the random matrices, small enough to try every subset of the choices.
constexpr std::size_t kRandomColumns = 6;
constexpr std::size_t kRandomChoices = 10;

using Random = ExactCover<kRandomColumns, kRandomChoices, 3>;
using ColumnSets = std::array<unsigned, kRandomChoices>;  // bit set of columns for each choice

Random matrix_of(const ColumnSets& sets) {
  std::array<Random::Choice, kRandomChoices> choices{};
  for (std::size_t i = 0; i < sets.size(); ++i) {
    choices[i].fill(Random::kNoColumn);
    std::size_t k = 0;
    for (unsigned rest = sets[i]; rest != 0; rest &= rest - 1)
      choices[i][k++] = static_cast<Random::Index>(std::countr_zero(rest));
  }
  return Random(choices);
}

ColumnSets random_sets(std::mt19937& random) {
  ColumnSets sets{};
  for (unsigned& set : sets) {
    do {
      set = random() % (1U << kRandomColumns);
    } while (set == 0 || std::popcount(set) > 3);
  }
  return sets;
}

bool is_cover(const ColumnSets& sets, unsigned subset) {
  unsigned covered = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if ((subset >> i & 1) == 0) continue;
    if ((covered & sets[i]) != 0) return false;
    covered |= sets[i];
  }
  return covered == (1U << kRandomColumns) - 1;
}

std::multiset<std::string> covers_by_brute_force(const ColumnSets& sets) {
  std::multiset<std::string> covers;
  for (unsigned subset = 0; subset < 1U << kRandomChoices; ++subset) {
    if (!is_cover(sets, subset)) continue;
    std::string cover;
    for (std::size_t i = 0; i < kRandomChoices; ++i)
      if ((subset >> i & 1) != 0) cover += static_cast<char>('A' + i);
    covers.insert(cover);
  }
  return covers;
}

TEST(ExactCover, AgreesWithBruteForce) {
  std::mt19937 random(1);
  std::size_t found = 0;
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(i);
    const ColumnSets sets = random_sets(random);
    Random cover = matrix_of(sets);
    const Random::Matrix before = cover.matrix();
    Collector collector;
    EXPECT_TRUE(cover.search(collector));
    EXPECT_EQ(collector.covers, covers_by_brute_force(sets));
    EXPECT_EQ(cover.matrix(), before);
    found += collector.covers.size();
  }
  EXPECT_GT(found, 1000U);  // the random matrices have enough covers to compare
}

}  // namespace

}  // namespace sudoku
