// Plugin solvers: a C function of a shared library, called for each puzzle.
#include <atomic>
#include <cstring>
#include <filesystem>
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
sudoku_plugin_function* load(const ExternalSpec& spec) {
  // dlopen() would look for a name without a slash in the system's library folders.
  const std::string path = std::filesystem::absolute(spec.library).string();
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(spec);
  void* const function = ::dlsym(library, spec.symbol.c_str());
  if (function == nullptr) fail(spec);
  return reinterpret_cast<sudoku_plugin_function*>(function);
}

class Plugin final : public Solver {
 public:
  Plugin(const ExternalSpec& spec, ReportIncident complain)
      : function_(load(spec)),
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

}  // namespace

std::unique_ptr<Solver> make_plugin(const ExternalSpec& spec, ReportIncident complain) {
  return std::make_unique<Plugin>(spec, std::move(complain));
}

}  // namespace sudoku
