#include "harness/compare/time_check.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/base/units.h"

namespace sudoku::compare {

namespace {

// Ratio as a change in per cent, to one decimal; adding 0.0 turns -0.0 into 0.0.
double percent(double ratio) { return std::round(1000 * (ratio - 1)) / 10 + 0.0; }

double ratio_of_guesses(const RowPair& pair) {
  const double before = pair.base->guesses_mean();
  const double now = pair.candidate->guesses_mean();
  if (before == 0 && now == 0) return 1;
  return before > 0 && now > 0 ? now / before : base::kUnknown;
}

// Factor of a time ratio as text: "guesses +12.0 % (the search grew)". A factor close to 1 is no
// reason for a change.
std::string factor(const char* what, double ratio, const char* grew, const char* shrank) {
  constexpr double kNothing = 0.005;
  std::string text = fmt::format("{} {}", what, change_text(ratio));
  if (std::abs(ratio - 1) < kNothing) return text;
  return text + fmt::format(" ({})", ratio > 1 ? grew : shrank);
}

}  // namespace

CheckRecord time_check(const stats::TimeJudgement& judged, const std::string& figures,
                       const std::string& explanation) {
  using stats::TimeVerdict;
  const std::string change = change_text(judged.ratio);
  const std::string text = fmt::format("{}; {}", figures, limits_of(judged));
  if (judged.verdict == TimeVerdict::same) return {kTime, Finding::same, text};
  if (judged.verdict == TimeVerdict::slower || judged.verdict == TimeVerdict::faster) {
    return {kTime, judged.verdict == TimeVerdict::slower ? Finding::slower : Finding::faster,
            fmt::format("{}; {}", text, explanation), change};
  }
  const std::string threshold = size_text(judged.threshold);
  if (judged.ratio.low > 1) {
    return {kTime, Finding::slower_or_so,
            fmt::format("slower, but whether by {} is undecided: {}", threshold, text),
            fmt::format("{}, threshold {}", change, threshold)};
  }
  const bool is_noisy = judged.threshold > stats::kWidestThreshold && judged.noise > 0;
  return {kTime, Finding::undecided,
          is_noisy ? fmt::format("too noisy; {}; processes of one build differ by {}", figures,
                                 size_text(judged.noise))
                   : "too noisy; " + text,
          change + ", too noisy to tell"};
}

std::string explained_change(const RowPair& pair, double ratio) {
  const double guesses = ratio_of_guesses(pair);
  const auto counted = change_of_instructions(*pair.base, *pair.candidate);
  const double instructions = counted ? counted->ratio() : base::kUnknown;
  std::string text = change_text(ratio);
  if (!std::isfinite(guesses)) return text;
  text += " = " + factor("guesses", guesses, "the search grew", "the search shrank");
  if (!std::isfinite(instructions / guesses)) {
    return text + " × " +
           factor("time per guess", ratio / guesses,
                  "slower code or machine: no instructions were counted",
                  "faster code or machine: no instructions were counted");
  }
  return fmt::format("{} × {} × {}", text,
                     factor("instructions per guess", instructions / guesses, "the code got slower",
                            "the code got faster"),
                     factor("time per instruction", ratio / instructions,
                            "the machine was slower, or waited more for memory",
                            "the machine was faster, or waited less for memory"));
}

std::string change_text(double ratio) { return fmt::format("{:+.1f} %", percent(ratio)); }

std::string change_text(const base::Estimate& ratio) {
  if (!std::isfinite(ratio.high)) return change_text(ratio.median);
  return fmt::format("{} ({:+.1f} to {:+.1f})", change_text(ratio.median), percent(ratio.low),
                     percent(ratio.high));
}

std::string size_text(double change) {
  return change <= 1 ? base::percent_text(change, 1) : "over 100 %";
}

std::string seen_text(double detectable) {
  if (!(detectable <= 1)) return "even a doubling of the time would not have been detected";
  return fmt::format("a slow-down of {} would have been detected", size_text(detectable));
}

std::string limits_of(const stats::TimeJudgement& judged) {
  return fmt::format("threshold {}, {}", size_text(judged.threshold), seen_text(judged.detectable));
}

}  // namespace sudoku::compare
