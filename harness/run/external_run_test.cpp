// Tests of runs with foreign solvers: what each fault of a plugin costs it, that other solvers lose
// nothing, and how such solvers are audited, asked and told what is wrong.
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/base/output.h"
#include "harness/base/texts_fixture.h"
#include "harness/dataset/contents_fixture.h"
#include "harness/external/external_fixture.h"
#include "harness/parallel/busy_cpu_fixture.h"
#include "harness/result/comparison.h"
#include "harness/run/merge.h"
#include "harness/run/run_fixture.h"
#include "solvers/roster.h"

namespace sudoku::run {
namespace {

using std::chrono::milliseconds;

using external::faulty;
using external::faulty_batch;
using external::faulty_plugin;
using external::PluginFault;

constexpr std::size_t kCourse = 300;
constexpr std::size_t kBlock = 128;

// A file of bundled puzzles, and the number of those on which the plugin fails.
class Course {
 public:
  static const Course& instance() {
    static const Course course;
    return course;
  }

  const std::string& path() const { return path_; }

  std::uint64_t faulty() const { return faulty_; }

  // Number of blocks with puzzles on which the plugin fails.
  std::uint64_t faulty_blocks() const { return faulty_blocks_.size(); }

  ~Course() { std::remove(path_.c_str()); }

  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

 private:
  Course() : path_(testing::TempDir() + "foreign_" + std::to_string(getpid()) + ".txt") {
    const std::vector<Grid> puzzles = dataset::read_all(BUNDLED_DATASETS "/minimal.csv").puzzles;
    std::ofstream file(path_);
    for (std::size_t i = 0; i < kCourse; ++i) {
      file << puzzles[i].text() << '\n';
      if (!external::is_faulty_on(puzzles[i].text())) continue;
      ++faulty_;
      faulty_blocks_.insert(i / kBlock);
    }
  }

  std::string path_;
  std::uint64_t faulty_ = 0;
  std::set<std::size_t> faulty_blocks_;
};

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
  settings.block = kBlock;
  settings.reference = "mrv";
  return settings;
}

// Settings of a run that asks for up to `limit` solutions and checks them all.
options::RunSettings asking(std::uint64_t limit) {
  options::RunSettings settings = course_settings();
  settings.solution_limit = limit;
  settings.verify = options::Verify::all;
  return settings;
}

result::RunResult run(const options::RunSettings& settings,
                      const std::string& file = Course::instance().path()) {
  const std::atomic<bool> cancelled{false};
  Quiet observer;
  return run_datasets({file}, settings, cancelled, observer);
}

// The row of a solver beside `mrv`.
result::Row row_of(const external::Spec& spec, options::RunSettings settings = course_settings()) {
  settings.solver_specs.emplace_back(spec);
  return run(settings).results.at(1);
}

// What a fault costs a plugin.
enum class Cost : std::uint8_t {
  nothing,
  puzzles,  // the puzzles on which it happens
  passes,   // the first puzzle of each pass in which it happens, and which may be another one
};

struct FaultCase {
  std::string name;
  PluginFault fault;
  Cost cost = Cost::nothing;
  std::string reason = {};  // how the reason begins
  bool in_batches = false;  // whether a plugin that takes batches is tried, too
  Outcome outcome = Outcome::crashed;
  std::uint32_t number = 0;  // of the fault
};

std::ostream& operator<<(std::ostream& stream, const FaultCase& c) { return stream << c.name; }

constexpr const char* kBreaks = "the solution breaks a clue or a house";
constexpr const char* kLineClosed = "ended the process with status 0";

// Every fault, what it costs and what is said of it. The exit code follows: 3 after a crash or a
// wrong answer, otherwise 0.
std::vector<FaultCase> fault_cases() {
  using enum PluginFault;
  using enum Cost;
  constexpr Outcome kLate = Outcome::timeout;
  return {
      {"none", none, nothing, "", true},
      {"segv", segv, puzzles, "died of SIGSEGV: touched address 0x10"},
      {"aborts", aborts, puzzles, "died of SIGABRT"},
      {"throws", throws, puzzles, "died of SIGABRT ('"},
      {"exits", exits, puzzles, "ended the process with status 0"},
      {"hangs", hangs, puzzles, "no answer within 500 ms", false, kLate},
      {"answers_late", dawdles, puzzles, "", false, kLate, 550},
      {"leaks", leaks, puzzles, ""},
      {"raises_sigterm", raises, puzzles, "died of SIGTERM", false, Outcome::crashed, SIGTERM},
      {"raises_sigfpe", raises, puzzles, "died of SIGFPE: at address 0x", false, Outcome::crashed,
       SIGFPE},
      {"raises_sigill", raises, puzzles, "died of SIGILL: at address 0x", false, Outcome::crashed,
       SIGILL},
      {"raises_sigbus", raises, puzzles, "died of SIGBUS: touched address 0x", false,
       Outcome::crashed, SIGBUS},
      {"raises_sigchld", raises, nothing, "", false, Outcome::crashed, SIGCHLD},
      {"stops_itself", raises, puzzles, "no answer within 500 ms", false, kLate, SIGSTOP},
      {"kills_its_group", kills_its_group, puzzles, "died of SIGKILL"},
      {"dies_before_its_child", dies_before_its_child, puzzles, "died of SIGABRT"},
      {"leaves_children", breeds},
      {"wrong_digit", wrong_answer, puzzles, kBreaks, false, Outcome::wrong},
      {"other_grid", other_grid, puzzles, kBreaks, false, Outcome::wrong},
      {"garbage", garbage, puzzles, kBreaks, true, Outcome::wrong},
      {"denies", denies, puzzles, "says none, the referees say first", false, Outcome::wrong},
      {"too_many", too_many, puzzles,
       "the number of solutions does not fit the outcome and the limit", false, Outcome::wrong},
      {"scribbles", scribbles, puzzles, "wrote to its input", true},
      {"overruns", overruns, puzzles, "died of SIGSEGV: wrote past its solution"},
      {"overreads", overreads, puzzles, "died of SIGSEGV: read past its input"},
      {"unmaps", unmaps, puzzles, "died of SIGSEGV: touched address"},
      {"overflows_stack", overflows_stack, puzzles, "died of SIGSEGV: touched address"},
      {"prints", prints, passes, "wrote ", true},
      {"closes_input", closes_one},
      {"closes_output", closes_one, nothing, "", false, Outcome::crashed, 1},
      {"closes_errors", closes_one, nothing, "", false, Outcome::crashed, 2},
      {"closes_line", closes_one, passes, kLineClosed, false, Outcome::crashed, 3},
      {"closes_memory", closes_one, nothing, "", false, Outcome::crashed, 4},
      {"closes_descriptors", closes_descriptors, passes, kLineClosed, true},
      {"replaces_descriptors", replaces_descriptors, passes, kLineClosed},
      {"cuts_files", cuts_files},
      {"forks_and_returns", forks_and_returns},
  };
}

// Expects the row of a plugin with a fault to say what it cost, and why.
void expect_cost(const result::Row& row, const FaultCase& c) {
  const Course& course = Course::instance();
  const std::uint64_t in_passes = c.cost == Cost::passes ? course.faulty_blocks() : 0;
  const std::uint64_t costs = c.cost == Cost::puzzles ? course.faulty() : in_passes;
  const bool is_wrong = c.outcome == Outcome::wrong;
  const bool is_late = c.fault == PluginFault::dawdles;  // but answers: there is no incident
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(count(row, c.outcome), costs);
  EXPECT_EQ(count(row, Outcome::first), kCourse - costs);
  EXPECT_EQ(result::is_void(row), is_wrong);
  EXPECT_EQ(result::has_crashed(row), costs > 0 && c.outcome == Outcome::crashed);
  EXPECT_EQ(row.incidents.size(), is_wrong || is_late ? 0 : costs);
  EXPECT_EQ(row.wrong_answers.size(), is_wrong ? costs : 0);
  for (const result::WrongAnswer& answer : row.wrong_answers) {
    EXPECT_EQ(answer.reason.substr(0, c.reason.size()), c.reason);
    EXPECT_TRUE(external::is_faulty_on(answer.puzzle));
  }
  for (const result::IncidentRecord& incident : row.incidents) {
    const std::string& found = incident.reason;
    EXPECT_EQ(found.substr(0, c.reason.size()), c.reason);
    const bool is_of_pass = c.cost == Cost::passes;  // charged to its first puzzle
    EXPECT_EQ(found.find(" (in a pass of ") != found.npos, is_of_pass) << found;
    EXPECT_TRUE(is_of_pass || external::is_faulty_on(incident.puzzle));
    EXPECT_TRUE(!is_of_pass || incident.line % kBlock == 1) << incident.line;
    EXPECT_TRUE(c.fault != PluginFault::leaks || found.find("memory") != found.npos) << found;
    EXPECT_TRUE(c.fault != PluginFault::throws || found.ends_with("this plugin throws')")) << found;
  }
}

class SlowFaultyPlugin : public testing::TestWithParam<FaultCase> {};

TEST_P(SlowFaultyPlugin, LosesWhatItsFaultCostsAndOthersLoseNothing) {
  const FaultCase& c = GetParam();
  options::RunSettings with = course_settings();
  with.audit = false;
  if (c.outcome == Outcome::timeout) with.puzzle_timeout = kBriefLimit;
  if (c.fault == PluginFault::leaks) with.memory_limit = 200U << 20U;
  with.solver_specs.emplace_back(faulty(c.fault, c.number));
  if (c.in_batches) with.solver_specs.emplace_back(faulty_batch(c.fault, 16));
  const result::RunResult found = run(with);
  expect_cost(found.results.at(1), c);
  if (c.in_batches) expect_cost(found.results.at(2), c);
  static const result::Row alone = run(course_settings()).results[0];
  EXPECT_EQ(found.results[0].outcomes, alone.outcomes);
  EXPECT_EQ(found.results[0].solution_digest, alone.solution_digest);
  EXPECT_EQ(found.results[0].guesses, alone.guesses);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

std::string name_of_fault(const testing::TestParamInfo<FaultCase>& c) { return c.param.name; }

INSTANTIATE_TEST_SUITE_P(Each, SlowFaultyPlugin, testing::ValuesIn(fault_cases()), name_of_fault);

// Faults of which no more can be said than that they harm nobody else: a process and its copy race,
// a stack is overwritten, or a longjmp() leads into a call that has returned.
TEST(ForeignSolver, HarmsNobodyElseByWhatIsUndefined) {
  for (const PluginFault fault :
       {PluginFault::forks_and_exits, PluginFault::vforks_and_returns, PluginFault::jumps}) {
    SCOPED_TRACE(static_cast<unsigned>(fault));
    options::RunSettings with = course_settings();
    with.solver_specs.emplace_back(faulty(fault));
    const result::RunResult found = run(with);
    const result::Row& row = found.results.at(1);
    EXPECT_GE(count(row, Outcome::crashed), fault == PluginFault::forks_and_exits ? 1U : 0U);
    EXPECT_EQ(count(found.results[0], Outcome::first), kCourse);
    EXPECT_TRUE(found.results[0].incidents.empty());
  }
}

// The calls of a plugin that takes batches are guarded by themselves.
TEST(ForeignSolver, ThatTakesBatchesIsToldWhatItReadWroteOrThrew) {
  for (const auto& [fault, reason] :
       {std::pair(PluginFault::overruns, "died of SIGSEGV: wrote past its solutions"),
        std::pair(PluginFault::overreads, "died of SIGSEGV: read past its inputs"),
        std::pair(PluginFault::throws, "died of SIGABRT ('")}) {
    const result::Row row = row_of(faulty_batch(fault, 1));
    ASSERT_FALSE(row.incidents.empty());
    EXPECT_TRUE(row.incidents[0].reason.starts_with(reason)) << row.incidents[0].reason;
  }
}

struct PreparingFault {
  PluginFault fault;
  Outcome outcome;
  std::string reason;
};

const PreparingFault kPreparingFaults[] = {
    {PluginFault::segv, Outcome::crashed, "died of SIGSEGV"},
    {PluginFault::other_grid, Outcome::wrong, kBreaks},
    {PluginFault::denies, Outcome::wrong, ""},
    {PluginFault::scribbles, Outcome::crashed, "wrote to its input"},
    {PluginFault::prints, Outcome::crashed, "wrote "},
    {PluginFault::closes_descriptors, Outcome::crashed, kLineClosed},
};

// Expects a fault that no answer of the row shows: a wrong answer voids the row.
void expect_unrecorded(const result::Row& row, const PreparingFault& c, const std::string& when) {
  EXPECT_EQ(count(row, Outcome::first), kCourse);
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
  EXPECT_EQ(reason.find("a pass of 1 "), std::string::npos) << reason;
}

// Regression: a fault in the pilot measurement, the audit or the timing of the slowest puzzles left
// no trace.
TEST(SlowForeignSolver, HasNoPassInWhichItsFaultsDoNotCount) {
  options::RunSettings settings = course_settings();
  settings.threads = {1};
  settings.latency = true;
  settings.verify = options::Verify::all;
  const std::string mark = testing::TempDir() + "mark_" + std::to_string(getpid());
  setenv("SUDOKU_BENCH_CRASH_MARK", mark.c_str(), 1);
  for (const auto& [when, number] : {std::pair(kInPilot, 0U), {kTimedAgain, 1}, {kInAudit, 2}}) {
    settings.audit = number == 2;
    for (const PreparingFault& c : kPreparingFaults) {
      SCOPED_TRACE(when + (": " + c.reason));
      std::remove(mark.c_str());
      external::Spec spec =
          faulty_plugin("sudoku_faulty_when", external::config_of(c.fault, number));
      spec.fills_solution = true;
      expect_unrecorded(row_of(spec, settings), c, when);
    }
  }
  std::remove(mark.c_str());
  unsetenv("SUDOKU_BENCH_CRASH_MARK");
}

// Regression: what sudoku_plugin_start printed left no trace.
TEST(ForeignSolver, IsChargedForWhatItDoesWhileItIsStarted) {
  const PreparingFault c = {PluginFault::prints, Outcome::crashed, "wrote 19 bytes"};
  setenv("SUDOKU_BENCH_START_FAULT", std::to_string(external::config_of(c.fault)).c_str(), 1);
  const result::Row row = row_of(faulty_plugin("sudoku_mrv_hidden"));
  unsetenv("SUDOKU_BENCH_START_FAULT");
  expect_unrecorded(row, c, kInStart);
}

// A command that gives the answers of mrv_hidden, changed by a script of sed.
external::Spec edited_command(const std::string& script) {
  return external::shell_spec(COMMAND_OF_PLUGIN " " PLUGIN_FAULTY " sudoku_mrv_hidden | sed -u '" +
                              script + "'");
}

// Regression: the audit asked for two solutions, and called the first one a wrong answer.
TEST(ForeignSolver, ThatStopsAtTheFirstSolutionIsNotWrongInTheAudit) {
  const result::Row row = row_of(edited_command("s/^[0-9]* //"));
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(count(row, Outcome::first), kCourse);
  EXPECT_FALSE(result::has_crashed(row));
  ASSERT_TRUE(row.task);
  EXPECT_EQ(row.task->does, "stops at first");
}

// Regression: each part of a run charged what it found in its audit to a puzzle of its own.
TEST(ForeignSolver, IsChargedAlikeHoweverTheRunIsSplit) {
  options::RunSettings with = course_settings();
  with.solver_specs.emplace_back(
      faulty_plugin("sudoku_faulty_when", external::config_of(PluginFault::aborts, 2)));
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

// Regression: puzzles of batches that hung had latencies of 0.
TEST(ForeignSolver, ThatHangsOnBatchesHasTheirLatenciesAboveTheLimit) {
  options::RunSettings with = course_settings();
  with.puzzle_timeout = kBriefLimit;
  with.batch = 50;  // overrides the plugin's own
  const result::Row row = row_of(faulty_batch(PluginFault::hangs, 32), with);
  EXPECT_EQ(row.chunk, 50U);
  EXPECT_TRUE(row.external->takes_batches.value_or(false));
  EXPECT_EQ(row.external->batch, 32U);
  const std::uint64_t given_up = count(row, Outcome::timeout);
  ASSERT_GE(given_up, 50U);
  EXPECT_EQ(row.incidents[0].reason, "no answer within 500 ms on a batch of 50 puzzles");
  const result::LatencyRecord& latency = *row.latency;
  EXPECT_EQ(latency.censored, given_up);
  EXPECT_GT(latency.quantile_ns(0), 0);
  const stats::HistogramRecord& histogram = latency.histogram;
  EXPECT_GT(histogram.first_ps.front(), 0U);
  std::uint64_t above = 0;
  for (std::size_t i = 0; i < histogram.count.size(); ++i)
    above += histogram.first_ps[i] >= 490'000'000'000 ? histogram.count[i] : 0;
  EXPECT_EQ(above, given_up);
}

TEST(ForeignSolver, ThatCrashesHasNoLatencyOfZeroAndIsNotDisqualifiedInTheAudit) {
  const result::Row row = row_of(faulty(PluginFault::segv));
  EXPECT_GT(row.latency->histogram.first_ps.front(), 0U);
  EXPECT_EQ(row.disqualified, "");
  EXPECT_EQ(row.task->does, "counts");
}

TEST(ForeignSolver, IsAuditedUnlessThatIsOff) {
  for (const bool is_on : {true, false}) {
    options::RunSettings with = course_settings();
    with.audit = is_on;
    with.solution_limit = 2;
    for (const std::uint32_t most : {1, 2, 3}) {
      external::Spec spec = faulty_plugin("sudoku_stops", most);
      spec.name = "stops_at_" + std::to_string(most);
      with.solver_specs.emplace_back(spec);
    }
    const result::RunResult result = run(with);
    EXPECT_FALSE(result.results.at(0).task) << "built in";
    const char* const expected[] = {"", "stops at first", "proves uniqueness", "counts"};
    for (std::size_t most = 1; most <= 3; ++most) {
      const result::Row& row = result.results.at(most);
      EXPECT_EQ(count(row, Outcome::unique), kCourse) << "proper puzzles do not show it";
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
    options::RunSettings with = asking(5);
    external::Spec spec = faulty_plugin("sudoku_stops", c.stops_at);
    spec.limit = c.limit;
    with.solver_specs.emplace_back(spec);
    const result::RunResult result = run(with, BUNDLED_DATASETS "/multiple.csv");
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

TEST(ForeignSolver, IsDisqualifiedVisibly) {
  for (const external::Spec& spec :
       {faulty(PluginFault::always_segv), faulty_batch(PluginFault::always_segv, 16)}) {
    const result::Row row = row_of(spec);
    base::expect_start(row.disqualified,
                       "10 puzzles in a row: died of SIGSEGV: touched address 0x10");
    EXPECT_FALSE(row.complete);
    EXPECT_TRUE(std::isnan(row.puzzles_per_second.median));
  }
}

struct ShowingCase {
  const char* name;
  const char* symbol;
  std::uint32_t config;
  std::uint64_t limit;
  std::optional<bool> fills;  // as announced
  std::uint64_t unshown;      // of right answers
  std::string fault = {};     // of all answers
};

// Nobody need say whether a plugin shows its solutions above limit 1: each answer shows it, and the
// result of all is the same. Regression: the message for a solution that was never written was that
// it breaks a clue.
TEST(SlowForeignSolver, MayShowSomeSolutionsAboveLimit1) {
  const std::string untouched = "counted a solution, but wrote none: its buffer was left untouched";
  const ShowingCase cases[] = {
      {"all", "sudoku_shows", 0, 2, {}, 0},
      {"none", "sudoku_shows", 1, 2, {}, kCourse},
      {"some", "sudoku_shows", 2, 2, {}, Course::instance().faulty()},
      {"its search's state", "sudoku_shows", 3, 2, {}, kCourse},
      {"all, not to be read", "sudoku_shows", 0, 2, false, kCourse},
      {"wrong ones, not to be read", "sudoku_shows", 4, 2, false, kCourse},
      {"wrong ones",
       "sudoku_shows",
       4,
       2,
       {},
       0,
       std::string(kBreaks) + "; if it is none, say fills=no"},
      {"none, announced as filling", "sudoku_saying", 1, 2, true, 0,
       "wrote no solution at limit 2: leave fills=yes out"},
      {"none at limit 1", "sudoku_saying", 1, 1, {}, 0, untouched},
      {"none, asked again at limit 1", "sudoku_saying", 1, 2, {}, 0, untouched},
  };
  std::uint64_t digest = 0;
  for (const ShowingCase& c : cases) {
    SCOPED_TRACE(c.name);
    external::Spec spec = faulty_plugin(c.symbol, c.config);
    spec.fills_solution = c.fills;
    const result::Row row = row_of(spec, asking(c.limit));
    EXPECT_EQ(count(row, Outcome::wrong), c.fault.empty() ? 0 : kCourse);
    if (!c.fault.empty()) {
      ASSERT_FALSE(row.wrong_answers.empty());
      EXPECT_EQ(row.wrong_answers[0].reason, c.fault);
      continue;
    }
    EXPECT_EQ(count(row, Outcome::unique), kCourse);
    EXPECT_EQ(row.solutions_unshown.value_or(0), c.unshown);
    EXPECT_EQ(row.solutions_asked, c.unshown) << "all, by --verify all";
    EXPECT_EQ(row.task->does, "counts");
    if (digest == 0) digest = row.solution_digest;
    EXPECT_EQ(row.solution_digest, digest);
  }
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
      {"counts", "s/ .*//", 2, kCourse},
      {"counts at limit 1", "s/ .*//", 1, kCourse},
      {"shows all", "", 2, 0},
      {"shows all at limit 1", "", 1, 0},
  };
  for (const CountingCase& c : cases) {
    SCOPED_TRACE(c.name);
    const result::Row row = row_of(edited_command(c.script), asking(c.limit));
    EXPECT_EQ(count(row, c.limit == 1 ? Outcome::first : Outcome::unique), kCourse);
    EXPECT_TRUE(row.wrong_answers.empty());
    EXPECT_EQ(row.disqualified, "");
    EXPECT_EQ(row.solutions_hidden.value_or(0), c.hidden);
    EXPECT_EQ(row.task->does, "counts");
  }
}

// Empties a file in the middle of a run, and notes whose change has ended it.
class Rebuilding final : public Quiet {
 public:
  explicit Rebuilding(std::string file) : file_(std::move(file)) {}

  // The fourth turn is in the second block: two solvers make one turn in each.
  void running(const RunProgress& /*progress*/) override {
    if (++turn_ == 4) std::filesystem::resize_file(file_, 0);
  }

  void file_changed(const std::string& path) override { changed = path; }

  std::string changed;

 private:
  std::string file_;
  int turn_ = 0;
};

// Each block is of the file that the row names, or not in the result at all.
TEST(ForeignSolver, ThatIsRebuiltEndsTheRunWithTheBlocksBefore) {
  const base::TemporaryFolder folder;
  external::Spec spec = faulty_plugin("sudoku_mrv_hidden");
  spec.library = folder.path() + "/rebuilt.so";
  std::filesystem::copy_file(PLUGIN_FAULTY, spec.library);
  options::RunSettings settings = course_settings();
  settings.latency = false;
  settings.solver_specs.emplace_back(spec);
  const std::atomic<bool> cancelled{false};
  Rebuilding observer(spec.library);
  const result::RunResult found =
      run_datasets({Course::instance().path()}, settings, cancelled, observer);
  EXPECT_EQ(observer.changed, spec.library);
  EXPECT_FALSE(found.complete);
  const std::string warning = spec.library + " changed during the run";
  EXPECT_EQ(std::ranges::count(found.environment.warnings, warning), 1);
  for (const result::Row& row : found.results) {
    EXPECT_EQ(row.puzzles, settings.block) << row.solver;
    EXPECT_TRUE(row.incidents.empty() && row.disqualified.empty()) << row.solver;
  }
}

TEST(ForeignSolver, AnswersAsTheSameSolverCompiledIn) {
  options::RunSettings with = course_settings();
  with.solver_specs.assign({runner::SolverSpec(*find_solver("mrv_hidden"))});
  with.solver_specs.emplace_back(faulty_plugin("sudoku_mrv_hidden"));
  with.reference = "mrv_hidden";
  for (const bool isolate_all : {false, true}) {
    with.isolate_all = isolate_all;
    const result::RunResult result = run(with);
    EXPECT_EQ(result.results[0].isolated, isolate_all);
    EXPECT_TRUE(result.results[1].isolated);
    EXPECT_EQ(result.results[0].solution_digest, result.results[1].solution_digest);
    EXPECT_EQ(result.results[0].outcomes, result.results[1].outcomes);
    EXPECT_EQ(result.results[0].guesses, result.results[1].guesses);
    EXPECT_GT(result.results[0].latency->histogram.first_ps.front(), 0U);
  }
}

// One solver in four ways: their speed is the same where a puzzle takes so long, 0.1 ms, that what
// pipes cost does not show.
options::RunSettings twins() {
  options::RunSettings settings;
  settings.solver_specs.emplace_back(*find_solver("mrv_hidden"));
  settings.solver_specs.emplace_back(faulty_plugin("sudoku_mrv_hidden"));
  settings.solver_specs.emplace_back(
      external::in_batches(faulty_plugin("sudoku_faulty_batch"), 64));
  settings.solver_specs.emplace_back(
      external::command_spec({COMMAND_OF_PLUGIN, PLUGIN_FAULTY, "sudoku_mrv_hidden"}, 16));
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
