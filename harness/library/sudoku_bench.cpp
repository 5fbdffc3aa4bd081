// The functions of sudoku_bench.h: they check their arguments, wait for their turn to use the
// handle, and call the solvers and generators that sudoku-bench is made of.
#include "harness/library/sudoku_bench.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/dataset/canonical.h"
#include "harness/dataset/generator.h"
#include "solvers/external/sudoku_plugin.h"
#include "solvers/simd/vector_solvers.h"
#include "solvers/solver.h"

namespace sudoku {
std::span<const SolverEntry> logic_entries();
std::span<const SolverEntry> mrv_entries();
}  // namespace sudoku

namespace sudoku::library {

// The engine of the solver `lanes`, with the memory of its puzzles and results. It writes solutions
// where the caller wants them; solving through the class Solver would copy each of them.
class Batch {
 public:
  static constexpr std::size_t kMost = simd::kLanesPuzzles;

  // cppcheck-suppress uninitMemberVar  // each call fills as many elements as it has puzzles
  explicit Batch(Isa isa)
      : engine_(simd::engines_for(isa).lanes), memory_(simd::make_engine_memory(engine_.memory)) {}

  // The puzzles to solve next.
  std::span<Grid, kMost> puzzles() { return puzzles_; }

  // Solves the first n of puzzles(), at least 1. `solutions` has room for n, or is null. Solutions
  // of puzzles that have none are not written.
  std::span<const simd::LanesPuzzle> solve(std::size_t n, std::uint64_t limit, char* solutions) {
    std::fill_n(results_.begin(), n, simd::LanesPuzzle{});
    std::fill_n(states_.begin(), n, simd::LanesState::open);
    Grid nowhere;
    engine_.solve(memory_.get(),
                  {.text = puzzles_.front().cells.data(),
                   .count = static_cast<std::uint32_t>(n),
                   .solutions = solutions == nullptr ? nowhere.cells.data() : solutions,
                   .solution_stride = solutions == nullptr ? 0 : sizeof(Grid),
                   .results = results_.data(),
                   .states = states_.data(),
                   .solution_limit = limit,
                   .guess_limit = kUnlimited,
                   .waiting_limit = simd::kLanesWaiting});
    return {results_.data(), n};
  }

 private:
  const simd::LanesEngine& engine_;
  simd::EngineMemory memory_;
  std::array<Grid, kMost> puzzles_;
  std::array<simd::LanesPuzzle, kMost> results_;
  std::array<simd::LanesState, kMost> states_;
};

// Arrays for the results of many puzzles. Each may be null.
template <typename Number>
struct Results {
  char* solutions;
  Number* counts;
  Number* guesses;

  // The results of the puzzles from number `puzzle` on.
  Results from(std::size_t puzzle) const {
    return {.solutions = solutions == nullptr ? nullptr : solutions + puzzle * kCells,
            .counts = counts == nullptr ? nullptr : counts + puzzle,
            .guesses = guesses == nullptr ? nullptr : guesses + puzzle};
  }

  // Stores what Batch::solve() has found, except the solutions, which it has written.
  void store(std::span<const simd::LanesPuzzle> found) const {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (counts != nullptr) counts[i] = static_cast<Number>(found[i].solutions);
      if (guesses != nullptr) guesses[i] = static_cast<Number>(found[i].guesses);
      if (solutions != nullptr && found[i].solutions == 0)
        std::ranges::copy(kEmptyGrid.cells, solutions + i * kCells);
    }
  }
};

// Solves n puzzles in batches of kMost. `read(i, grid)` copies puzzle i to `grid` and returns false
// if it is bad. Returns false after a bad puzzle; its batch and those after it are not solved.
template <typename Number, typename Read>
bool solve_batches(Batch& batch, std::size_t n, std::uint64_t limit, const Results<Number>& results,
                   Read read) {
  for (std::size_t begin = 0; begin < n; begin += Batch::kMost) {
    const std::size_t length = std::min(Batch::kMost, n - begin);
    for (std::size_t i = 0; i < length; ++i)
      if (!read(begin + i, batch.puzzles()[i])) return false;
    const Results<Number> here = results.from(begin);
    here.store(batch.solve(length, limit, here.solutions));
  }
  return true;
}

}  // namespace sudoku::library

using namespace sudoku;
using library::Batch;
using library::Results;

namespace {

// Texts of the error codes 0, -1, -2, ...
constexpr std::array<std::string_view, 11> kErrorTexts = {
    "no error",
    "a pointer that must not be null is null",
    "a puzzle has a character other than '1' to '9', '.' and '0'",
    "the limit of solutions is 0",
    "puzzles of this kind cannot have this number of clues",
    "there is no kind of puzzles of this name",
    "there is no instruction set of this name",
    "this processor lacks the instruction set",
    "the puzzle has no solution, or more than one",
    "out of memory",
    "the system failed",
};
static_assert(kErrorTexts.size() == 1 - SUDOKU_BENCH_FAILED);

constexpr std::array<std::string_view, 5> kFeatures = {"solve", "canonical", "rate", "generate",
                                                       "lanes"};

// Number of the technique that stands for puzzles that no technique solves.
constexpr int kSearch = static_cast<int>(kTechniques);

// Number of puzzles that are generated together.
constexpr std::size_t kGenerated = 512;

std::unique_ptr<Solver> create_of(std::span<const SolverEntry> entries, std::string_view name) {
  const auto entry =
      std::ranges::find(entries, name, [](const SolverEntry& e) { return e.info.name; });
  return entry->create();
}

}  // namespace

struct SudokuBench {
  explicit SudokuBench(Isa chosen)
      : isa(chosen),
        batch(chosen),
        single(make_simd(chosen)),
        judge(make_lanes(chosen)),
        logic(create_of(logic_entries(), "logic")),
        scorer(create_of(mrv_entries(), "mrv_hidden")) {}

  Isa isa;
  std::mutex turn;  // held by the call that uses the members below
  Batch batch;
  std::unique_ptr<Solver> single;
  std::unique_ptr<Solver> judge;  // proves that generated puzzles have one solution
  std::unique_ptr<Solver> logic;
  std::unique_ptr<Solver> scorer;  // its guesses tell how hard a generated puzzle is
  dataset::Canonicaliser canonicaliser;
};

namespace {

// Calls `work`, which returns an error code, and turns exceptions into error codes.
template <typename Work>
int guarded(Work work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return SUDOKU_BENCH_OUT_OF_MEMORY;
  } catch (...) {
    return SUDOKU_BENCH_FAILED;
  }
}

// As guarded(), when no other call uses the handle.
template <typename Work>
int in_turn(sudoku_bench* handle, Work work) noexcept {
  return guarded([&] {
    const std::lock_guard lock(handle->turn);
    return work();
  });
}

template <typename... Pointers>
bool any_null(Pointers... pointers) {
  return (... || (pointers == nullptr));
}

template <typename T>
void store(T value, T* to) {
  if (to != nullptr) *to = value;
}

void store(const Grid& grid, char* to) {
  if (to != nullptr) std::ranges::copy(grid.cells, to);
}

// Copies a puzzle, with '.' for '0'. Returns false if a character is neither clue nor blank. The
// loop has no branches, so that compilers turn it into vector code.
bool read_puzzle(const char* text, Grid& puzzle) {
  unsigned bad = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const char c = text[cell];
    const bool is_blank = c == kBlank || c == '0';
    const bool is_clue = c >= '1' && c <= '9';
    bad |= static_cast<unsigned>(!is_blank && !is_clue);
    puzzle.cells[cell] = is_blank ? kBlank : c;
  }
  return bad == 0;
}

// Whether the text of a puzzle that is passed alone ends early; nothing beyond is to be read.
bool is_cut_short(const char* text) { return std::memchr(text, '\0', kCells) != nullptr; }

// Whether puzzles of the kind have 81 characters, as the caller's arrays have room for.
bool is_of_cells(const dataset::PuzzleKindInfo& info) {
  return info.kind != dataset::PuzzleKind::pencilmark;
}

// Whether an array of n elements is null although there are elements.
bool lacks_array(std::size_t n, const char* array) { return n > 0 && array == nullptr; }

// Sets the kind and the clue count of puzzles to generate.
int set_kind(const char* name, int clues, dataset::GeneratorOptions& options) {
  const auto kind = dataset::kind_named(name);
  if (!kind || !is_of_cells(dataset::info_of(*kind))) return SUDOKU_BENCH_UNKNOWN_KIND;
  const int fewest = dataset::info_of(*kind).fewest_clues;
  const bool can_have = fewest > 0 && clues >= fewest && clues <= dataset::kMostClues;
  const bool has_default = *kind != dataset::PuzzleKind::clues;
  if (!can_have && !(clues == 0 && has_default)) return SUDOKU_BENCH_BAD_CLUES;
  options.kind = *kind;
  options.clues = clues;
  return SUDOKU_BENCH_OK;
}

}  // namespace

// NOLINTBEGIN(readability-function-size): a C function has a parameter for each array.

const char* sudoku_bench_error_text(int error) {
  if (error > SUDOKU_BENCH_OK || error < SUDOKU_BENCH_FAILED) return "unknown error";
  return kErrorTexts[static_cast<std::size_t>(-error)].data();
}

int sudoku_bench_version() { return SUDOKU_BENCH_VERSION; }

int sudoku_bench_has(const char* feature) {
  if (feature == nullptr) return 0;
  const std::optional<Isa> isa = parse_isa(feature);
  const bool is_set = isa && *isa <= best_isa();
  return is_set || std::ranges::count(kFeatures, feature) > 0 ? 1 : 0;
}

int sudoku_bench_create(const char* instruction_set, sudoku_bench** handle) {
  if (handle == nullptr) return SUDOKU_BENCH_NULL_POINTER;
  *handle = nullptr;
  return guarded([&] {
    Isa isa = chosen_isa();
    if (instruction_set != nullptr && std::string_view(instruction_set) != "auto") {
      const std::optional<Isa> wanted = parse_isa(instruction_set);
      if (!wanted) return SUDOKU_BENCH_UNKNOWN_SET;
      if (*wanted > best_isa()) return SUDOKU_BENCH_UNSUPPORTED_SET;
      isa = *wanted;
    }
    *handle = std::make_unique<SudokuBench>(isa).release();
    return SUDOKU_BENCH_OK;
  });
}

void sudoku_bench_destroy(sudoku_bench* handle) {
  const std::unique_ptr<SudokuBench> owned(handle);
}

const char* sudoku_bench_instruction_set(const sudoku_bench* handle) {
  return handle == nullptr ? nullptr : name_of(handle->isa).data();
}

int sudoku_bench_solve(sudoku_bench* handle, const char* puzzle, uint64_t limit, char* solution,
                       uint64_t* count, uint64_t* guesses) {
  if (any_null(handle, puzzle)) return SUDOKU_BENCH_NULL_POINTER;
  if (limit == 0) return SUDOKU_BENCH_BAD_LIMIT;
  Grid grid;
  if (is_cut_short(puzzle) || !read_puzzle(puzzle, grid)) return SUDOKU_BENCH_BAD_PUZZLE;
  return in_turn(handle, [&] {
    const Answer answer = solve_one(*handle->single, grid, {.solution_limit = limit});
    store(answer.solution, solution);
    store(answer.solutions, count);
    store(answer.guesses, guesses);
    return SUDOKU_BENCH_OK;
  });
}

int sudoku_bench_solve_many(sudoku_bench* handle, size_t n, const char* puzzles, uint64_t limit,
                            char* solutions, uint64_t* counts, uint64_t* guesses) {
  if (handle == nullptr || lacks_array(n, puzzles)) return SUDOKU_BENCH_NULL_POINTER;
  if (limit == 0) return SUDOKU_BENCH_BAD_LIMIT;
  const Results<uint64_t> results{.solutions = solutions, .counts = counts, .guesses = guesses};
  const auto read = [puzzles](std::size_t i, Grid& puzzle) {
    return read_puzzle(puzzles + i * kCells, puzzle);
  };
  return in_turn(handle, [&] {
    return solve_batches(handle->batch, n, limit, results, read) ? SUDOKU_BENCH_OK
                                                                 : SUDOKU_BENCH_BAD_PUZZLE;
  });
}

int sudoku_bench_canonical(sudoku_bench* handle, const char* puzzle, char* form) {
  if (any_null(handle, puzzle, form)) return SUDOKU_BENCH_NULL_POINTER;
  if (is_cut_short(puzzle)) return SUDOKU_BENCH_BAD_PUZZLE;
  return sudoku_bench_canonical_many(handle, 1, puzzle, form);
}

int sudoku_bench_canonical_many(sudoku_bench* handle, size_t n, const char* puzzles, char* forms) {
  if (handle == nullptr || lacks_array(n, puzzles) || lacks_array(n, forms))
    return SUDOKU_BENCH_NULL_POINTER;
  return in_turn(handle, [&] {
    for (std::size_t i = 0; i < n; ++i) {
      Grid grid;
      if (!read_puzzle(puzzles + i * kCells, grid)) return SUDOKU_BENCH_BAD_PUZZLE;
      store(handle->canonicaliser.form(grid), forms + i * kCells);
    }
    return SUDOKU_BENCH_OK;
  });
}

int sudoku_bench_rate(sudoku_bench* handle, const char* puzzle, int* technique) {
  if (any_null(handle, puzzle, technique)) return SUDOKU_BENCH_NULL_POINTER;
  Grid grid;
  if (is_cut_short(puzzle) || !read_puzzle(puzzle, grid)) return SUDOKU_BENCH_BAD_PUZZLE;
  return in_turn(handle, [&] {
    if (solve_one(*handle->single, grid, {}).outcome != Outcome::unique)
      return SUDOKU_BENCH_NOT_PROPER;
    const Answer answer = solve_one(*handle->logic, grid, {});
    *technique = answer.outcome == Outcome::unique ? static_cast<int>(answer.hardest) : kSearch;
    return SUDOKU_BENCH_OK;
  });
}

const char* sudoku_bench_technique_name(int technique) {
  if (technique < 0 || technique > kSearch) return nullptr;
  return technique == kSearch ? "search" : name_of(static_cast<Technique>(technique)).data();
}

int sudoku_bench_generate(sudoku_bench* handle, const char* kind, int clues, uint64_t seed,
                          uint64_t first, size_t n, char* puzzles, char* solutions) {
  if (any_null(handle, kind) || lacks_array(n, puzzles)) return SUDOKU_BENCH_NULL_POINTER;
  dataset::GeneratorOptions options{.seed = seed};
  const int error = set_kind(kind, clues, options);
  if (error != SUDOKU_BENCH_OK) return error;
  return in_turn(handle, [&] {
    const auto score = [handle](const Grid& puzzle) {
      return static_cast<double>(solve_one(*handle->scorer, puzzle, {}).guesses);
    };
    const std::atomic<bool> cancelled{false};
    dataset::BatchGenerator generator(options, *handle->judge, score);
    std::vector<dataset::GeneratedPuzzle> made(std::min(n, kGenerated));
    for (std::size_t begin = 0; begin < n; begin += kGenerated) {
      made.resize(std::min(n - begin, kGenerated));
      generator.make(first + begin, made, cancelled);
      for (std::size_t i = 0; i < made.size(); ++i) {
        const std::size_t at = (begin + i) * kCells;
        store(made[i].puzzle, puzzles + at);
        store(made[i].solution, solutions == nullptr ? nullptr : solutions + at);
      }
    }
    return SUDOKU_BENCH_OK;
  });
}

const char* sudoku_bench_kind_name(int kind) {
  for (const dataset::PuzzleKindInfo& info : dataset::kPuzzleKinds)
    if (is_of_cells(info) && kind-- == 0) return info.name.data();
  return nullptr;
}

size_t sudoku_bench_lanes(size_t n, const char* inputs, size_t limit, uint32_t /*config*/,
                          size_t* counts, char* solutions, size_t* guesses) {
  if (any_null(inputs, counts, solutions, guesses) || limit == 0) return 0;
  const Results<size_t> results{.solutions = solutions, .counts = counts, .guesses = guesses};
  const auto read = [inputs](std::size_t i, Grid& puzzle) {
    constexpr std::size_t kInput = kCells + 1;  // a puzzle and its terminator
    std::memcpy(puzzle.cells.data(), inputs + i * kInput, kCells);
    return true;
  };
  const int error = guarded([&] {
    thread_local const auto batch = std::make_unique<Batch>(chosen_isa());
    solve_batches(*batch, n, limit, results, read);
    return SUDOKU_BENCH_OK;
  });
  return error == SUDOKU_BENCH_OK ? n : 0;
}

static_assert(std::is_same_v<decltype(sudoku_bench_lanes), sudoku_plugin_batch_function>);

// NOLINTEND(readability-function-size)
