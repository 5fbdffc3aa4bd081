#include "harness/gate/explanation.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "harness/gate/change_text.h"

namespace sudoku {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A factor nearer to 1 than this is not called a reason.
constexpr double kNothing = 0.005;

double ratio_of_guesses(const RowPair& pair) {
  const double before = pair.base->guesses.mean;
  const double now = pair.fresh->guesses.mean;
  if (before == 0 && now == 0) return 1;
  return before > 0 && now > 0 ? now / before : kNan;
}

double ratio_of_instructions(const RowPair& pair) {
  const bool comparable = pair.base->isa == pair.fresh->isa && pair.base->instructions_per_puzzle &&
                          pair.fresh->instructions_per_puzzle;
  if (!comparable || *pair.base->instructions_per_puzzle <= 0) return kNan;
  return *pair.fresh->instructions_per_puzzle / *pair.base->instructions_per_puzzle;
}

// "guesses +12.0 % (the search grew)"
std::string factor(const char* what, double ratio, const char* grew, const char* shrank) {
  std::string text = fmt::format("{} {}", what, change_text(ratio));
  if (std::abs(ratio - 1) < kNothing) return text;
  return text + fmt::format(" ({})", ratio > 1 ? grew : shrank);
}

}  // namespace

Explanation explain(const RowPair& pair, double time) {
  const double guesses = ratio_of_guesses(pair);
  const double instructions = ratio_of_instructions(pair);
  return {.time = time,
          .guesses = guesses,
          .instructions_per_guess = instructions / guesses,
          .time_per_instruction = time / instructions,
          .time_per_guess = time / guesses};
}

std::string text_of(const Explanation& explanation) {
  std::string time = change_text(explanation.time);
  if (!std::isfinite(explanation.guesses)) return time;
  const std::string search =
      fmt::format("{} = {}", time,
                  factor("guesses", explanation.guesses, "the search grew", "the search shrank"));
  if (!std::isfinite(explanation.instructions_per_guess)) {
    return fmt::format("{} × {}", search,
                       factor("time a guess", explanation.time_per_guess,
                              "slower code or machine: no instructions were counted",
                              "faster code or machine: no instructions were counted"));
  }
  return fmt::format("{} × {} × {}", search,
                     factor("instructions a guess", explanation.instructions_per_guess,
                            "the code got slower", "the code got faster"),
                     factor("time an instruction", explanation.time_per_instruction,
                            "the machine was slower, or waits more for memory",
                            "the machine was faster, or waits less for memory"));
}

}  // namespace sudoku
