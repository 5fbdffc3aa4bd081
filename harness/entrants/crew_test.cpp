// What solvers in worker processes do to themselves, and to nobody else.
#include "harness/entrants/crew.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <ostream>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "harness/dataset/generator.h"
#include "harness/entrants/in_process.h"
#include "solvers/external/faults.h"
#include "solvers/roster.h"

namespace sudoku {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kPuzzles = 400;
constexpr std::size_t kChunk = 16;

const std::vector<Grid>& puzzles() {
  static const std::vector<Grid> drawn = [] {
    const auto solver = find_solver("mrv_hidden")->create();
    Generator generator(*solver, 1);
    std::vector<Grid> grids;
    for (std::size_t i = 0; i < kPuzzles; ++i)
      grids.push_back(generator.minimal().puzzle);
    return grids;
  }();
  return drawn;
}

std::vector<std::size_t> faulty_positions() {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < kPuzzles; ++i) {
    if (is_faulty_on(puzzles()[i].text())) positions.push_back(i);
  }
  return positions;
}

ExternalSpec faulty(Fault fault) {
  ExternalSpec spec;
  spec.name = "faulty";
  spec.library = PLUGIN_FAULTY;
  spec.symbol = "sudoku_faulty";
  spec.config = static_cast<std::uint32_t>(fault);
  return spec;
}

const StampClock& stamp_clock() {
  static const StampClock clock;
  return clock;
}

IsolationTerms terms() {
  return {.everybody = true,
          .pin = false,
          .memory_limit = 0,
          .puzzle_timeout = milliseconds(300),
          .capacity = kPuzzles};
}

// One crew and the answers it gives.
struct Trial {
  explicit Trial(Contender solver, const IsolationTerms& isolation = terms(), unsigned threads = 2)
      : contender(std::move(solver)),
        gang(threads, false),
        crew(contender, gang, stamp_clock(), isolation) {}

  void solve(std::uint64_t limit = 2) { crew.solve(work(), budget(limit)); }

  void solve_stamped(std::uint64_t limit = 2) {
    ticks.assign(kPuzzles, 0);
    crew.solve_stamped(work(), budget(limit), ticks);
  }

  Work work() {
    answers.assign(kPuzzles, Answer{});
    return {.puzzles = puzzles(), .answers = answers, .chunk = kChunk};
  }

  static Budget budget(std::uint64_t limit) {
    return {.solution_limit = limit, .time_limit = terms().puzzle_timeout};
  }

  Contender contender;
  Gang gang;
  Crew crew;
  std::vector<Answer> answers;
  std::vector<std::uint64_t> ticks;
};

std::vector<Answer> right_answers(std::string_view solver, std::uint64_t limit) {
  std::vector<Answer> answers(kPuzzles);
  find_solver(solver)->create()->solve(puzzles(), Trial::budget(limit), answers);
  return answers;
}

void expect_no_child_left() {
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

struct FaultCase {
  std::string name;
  Fault fault;
  Outcome outcome;
  std::string reason;  // its beginning
};

std::ostream& operator<<(std::ostream& stream, const FaultCase& c) {
  return stream << c.name;
}

const FaultCase kFaultCases[] = {
    {"segv", Fault::segv, Outcome::crashed, "died of SIGSEGV: touched address 0x10"},
    {"aborts", Fault::aborts, Outcome::crashed, "died of SIGABRT"},
    {"exits", Fault::exits, Outcome::crashed, "ended the process with status 0"},
    {"throws", Fault::throws, Outcome::crashed, "died of SIGABRT ('"},
    {"hangs", Fault::hangs, Outcome::timeout, "killed after 0.8 s"},
    {"scribbles", Fault::scribbles, Outcome::crashed, "wrote to its input"},
    {"overruns", Fault::overruns, Outcome::crashed, "died of SIGSEGV: wrote past its solution"},
    {"overreads", Fault::overreads, Outcome::crashed, "died of SIGSEGV: read past its input"},
    {"prints", Fault::prints, Outcome::crashed,
     "wrote 19 bytes to standard output: 'this plugin prints?'"},
    {"changes_signals", Fault::changes_signals, Outcome::crashed, "changed the handler of signal"},
    {"blocks_signals", Fault::blocks_signals, Outcome::crashed,
     "changed which signals are blocked"},
    {"changes_rounding", Fault::changes_rounding, Outcome::crashed,
     "changed the floating-point mode"},
    {"closes_descriptors", Fault::closes_descriptors, Outcome::crashed,
     "closed the harness's descriptors"},
    {"overflows_stack", Fault::overflows_stack, Outcome::crashed,
     "died of SIGSEGV: touched address"},
};

class FaultyPlugin : public testing::TestWithParam<FaultCase> {};

TEST_P(FaultyPlugin, CostsThePuzzlesItHappensOnAndNoOther) {
  const FaultCase& c = GetParam();
  {
    Trial trial{Contender(faulty(c.fault))};
    trial.solve(1);

    std::vector<std::size_t> found;
    for (const auto& [position, incident] : trial.crew.incidents()) {
      found.push_back(position);
      EXPECT_EQ(incident.outcome, c.outcome);
      EXPECT_EQ(incident.reason.substr(0, c.reason.size()), c.reason);
      EXPECT_EQ(trial.answers[position].outcome, c.outcome);
    }
    EXPECT_EQ(found, faulty_positions());
    EXPECT_EQ(trial.crew.disqualified(), "");
    const std::vector<Answer> right = right_answers("mrv_hidden", 1);
    for (std::size_t i = 0; i < kPuzzles; ++i) {
      if (trial.crew.incidents().contains(i)) continue;
      ASSERT_EQ(trial.answers[i].outcome, Outcome::first) << i;
      ASSERT_EQ(trial.answers[i].solution, right[i].solution) << i;
    }
  }
  expect_no_child_left();
}

std::string name_of_case(const testing::TestParamInfo<FaultCase>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(EachFault, FaultyPlugin, testing::ValuesIn(kFaultCases), name_of_case);

TEST(Crew, HasPuzzlesThatFaultsHappenOn) {
  EXPECT_GE(faulty_positions().size(), 3U);
}

// The sanitizers end a process that runs out of memory in their own way.
TEST(Crew, KillsASolverThatHoldsTooMuch) {
  IsolationTerms limited = terms();
  limited.memory_limit = 200U << 20U;
  limited.puzzle_timeout = {};
  Trial trial(Contender(faulty(Fault::leaks)), limited);
  trial.solve();
  ASSERT_EQ(trial.crew.incidents().size(), faulty_positions().size());
  for (const auto& [position, incident] : trial.crew.incidents()) {
    EXPECT_EQ(incident.outcome, Outcome::crashed);
    EXPECT_EQ(incident.reason.substr(0, 5), "held ") << incident.reason;
    EXPECT_NE(incident.reason.find("210 MB"), std::string::npos) << incident.reason;
  }
}

TEST(Crew, DisqualifiesASolverThatDiesOnEveryPuzzle) {
  Trial trial{Contender(faulty(Fault::always_segv)), terms(), 1};
  trial.solve();
  EXPECT_EQ(trial.crew.disqualified(),
            "10 puzzles in a row: died of SIGSEGV: touched address 0x10");
  EXPECT_EQ(trial.crew.incidents().size(), kMostInARow);
  expect_no_child_left();
  trial.solve();
  EXPECT_EQ(trial.answers[0].outcome, Outcome::unanswered);
}

TEST(Crew, GivesTheAnswersOfTheSolverItIsolates) {
  for (const char* name : {"mrv", "dlx"}) {
    Trial trial{Contender(*find_solver(name))};
    const std::vector<Answer> right = right_answers(name, 2);
    for (int pass = 0; pass < 2; ++pass) {
      trial.solve();
      for (std::size_t i = 0; i < kPuzzles; ++i) {
        ASSERT_EQ(trial.answers[i].outcome, right[i].outcome);
        ASSERT_EQ(trial.answers[i].solution, right[i].solution);
        ASSERT_EQ(trial.answers[i].guesses, right[i].guesses);
      }
    }
  }
}

TEST(Crew, StampsEveryPuzzle) {
  Trial trial{Contender(*find_solver("mrv"))};
  trial.solve_stamped();
  EXPECT_EQ(std::ranges::count(trial.ticks, std::uint64_t{0}), 0);
  EXPECT_GT(trial.crew.startup_s(), 0);
}

TEST(InProcess, TimesItsStart) {
  Gang gang(2, false);
  const InProcess entrant(*find_solver("mrv"), gang, stamp_clock());
  EXPECT_GT(entrant.startup_s(), 0);
}

TEST(Crew, StampsAHungPuzzleWithTheTimeout) {
  Trial trial{Contender(faulty(Fault::hangs))};
  trial.solve_stamped();
  const double limit_ns = 300e6;
  for (const std::size_t position : faulty_positions()) {
    EXPECT_NEAR(static_cast<double>(trial.ticks[position]) * stamp_clock().ns_per_tick(), limit_ns,
                1e3);
  }
}

TEST(Crew, BeginsNoChunkAfterTheEnd) {
  Trial trial{Contender(*find_solver("mrv"))};
  Work work = trial.work();
  work.until = std::chrono::steady_clock::now() - milliseconds(1);
  trial.crew.solve(work, Trial::budget(2));
  EXPECT_EQ(std::ranges::count(trial.answers, Outcome::unanswered, &Answer::outcome),
            kPuzzles - kChunk);
}

TEST(Crew, IsStoppedInTheMiddleOfAPuzzle) {
  std::atomic<bool> cancelled{false};
  IsolationTerms patient = terms();
  patient.puzzle_timeout = {};
  Trial trial(Contender(faulty(Fault::hangs)), patient);
  std::thread interrupt([&cancelled] {
    std::this_thread::sleep_for(milliseconds(200));
    cancelled = true;
  });
  trial.crew.solve(trial.work(), {.solution_limit = 2, .cancelled = &cancelled});
  interrupt.join();
  expect_no_child_left();
}

struct UnstartableCase {
  std::string library;
  std::string symbol;
  std::string error;
};

TEST(Crew, SaysWhyASolverCannotBeStarted) {
  const UnstartableCase cases[] = {
      {"no/such.so", "f", "cannot be started: cannot load function 'f' of 'no/such.so': "},
      {PLUGIN_FAULTY, "missing",
       std::string("cannot be started: cannot load function 'missing' of '") + PLUGIN_FAULTY +
           "': "},
  };
  for (const UnstartableCase& c : cases) {
    ExternalSpec spec = faulty(Fault::none);
    spec.library = c.library;
    spec.symbol = c.symbol;
    const Trial trial{Contender(spec)};
    EXPECT_EQ(trial.crew.disqualified().substr(0, c.error.size()), c.error);
  }
  expect_no_child_left();
}

// Workers keep nothing of the harness's but what they are given.
TEST(Crew, InheritsNoDescriptors) {
  ExternalSpec spec;
  spec.name = "lister";
  spec.command = {"/bin/sh", "-c", "while read -r p; do ls /proc/self/fd | wc -l; done"};
  const int open_here = open("/dev/null", O_RDONLY);  // without close-on-exec, on purpose
  Trial trial{Contender(spec), terms(), 1};
  trial.solve();
  close(open_here);
  // Standard input, output and error, and the folder that `ls` reads.
  EXPECT_EQ(trial.answers[0].solutions, 4U);
}

// A worker runs where its own pinning says, whatever that of the thread that started it.
TEST(Crew, InheritsNoPinning) {
  ExternalSpec spec;
  spec.name = "counter";
  spec.command = {"/bin/sh", "-c", "while read -r p; do nproc; done"};
  for (const bool pin : {true, false}) {
    IsolationTerms pinned = terms();
    pinned.pin = pin;
    Trial trial{Contender(spec), pinned, 1};
    trial.answers.resize(1);
    trial.crew.solve({.puzzles = std::span(puzzles()).first(1), .answers = trial.answers},
                     Trial::budget(kUnlimited));
    EXPECT_EQ(trial.answers[0].solutions, pin ? 1 : usable_cpus().size());
  }
}

TEST(Crew, LeavesNoSharedMemoryBehind) {
  const auto segments = [] {
    const std::filesystem::directory_iterator folder("/dev/shm");
    return std::count_if(begin(folder), end(folder), [](const auto& segment) {
      // Open MPI's: tests of it may run beside this one.
      return !segment.path().filename().string().starts_with("vader_segment");
    });
  };
  const auto before = segments();
  Trial trial{Contender(faulty(Fault::segv))};
  trial.solve();
  EXPECT_EQ(segments(), before);
}

}  // namespace
}  // namespace sudoku
