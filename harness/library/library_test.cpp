// Tests of the shared library against the solvers and generators of the programs.
#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/canonical.h"
#include "harness/dataset/generator.h"
#include "harness/dataset/reader.h"
#include "harness/library/sudoku_bench.h"
#include "solvers/roster.h"
#include "solvers/simd/isa.h"

namespace {

// Number of allocations by this program and the libraries that it is linked with.
std::atomic<std::size_t> allocations{0};

// Returns null without memory.
void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  ++allocations;
  const std::size_t whole = (bytes + alignment) / alignment * alignment;  // at least 1
  return std::aligned_alloc(alignment, whole);
}

void* not_null(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) {
  return not_null(allocate(bytes, alignof(std::max_align_t)));
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return not_null(allocate(bytes, static_cast<std::size_t>(alignment)));
}

// Used by std::stable_sort(), and freed by the operator delete below.
void* operator new(std::size_t bytes, const std::nothrow_t& /*nothrow*/) noexcept {
  return allocate(bytes, alignof(std::max_align_t));
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t /*bytes*/) noexcept { std::free(memory); }

void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace sudoku::library {

namespace {

struct Destroy {
  void operator()(sudoku_bench* handle) const { sudoku_bench_destroy(handle); }
};

using Handle = std::unique_ptr<sudoku_bench, Destroy>;

Handle create(const char* instruction_set = "auto") {
  sudoku_bench* handle = nullptr;
  EXPECT_EQ(sudoku_bench_create(instruction_set, &handle), SUDOKU_BENCH_OK);
  return Handle(handle);
}

std::vector<Grid> puzzles_of(std::string_view name) {
  const auto path = std::filesystem::path(BUNDLED_DATASETS) / name;
  dataset::PuzzleReader reader(path.string(), std::string(name), {.strict = true});
  dataset::Block block;
  EXPECT_TRUE(reader.read(block));
  return block.puzzles;
}

constexpr std::array<std::string_view, 6> kFiles = {"classics.csv", "easy.csv",     "hard.csv",
                                                    "minimal.csv",  "multiple.csv", "none.csv"};

std::vector<Grid> all_puzzles() {
  std::vector<Grid> all;
  for (const std::string_view name : kFiles) {
    const std::vector<Grid> puzzles = puzzles_of(name);
    all.insert(all.end(), puzzles.begin(), puzzles.end());
  }
  return all;
}

// The characters of consecutive grids, of which there is at least one.
template <typename Grids>
auto* text_of(Grids&& grids) {
  return std::begin(grids)->cells.data();
}

std::vector<Answer> solve_with(std::string_view solver, std::span<const Grid> puzzles,
                               std::uint64_t limit) {
  std::vector<Answer> answers(puzzles.size());
  find_solver(solver)->create()->solve(puzzles, {.solution_limit = limit}, answers);
  return answers;
}

// Arrays for the results of n puzzles, filled with nonsense.
struct Found {
  explicit Found(std::size_t n) : solutions(n, filled_with('x')), counts(n, 99), guesses(n, 99) {}

  std::vector<Grid> solutions;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> guesses;
};

void expect_equal(const Found& found, std::span<const Answer> answers) {
  ASSERT_EQ(found.counts.size(), answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    ASSERT_EQ(found.counts[i], answers[i].solutions) << i;
    ASSERT_EQ(found.guesses[i], answers[i].guesses) << i;
    ASSERT_EQ(found.solutions[i].text(), answers[i].solution.text()) << i;
  }
}

Found solve_one_by_one(sudoku_bench* handle, std::span<const Grid> puzzles, std::uint64_t limit) {
  Found found(puzzles.size());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    EXPECT_EQ(sudoku_bench_solve(handle, text_of(puzzles.subspan(i)), limit,
                                 text_of(std::span(found.solutions).subspan(i)), &found.counts[i],
                                 &found.guesses[i]),
              SUDOKU_BENCH_OK);
  }
  return found;
}

Found solve_together(sudoku_bench* handle, std::span<const Grid> puzzles, std::uint64_t limit) {
  Found found(puzzles.size());
  EXPECT_EQ(
      sudoku_bench_solve_many(handle, puzzles.size(), text_of(puzzles), limit,
                              text_of(found.solutions), found.counts.data(), found.guesses.data()),
      SUDOKU_BENCH_OK);
  return found;
}

class Limit : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Limit, OnePuzzleIsSolvedAsBySimd) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = all_puzzles();
  expect_equal(solve_one_by_one(handle.get(), puzzles, GetParam()),
               solve_with("simd", puzzles, GetParam()));
}

TEST_P(Limit, ManyPuzzlesAreSolvedAsByLanes) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = all_puzzles();
  ASSERT_GT(puzzles.size(), 4096U) << "one batch would be enough";
  expect_equal(solve_together(handle.get(), puzzles, GetParam()),
               solve_with("lanes", puzzles, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Library, Limit, testing::Values(1, 2, 100));

class BatchOf : public testing::TestWithParam<std::size_t> {};

// Puzzles as plugins get them: 82 bytes each, with terminators.
std::string terminated(std::span<const Grid> puzzles) {
  std::string inputs;
  for (const Grid& puzzle : puzzles)
    inputs += std::string(puzzle.text()) + '\0';
  return inputs;
}

TEST_P(BatchOf, ThePluginSolvesAsLanes) {
  const std::vector<Grid> puzzles = all_puzzles();
  const auto lanes = find_solver("lanes")->create();
  for (std::size_t begin = 0; begin < puzzles.size(); begin += GetParam()) {
    const std::size_t n = std::min(GetParam(), puzzles.size() - begin);
    const auto some = std::span(puzzles).subspan(begin, n);
    std::vector<Answer> answers(n);
    lanes->solve(some, {.solution_limit = 2}, answers);
    Found found(n);
    ASSERT_EQ(sudoku_bench_lanes(n, terminated(some).data(), 2, 0, found.counts.data(),
                                 text_of(found.solutions), found.guesses.data()),
              n);
    expect_equal(found, answers);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, BatchOf, testing::Values(1, 100, 512, 5000));

TEST(Library, EveryInstructionSetFindsTheSameSolutions) {
  const std::vector<Grid> puzzles = puzzles_of("hard.csv");
  const std::vector<Answer> answers = solve_with("mrv_hidden", puzzles, 2);
  int sets = 0;
  for (const char* const name : {"baseline", "avx2", "avx512"}) {
    if (sudoku_bench_has(name) == 0) continue;
    ++sets;
    const Handle handle = create(name);
    EXPECT_STREQ(sudoku_bench_instruction_set(handle.get()), name);
    const Found one = solve_one_by_one(handle.get(), puzzles, 2);
    const Found many = solve_together(handle.get(), puzzles, 2);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      ASSERT_EQ(one.solutions[i], answers[i].solution);
      ASSERT_EQ(many.solutions[i], answers[i].solution);
    }
  }
  EXPECT_GE(sets, 1);
  EXPECT_EQ(name_of(chosen_isa()), sudoku_bench_instruction_set(create(nullptr).get()));
}

TEST(Library, ZerosAreBlanks) {
  const Handle handle = create();
  std::vector<Grid> puzzles = puzzles_of("minimal.csv");
  const Found found = solve_together(handle.get(), puzzles, 2);
  for (Grid& puzzle : puzzles)
    std::ranges::replace(puzzle.cells, kBlank, '0');
  const std::vector<Grid> zeros = puzzles;
  EXPECT_EQ(solve_together(handle.get(), zeros, 2).solutions, found.solutions);
  EXPECT_EQ(solve_one_by_one(handle.get(), zeros, 2).solutions, found.solutions);
}

TEST(Library, ResultsMayBeLeftOut) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = puzzles_of("multiple.csv");
  const std::size_t n = puzzles.size();
  const Found all = solve_together(handle.get(), puzzles, 2);
  Found some(n);
  EXPECT_EQ(sudoku_bench_solve_many(handle.get(), n, text_of(puzzles), 2, nullptr,
                                    some.counts.data(), nullptr),
            SUDOKU_BENCH_OK);
  EXPECT_EQ(some.counts, all.counts);
  EXPECT_EQ(sudoku_bench_solve(handle.get(), text_of(puzzles), 2, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_OK);
}

TEST(Library, CanonicalFormsAreThoseOfTheCanonicaliser) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = puzzles_of("minimal.csv");
  dataset::Canonicaliser canonicaliser;
  std::vector<Grid> forms = puzzles;
  ASSERT_EQ(sudoku_bench_canonical_many(handle.get(), forms.size(), text_of(forms), text_of(forms)),
            SUDOKU_BENCH_OK);
  for (std::size_t i = 0; i < 200; ++i) {
    Grid form = kEmptyGrid;
    ASSERT_EQ(sudoku_bench_canonical(handle.get(), puzzles[i].cells.data(), form.cells.data()),
              SUDOKU_BENCH_OK);
    EXPECT_EQ(form, canonicaliser.form(puzzles[i]));
    EXPECT_EQ(form, forms[i]);
  }
}

TEST(Library, RatesAsTheSolverLogic) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = puzzles_of("minimal.csv");
  const std::vector<Answer> answers = solve_with("logic", puzzles, 2);
  std::set<std::string> names;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    int technique = -1;
    ASSERT_EQ(sudoku_bench_rate(handle.get(), puzzles[i].cells.data(), &technique),
              SUDOKU_BENCH_OK);
    const bool is_solved = answers[i].outcome == Outcome::unique;
    const std::string name = sudoku_bench_technique_name(technique);
    ASSERT_EQ(name, is_solved ? name_of(answers[i].hardest) : "search");
    names.insert(name);
  }
  EXPECT_GT(names.size(), 8U);
}

TEST(Library, OnlyProperPuzzlesAreRated) {
  const Handle handle = create();
  for (const std::string_view name : {"multiple.csv", "none.csv"}) {
    int technique = 0;
    EXPECT_EQ(sudoku_bench_rate(handle.get(), text_of(puzzles_of(name)), &technique),
              SUDOKU_BENCH_NOT_PROPER);
  }
}

TEST(Library, NamesEndWithNull) {
  EXPECT_STREQ(sudoku_bench_technique_name(0), "none");
  EXPECT_STREQ(sudoku_bench_technique_name(kTechniques), "search");
  EXPECT_EQ(sudoku_bench_technique_name(kTechniques + 1), nullptr);
  EXPECT_EQ(sudoku_bench_technique_name(-1), nullptr);
  EXPECT_EQ(sudoku_bench_kind_name(-1), nullptr);
  int kind = 0;
  for (const dataset::PuzzleKindInfo& info : dataset::kPuzzleKinds) {
    if (info.kind == dataset::PuzzleKind::pencilmark) continue;
    EXPECT_EQ(info.name, sudoku_bench_kind_name(kind++));
  }
  EXPECT_EQ(sudoku_bench_kind_name(kind), nullptr);
}

// Generates as `dataset generate` does: hardness is the number of guesses of mrv_hidden.
std::vector<dataset::GeneratedPuzzle> generate_with(const dataset::GeneratorOptions& options,
                                                    std::uint64_t first, std::size_t n) {
  const auto lanes = find_solver("lanes")->create();
  const auto score = [](const Grid& puzzle) {
    return static_cast<double>(solve_with("mrv_hidden", {&puzzle, 1}, 2).front().guesses);
  };
  std::vector<dataset::GeneratedPuzzle> made(n);
  dataset::BatchGenerator(options, *lanes, score).make(first, made, std::atomic<bool>{false});
  return made;
}

// All kinds of the program that are not among the library's are errors, which leave arrays alone.
TEST(Library, GeneratesWhatTheProgramGenerates) {
  const Handle handle = create();
  std::set<std::string_view> kinds;
  for (int i = 0; sudoku_bench_kind_name(i) != nullptr; ++i)
    kinds.insert(sudoku_bench_kind_name(i));
  for (const dataset::PuzzleKindInfo& info : dataset::kPuzzleKinds) {
    SCOPED_TRACE(info.name);
    if (!kinds.contains(info.name)) {
      Grid untouched = filled_with('x');
      EXPECT_EQ(sudoku_bench_generate(handle.get(), info.name.data(), 0, 5, 3, 1,
                                      untouched.cells.data(), nullptr),
                SUDOKU_BENCH_UNKNOWN_KIND);
      EXPECT_EQ(untouched, filled_with('x'));
      continue;
    }
    const int clues = info.kind == dataset::PuzzleKind::clues ? 27 : 0;
    const bool is_cheap = info.kind == dataset::PuzzleKind::full;
    const std::size_t n = is_cheap ? 520 : 2;  // 520: two batches
    const auto expected = generate_with({.kind = info.kind, .seed = 5, .clues = clues}, 3, n);
    std::vector<Grid> puzzles(n);
    std::vector<Grid> solutions(n);
    ASSERT_EQ(sudoku_bench_generate(handle.get(), info.name.data(), clues, 5, 3, n,
                                    text_of(puzzles), text_of(solutions)),
              SUDOKU_BENCH_OK);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_FALSE(expected[i].marks) << i;
      ASSERT_EQ(puzzles[i], expected[i].puzzle) << i;
      ASSERT_EQ(solutions[i], expected[i].solution) << i;
    }
  }
}

TEST(Library, HasItsFeatures) {
  EXPECT_EQ(sudoku_bench_version(), SUDOKU_BENCH_VERSION);
  for (const char* const feature : {"solve", "canonical", "rate", "generate", "lanes", "baseline"})
    EXPECT_EQ(sudoku_bench_has(feature), 1) << feature;
  EXPECT_EQ(sudoku_bench_has("avx512"), best_isa() == Isa::avx512 ? 1 : 0);
  EXPECT_EQ(sudoku_bench_has("teleport"), 0);
  EXPECT_EQ(sudoku_bench_has(""), 0);
  EXPECT_EQ(sudoku_bench_has(nullptr), 0);
}

TEST(Library, EveryErrorHasItsText) {
  std::set<std::string> texts;
  for (int error = SUDOKU_BENCH_FAILED; error <= 0; ++error)
    texts.insert(sudoku_bench_error_text(error));
  EXPECT_EQ(texts.size(), 11U);
  EXPECT_EQ(texts.count("unknown error"), 0U);
  for (const int error : {1, SUDOKU_BENCH_FAILED - 1, INT_MAX, INT_MIN})
    EXPECT_STREQ(sudoku_bench_error_text(error), "unknown error");
}

TEST(Library, ABadInstructionSetGivesNoHandle) {
  sudoku_bench* handle = nullptr;
  EXPECT_EQ(sudoku_bench_create("mmx", &handle), SUDOKU_BENCH_UNKNOWN_SET);
  EXPECT_EQ(sudoku_bench_create("", &handle), SUDOKU_BENCH_UNKNOWN_SET);
  if (best_isa() != Isa::avx512) {
    EXPECT_EQ(sudoku_bench_create("avx512", &handle), SUDOKU_BENCH_UNSUPPORTED_SET);
  }
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(sudoku_bench_create("auto", nullptr), SUDOKU_BENCH_NULL_POINTER);
  EXPECT_EQ(sudoku_bench_instruction_set(nullptr), nullptr);
  sudoku_bench_destroy(nullptr);
}

// A call of a function of the library with one null pointer.
struct NullCase {
  const char* function;
  const char* null;  // name of the parameter that is null
  std::function<std::int64_t()> call;
  std::int64_t result;
};

// Functions of the library without a pointer among their parameters.
const std::set<std::string> kWithoutPointers = {"error_text", "version", "technique_name",
                                                "kind_name"};

// Functions that the shared library exports, without the common start of their names.
std::set<std::string> exported_functions() {
  std::ifstream map(LIBRARY_MAP);
  std::set<std::string> functions;
  std::smatch found;
  const std::regex function_pattern("^ *sudoku_bench_(\\w+);$");
  for (std::string line; std::getline(map, line);)
    if (std::regex_match(line, found, function_pattern)) functions.insert(found[1]);
  return functions;
}

constexpr int kOk = SUDOKU_BENCH_OK;
constexpr int kNull = SUDOKU_BENCH_NULL_POINTER;

// A handle and what its functions read and write.
struct Arguments {
  Handle owned = create();
  sudoku_bench* h = owned.get();
  const char* in = kEmptyGrid.cells.data();
  std::array<Grid, 2> grids = {kEmptyGrid, kEmptyGrid};
  char* out = grids[0].cells.data();
  char* more = grids[1].cells.data();
  std::string plugin_input = std::string(kEmptyGrid.text()) + '\0';
  int technique = 0;
  std::uint64_t count = 0;
  size_t n = 0;
  sudoku_bench* made = nullptr;
};

std::vector<NullCase> null_cases_of_solving(Arguments& of) {
  const auto is_null = [](const void* pointer) { return pointer == nullptr ? 1 : 0; };
  return {
      {"has", "feature", [] { return sudoku_bench_has(nullptr); }, 0},
      {"create", "instruction_set", [&of] { return sudoku_bench_create(nullptr, &of.made); }, kOk},
      {"create", "handle", [] { return sudoku_bench_create("auto", nullptr); }, kNull},
      {"destroy", "handle", [] { return sudoku_bench_destroy(nullptr), 0; }, 0},
      {"instruction_set", "handle",
       [is_null] { return is_null(sudoku_bench_instruction_set(nullptr)); }, 1},
      {"solve", "handle",
       [&of] { return sudoku_bench_solve(nullptr, of.in, 1, of.out, &of.count, &of.count); },
       kNull},
      {"solve", "puzzle",
       [&of] { return sudoku_bench_solve(of.h, nullptr, 1, of.out, &of.count, &of.count); }, kNull},
      {"solve", "solution",
       [&of] { return sudoku_bench_solve(of.h, of.in, 1, nullptr, &of.count, &of.count); }, kOk},
      {"solve", "count",
       [&of] { return sudoku_bench_solve(of.h, of.in, 1, of.out, nullptr, &of.count); }, kOk},
      {"solve", "guesses",
       [&of] { return sudoku_bench_solve(of.h, of.in, 1, of.out, &of.count, nullptr); }, kOk},
      {"solve_many", "handle",
       [&of] {
         return sudoku_bench_solve_many(nullptr, 1, of.in, 1, of.out, &of.count, &of.count);
       },
       kNull},
      {"solve_many", "puzzles",
       [&of] { return sudoku_bench_solve_many(of.h, 1, nullptr, 1, of.out, &of.count, &of.count); },
       kNull},
      {"solve_many", "solutions",
       [&of] { return sudoku_bench_solve_many(of.h, 1, of.in, 1, nullptr, &of.count, &of.count); },
       kOk},
      {"solve_many", "counts",
       [&of] { return sudoku_bench_solve_many(of.h, 1, of.in, 1, of.out, nullptr, &of.count); },
       kOk},
      {"solve_many", "guesses",
       [&of] { return sudoku_bench_solve_many(of.h, 1, of.in, 1, of.out, &of.count, nullptr); },
       kOk},
  };
}

std::vector<NullCase> null_cases_of_puzzles(Arguments& of) {
  return {
      {"canonical", "handle", [&of] { return sudoku_bench_canonical(nullptr, of.in, of.out); },
       kNull},
      {"canonical", "puzzle", [&of] { return sudoku_bench_canonical(of.h, nullptr, of.out); },
       kNull},
      {"canonical", "form", [&of] { return sudoku_bench_canonical(of.h, of.in, nullptr); }, kNull},
      {"canonical_many", "handle",
       [&of] { return sudoku_bench_canonical_many(nullptr, 1, of.in, of.out); }, kNull},
      {"canonical_many", "puzzles",
       [&of] { return sudoku_bench_canonical_many(of.h, 1, nullptr, of.out); }, kNull},
      {"canonical_many", "forms",
       [&of] { return sudoku_bench_canonical_many(of.h, 1, of.in, nullptr); }, kNull},
      {"rate", "handle", [&of] { return sudoku_bench_rate(nullptr, of.in, &of.technique); }, kNull},
      {"rate", "puzzle", [&of] { return sudoku_bench_rate(of.h, nullptr, &of.technique); }, kNull},
      {"rate", "technique", [&of] { return sudoku_bench_rate(of.h, of.in, nullptr); }, kNull},
      {"generate", "handle",
       [&of] { return sudoku_bench_generate(nullptr, "full", 0, 1, 0, 1, of.out, of.more); },
       kNull},
      {"generate", "kind",
       [&of] { return sudoku_bench_generate(of.h, nullptr, 0, 1, 0, 1, of.out, of.more); }, kNull},
      {"generate", "puzzles",
       [&of] { return sudoku_bench_generate(of.h, "full", 0, 1, 0, 1, nullptr, of.more); }, kNull},
      {"generate", "solutions",
       [&of] { return sudoku_bench_generate(of.h, "full", 0, 1, 0, 1, of.out, nullptr); }, kOk},
      {"lanes", "inputs",
       [&of] { return sudoku_bench_lanes(1, nullptr, 1, 0, &of.n, of.out, &of.n); }, 0},
      {"lanes", "counts",
       [&of] {
         return sudoku_bench_lanes(1, of.plugin_input.data(), 1, 0, nullptr, of.out, &of.n);
       },
       0},
      {"lanes", "solutions",
       [&of] { return sudoku_bench_lanes(1, of.plugin_input.data(), 1, 0, &of.n, nullptr, &of.n); },
       0},
      {"lanes", "guesses",
       [&of] {
         return sudoku_bench_lanes(1, of.plugin_input.data(), 1, 0, &of.n, of.out, nullptr);
       },
       0},
  };
}

// Each pointer that the header lets be null may be, and each other one is an error.
TEST(Library, NullPointersAreWhatTheHeaderSays) {
  Arguments of;
  std::set<std::string> tried = kWithoutPointers;
  for (const auto& cases : {null_cases_of_solving(of), null_cases_of_puzzles(of)}) {
    for (const NullCase& c : cases) {
      tried.insert(c.function);
      EXPECT_EQ(c.call(), c.result) << c.function << ": " << c.null;
    }
  }
  sudoku_bench_destroy(of.made);
  EXPECT_EQ(tried, exported_functions());
}

// An empty std::vector has no array: its data() may be null.
TEST(Library, NoPuzzlesNeedNoArrays) {
  const Handle handle = create();
  sudoku_bench* const h = handle.get();
  EXPECT_EQ(sudoku_bench_solve_many(h, 0, nullptr, 2, nullptr, nullptr, nullptr), SUDOKU_BENCH_OK);
  EXPECT_EQ(sudoku_bench_canonical_many(h, 0, nullptr, nullptr), SUDOKU_BENCH_OK);
  EXPECT_EQ(sudoku_bench_generate(h, "full", 0, 1, 0, 0, nullptr, nullptr), SUDOKU_BENCH_OK);
  EXPECT_EQ(sudoku_bench_lanes(0, nullptr, 2, 0, nullptr, nullptr, nullptr), 0U);
  // All other arguments are checked nevertheless.
  EXPECT_EQ(sudoku_bench_solve_many(nullptr, 0, nullptr, 2, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_NULL_POINTER);
  EXPECT_EQ(sudoku_bench_solve_many(h, 0, nullptr, 0, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_BAD_LIMIT);
  EXPECT_EQ(sudoku_bench_generate(h, "nothing", 0, 1, 0, 0, nullptr, nullptr),
            SUDOKU_BENCH_UNKNOWN_KIND);
}

TEST(Library, ALimitOf0IsAnError) {
  const Handle handle = create();
  const char* const puzzle = kEmptyGrid.cells.data();
  size_t number = 0;
  Grid out = kEmptyGrid;
  EXPECT_EQ(sudoku_bench_solve(handle.get(), puzzle, 0, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_BAD_LIMIT);
  EXPECT_EQ(sudoku_bench_solve_many(handle.get(), 1, puzzle, 0, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_BAD_LIMIT);
  EXPECT_EQ(sudoku_bench_lanes(1, puzzle, 0, 0, &number, out.cells.data(), &number), 0U);
}

TEST(Library, EveryBadCharacterIsAnError) {
  const Handle handle = create();
  sudoku_bench* const h = handle.get();
  for (int c = 0; c < 256; ++c) {
    if (c == '.' || (c >= '0' && c <= '9')) continue;
    std::array<Grid, 2> puzzles = {kEmptyGrid, kEmptyGrid};
    puzzles[1].cells[80] = static_cast<char>(c);
    Grid out = kEmptyGrid;
    int technique = 0;
    const char* const bad = puzzles[1].cells.data();
    ASSERT_EQ(sudoku_bench_solve(h, bad, 1, nullptr, nullptr, nullptr), SUDOKU_BENCH_BAD_PUZZLE);
    ASSERT_EQ(sudoku_bench_solve_many(h, 2, text_of(puzzles), 1, nullptr, nullptr, nullptr),
              SUDOKU_BENCH_BAD_PUZZLE);
    ASSERT_EQ(sudoku_bench_canonical(h, bad, out.cells.data()), SUDOKU_BENCH_BAD_PUZZLE);
    ASSERT_EQ(sudoku_bench_canonical_many(h, 1, bad, out.cells.data()), SUDOKU_BENCH_BAD_PUZZLE);
    ASSERT_EQ(sudoku_bench_rate(h, bad, &technique), SUDOKU_BENCH_BAD_PUZZLE);
  }
}

// A text that is too short must not be read beyond its terminator, which AddressSanitizer checks.
TEST(Library, AShortTextIsABadPuzzle) {
  const Handle handle = create();
  const auto text = std::make_unique<std::array<char, 4>>(std::array<char, 4>{"12."});
  int technique = 0;
  Grid form = kEmptyGrid;
  EXPECT_EQ(sudoku_bench_solve(handle.get(), text->data(), 1, nullptr, nullptr, nullptr),
            SUDOKU_BENCH_BAD_PUZZLE);
  EXPECT_EQ(sudoku_bench_canonical(handle.get(), text->data(), form.cells.data()),
            SUDOKU_BENCH_BAD_PUZZLE);
  EXPECT_EQ(sudoku_bench_rate(handle.get(), text->data(), &technique), SUDOKU_BENCH_BAD_PUZZLE);
}

struct KindCase {
  const char* kind;
  int clues;
  int error;
};

const KindCase kKindCases[] = {
    {"minimal", 0, SUDOKU_BENCH_OK},
    {"minimal", 30, SUDOKU_BENCH_BAD_CLUES},
    {"clues", 30, SUDOKU_BENCH_OK},
    {"clues", 0, SUDOKU_BENCH_BAD_CLUES},
    {"clues", 19, SUDOKU_BENCH_BAD_CLUES},
    {"clues", 80, SUDOKU_BENCH_OK},
    {"clues", 81, SUDOKU_BENCH_BAD_CLUES},
    {"easy", 0, SUDOKU_BENCH_OK},
    {"easy", 33, SUDOKU_BENCH_OK},
    {"easy", 22, SUDOKU_BENCH_OK},
    {"easy", 21, SUDOKU_BENCH_BAD_CLUES},
    {"easy", -1, SUDOKU_BENCH_BAD_CLUES},
    {"Minimal", 0, SUDOKU_BENCH_UNKNOWN_KIND},
    {"", 0, SUDOKU_BENCH_UNKNOWN_KIND},
};

TEST(Library, KindsHaveTheirNumbersOfClues) {
  const Handle handle = create();
  for (const KindCase& c : kKindCases) {
    Grid puzzle = kEmptyGrid;
    EXPECT_EQ(
        sudoku_bench_generate(handle.get(), c.kind, c.clues, 1, 0, 1, puzzle.cells.data(), nullptr),
        c.error)
        << c.kind << ' ' << c.clues;
    if (c.error == SUDOKU_BENCH_OK && c.clues > 0) {
      EXPECT_EQ(count_clues(puzzle), c.clues);
    }
  }
}

constexpr std::size_t kThreads = 4;

// Calls work(thread) in threads of their own.
template <typename Work>
void run_threads(Work work) {
  std::array<std::thread, kThreads> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread)
    threads[thread] = std::thread(work, thread);
  for (std::thread& thread : threads)
    thread.join();
}

// Solves in several threads, each with the handle that handle_of(thread) returns.
template <typename HandleOf>
void expect_same_in_threads(HandleOf handle_of) {
  const std::vector<Grid> puzzles = puzzles_of("minimal.csv");
  const std::vector<Answer> one = solve_with("simd", puzzles, 2);
  const std::vector<Answer> many = solve_with("lanes", puzzles, 2);
  run_threads([&](std::size_t thread) {
    for (int round = 0; round < 3; ++round) {
      expect_equal(solve_together(handle_of(thread), puzzles, 2), many);
      expect_equal(solve_one_by_one(handle_of(thread), puzzles, 2), one);
    }
  });
}

TEST(Library, ThreadsTakeTurnsWithOneHandle) {
  const Handle handle = create();
  expect_same_in_threads([&](std::size_t /*thread*/) { return handle.get(); });
}

TEST(Library, ThreadsHaveHandlesOfTheirOwn) {
  const std::array<Handle, kThreads> handles = {create(), create(), create(), create()};
  expect_same_in_threads([&](std::size_t thread) { return handles[thread].get(); });
}

TEST(Library, ThreadsRunThePluginInMemoryOfTheirOwn) {
  const std::vector<Grid> puzzles = puzzles_of("hard.csv");
  const std::vector<Answer> answers = solve_with("lanes", puzzles, 2);
  const std::string inputs = terminated(puzzles);
  run_threads([&](std::size_t /*thread*/) {
    Found found(puzzles.size());
    EXPECT_EQ(sudoku_bench_lanes(puzzles.size(), inputs.data(), 2, 0, found.counts.data(),
                                 text_of(found.solutions), found.guesses.data()),
              puzzles.size());
    expect_equal(found, answers);
  });
}

TEST(Library, SolvingDoesNotAllocate) {
  const Handle handle = create();
  const std::vector<Grid> puzzles = all_puzzles();
  const std::string inputs = terminated(puzzles);
  Found found(puzzles.size());
  const auto run_plugin = [&] {
    sudoku_bench_lanes(puzzles.size(), inputs.data(), 2, 0, found.counts.data(),
                       text_of(found.solutions), found.guesses.data());
  };
  run_plugin();  // allocates the memory of this thread
  const std::size_t before = allocations;
  EXPECT_GT(before, 0U);
  run_plugin();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    sudoku_bench_solve(handle.get(), puzzles[i].cells.data(), 100, found.solutions[i].cells.data(),
                       &found.counts[i], &found.guesses[i]);
  }
  sudoku_bench_solve_many(handle.get(), puzzles.size(), text_of(puzzles), 100,
                          text_of(found.solutions), found.counts.data(), found.guesses.data());
  EXPECT_EQ(allocations, before);
}

TEST(Library, CreatingAHandleIsSeenToAllocate) {
  const std::size_t before = allocations;
  const Handle handle = create();
  EXPECT_GT(allocations, before);
}

TEST(Library, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  sudoku_bench* handle = nullptr;
  sudoku_bench_create("no such set", &handle);
  sudoku_bench_create("auto", &handle);
  std::vector<Grid> puzzles(10);
  int technique = 0;
  sudoku_bench_generate(handle, "no such kind", 0, 1, 0, 10, text_of(puzzles), nullptr);
  sudoku_bench_generate(handle, "minimal", 0, 1, 0, 10, text_of(puzzles), nullptr);
  sudoku_bench_rate(handle, text_of(puzzles), &technique);
  solve_one_by_one(handle, puzzles, 2);
  solve_together(handle, puzzles, 2);
  sudoku_bench_canonical_many(handle, 10, text_of(puzzles), text_of(puzzles));
  sudoku_bench_solve(handle, "short", 1, nullptr, nullptr, nullptr);
  sudoku_bench_destroy(handle);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace

}  // namespace sudoku::library
