#include "harness/measure/constancy.h"

#include <limits>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

constexpr Circumstances kThen = {.wall_s = 1e9, .steady_s = 500, .stamps_s = 7, .cpus = 4};

struct ChangeCase {
  const char* name;
  Circumstances now;
  std::vector<std::string> changes;
};

const ChangeCase kChangeCases[] = {
    {"all as it was", {1e9 + 100, 600, 107, 4}, {}},
    {"more CPUs", {1e9 + 100, 600, 107, 8}, {}},
    {"drawn to the right time", {1e9 + 100.1, 600, 107.1, 4}, {}},
    {"an hour back",
     {1e9 - 3500, 600, 107, 4},
     {"the machine's clock was set by -3600 s while the run lasted: it took 100 s, whatever its "
      "start and end say"}},
    {"a counter that stops",
     {1e9 + 100, 600, 57, 4},
     {"the processor's counter went -50.0 % from the clock while the run lasted: latencies are not "
      "to be trusted"}},
    {"a counter never calibrated",
     {1e9 + 100, 600, std::numeric_limits<double>::infinity(), 4},
     {"the processor's counter went +inf % from the clock while the run lasted: latencies are not "
      "to be trusted"}},
    {"fewer CPUs",
     {1e9 + 100, 600, 107, 1},
     {"the run began on 4 CPUs and had 1 later: threads had to share them"}},
};

TEST(Circumstances, ChangesAreNamed) {
  for (const ChangeCase& c : kChangeCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(changes_between(kThen, c.now), c.changes);
  }
}

TEST(Circumstances, OfThisMachineStay) {
  const StampClock clock;
  const Circumstances then = circumstances(clock);
  EXPECT_GT(then.cpus, 0U);
  EXPECT_EQ(changes_between(then, circumstances(clock)), std::vector<std::string>());
}

}  // namespace
}  // namespace sudoku
