// A/B tests on legs that are made up: what they say of what was injected, and how often by chance.
#include "harness/gate/ab_trial.h"

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include "harness/dataset/random.h"

namespace sudoku {
namespace {

// Of a leg, in logarithms: most are alike, some met a neighbour's busy second.
struct LegNoise {
  double spread = 0.007;
  double spoiled = 0.1;  // share of the legs
  double worst = 0.3;
};

double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
  return radius * std::cos(2 * std::numbers::pi * random.unit());
}

ResultRecord row_of(const std::string& solver) {
  ResultRecord row;
  row.solver = solver;
  row.dataset = "hard.csv";
  row.puzzles = 64;
  row.outcomes[static_cast<std::size_t>(Outcome::unique)] = 64;
  row.rounds = 1;
  row.blocks = {{.index = 0, .puzzles = 64, .seconds = {0.001}, .guesses = 700, .digest = 99}};
  return row;
}

RunResult leg_result() {
  RunResult leg;
  DatasetRecord& dataset = leg.datasets.emplace_back();
  dataset.name = "hard.csv";
  dataset.sha256 = "abc";
  dataset.puzzles = 64;
  leg.results = {row_of("mrv"), row_of("control")};
  return leg;
}

// Legs whose times drift and scatter, the new side's changed at will.
class MadeLegs final : public AbLegs {
 public:
  // Spoils a leg of the new side; `timed`: the number of its sample, 0 for the whole one.
  using Change = std::function<void(RunResult& leg, std::uint64_t timed)>;

  MadeLegs(Change change, const LegNoise& noise, std::uint64_t seed)
      : change_(std::move(change)), noise_(noise), random_(seed) {}

  RunResult run_whole(AbSide side) override { return made(side, 0); }

  RunResult run_timed(AbSide side, std::uint64_t sample) override { return made(side, sample); }

  double share_over() const override { return static_cast<double>(legs_) * leg_share; }

  bool is_cancelled() const override { return false; }

  double leg_share = 1.0 / 120;

 private:
  RunResult made(AbSide side, std::uint64_t timed) {
    ++legs_;
    RunResult leg = leg_result();
    for (ResultRecord& row : leg.results)
      row.blocks[0].seconds[0] *= std::exp(log_noise());
    if (side == AbSide::fresh) change_(leg, timed);
    return leg;
  }

  double log_noise() {
    const double drift = 0.02 * std::sin(static_cast<double>(legs_) / 20);
    const bool is_spoiled = random_.unit() < noise_.spoiled;
    return drift + noise_.spread * normal(random_) +
           (is_spoiled ? noise_.worst * random_.unit() : 0);
  }

  Change change_;
  LegNoise noise_;
  Random random_;
  int legs_ = 0;
};

class Ignoring final : public AbObserver {
 public:
  void learned(const AbReport& /*report*/) override {}
};

AbReport trial_of(AbLegs& legs, const AbSettings& settings = {}) {
  Ignoring observer;
  return run_ab_trial(legs, settings, observer);
}

MadeLegs::Change slower(double factor) {
  return [factor](RunResult& leg, std::uint64_t /*timed*/) {
    leg.results[0].blocks[0].seconds[0] *= factor;
  };
}

void nothing(RunResult& /*leg*/, std::uint64_t /*timed*/) {}

struct AbCase {
  const char* name;
  MadeLegs::Change change;
  GateResult result;
  const char* says;  // among the findings
};

std::string all_texts(const Comparison& comparison) {
  std::string text;
  for (const RowVerdict& row : comparison.rows) {
    for (const CheckRecord& check : row.checks)
      text += check.check + ": " + check.text + "\n";
  }
  for (const auto& sentences : {comparison.unmatched, comparison.failures}) {
    for (const std::string& sentence : sentences)
      text += sentence + "\n";
  }
  return text;
}

const AbCase kAbCases[] = {
    {"the same", nothing, GateResult::passed, "would have been seen"},
    {"slower", slower(1.1), GateResult::regressed, "time: twice: +"},
    {"slower, and why", slower(1.1), GateResult::regressed, " % = guesses +0.0 % × time a guess +"},
    {"faster", slower(0.9), GateResult::passed, "time: -"},
    {"a wrong answer",
     [](RunResult& leg, std::uint64_t) {
       ++leg.results[0].outcomes[static_cast<std::size_t>(Outcome::wrong)];
     },
     GateResult::broken, "soundness: 1 wrong answer"},
    {"a wrong answer in a later leg only",
     [](RunResult& leg, std::uint64_t timed) {
       if (timed == 5) ++leg.results[0].outcomes[static_cast<std::size_t>(Outcome::wrong)];
     },
     GateResult::broken, "soundness: 1 wrong answer"},
    {"puzzles that crash",
     [](RunResult& leg, std::uint64_t) {
       ++leg.results[0].outcomes[static_cast<std::size_t>(Outcome::crashed)];
     },
     GateResult::broken, "soundness: crashed on 1 puzzle"},
    {"more guesses", [](RunResult& leg, std::uint64_t) { leg.results[0].blocks[0].guesses += 70; },
     GateResult::regressed, "guesses: +10.00 %"},
    {"other answers", [](RunResult& leg, std::uint64_t) { leg.results[0].blocks[0].digest = 1; },
     GateResult::regressed, "answers: differ in 1 of 1 block"},
    {"a leg that crashes",
     [](RunResult&, std::uint64_t timed) {
       if (timed == 3) throw LegFailure("a leg of NEW was killed by signal 11");
     },
     GateResult::broken, "a leg of NEW was killed by signal 11"},
    {"a missing row", [](RunResult& leg, std::uint64_t) { leg.results.erase(leg.results.begin()); },
     GateResult::unmatched, "mrv on hard.csv: only in the baseline"},
    {"another dataset", [](RunResult& leg, std::uint64_t) { leg.datasets[0].sha256 = "abd"; },
     GateResult::unmatched, "another dataset"},
    {"slower for a while",
     [](RunResult& leg, std::uint64_t timed) {
       if (timed < 12) leg.results[0].blocks[0].seconds[0] *= 1.1;
     },
     GateResult::passed, "time: slower at first, but not again: "},
    {"a control that is slower too",
     [](RunResult& leg, std::uint64_t) {
       for (ResultRecord& row : leg.results)
         row.blocks[0].seconds[0] *= 1.1;
     },
     GateResult::inconclusive, "time: the control, the same in both builds, changed by +"},
};

TEST(AbTrial, EveryFaultHasItsVerdict) {
  for (const AbCase& c : kAbCases) {
    SCOPED_TRACE(c.name);
    MadeLegs legs(c.change, {}, 1);
    const AbReport report = trial_of(legs);
    EXPECT_EQ(result_of(report.comparison), c.result);
    const std::string texts = all_texts(report.comparison);
    EXPECT_NE(texts.find(c.says), std::string::npos) << texts;
  }
}

TEST(AbTrial, TooFewProcessesDecideNothing) {
  MadeLegs legs(slower(2), {}, 1);
  legs.leg_share = 0.1;
  const AbReport report = trial_of(legs);
  EXPECT_EQ(result_of(report.comparison), GateResult::inconclusive);
  EXPECT_EQ(report.comparison.rows[0].checks.back().text,
            "2 of the 11 blocks of four processes that a verdict needs: give it more --max-time");
}

TEST(AbTrial, ANoisyMachineIsInconclusive) {
  MadeLegs legs(nothing, {.spread = 0.3, .spoiled = 0.5, .worst = 2}, 1);
  const AbReport report = trial_of(legs);
  EXPECT_EQ(result_of(report.comparison), GateResult::inconclusive);
  EXPECT_GE(legs.share_over(), 1) << "there was more time to see";
}

TEST(AbTrial, WithoutTimesOnlyTheWholeLegsRun) {
  MadeLegs legs(slower(2), {}, 1);
  AbSettings settings;
  settings.gate.deterministic_only = true;
  const AbReport report = trial_of(legs, settings);
  EXPECT_EQ(result_of(report.comparison), GateResult::passed);
  EXPECT_EQ(legs.share_over(), 2 * legs.leg_share);
}

int regressions(double factor, int trials) {
  int found = 0;
  for (int trial = 0; trial < trials; ++trial) {
    MadeLegs legs(slower(factor), {}, static_cast<std::uint64_t>(trial) + 1);
    AbSettings settings;
    settings.seed = static_cast<std::uint64_t>(trial);
    found += result_of(trial_of(legs, settings).comparison) == GateResult::regressed ? 1 : 0;
  }
  return found;
}

// A tenth of the legs up to a third slower, and drift as large as half of the threshold.
TEST(AbTrial, SeldomCriesWolfAndSeesWhatIsThere) {
  EXPECT_EQ(regressions(1, 100), 0);
  EXPECT_GE(regressions(1.1, 20), 19);
  EXPECT_GE(regressions(1.05, 20), 12);
}

}  // namespace
}  // namespace sudoku
