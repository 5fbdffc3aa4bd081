// Tests that a plugin that fails on some puzzles loses only those, and other solvers lose none.
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <ostream>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"
#include "harness/external/faulty_plugin.h"
#include "harness/parallel/busy_cpu_fixture.h"
#include "harness/result/comparison.h"
#include "harness/run/merge.h"
#include "harness/run/quiet_fixture.h"
#include "solvers/roster.h"

namespace sudoku::run {
namespace {

using std::chrono::milliseconds;

// A file of 300 bundled puzzles, and the number of those on which the plugin fails.
class Course {
 public:
  static const Course& instance() {
    static const Course course;
    return course;
  }

  const std::string& path() const { return path_; }

  std::uint64_t faulty() const { return faulty_; }

  ~Course() { std::remove(path_.c_str()); }

  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

 private:
  Course() : path_(testing::TempDir() + "foreign_" + std::to_string(getpid()) + ".txt") {
    std::vector<Grid> puzzles = dataset::read_all(BUNDLED_DATASETS "/minimal.csv").puzzles;
    puzzles.resize(300);
    std::ofstream file(path_);
    for (const Grid& puzzle : puzzles) {
      faulty_ += external::is_faulty_on(puzzle.text()) ? 1 : 0;
      file << puzzle.text() << '\n';
    }
  }

  std::string path_;
  std::uint64_t faulty_ = 0;
};

external::Spec plugin(const char* symbol, std::uint32_t config) {
  external::Spec spec;
  spec.name = "foreign";
  spec.library = PLUGIN_FAULTY;
  spec.symbol = symbol;
  spec.config = config;
  return spec;
}

// A time limit of puzzles for solvers that hang; others get one that no busy machine exceeds.
constexpr milliseconds kBriefLimit{500};

options::RunSettings course_settings() {
  options::RunSettings settings;
  settings.solver_specs.emplace_back(*find_solver("mrv"));
  settings.threads = {2};
  settings.pin = false;
  settings.warmup = {};
  settings.time_budget = {};
  settings.puzzle_timeout = std::chrono::seconds(20);
  settings.rounds = 1;
  settings.solution_limit = 1;
  settings.block = 128;
  settings.reference = "mrv";
  return settings;
}

result::RunResult run(const options::RunSettings& settings) {
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  return run_datasets({Course::instance().path()}, settings, cancelled, observer);
}

struct ForeignCase {
  std::string name;
  external::PluginFault fault;
  Outcome outcome;
  std::string reason;
};

std::ostream& operator<<(std::ostream& stream, const ForeignCase& c) { return stream << c.name; }

const ForeignCase kCases[] = {
    {"segv", external::PluginFault::segv, Outcome::crashed,
     "died of SIGSEGV: touched address 0x10"},
    {"hangs", external::PluginFault::hangs, Outcome::timeout, "no answer within 500 ms"},
    {"prints", external::PluginFault::prints, Outcome::crashed,
     "wrote 19 bytes to standard output: 'this plugin prints '"},
    {"scribbles", external::PluginFault::scribbles, Outcome::crashed, "wrote to its input"},
    {"wrong_answer", external::PluginFault::wrong_answer, Outcome::wrong,
     "the solution breaks a clue or a house"},
    {"other_grid", external::PluginFault::other_grid, Outcome::wrong,
     "the solution breaks a clue or a house"},
    {"garbage", external::PluginFault::garbage, Outcome::wrong,
     "the solution breaks a clue or a house"},
    {"too_many", external::PluginFault::too_many, Outcome::wrong,
     "the number of solutions does not fit the outcome and the limit"},
};

class ExternalRun : public testing::TestWithParam<ForeignCase> {};

TEST_P(ExternalRun, CountsWhatTheFaultCosts) {
  const ForeignCase& c = GetParam();
  options::RunSettings with = course_settings();
  if (c.outcome == Outcome::timeout) with.puzzle_timeout = kBriefLimit;
  with.solver_specs.emplace_back(plugin("sudoku_faulty", static_cast<std::uint32_t>(c.fault)));
  const result::RunResult result = run(with);
  ASSERT_EQ(result.results.size(), 2U);

  const result::Row& row = result.results[1];
  const std::uint64_t faulty = Course::instance().faulty();
  ASSERT_GE(faulty, 2U);
  EXPECT_EQ(row.puzzles, 300U);
  EXPECT_EQ(count(row, c.outcome), faulty);
  EXPECT_EQ(count(row, Outcome::first), 300U - faulty);
  const bool wrong = c.outcome == Outcome::wrong;
  EXPECT_EQ(std::isnan(row.puzzles_per_second.median), wrong);
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(row.incidents.size(), wrong ? 0 : faulty);
  EXPECT_EQ(row.wrong_answers.size(), wrong ? faulty : 0);
  for (const result::IncidentRecord& incident : row.incidents) {
    EXPECT_EQ(incident.reason, c.reason);
    EXPECT_TRUE(external::is_faulty_on(incident.puzzle));
  }
  for (const result::WrongAnswer& answer : row.wrong_answers)
    EXPECT_EQ(answer.reason, c.reason);

  const result::Row& other = result.results[0];
  static const result::Row alone = run(course_settings()).results[0];
  EXPECT_EQ(other.outcomes, alone.outcomes);
  EXPECT_EQ(other.solution_digest, alone.solution_digest);
  EXPECT_EQ(other.guesses, alone.guesses);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

std::string name_of_foreign_case(const testing::TestParamInfo<ForeignCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(EachFault, ExternalRun, testing::ValuesIn(kCases), name_of_foreign_case);

// A moment of which no answer is recorded, but that of a warm-up, whose puzzles are.
struct PreparingPass {
  std::string name;
  const char* when;       // in reasons; null: the fault counts against its puzzle
  std::uint32_t number;   // of sudoku_faulty_when
  bool has_pilot = true;  // false: the time per puzzle is known beforehand
  milliseconds warmup{0};
};

const PreparingPass kPreparingPasses[] = {
    {"pilot", kInPilot, 0},
    {"audit", kInAudit, 2},
    {"warm-up", nullptr, 0, false, milliseconds(5)},
    {"times of the slowest", kTimedAgain, 1},
};

struct PreparingFault {
  external::PluginFault fault;
  Outcome outcome;
  std::string reason;
};

const PreparingFault kPreparingFaults[] = {
    {external::PluginFault::segv, Outcome::crashed, "died of SIGSEGV"},
    {external::PluginFault::exits, Outcome::crashed, "ended the process with status 0"},
    {external::PluginFault::other_grid, Outcome::wrong, "the solution breaks a clue or a house"},
    {external::PluginFault::denies, Outcome::wrong, ""},
    {external::PluginFault::scribbles, Outcome::crashed, "wrote to its input"},
    {external::PluginFault::prints, Outcome::crashed, "wrote 19 bytes to standard output"},
    {external::PluginFault::changes_signals, Outcome::crashed, "changed the handler of signal"},
    {external::PluginFault::blocks_signals, Outcome::crashed, "changed which signals are blocked"},
    {external::PluginFault::changes_rounding, Outcome::crashed, "changed the floating-point mode"},
    {external::PluginFault::closes_descriptors, Outcome::crashed,
     "closed the harness's descriptors"},
#if defined(__x86_64__)
    {external::PluginFault::sets_direction, Outcome::crashed,
     "left the processor's direction flag set"},
#endif
};

// Expects a fault that no answer of the row shows: a wrong answer voids the row.
void expect_unrecorded(const result::Row& row, const PreparingFault& c, const std::string& when) {
  EXPECT_EQ(count(row, Outcome::first), 300U);
  EXPECT_EQ(result::is_void(row), c.outcome == Outcome::wrong) << row.disqualified;
  EXPECT_EQ(result::has_crashed(row), c.outcome == Outcome::crashed);
  ASSERT_EQ(row.incidents.size() + row.wrong_answers.size(), 1U);
  const bool is_wrong = row.incidents.empty();
  EXPECT_EQ(is_wrong ? row.wrong_answers.front().line : row.incidents.front().line,
            result::kNoLine);
  const std::string reason =
      is_wrong ? row.wrong_answers.front().reason : row.incidents.front().reason;
  EXPECT_EQ(reason.substr(0, c.reason.size()), c.reason);
  EXPECT_NE(reason.find(" (" + when), std::string::npos) << reason;
}

// Expects that the fault cost the puzzle on which it happened.
void expect_recorded(const result::Row& row, const PreparingFault& c) {
  EXPECT_EQ(count(row, c.outcome), 1U);
  EXPECT_EQ(count(row, Outcome::first), 299U);
  EXPECT_EQ(row.disqualified, "");
  ASSERT_EQ(row.incidents.size() + row.wrong_answers.size(), 1U);
  const std::string& reason =
      row.incidents.empty() ? row.wrong_answers.front().reason : row.incidents.front().reason;
  EXPECT_EQ(reason.substr(0, c.reason.size()), c.reason);
}

// Regression: a fault in the pilot measurement, the audit, a warm-up or the timing of the slowest
// puzzles left no trace.
TEST(SlowForeignSolver, HasNoPassInWhichItsFaultsDoNotCount) {
  options::RunSettings settings = course_settings();
  settings.threads = {1};
  settings.latency = true;
  settings.verify = options::Verify::all;
  const std::string sha256 = run(settings).datasets.front().sha256;
  const std::string mark = testing::TempDir() + "mark_" + std::to_string(getpid());
  setenv("SUDOKU_BENCH_CRASH_MARK", mark.c_str(), 1);
  for (const PreparingPass& pass : kPreparingPasses) {
    settings.warmup = pass.warmup;
    settings.audit = pass.name == "audit";
    settings.pilots.clear();
    if (!pass.has_pilot) settings.pilots = {{sha256, "mrv", 1000}, {sha256, "foreign", 1000}};
    for (const PreparingFault& c : kPreparingFaults) {
      SCOPED_TRACE(pass.name + ": " + c.reason);
      std::remove(mark.c_str());
      options::RunSettings with = settings;
      external::Spec spec = plugin("sudoku_faulty_when", external::config_of(c.fault, pass.number));
      spec.fills_solution = true;
      with.solver_specs.emplace_back(spec);
      const result::Row row = run(with).results.at(1);
      if (pass.when != nullptr) {
        expect_unrecorded(row, c, pass.when);
      } else {
        expect_recorded(row, c);
      }
    }
  }
  std::remove(mark.c_str());
  unsetenv("SUDOKU_BENCH_CRASH_MARK");
}

// Regression: what sudoku_plugin_start printed or changed left no trace.
TEST(ForeignSolver, IsChargedForWhatItDoesWhileItIsStarted) {
  const PreparingFault kStartFaults[] = {
      {external::PluginFault::prints, Outcome::crashed,
       "wrote 19 bytes to standard output: 'this plugin prints '"},
      {external::PluginFault::changes_signals, Outcome::crashed, "changed the handler of signal"},
      {external::PluginFault::blocks_signals, Outcome::crashed,
       "changed which signals are blocked"},
      {external::PluginFault::changes_rounding, Outcome::crashed,
       "changed the floating-point mode"},
  };
  for (const PreparingFault& c : kStartFaults) {
    SCOPED_TRACE(c.reason);
    setenv("SUDOKU_BENCH_START_FAULT", std::to_string(external::config_of(c.fault)).c_str(), 1);
    options::RunSettings with = course_settings();
    with.solver_specs.emplace_back(plugin("sudoku_mrv_hidden", 0));
    const result::Row row = run(with).results.at(1);
    unsetenv("SUDOKU_BENCH_START_FAULT");
    expect_unrecorded(row, c, kInStart);
  }
}

// Regression: sometimes nobody noticed, because the child answered in the place of its parent.
TEST(ForeignSolver, ThatReturnsFromACallInTwoProcessesIsCharged) {
  for (const external::PluginFault fault :
       {external::PluginFault::forks_and_returns, external::PluginFault::vforks_and_returns}) {
    options::RunSettings with = course_settings();
    with.solver_specs.emplace_back(plugin("sudoku_faulty", external::config_of(fault)));
    const result::Row row = run(with).results.at(1);
    EXPECT_GE(count(row, Outcome::crashed), 1U);
    EXPECT_EQ(count(row, Outcome::crashed) + count(row, Outcome::first), 300U);
    ASSERT_FALSE(row.incidents.empty());
    if (fault == external::PluginFault::vforks_and_returns)
      continue;  // the parent finds its stack overwritten
    const std::string reason = "returned from its call in another process";
    EXPECT_EQ(row.incidents.back().reason.substr(0, reason.size()), reason);
  }
}

TEST(ForeignSolver, ThatMovesToOtherCpusIsWarnedOf) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      plugin("sudoku_faulty", external::config_of(external::PluginFault::moves)));
  const result::RunResult found = run(with);
  EXPECT_EQ(count(found.results.at(1), Outcome::first), 300U) << "it is no fault";
  const auto moved = std::ranges::count_if(
      found.environment.warnings,
      [](const std::string& warning) { return warning.find("changed the CPUs") != warning.npos; });
  EXPECT_EQ(moved, parallel::usable_cpus().size() > 1 ? 1 : 0) << "one CPU cannot be left";
}

// Regression: the audit asked for two solutions, and called the first one a wrong answer.
TEST(ForeignSolver, ThatStopsAtTheFirstSolutionIsNotWrongInTheAudit) {
  options::RunSettings with = course_settings();
  external::Spec first;
  first.name = "first";
  first.command = {
      "sh", "-c", COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden | sed -u 's/^[0-9]* //'"};
  with.solver_specs.emplace_back(first);
  const result::Row row = run(with).results.at(1);
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(count(row, Outcome::first), 300U);
  EXPECT_FALSE(result::has_crashed(row));
  ASSERT_TRUE(row.task);
  EXPECT_EQ(row.task->does, "stops at first");
}

// Regression: each part of a run charged what it found in its audit to a puzzle of its own.
TEST(ForeignSolver, IsChargedAlikeHoweverTheRunIsSplit) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      plugin("sudoku_faulty_when", external::config_of(external::PluginFault::aborts, 2)));
  with.sample_rate = 1;
  const result::Row whole = run(with).results.at(1);
  std::vector<result::RunResult> parts;
  for (std::uint64_t number = 1; number <= 2; ++number) {
    with.shard = options::Shard{.number = number, .of = 2};
    parts.push_back(run(with));
    EXPECT_TRUE(result::has_crashed(parts.back().results.at(1)));
  }
  Merge merge;
  merge.add(std::move(parts[1]), "2");
  merge.add(std::move(parts[0]), "1");
  const result::Row merged = merge.finish().results.at(1);
  EXPECT_EQ(merged.outcomes, whole.outcomes);
  EXPECT_EQ(merged.incidents, whole.incidents);
  EXPECT_EQ(whole.incidents.size(), 1U);
}

TEST(SlowForeignSolver, ThatTakesBatchesIsTimedAndCheckedInBatches) {
  external::Spec spec =
      plugin("sudoku_faulty_batch", static_cast<std::uint32_t>(external::PluginFault::segv));
  spec.takes_batches = true;
  spec.batch = 32;
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(spec);
  with.batch = 50;  // overrides the plugin's own
  const result::RunResult result = run(with);
  const result::Row& row = result.results.at(1);
  const std::uint64_t faulty = Course::instance().faulty();
  EXPECT_EQ(row.chunk, 50U);
  EXPECT_EQ(count(row, Outcome::crashed), faulty);
  EXPECT_EQ(count(row, Outcome::first), 300U - faulty);
  EXPECT_TRUE(row.external->takes_batches.value_or(false));
  EXPECT_EQ(row.external->batch, 32U);
}

// Regression: puzzles of batches that hung had latencies of 0.
TEST(ForeignSolver, ThatHangsOnBatchesHasTheirLatenciesAboveTheLimit) {
  external::Spec spec =
      plugin("sudoku_faulty_batch", static_cast<std::uint32_t>(external::PluginFault::hangs));
  spec.takes_batches = true;
  spec.batch = 50;
  options::RunSettings with = course_settings();
  with.puzzle_timeout = kBriefLimit;
  with.solver_specs.emplace_back(spec);
  const result::Row row = run(with).results.at(1);
  const std::uint64_t given_up = count(row, Outcome::timeout);
  ASSERT_GE(given_up, 50U);
  const result::LatencyRecord& latency = *row.latency;
  EXPECT_EQ(latency.censored, given_up);
  EXPECT_GT(latency.quantile_ns(0), 0);
  for (const stats::HistogramRecord& histogram :
       {latency.histogram, latency.histogram_all_samples}) {
    EXPECT_GT(histogram.first_ps.front(), 0U);
    std::uint64_t above = 0;
    for (std::size_t i = 0; i < histogram.count.size(); ++i)
      above += histogram.first_ps[i] >= 490'000'000'000 ? histogram.count[i] : 0;
    EXPECT_EQ(above * row.puzzles, given_up * result::total_of(histogram.count));
  }
}

TEST(ForeignSolver, ThatCrashesHasNoLatencyOfZero) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      plugin("sudoku_faulty", static_cast<std::uint32_t>(external::PluginFault::segv)));
  const result::LatencyRecord latency = *run(with).results.at(1).latency;
  EXPECT_GT(latency.histogram.first_ps.front(), 0U);
  EXPECT_GT(latency.histogram_all_samples.first_ps.front(), 0U);
}

TEST(ForeignSolver, IsAuditedUnlessThatIsOff) {
  for (const bool is_on : {true, false}) {
    options::RunSettings with = course_settings();
    with.audit = is_on;
    with.solution_limit = 2;
    for (const std::uint32_t most : {1, 2, 3}) {
      external::Spec spec = plugin("sudoku_stops", most);
      spec.name = "stops_at_" + std::to_string(most);
      with.solver_specs.emplace_back(spec);
    }
    const result::RunResult result = run(with);
    EXPECT_FALSE(result.results.at(0).task) << "built in";
    const char* const expected[] = {"", "stops at first", "proves uniqueness", "counts"};
    for (std::size_t most = 1; most <= 3; ++most) {
      const result::Row& row = result.results.at(most);
      EXPECT_EQ(count(row, Outcome::unique), 300U) << "proper puzzles do not show it";
      EXPECT_EQ(row.task ? row.task->does : "", is_on ? expected[most] : "");
      EXPECT_EQ(result::has_ratio(row.speedup), !is_on || most > 1);
    }
  }
}

struct TwoCase {
  const char* name;
  const char* does;  // what the audit finds
  std::uint32_t stops_at;
  external::LimitUse limit;
  bool is_right;  // on puzzles with several solutions
};

// Regression: no value of limit= described a solver that proves uniqueness and counts no further.
// Where others counted more than two solutions, it was wrong.
TEST(SlowForeignSolver, ThatStopsAtTheSecondSolutionIsComparedUpToThere) {
  const TwoCase cases[] = {
      {"as declared", "proves uniqueness", 2, external::LimitUse::two, true},
      {"declared to count", "proves uniqueness", 2, external::LimitUse::honoured, false},
      {"does less than declared", "stops at first", 1, external::LimitUse::two, false},
      {"counts more than declared", "proves uniqueness", 5, external::LimitUse::two, true},
  };
  for (const TwoCase& c : cases) {
    SCOPED_TRACE(c.name);
    options::RunSettings with = course_settings();
    with.solution_limit = 5;
    with.verify = options::Verify::all;
    external::Spec spec = plugin("sudoku_stops", c.stops_at);
    spec.limit = c.limit;
    with.solver_specs.emplace_back(spec);
    const std::atomic<bool> cancelled{false};
    Quiet observer;
    const result::RunResult result =
        run_datasets({BUNDLED_DATASETS "/multiple.csv"}, with, cancelled, observer);
    const result::Row& row = result.results[1];
    EXPECT_EQ(count(row, Outcome::wrong) == 0, c.is_right);
    EXPECT_EQ(row.task->does, c.does);
    EXPECT_EQ(count(result.results[0], Outcome::wrong), 0U);
    if (!c.is_right) continue;
    EXPECT_EQ(result::solutions_sought(row), 2U);
    EXPECT_EQ(row.confirmed->referees, row.puzzles);
    EXPECT_EQ(row.confirmed->solvers, count(row, Outcome::unique) + count(row, Outcome::none));
  }
}

TEST(ForeignSolver, ThatFailsTheAuditsPuzzlesIsNotDisqualifiedForIt) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      plugin("sudoku_faulty", external::config_of(external::PluginFault::segv)));
  const result::Row row = run(with).results.at(1);
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(row.task->does, "counts");
}

TEST(ForeignSolver, IsDisqualifiedVisibly) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      plugin("sudoku_faulty", static_cast<std::uint32_t>(external::PluginFault::always_segv)));
  const result::Row row = run(with).results[1];
  EXPECT_EQ(row.disqualified, "10 puzzles in a row: died of SIGSEGV: touched address 0x10");
  EXPECT_FALSE(row.complete);
  EXPECT_TRUE(std::isnan(row.puzzles_per_second.median));
}

TEST(ForeignSolver, ThatOnlyCountsIsAskedForSolutions) {
  options::RunSettings with = course_settings();
  with.solution_limit = 2;
  with.solver_specs.emplace_back(plugin("sudoku_shows", 1));
  const result::Row sampled = run(with).results[1];
  EXPECT_EQ(count(sampled, Outcome::unique), 300U);
  EXPECT_EQ(sampled.wrong_answers.size(), 0U);
  EXPECT_EQ(sampled.solutions_unshown, 300U);
  EXPECT_GT(sampled.solutions_asked, 5U);
  EXPECT_LT(sampled.solutions_asked, 100U);

  with.verify = options::Verify::all;
  EXPECT_EQ(run(with).results[1].solutions_asked, 300U);
}

struct ShowingCase {
  const char* name;
  std::uint32_t config;  // of sudoku_shows
  std::optional<bool> fills;
  std::uint64_t unshown;
};

// Nobody need say whether a plugin shows its solutions above limit 1: each answer shows it, and the
// result of all is the same.
TEST(SlowForeignSolver, MayShowSomeSolutionsAboveLimit1) {
  const std::uint64_t some = Course::instance().faulty();
  const ShowingCase cases[] = {
      {"all", 0, std::nullopt, 0},
      {"none", 1, std::nullopt, 300},
      {"some", 2, std::nullopt, some},
      {"its search's state", 3, std::nullopt, 300},
      {"all, not to be read", 0, false, 300},
      {"wrong ones, not to be read", 4, false, 300},
  };
  std::uint64_t digest = 0;
  for (const ShowingCase& c : cases) {
    SCOPED_TRACE(c.name);
    options::RunSettings with = course_settings();
    with.solution_limit = 2;
    with.verify = options::Verify::all;
    external::Spec spec = plugin("sudoku_shows", c.config);
    spec.fills_solution = c.fills;
    with.solver_specs.emplace_back(spec);
    const result::Row row = run(with).results[1];
    EXPECT_EQ(count(row, Outcome::unique), 300U);
    EXPECT_EQ(row.wrong_answers.size(), 0U);
    EXPECT_EQ(row.solutions_unshown.value_or(0), c.unshown);
    EXPECT_EQ(row.solutions_asked, c.unshown) << "all, by --verify all";
    EXPECT_EQ(row.task->does, "counts");
    if (digest == 0) digest = row.solution_digest;
    EXPECT_EQ(row.solution_digest, digest);
  }
}

TEST(ForeignSolver, IsToldHowToLeaveAWrongGridUnread) {
  options::RunSettings with = course_settings();
  with.solution_limit = 2;
  with.solver_specs.emplace_back(plugin("sudoku_shows", 4));
  const result::Row row = run(with).results[1];
  EXPECT_EQ(count(row, Outcome::wrong), 300U);
  ASSERT_FALSE(row.wrong_answers.empty());
  EXPECT_EQ(row.wrong_answers[0].reason,
            "the solution breaks a clue or a house; if it is none, say fills=no");
}

// A command that gives the answers of mrv_hidden, changed by a script of sed.
external::Spec edited_command(const std::string& script) {
  external::Spec spec;
  spec.name = "foreign";
  spec.command = {
      "sh", "-c",
      COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden | sed -u '" + script + "'"};
  return spec;
}

struct CountingCase {
  const char* name;
  const char* script;   // of sed
  std::uint64_t limit;  // --solutions
  std::uint64_t hidden;
};

// Regression: a command whose lines were counts, as documented, was wrong on every puzzle at limit
// 1, and on those that were solved again at limit 1.
TEST(SlowForeignSolver, ThatOnlyCountsAtAnyLimitIsNotWrong) {
  const CountingCase cases[] = {
      {"counts", "s/ .*//", 2, 300},
      {"counts at limit 1", "s/ .*//", 1, 300},
      {"shows all", "", 2, 0},
      {"shows all at limit 1", "", 1, 0},
  };
  for (const CountingCase& c : cases) {
    SCOPED_TRACE(c.name);
    options::RunSettings with = course_settings();
    with.solution_limit = c.limit;
    with.verify = options::Verify::all;
    with.puzzle_timeout = std::chrono::seconds(10);
    with.solver_specs.emplace_back(edited_command(c.script));
    const result::Row row = run(with).results[1];
    EXPECT_EQ(count(row, c.limit == 1 ? Outcome::first : Outcome::unique), 300U);
    EXPECT_TRUE(row.wrong_answers.empty());
    EXPECT_EQ(row.disqualified, "");
    EXPECT_EQ(row.solutions_hidden.value_or(0), c.hidden);
    EXPECT_EQ(row.task->does, "counts");
  }
}

struct UntouchedCase {
  const char* name;
  std::uint64_t limit;
  std::optional<bool> fills;  // as announced
  const char* reason;
};

// Regression: the message for a solution that was never written was that it breaks a clue.
TEST(ForeignSolver, ThatLeavesItsSolutionUntouchedIsToldSo) {
  const char* const untouched = "counted a solution, but wrote none: its buffer was left untouched";
  const UntouchedCase cases[] = {
      {"announced as filling", 2, true, "wrote no solution at limit 2: leave fills=yes out"},
      {"at limit 1", 1, std::nullopt, untouched},
      {"asked again at limit 1", 2, std::nullopt, untouched},
      {"announced as not filling, asked again", 2, false, untouched}};
  for (const UntouchedCase& c : cases) {
    SCOPED_TRACE(c.name);
    options::RunSettings with = course_settings();
    with.solution_limit = c.limit;
    with.verify = options::Verify::all;
    external::Spec spec = plugin("sudoku_saying", 1);
    spec.fills_solution = c.fills;
    with.solver_specs.emplace_back(spec);
    const result::Row row = run(with).results[1];
    EXPECT_EQ(count(row, Outcome::wrong), 300U);
    ASSERT_FALSE(row.wrong_answers.empty());
    EXPECT_EQ(row.wrong_answers[0].reason, c.reason);
  }
}

TEST(ForeignSolver, ThatOnlyCountsIsFoundOutWhenAsked) {
  options::RunSettings with = course_settings();
  with.solution_limit = 2;
  with.verify = options::Verify::all;
  external::Spec spec =
      plugin("sudoku_faulty", external::config_of(external::PluginFault::other_grid));
  spec.fills_solution = false;
  with.solver_specs.emplace_back(spec);
  const result::Row row = run(with).results[1];
  EXPECT_EQ(count(row, Outcome::wrong), Course::instance().faulty());
}

TEST(ForeignSolver, ThatCannotBeStartedIsAnError) {
  external::Spec silent;
  silent.name = "silent";
  silent.command = {"sh", "-c", "cat >/dev/null"};
  silent.batch = 64;
  external::Spec dead;
  dead.name = "dead";
  dead.command = {"sh", "-c", "exit 3"};
  const std::pair<external::Spec, std::string> cases[] = {
      {plugin("no_such_function", 0),
       "foreign cannot be started: cannot load function 'no_such_function'"},
      {silent, "silent printed nothing in "},
      {edited_command("1i Licensed to ACME"),
       "foreign printed 'Licensed to ACME' before its first answer"},
      {dead, "dead ended with exit status 3 before its first answer"}};
  for (const auto& [spec, start] : cases) {
    options::RunSettings with = course_settings();
    with.solver_specs.emplace_back(spec);
    try {
      run(with);
      ADD_FAILURE() << "it was started";
    } catch (const base::LoadError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, start.size()), start);
    }
  }
}

// Acts before a turn of a run, and notes whose change has ended it.
class Rebuilding final : public Quiet {
 public:
  Rebuilding(int turn, std::function<void()> act) : turn_(turn), act_(std::move(act)) {}

  void running(const RunProgress& /*progress*/) override {
    if (--turn_ == 0) act_();
  }

  void file_changed(const std::string& path) override { changed_ = path; }

  const std::string& changed() const { return changed_; }

 private:
  int turn_;
  std::function<void()> act_;
  std::string changed_;
};

// Each block is of the file that the row names, or not in the result at all.
TEST(ForeignSolver, ThatIsRebuiltEndsTheRunWithTheBlocksBefore) {
  const std::string library = testing::TempDir() + "rebuilt_" + std::to_string(getpid()) + ".so";
  const std::pair<const char*, std::function<void()>> rebuilds[] = {
      {"another file in its place",
       [&] {
         std::filesystem::copy_file(PLUGIN_FAULTY, library + ".new");
         std::filesystem::rename(library + ".new", library);
       }},
      {"the same file, emptied to be written anew",
       [&] { std::filesystem::resize_file(library, 0); }},
      {"no file", [&] { std::filesystem::remove(library); }},
  };
  for (const auto& [name, rebuild] : rebuilds) {
    SCOPED_TRACE(name);
    std::filesystem::copy_file(PLUGIN_FAULTY, library,
                               std::filesystem::copy_options::overwrite_existing);
    options::RunSettings settings = course_settings();
    settings.latency = false;
    external::Spec spec = plugin("sudoku_mrv_hidden", 0);
    spec.library = library;
    settings.solver_specs.emplace_back(spec);
    const std::atomic<bool> cancelled{false};
    Rebuilding observer(4, rebuild);  // in the second block: two solvers make one turn in each
    const result::RunResult found =
        run_datasets({Course::instance().path()}, settings, cancelled, observer);
    EXPECT_EQ(observer.changed(), library);
    EXPECT_FALSE(found.complete);
    EXPECT_EQ(std::ranges::count(found.environment.warnings, library + " changed during the run"),
              1);
    for (const result::Row& row : found.results) {
      EXPECT_EQ(row.puzzles, settings.block) << row.solver;
      EXPECT_TRUE(row.incidents.empty() && row.disqualified.empty()) << row.solver;
    }
  }
  std::filesystem::remove(library);
}

TEST(ForeignSolver, AnswersAsTheSameSolverCompiledIn) {
  options::RunSettings with = course_settings();
  with.solver_specs.assign({runner::SolverSpec(*find_solver("mrv_hidden"))});
  with.solver_specs.emplace_back(plugin("sudoku_mrv_hidden", 0));
  with.reference = "mrv_hidden";
  for (const bool isolate_all : {false, true}) {
    with.isolate_all = isolate_all;
    const result::RunResult result = run(with);
    EXPECT_EQ(result.results[0].isolated, isolate_all);
    EXPECT_TRUE(result.results[1].isolated);
    EXPECT_EQ(result.results[0].solution_digest, result.results[1].solution_digest);
    EXPECT_EQ(result.results[0].outcomes, result.results[1].outcomes);
  }
}

// One solver in four ways: their speed is the same where a puzzle takes so long, 0.1 ms, that what
// pipes cost does not show.
options::RunSettings twins() {
  options::RunSettings settings;
  settings.solver_specs.emplace_back(*find_solver("mrv_hidden"));
  external::Spec one_by_one = plugin("sudoku_mrv_hidden", 0);
  one_by_one.name = "plugin";
  settings.solver_specs.emplace_back(one_by_one);
  external::Spec batches = plugin("sudoku_both_kinds_batch", 0);
  batches.name = "batches";
  batches.takes_batches = true;
  batches.batch = 64;
  settings.solver_specs.emplace_back(batches);
  external::Spec lines;
  lines.name = "lines";
  lines.command = {COMMAND_OF_PLUGIN, PLUGIN_FAULTY, "sudoku_mrv_hidden"};
  lines.batch = 16;
  settings.solver_specs.emplace_back(lines);
  settings.reference = "mrv_hidden";
  settings.audit = settings.latency = false;
  settings.verify = options::Verify::off;
  settings.warmup = milliseconds(1);
  settings.time_budget = milliseconds(60);
  settings.rounds = 3;
  settings.sample_count = 100;
  settings.solution_limit = 200;
  return settings;
}

// Regression: beside other processes, a plugin was "about 0.12 times" as fast as the same solver in
// the program, and a command 1/153 times.
TEST(SlowestTwins, AreEquallyFastOnABusyMachine) {
  const parallel::EndlessLoops loops(2);
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  const std::vector<std::string> repetitions(20, BUNDLED_DATASETS "/multiple.csv");
  const result::RunResult result = run_datasets(repetitions, twins(), cancelled, observer);
  for (const result::Row& row : result.results) {
    if (!row.speedup || !std::isfinite(row.speedup->ratio.low)) continue;  // marked
    EXPECT_GT(row.speedup->ratio.median, 0.8) << result::name_of(row);
    EXPECT_LT(row.speedup->ratio.median, 1.25) << result::name_of(row);
  }
}

}  // namespace
}  // namespace sudoku::run
