#include "harness/dataset/rating.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/dataset/contents.h"
#include "solvers/roster.h"

namespace sudoku {
namespace {

const Grid kNakedSingles = grid_of(kPuzzle);
const Grid kSearch =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");

class RaterTest : public testing::Test {
 protected:
  Rating rate(const Grid& puzzle, const RatingTerms& terms, std::uint64_t index = 0) {
    return Rater(*logic_, {mrv_.get(), dlx_.get()}, terms).rate(puzzle, index, efforts_);
  }

  std::unique_ptr<Solver> logic_ = find_solver("logic")->create();
  std::unique_ptr<Solver> mrv_ = find_solver("mrv")->create();
  std::unique_ptr<Solver> dlx_ = find_solver("dlx")->create();
  std::array<Effort, 2> efforts_{};
};

TEST_F(RaterTest, RatesProperPuzzlesForPeople) {
  struct {
    const char* name;
    Grid puzzle;
    Outcome outcome;
    std::optional<int> level;
  } const cases[] = {
      {"singles", kNakedSingles, Outcome::unique, static_cast<int>(Technique::naked_single)},
      {"search", kSearch, Outcome::unique, kLevelOfSearch},
      {"several solutions", kEmptyGrid, Outcome::multiple, std::nullopt},
      {"no solution", grid_of("55" + std::string(79, '.')), Outcome::none, std::nullopt},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const Rating rating = rate(c.puzzle, {});
    EXPECT_EQ(name_of(rating.outcome), name_of(c.outcome));
    EXPECT_EQ(rating.level, c.level);
  }
}

TEST_F(RaterTest, WithoutIsomorphsCountsThePuzzleAsItStands) {
  rate(kSearch, {.isomorphs = 0});
  Answer answer;
  mrv_->solve({&kSearch, 1}, {}, {&answer, 1});
  EXPECT_EQ(efforts_[0].guesses, static_cast<double>(answer.guesses));
  dlx_->solve({&kSearch, 1}, {}, {&answer, 1});
  EXPECT_EQ(efforts_[1].guesses, static_cast<double>(answer.guesses));
  EXPECT_GT(efforts_[1].time_ns, 0);
}

TEST_F(RaterTest, DrawsIsomorphsBySeedAndIndexAlone) {
  const auto guesses = [&](std::uint64_t seed, std::uint64_t index) {
    rate(kSearch, {.isomorphs = 16, .seed = seed}, index);
    return efforts_[0].guesses;
  };
  const double first = guesses(1, 0);
  EXPECT_EQ(guesses(1, 0), first);
  EXPECT_NE(guesses(2, 0), first);
  EXPECT_NE(guesses(1, 1), first);
}

}  // namespace
}  // namespace sudoku
