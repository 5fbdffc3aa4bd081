// Plugin solvers: a C function of a shared library, called for each puzzle or batch of puzzles.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <dlfcn.h>

#include "solvers/external/answer_line.h"
#include "solvers/external/external.h"
#include "solvers/external/guarded.h"
#include "solvers/external/sudoku_plugin.h"

namespace sudoku {

namespace {

[[noreturn]] void fail(const ExternalSpec& spec) {
  const char* const why = ::dlerror();
  throw ExternalError("cannot load function '" + spec.symbol + "' of '" + spec.library +
                      "': " + (why == nullptr ? "it is null" : why));
}

// The library is never unloaded: unloading would run foreign code once more, for nothing.
void* load(const ExternalSpec& spec) {
  // dlopen() would look for a name without a slash in the system's library folders.
  const std::string path = std::filesystem::absolute(spec.library).string();
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(spec);
  void* const function = ::dlsym(library, spec.symbol.c_str());
  if (function == nullptr) fail(spec);
  return function;
}

class Plugin final : public Solver {
 public:
  Plugin(const ExternalSpec& spec, ReportIncident complain)
      : function_(reinterpret_cast<sudoku_plugin_function*>(load(spec))),
        config_(spec.config),
        limit_use_(spec.limit),
        fills_solution_(spec.fills_solution),
        complain_(std::move(complain)) {
    input_.data()[kCells] = '\0';
  }

  // noexcept: an exception that leaves the plugin ends the process here, where it can be reported.
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) noexcept override {
    const std::uint64_t limit = budget.solution_limit;
    const bool reads_solution = limit == 1 || fills_solution_;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_cancelled(budget)) {
        answers[i] = Answer{.outcome = Outcome::timeout};
        continue;
      }
      ask(puzzles[i], limit, reads_solution, answers[i]);
      if (!left_input_alone(puzzles[i])) [[unlikely]]
        accuse(i, answers[i]);
    }
  }

 private:
  // Calls the plugin. The answer is written after the function has returned, not before.
  void ask(const Grid& puzzle, std::uint64_t limit, bool reads_solution, Answer& answer) {
    std::memcpy(input_.data(), puzzle.cells.data(), kCells);
    // The solution is cleared, so that a plugin that writes none cannot reuse the last one.
    if (reads_solution) std::memset(solution_.data(), kBlank, kCells);
    std::size_t guesses = 0;
    const std::size_t count = function_(input_.data(), limit, config_, solution_.data(), &guesses);
    answer.guesses = guesses;
    answer.solution = kEmptyGrid;
    if (reads_solution && count > 0) {
      std::memcpy(answer.solution.cells.data(), solution_.data(), kCells);
    }
    // The outcome is written last: if reading the solution crashes, it stays `unanswered`.
    std::atomic_signal_fence(std::memory_order_release);
    external::set_count(answer, count, limit, limit_use_);
  }

  // Whether the plugin left its input as it was. memcmp(), a call for 81 bytes, would be slower.
  bool left_input_alone(const Grid& puzzle) const {
    const char* const input = input_.data();
    auto changes = static_cast<unsigned char>(input[kCells]);
    for (int cell = 0; cell < kCells; ++cell)
      changes |= static_cast<unsigned char>(input[cell] ^ puzzle.cells[cell]);
    return changes == 0;
  }

  void accuse(std::size_t position, Answer& answer) {
    input_.data()[kCells] = '\0';
    answer = Answer{.outcome = Outcome::crashed};
    complain_(position, Outcome::crashed, "wrote to its input");
  }

  sudoku_plugin_function* function_;
  std::uint32_t config_;
  LimitUse limit_use_;
  bool fills_solution_;
  ReportIncident complain_;
  GuardedBuffer input_{kCells + 1, "read past its input"};
  GuardedBuffer solution_{kCells, "wrote past its solution"};
};

// Memory for the calls of a function that takes batches.
struct BatchMemory {
  explicit BatchMemory(std::size_t puzzles)
      : capacity(puzzles),
        inputs(puzzles * kInput, "wrote to its inputs", "read past its inputs"),
        counts(puzzles * sizeof(std::size_t), "wrote past its counts"),
        solutions(puzzles * kCells, "wrote past its solutions"),
        guesses(puzzles * sizeof(std::size_t), "wrote past its guesses") {}

  static constexpr std::size_t kInput = kCells + 1;  // bytes of a puzzle, with a terminator

  std::size_t capacity;  // most puzzles of a batch
  ReadOnlyBuffer inputs;
  GuardedBuffer counts;
  GuardedBuffer solutions;
  GuardedBuffer guesses;
};

class BatchPlugin final : public Solver {
 public:
  BatchPlugin(const ExternalSpec& spec, ReportIncident complain)
      : function_(reinterpret_cast<sudoku_plugin_batch_function*>(load(spec))),
        config_(spec.config),
        limit_use_(spec.limit),
        fills_solution_(spec.fills_solution),
        complain_(std::move(complain)) {
    memory_.emplace(spec.batch);
  }

  // noexcept: an exception that leaves the plugin ends the process here, where it can be reported.
  void solve(std::span<const Grid> puzzles, const Budget& budget,
             std::span<Answer> answers) noexcept override {
    if (is_cancelled(budget)) {
      std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
    } else if (!puzzles.empty()) {
      if (puzzles.size() > memory_->capacity) memory_.emplace(puzzles.size());
      ask(puzzles, budget, answers);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Calls the plugin. All buffers of the call end at their guard pages.
  void ask(std::span<const Grid> puzzles, const Budget& budget, std::span<Answer> answers) {
    const std::size_t n = puzzles.size();
    auto* const counts = reinterpret_cast<std::size_t*>(memory_->counts.end()) - n;
    auto* const guesses = reinterpret_cast<std::size_t*>(memory_->guesses.end()) - n;
    char* const solutions = memory_->solutions.end() - n * kCells;
    const std::uint64_t limit = budget.solution_limit;
    const bool reads_solutions = limit == 1 || fills_solution_;
    write_inputs(puzzles);
    std::fill_n(counts, n, std::size_t{0});
    std::fill_n(guesses, n, std::size_t{0});
    // A cleared first cell shows a solution that the plugin has not written.
    for (std::size_t i = 0; reads_solutions && i < n; ++i)
      solutions[i * kCells] = kBlank;

    const auto begun = budget.time_limit.count() > 0 ? Clock::now() : Clock::time_point{};
    const std::size_t answered = function_(n, memory_->inputs.end() - n * BatchMemory::kInput,
                                           limit, config_, counts, solutions, guesses);
    if (budget.time_limit.count() > 0 && Clock::now() - begun > budget.time_limit) {
      std::ranges::fill(answers, Answer{.outcome = Outcome::timeout});
      return;
    }

    const std::size_t valid = answered <= n ? answered : 0;
    for (std::size_t i = 0; i < valid; ++i) {
      answers[i].guesses = guesses[i];
      answers[i].solution = kEmptyGrid;
      const char* const solution = solutions + i * kCells;
      if (reads_solutions && counts[i] > 0 && *solution != kBlank) {
        std::memcpy(answers[i].solution.cells.data(), solution, kCells);
      }
      external::set_count(answers[i], counts[i], limit, limit_use_);
    }
    if (valid < n) accuse(valid, answered, answers);
  }

  void write_inputs(std::span<const Grid> puzzles) {
    char* input = memory_->inputs.writable_end() - puzzles.size() * BatchMemory::kInput;
    for (const Grid& puzzle : puzzles) {
      std::memcpy(input, puzzle.cells.data(), kCells);
      input[kCells] = '\0';
      input += BatchMemory::kInput;
    }
  }

  // Charges the puzzles of a batch from `first` on, which the plugin has not answered.
  void accuse(std::size_t first, std::size_t answered, std::span<Answer> answers) {
    const std::string reason = "answered " + std::to_string(answered) + " puzzles of a batch of " +
                               std::to_string(answers.size());
    for (std::size_t i = first; i < answers.size(); ++i) {
      answers[i] = Answer{.outcome = Outcome::crashed};
      complain_(i, Outcome::crashed, reason);
    }
  }

  sudoku_plugin_batch_function* function_;
  std::uint32_t config_;
  LimitUse limit_use_;
  bool fills_solution_;
  ReportIncident complain_;
  std::optional<BatchMemory> memory_;  // replaced when a batch is larger than all before
};

}  // namespace

std::unique_ptr<Solver> make_plugin(const ExternalSpec& spec, ReportIncident complain) {
  if (spec.takes_batches) return std::make_unique<BatchPlugin>(spec, std::move(complain));
  return std::make_unique<Plugin>(spec, std::move(complain));
}

}  // namespace sudoku
