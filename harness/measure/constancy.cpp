#include "harness/measure/constancy.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/parallel/gang.h"

namespace sudoku {

namespace {

// A clock that is being drawn to the right time gains or loses half a thousandth.
constexpr double kDrawn = 1e-3;
constexpr double kMostStepSeconds = 1;

// The counter's calibration is good to a few millionths; a counter that is not what it says it is
// is off by far more.
constexpr double kMostDrift = 0.01;
constexpr double kShortestSeconds = 0.1;  // below, a single interrupt would show

}  // namespace

Circumstances circumstances(const StampClock& clock) {
  using Seconds = std::chrono::duration<double>;
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const auto steady = std::chrono::steady_clock::now().time_since_epoch();
  return {.wall_s = Seconds(wall).count(),
          .steady_s = Seconds(steady).count(),
          .stamps_s = static_cast<double>(clock.now()) * clock.ns_per_tick() / 1e9,
          .cpus = usable_cpus().size()};
}

std::vector<std::string> changes_between(const Circumstances& then, const Circumstances& now) {
  std::vector<std::string> changes;
  const double elapsed = now.steady_s - then.steady_s;
  const double step = now.wall_s - then.wall_s - elapsed;
  if (std::abs(step) > kMostStepSeconds + kDrawn * elapsed) {
    changes.push_back(fmt::format(
        "the machine's clock was set by {:+.0f} s while the run lasted: it took {:.0f} s, whatever "
        "its start and end say",
        step, elapsed));
  }
  const double drift = (now.stamps_s - then.stamps_s) / elapsed - 1;
  if (elapsed > kShortestSeconds && !(std::abs(drift) <= kMostDrift)) {
    changes.push_back(
        fmt::format("the processor's counter went {:+.1f} % from the clock while the run lasted: "
                    "latencies are not to be trusted",
                    100 * drift));
  }
  if (now.cpus < then.cpus) {
    changes.push_back(
        fmt::format("the run began on {} CPUs and had {} later: threads had to share them",
                    then.cpus, now.cpus));
  }
  return changes;
}

}  // namespace sudoku
