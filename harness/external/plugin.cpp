// Plugin solvers: a C function of a shared library, called for each puzzle or batch of puzzles.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <dlfcn.h>

#include "harness/base/errors.h"
#include "harness/base/text.h"
#include "harness/external/counted_call.h"
#include "harness/external/external.h"
#include "harness/external/guarded.h"
#include "solvers/external/sudoku_plugin.h"

namespace sudoku::external {

namespace {

[[noreturn]] void fail_to_load(const Spec& spec) {
  const char* const why = ::dlerror();
  throw base::LoadError("cannot load function '{}' of '{}': {}", spec.symbol, spec.library,
                        why == nullptr ? "unknown error" : why);
}

constexpr std::size_t kMostShown = 80;

constexpr const char* kStartFunction = "sudoku_plugin_start";

// Whether a library has the function as one of C++: under the name that compilers make of its name
// and the types of its parameters.
bool has_as_cpp(void* library, const Spec& spec) {
  const std::string types = spec.takes_batches ? "mPKcmjPmPcS1_" : "PKcmjPcPm";
  const std::string name = "_Z" + std::to_string(spec.symbol.size()) + spec.symbol + types;
  return ::dlsym(library, name.c_str()) != nullptr;
}

// The path comes last, because a worker's report may be too short for a long one.
[[noreturn]] void fail_to_find(void* library, const Spec& spec) {
  throw base::LoadError(
      "cannot load function '{}': the library {}: '{}'", base::printable(spec.symbol, kMostShown),
      has_as_cpp(library, spec) ? "has it as C++: SUDOKU_PLUGIN (extern \"C\") is missing"
                                : "does not export it",
      spec.library);
}

// Lets the library set itself up, if it has a function for that.
void start(void* library, const Spec& spec) {
  void* const function = ::dlsym(library, kStartFunction);
  if (function == nullptr) return;
  // noexcept: an exception that leaves the plugin ends the process here, as in solve_all().
  const char* const reason = [function]() noexcept {
    return reinterpret_cast<sudoku_plugin_start_function*>(function)();
  }();
  if (reason == nullptr) return;
  // The reason comes first: a worker's report to the harness may be too short for a long path.
  throw base::LoadError("'" + base::printable(reason, kMostShown) + "', says '" + spec.library +
                        "'");
}

// The library is never unloaded: unloading would run foreign code once more, for nothing.
void* load(const Spec& spec) {
  // dlopen() would look for a name without a slash in the system's library folders.
  const std::string path = std::filesystem::absolute(spec.library).string();
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail_to_load(spec);
  void* const function = ::dlsym(library, spec.symbol.c_str());
  if (function == nullptr) fail_to_find(library, spec);
  start(library, spec);
  return function;
}

template <typename Function>
Function* load_function(const Spec& spec, bool is_counted) {
  auto* const function = reinterpret_cast<Function*>(load(spec));
  return is_counted ? CountedFunction<Function>::of(function) : function;
}

// Bytes of a puzzle that a plugin gets, with the terminator.
constexpr std::size_t kInputSize = kCells + 1;

// Whether a plugin left its input as it was. memcmp(), a call for 81 bytes, would be slower.
bool left_alone(const char* input, const Grid& puzzle) {
  auto changes = static_cast<unsigned char>(input[kCells]);
  for (std::size_t i = 0; i < kCells; ++i)
    changes |= static_cast<unsigned char>(input[i] ^ puzzle.cells[i]);
  return changes == 0;
}

class Plugin final : public Solver {
 public:
  Plugin(const Spec& spec, ReportIncident report, bool is_counted)
      : function_(load_function<sudoku_plugin_function>(spec, is_counted)),
        spec_(spec),
        report_(std::move(report)) {
    input_.data()[kCells] = '\0';
  }

  // noexcept: an exception that leaves the plugin ends the process here, where it can be reported.
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) noexcept final {
    char* const input = input_.end() - kInputSize;
    const std::uint64_t limit = budget.solution_limit;
    const bool reads_solution = limit == 1 || spec_.fills_solution.value_or(true);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_cancelled(budget)) {
        answers[i] = Answer{.outcome = Outcome::timeout};
        continue;
      }
      std::memcpy(input, puzzles[i].cells.data(), kCells);
      ask(input, limit, reads_solution, answers[i]);
      if (!left_alone(input, puzzles[i])) [[unlikely]] {
        input[kCells] = '\0';
        charge(i, "wrote to its input", answers[i]);
      }
    }
  }

 private:
  // Calls the plugin. The answer is written after the function has returned, not before.
  void ask(const char* input, std::uint64_t limit, bool reads_solution, Answer& answer) {
    // The solution is cleared, so that a plugin that writes none cannot reuse the last one.
    if (reads_solution) std::memset(solution_.data(), kBlank, kCells);
    std::size_t guesses = 0;
    const std::size_t count = function_(input, limit, spec_.config, solution_.data(), &guesses);
    answer.guesses = guesses;
    answer.solution = kEmptyGrid;
    if (reads_solution && count > 0)
      std::memcpy(answer.solution.cells.data(), solution_.data(), kCells);
    // The outcome is written last: if reading the solution crashes, it stays `unanswered`.
    std::atomic_signal_fence(std::memory_order_release);
    external::set_count(answer, count, limit, spec_.limit);
  }

  void charge(std::size_t i, const char* reason, Answer& answer) {
    answer = Answer{.outcome = Outcome::crashed};
    report_(i, Outcome::crashed, reason);
  }

  sudoku_plugin_function* function_;
  Spec spec_;
  ReportIncident report_;
  GuardedBuffer input_{kInputSize, "read past its input"};
  GuardedBuffer solution_{kCells, "wrote past its solution"};
};

// Memory for the calls of a function that takes batches.
struct BatchMemory {
  explicit BatchMemory(std::size_t puzzles)
      : capacity(puzzles),
        inputs(puzzles * kInputSize, "read past its inputs"),
        counts(puzzles * sizeof(std::size_t), "wrote past its counts"),
        solutions(puzzles * kCells, "wrote past its solutions"),
        guesses(puzzles * sizeof(std::size_t), "wrote past its guesses") {}

  std::size_t capacity;  // most puzzles of a batch
  GuardedBuffer inputs;
  GuardedBuffer counts;
  GuardedBuffer solutions;
  GuardedBuffer guesses;
};

class BatchPlugin final : public Solver {
 public:
  BatchPlugin(const Spec& spec, ReportIncident report, CopyingTime* copying, bool is_counted)
      : function_(load_function<sudoku_plugin_batch_function>(spec, is_counted)),
        spec_(spec),
        report_(std::move(report)),
        copying_(copying) {
    memory_.emplace(spec.batch);
  }

  // noexcept: an exception that leaves the plugin ends the process here, where it can be reported.
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) noexcept final {
    if (is_cancelled(budget)) {
      std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
    } else if (!puzzles.empty()) {
      if (puzzles.size() > memory_->capacity) memory_.emplace(puzzles.size());
      ask(puzzles, budget, answers);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  static std::chrono::nanoseconds cpu_time() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  }

  // Memory for what the plugin writes in a call.
  struct Output {
    std::size_t* counts;
    char* solutions;
    std::size_t* guesses;
  };

  // Calls the plugin, and makes answers of what it has written.
  void ask(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) {
    const std::size_t n = puzzles.size();
    const auto begun = Clock::now();
    const auto cpu_at_start = cpu_time();
    write_inputs(puzzles);
    const Output output = cleared_output(n);
    const auto cpu_at_call = cpu_time();
    const auto called = Clock::now();
    const std::size_t answered =
        function_(n, memory_->inputs.end() - n * kInputSize, budget.solution_limit, spec_.config,
                  output.counts, output.solutions, output.guesses);
    const auto returned = Clock::now();
    const auto cpu_at_return = cpu_time();
    const bool is_late = budget.time_limit.count() > 0 && returned - called > budget.time_limit;
    if (is_late) {
      std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
    } else {
      const std::size_t valid = answered <= n ? answered : 0;
      read_output(output, budget.solution_limit, answers.first(valid));
      if (valid < n) accuse(valid, answered, answers);
      check_inputs(puzzles, answers);
    }
    if (copying_ == nullptr) return;
    copying_->cpu += (cpu_at_call - cpu_at_start) + (cpu_time() - cpu_at_return);
    copying_->wall += (called - begun) + (Clock::now() - returned);
  }

  // Output for n puzzles, right before the guard pages. The first cell of each solution is cleared,
  // which shows a solution that the plugin has not written.
  Output cleared_output(std::size_t n) const {
    const Output output = {.counts = reinterpret_cast<std::size_t*>(memory_->counts.end()) - n,
                           .solutions = memory_->solutions.end() - n * kCells,
                           .guesses = reinterpret_cast<std::size_t*>(memory_->guesses.end()) - n};
    std::fill_n(output.counts, n, std::size_t{0});
    std::fill_n(output.guesses, n, std::size_t{0});
    for (std::size_t i = 0; i < n; ++i)
      output.solutions[i * kCells] = kBlank;
    return output;
  }

  void read_output(const Output& output, std::uint64_t limit, std::span<Answer> answers) const {
    const bool reads_solutions = limit == 1 || spec_.fills_solution.value_or(true);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const char* const solution = output.solutions + i * kCells;
      const bool is_shown = reads_solutions && output.counts[i] > 0 && *solution != kBlank;
      answers[i].guesses = output.guesses[i];
      std::memcpy(answers[i].solution.cells.data(), is_shown ? solution : kEmptyGrid.cells.data(),
                  kCells);
      external::set_count(answers[i], output.counts[i], limit, spec_.limit);
    }
  }

  void write_inputs(std::span<const Grid> puzzles) {
    char* input = memory_->inputs.end() - puzzles.size() * kInputSize;
    for (const Grid& puzzle : puzzles) {
      std::memcpy(input, puzzle.cells.data(), kCells);
      input[kCells] = '\0';
      input += kInputSize;
    }
  }

  // Charges the puzzles whose inputs the plugin has changed.
  void check_inputs(std::span<const Grid> puzzles, std::span<Answer> answers) {
    const char* input = memory_->inputs.end() - puzzles.size() * kInputSize;
    for (std::size_t i = 0; i < puzzles.size(); ++i, input += kInputSize)
      if (!left_alone(input, puzzles[i])) charge(i, "wrote to its inputs", answers);
  }

  // Charges the puzzles of a batch from `first` on, which the plugin has not answered.
  void accuse(std::size_t first, std::size_t answered, std::span<Answer> answers) {
    const std::string reason = "answered " + std::to_string(answered) + " puzzles of a batch of " +
                               std::to_string(answers.size());
    for (std::size_t i = first; i < answers.size(); ++i)
      charge(i, reason, answers);
  }

  void charge(std::size_t i, const std::string& reason, std::span<Answer> answers) {
    answers[i] = Answer{.outcome = Outcome::crashed};
    report_(i, Outcome::crashed, reason);
  }

  sudoku_plugin_batch_function* function_;
  Spec spec_;
  ReportIncident report_;
  CopyingTime* copying_;
  // Replaced when a batch is larger than all before.
  std::optional<BatchMemory> memory_;
};

}  // namespace

std::unique_ptr<Solver> make_plugin(const Spec& spec, ReportIncident report, CopyingTime* copying,
                                    bool is_counted) {
  if (spec.takes_batches)
    return std::make_unique<BatchPlugin>(spec, std::move(report), copying, is_counted);
  return std::make_unique<Plugin>(spec, std::move(report), is_counted);
}

}  // namespace sudoku::external
