// A runner whose worker follows the fuzzer's script: writes anywhere into the shared memory, sends
// anything, dies. The harness must finish the pass with valid outcomes.
#include "harness/runner/isolated_runner_fuzz.h"

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/runner/runner.h"
#include "harness/runner/worker.h"
#include "solvers/fuzz_fixture.h"

namespace sudoku {

namespace {

constexpr std::size_t kPuzzles = 4;

// Hexadecimal form of a script, which reaches the worker as the name of a library.
std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char byte : bytes)
    hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return hex;
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return bytes;
}

class ScriptedWorker {
 public:
  explicit ScriptedWorker(std::string_view script) : script_(script) {
    struct stat status {};

    fstat(runner::kMemoryDescriptor, &status);
    size_ = static_cast<std::size_t>(status.st_size);
    memory_ = static_cast<char*>(
        mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, runner::kMemoryDescriptor, 0));
  }

  void act() {
    while (!script_.rest().empty())
      step();
  }

 private:
  void step() {
    switch (script_.below(8)) {
      case 0:
        return send(runner::kReady);
      case 1:
        return send(runner::kDone);
      case 2:
        return send(static_cast<char>(script_.next()));
      case 3:
        return receive();
      case 4:
        return answer();
      case 5:
        return scribble(0, 512);  // overwrites Request and the first runner::WorkerSlot
      case 6:
        return scribble(0, size_);
      default:
        raise(SIGKILL);
    }
  }

  static void send(char word) {
    if (write(runner::kLineDescriptor, &word, 1) < 0) _exit(1);
  }

  static void receive() {
    pollfd line{.fd = runner::kLineDescriptor, .events = POLLIN, .revents = 0};
    char word = 0;
    if (poll(&line, 1, 20) != 1 || read(runner::kLineDescriptor, &word, 1) != 1) _exit(0);
  }

  // Does what a correct worker does in a pass.
  static void answer() {
    const runner::SharedMemory memory(dup(runner::kMemoryDescriptor));
    runner::WorkerSlot& slot = memory.slots[0];
    slot.started = std::chrono::steady_clock::now();
    for (Answer& one : memory.answers)
      one = {.outcome = Outcome::none};
    for (std::uint64_t& ticks : memory.ticks)
      ticks = 1;
    slot.taken = 1;
    slot.finished = std::chrono::steady_clock::now();
  }

  void scribble(std::size_t from, std::size_t to) {
    std::size_t place = script_.next();
    place = place << 8U | script_.next();
    memory_[from + place % (to - from)] = static_cast<char>(script_.next());
  }

  Decisions script_;
  std::size_t size_ = 0;
  char* memory_ = nullptr;
};

void check_incidents(const runner::PassResult& pass) {
  for (const auto& [position, incident] : pass.incidents) {
    must(position < kPuzzles, "an incident is of a puzzle");
    must(incident.outcome < Outcome::unanswered, "an incident has an outcome");
  }
}

}  // namespace

void run_if_scripted_worker(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty() || words.front() != runner::kWorkerWord) return;
  ScriptedWorker(bytes_of(runner::task_from(words).solver.spec->library)).act();
  _exit(0);
}

void fuzz_isolated_runner(std::string_view bytes) {
  static const machine::StampClock clock;
  static parallel::ThreadPool pool(1, false);
  Decisions decide(bytes.substr(0, 1));
  const bool stamped = decide.below(2) == 1;
  external::Spec spec;
  spec.name = "scripted";
  spec.library = hex_of(bytes.substr(std::min<std::size_t>(1, bytes.size())).substr(0, 512)) + "-";
  spec.symbol = "f";
  const runner::SolverSpec solver_spec(spec);
  const std::unique_ptr<runner::Runner> runner =
      runner::make_isolated_runner(solver_spec, pool, clock,
                                   {.everybody = false,
                                    .pin = false,
                                    .memory_limit = 0,
                                    .puzzle_timeout = std::chrono::milliseconds(1),
                                    .capacity = kPuzzles});
  const std::array<Grid, kPuzzles> puzzles = {kEmptyGrid, kEmptyGrid, kEmptyGrid, kEmptyGrid};
  std::array<Answer, kPuzzles> answers;
  std::array<std::uint64_t, kPuzzles> ticks{};
  const runner::Work work{.puzzles = puzzles, .answers = answers, .chunk = 2};
  const Budget budget{.solution_limit = 2, .time_limit = std::chrono::milliseconds(1)};
  const auto start = std::chrono::steady_clock::now();
  const runner::PassResult pass =
      stamped ? runner->solve_stamped(work, budget, ticks) : runner->solve(work, budget);
  must(pass.time.count() >= 0 && pass.time <= std::chrono::steady_clock::now() - start,
       "a pass takes no longer than it took");
  for (const Answer& answer : answers)
    must(runner::is_outcome(answer.outcome), "an answer has an outcome");
  check_incidents(pass);
}

}  // namespace sudoku
