#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include <sched.h>

#include <gtest/gtest.h>

#include "harness/base/texts_fixture.h"
#include "harness/parallel/thread_pool.h"

namespace sudoku::parallel {

namespace {

constexpr std::size_t kItems = 5;

// A pipeline that squares numbers.
struct Squares {
  explicit Squares(unsigned threads) : in_use(threads) {}

  Stages stages(std::size_t count) {
    return {.read =
                [this, count](std::size_t item) {
                  if (given == count) return false;
                  EXPECT_FALSE(taken[item].exchange(true)) << "still on its way";
                  values[item] = given++;
                  return true;
                },
            .work =
                [this](std::size_t item, unsigned slot) {
                  EXPECT_FALSE(in_use.at(slot).exchange(true)) << "two calls in one slot";
                  values[item] *= values[item];
                  in_use.at(slot) = false;
                },
            .write =
                [this](std::size_t item) {
                  written.push_back(values[item]);
                  taken[item] = false;
                }};
  }

  std::vector<std::atomic<bool>> in_use;
  std::array<std::atomic<bool>, kItems> taken{};
  std::array<std::size_t, kItems> values{};
  std::size_t given = 0;
  std::vector<std::size_t> written;
};

TEST(Pipeline, WritesInTheOrderRead) {
  for (const unsigned threads : {1U, 2U, 8U}) {
    SCOPED_TRACE(threads);
    Squares squares(threads);
    run_pipeline(threads, kItems, squares.stages(2000));
    ASSERT_EQ(squares.written.size(), 2000U);
    for (std::size_t i = 0; i < 2000; ++i)
      ASSERT_EQ(squares.written[i], i * i);
  }
}

TEST(Pipeline, DoesNothingWithNothing) {
  Squares squares(2);
  run_pipeline(2, kItems, squares.stages(0));
  EXPECT_TRUE(squares.written.empty());
}

TEST(Pipeline, OneThreadUsesOneBuffer) {
  Squares squares(1);
  Stages stages = squares.stages(2000);
  const auto read = stages.read;
  stages.read = [&](std::size_t item) {
    EXPECT_EQ(item, 0U);
    return read(item);
  };
  run_pipeline(1, kItems, stages);
  EXPECT_EQ(squares.written.size(), 2000U);
}

TEST(Pipeline, PinsNoThread) {
  const auto usable = [] {
    cpu_set_t mask;
    return ::sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : -1;
  };
  const int all = usable();
  Squares squares(2);
  Stages stages = squares.stages(2000);
  const auto work = stages.work;
  std::atomic<int> pinned{0};
  stages.work = [&](std::size_t item, unsigned slot) {
    if (usable() != all) ++pinned;
    work(item, slot);
  };
  run_pipeline(2, kItems, stages);
  EXPECT_EQ(pinned, 0);
}

// Runs a pipeline in which one stage throws, and returns what run_pipeline() throws.
std::string thrown_by(const std::string& stage, unsigned threads) {
  const auto fail = [&stage] { throw std::runtime_error(stage); };
  Squares squares(threads);
  Stages stages = squares.stages(2000);
  if (stage == "read") stages.read = [&](std::size_t) { return fail(), true; };
  if (stage == "work") stages.work = [&](std::size_t, unsigned) { fail(); };
  if (stage == "write") stages.write = [&](std::size_t) { fail(); };
  return base::message_of<std::runtime_error>([&] { run_pipeline(threads, kItems, stages); });
}

TEST(Pipeline, ThrowsWhatAnyStageThrows) {
  for (const unsigned threads : {1U, 2U}) {
    SCOPED_TRACE(threads);
    for (const std::string stage : {"read", "work", "write"})
      EXPECT_EQ(thrown_by(stage, threads), stage);
  }
}

}  // namespace

}  // namespace sudoku::parallel
