// The faulty plugin of the tests: functions that solve as mrv_hidden does, that return what
// `config` says, and one that solves and then commits the fault that `config` names.
#include "harness/external/faulty_plugin.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <forward_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "solvers/external/sudoku_plugin.h"
#include "solvers/solver.h"

namespace sudoku {
std::span<const SolverEntry> mrv_entries();
}  // namespace sudoku

namespace sudoku::external {

namespace {

std::unique_ptr<Solver> make_solver() {
  const auto entry = std::ranges::find(mrv_entries(), "mrv_hidden",
                                       [](const SolverEntry& e) { return e.info.name; });
  return entry->create();
}

// A call of the plugin with its right answer, which a fault then spoils.
struct Call {
  const char* input;
  std::size_t limit;
  char* solution;
  std::size_t found;
  std::uint32_t number;
};

void do_nothing(Call& /*call*/) {}

void write_nowhere(Call& /*call*/) {
  volatile std::uintptr_t address = 16;  // volatile: the compiler must not know it
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the crash is intended.
  *reinterpret_cast<volatile char*>(address) = 1;
}

void hang(Call& /*call*/) {
  volatile std::uint64_t steps = 0;
  for (;;)
    steps = steps + 1;
}

void leak(Call& /*call*/) {
  constexpr std::size_t kStep = 1 << 20;
  constexpr std::size_t kPage = 1 << 12;
  for (;;) {
    auto* const block = static_cast<volatile char*>(::operator new(kStep));
    for (std::size_t at = 0; at < kStep; at += kPage)
      block[at] = 1;
  }
}

// Spoils the solution in a cell without a clue, if there is one.
void answer_wrong(Call& call) {
  const std::size_t blank = std::string_view(call.input, kCells).find(kBlank);
  char& cell = call.solution[blank == std::string_view::npos ? 0 : blank];
  cell = cell == '9' ? '1' : static_cast<char>(cell + 1);
}

Grid other_grid_than(const Grid& puzzle) {
  Grid grid = kEmptyGrid;
  for (int shift = 0; shift < 9; ++shift) {
    for (int cell = 0; cell < kCells; ++cell) {
      const int digit = row_of(cell) * 3 + row_of(cell) / 3 + column_of(cell) + shift;
      grid.cells[cell] = static_cast<char>('1' + digit % 9);
    }
    if (!is_solution(puzzle, grid)) break;
  }
  return grid;
}

void ignore_clues(Call& call) {
  Grid puzzle;
  std::memcpy(puzzle.cells.data(), call.input, kCells);
  std::memcpy(call.solution, other_grid_than(puzzle).cells.data(), kCells);
  call.found = 1;
}

void overread(Call& call) {
  const volatile char behind = const_cast<const volatile char*>(call.input)[kCells + 1];
  static_cast<void>(behind);
}

void print(Call& call) {
  static std::atomic<bool> has_slept{false};
  if (!has_slept.exchange(true))
    std::this_thread::sleep_for(std::chrono::milliseconds(call.number));
  std::puts("this plugin prints");  // into a buffer
}

void answer_garbage(Call& call) {
  std::memset(call.solution, '#', kCells);
  call.found = 1;
}

std::size_t fall(volatile char* above) {
  std::array<volatile char, 1024> frame{};
  frame[0] = *above;
  // The frame is read after the recursive call, so that the compiler must keep it.
  return (*above == 'x' ? 0 : fall(frame.data())) + static_cast<std::size_t>(frame[1]);
}

void overflow_stack(Call& call) {
  volatile char start = call.input[0];
  call.found += fall(&start);
}

using Misdeed = void (*)(Call& call);

constexpr int kDescriptors = 64;  // more descriptors than a worker has

void cut_files(Call& /*call*/) {
  for (int file = STDERR_FILENO + 1; file < kDescriptors; ++file)
    static_cast<void>(::ftruncate(file, 0) == 0);
}

void keep_memory(Call& call) {
  const std::size_t size = std::size_t{call.number} * 1'000'000;
  static auto* const kept = new char[size];
  std::memset(kept, call.input[0], size);
  // Makes the compiler keep memory that is never read.
  asm volatile("" : : "r"(kept) : "memory");
}

void replace_descriptors(Call& /*call*/) {
  const int nothing = ::open("/dev/null", O_RDWR);
  for (int number = 0; number < kDescriptors; ++number)
    ::dup2(nothing, number);
}

void unmap(Call& call) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(call.solution) / page * page;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the crash is intended.
  ::munmap(reinterpret_cast<void*>(start), page);
}

void breed(Call& /*call*/) {
  constexpr int kChildren = 5;
  for (int i = 0; i < kChildren; ++i) {
    if (::fork() != 0) continue;
    ::setsid();
    ::close_range(0, ~0U, 0);
    for (;;)
      ::pause();
  }
}

void close_descriptors(Call& call) {
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(call.number));
}

void die_before_its_child(Call& call) {
  constexpr unsigned kSeconds = 20;
  if (::fork() == 0) {
    if (call.number == 0) ::setsid();
    ::sleep(kSeconds);
    ::_exit(0);
  }
  std::abort();
}

void move(Call& /*call*/) {
  cpu_set_t cpus{};
  ::sched_getaffinity(0, sizeof cpus, &cpus);
  CPU_CLR(::sched_getcpu(), &cpus);
  ::sched_setaffinity(0, sizeof cpus, &cpus);
}

std::jmp_buf last_call;

// The functions that commit the faults, in the order of PluginFault.
constexpr std::array<Misdeed, kFaults> kMisdeeds = {
    do_nothing,
    write_nowhere,
    [](Call& /*call*/) { std::abort(); },
    [](Call& /*call*/) { std::exit(0); },
    [](Call& /*call*/) { throw std::runtime_error("this plugin throws"); },
    hang,
    leak,
    answer_wrong,
    ignore_clues,
    [](Call& call) { call.found = call.limit + 3; },
    [](Call& call) { const_cast<char*>(call.input)[40] = 'x'; },
    [](Call& call) { const_cast<volatile char*>(call.solution)[kCells] = '\0'; },
    overread,
    print,
    close_descriptors,
    answer_garbage,
    overflow_stack,
    write_nowhere,
    cut_files,
    [](Call& call) { std::this_thread::sleep_for(std::chrono::milliseconds(call.number)); },
    keep_memory,
    replace_descriptors,
    unmap,
    [](Call& /*call*/) { ::kill(0, SIGKILL); },
    breed,
    [](Call& call) { std::raise(static_cast<int>(call.number)); },
    [](Call& /*call*/) {
      if (::fork() != 0) ::_exit(0);
    },
    [](Call& /*call*/) { std::longjmp(last_call, 1); },
    die_before_its_child,
    do_nothing,
    do_nothing,
    [](Call& call) { call.found = 0; },
    [](Call& /*call*/) { static_cast<void>(::fork()); },
    // A call of the system: the compiler refuses what follows a call of vfork().
    [](Call& /*call*/) { static_cast<void>(::syscall(SYS_vfork)); },
    [](Call& call) { ::close(static_cast<int>(call.number)); },
    [](Call& call) {
      breed(call);
      close_descriptors(call);
    },
    move,
};

void commit(PluginFault fault, Call& call) { kMisdeeds.at(static_cast<std::size_t>(fault))(call); }

// Whether this is the first call since the file was removed that SUDOKU_BENCH_CRASH_MARK names.
bool is_first_call() {
  const char* const mark = std::getenv("SUDOKU_BENCH_CRASH_MARK");
  return mark != nullptr && ::open(mark, O_CREAT | O_EXCL | O_CLOEXEC, 0600) >= 0;
}

static_assert(kMisdeeds[static_cast<std::size_t>(PluginFault::always_segv)] == write_nowhere);

}  // namespace

}  // namespace sudoku::external

using namespace sudoku;
using namespace sudoku::external;

// Cannot run if SUDOKU_BENCH_NO_START is set, which says why. Commits the fault that
// SUDOKU_BENCH_START_FAULT names, as a `config`, after making the file of is_first_call().
SUDOKU_PLUGIN const char* sudoku_plugin_start() {
  if (const char* const fault = std::getenv("SUDOKU_BENCH_START_FAULT")) {
    const auto config = static_cast<std::uint32_t>(std::atoi(fault));
    Call nothing{
        .input = nullptr, .limit = 0, .solution = nullptr, .found = 0, .number = config >> 8U};
    is_first_call();
    commit(static_cast<PluginFault>(config & 0xFFU), nothing);
  }
  return std::getenv("SUDOKU_BENCH_NO_START");
}

// The signatures of the C interface.
#define SIGNATURE(name)                                                          \
  size_t name([[maybe_unused]] const char* input, [[maybe_unused]] size_t limit, \
              [[maybe_unused]] uint32_t config, [[maybe_unused]] char* solution, \
              [[maybe_unused]] size_t* guesses)
#define BATCH_SIGNATURE(name)                                                    \
  size_t name([[maybe_unused]] size_t n, [[maybe_unused]] const char* inputs,    \
              [[maybe_unused]] size_t limit, [[maybe_unused]] uint32_t config,   \
              [[maybe_unused]] size_t* counts, [[maybe_unused]] char* solutions, \
              [[maybe_unused]] size_t* guesses)
#define PLUGIN_FUNCTION(name) SUDOKU_PLUGIN SIGNATURE(name)
#define BATCH_FUNCTION(name) SUDOKU_PLUGIN BATCH_SIGNATURE(name)

// Functions that are not found by their plain names, as SUDOKU_PLUGIN is missing before them.
__attribute__((visibility("default"))) SIGNATURE(sudoku_of_cpp) { return 0; }

__attribute__((visibility("default"))) BATCH_SIGNATURE(sudoku_batch_of_cpp) { return 0; }

// The solver mrv_hidden behind the C interface; fills the solution at any limit.
PLUGIN_FUNCTION(sudoku_mrv_hidden) {
  static const std::unique_ptr<Solver> solver = make_solver();
  Answer answer;
  // The input needs no copy: a Grid is 81 characters and nothing else.
  solver->solve({reinterpret_cast<const Grid*>(input), 1}, {.solution_limit = limit}, {&answer, 1});
  std::memcpy(solution, answer.solution.cells.data(), kCells);
  *guesses = answer.guesses;
  return answer.solutions;
}

// mrv_hidden slowed down by `config` thousandths, to test what detects slow-downs.
PLUGIN_FUNCTION(sudoku_slowed) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const size_t found = sudoku_mrv_hidden(input, limit, 0, solution, guesses);
  const auto done = Clock::now();
  const auto until = done + (done - start) * config / 1000;
  while (Clock::now() < until) {
  }
  return found;
}

// Plugin that solves nothing; its guesses count its calls or, if `config` is set, overflow 64 bits.
PLUGIN_FUNCTION(sudoku_counting) {
  static size_t calls = 0;
  *guesses += config == 0 ? ++calls : ~size_t{0} / 2;
  return 0;
}

// Returns the low 8 bits of `config`, fills in '7's if bit 8 is set, guesses the bits above.
PLUGIN_FUNCTION(sudoku_saying) {
  if ((config >> 8 & 1) != 0) std::memset(solution, '7', 81);
  *guesses += config >> 9;
  return config & 0xFF;
}

// Plugin that solves as mrv_hidden, then commits the fault; fills the solution at any limit.
PLUGIN_FUNCTION(sudoku_faulty) {
  Call call{
      .input = input, .limit = limit, .solution = solution, .found = 0, .number = config >> 8U};
  const auto fault = static_cast<PluginFault>(config & 0xFFU);
  call.found = sudoku_mrv_hidden(input, limit, 0, solution, guesses);
  const bool always = fault == PluginFault::always_segv || fault == PluginFault::keeps_memory;
  if (always || is_faulty_on({input, kCells})) {
    commit(fault, call);
  } else if (fault == PluginFault::jumps && setjmp(last_call) != 0) {
    return 1;
  }
  return call.found;
}

// mrv_hidden behind the C interface for batches, which then commits the fault on each puzzle of the
// batch that it happens on.
BATCH_FUNCTION(sudoku_faulty_batch) {  // NOLINT(readability-function-size): it is the interface's
  const auto fault = static_cast<PluginFault>(config & 0xFFU);
  size_t answered = n;
  for (size_t i = 0; i < n; ++i) {
    const char* const input = inputs + i * (kCells + 1);
    counts[i] = sudoku_faulty(input, limit, config, solutions + i * kCells, guesses + i);
    if (!is_faulty_on({input, kCells})) continue;
    if (fault == PluginFault::answers_few) answered = n - std::min<size_t>(n, config >> 8U);
    if (fault == PluginFault::answers_many) answered = n + 1;
  }
  return answered;
}

// mrv_hidden that commits the fault when the number of `config` says: 0: in its first call (see
// is_first_call()), 1: in its first third call in a row with one puzzle, 2: when asked for 3
// solutions.
PLUGIN_FUNCTION(sudoku_faulty_when) {
  static std::string last;
  static int repeated = 0;
  repeated = input == last ? repeated + 1 : 1;
  last = input;
  Call call{.input = input, .limit = limit, .solution = solution, .found = 0, .number = 0};
  call.found = sudoku_mrv_hidden(input, limit, 0, solution, guesses);
  const bool is_due =
      config >> 8U == 2 ? limit == 3 : (config >> 8U == 0 || repeated == 3) && is_first_call();
  if (is_due) commit(static_cast<PluginFault>(config & 0xFFU), call);
  return call.found;
}

// mrv_hidden that above limit 1 leaves in its solution what `config` says: 0: a solution, 1:
// nothing, 2: a solution, but nothing for the puzzles of is_faulty_on(), 3: the puzzle, as a search
// does that has taken back all its digits, 4: the puzzle with all its blanks filled wrongly.
PLUGIN_FUNCTION(sudoku_shows) {
  std::array<char, kCells> found{};
  const size_t count = sudoku_mrv_hidden(input, limit, 0, found.data(), guesses);
  const bool shows = limit == 1 || config == 0 || (config == 2 && !is_faulty_on({input, kCells}));
  if (shows) std::ranges::copy(found, solution);
  if (shows || config < 3) return count;
  std::copy_n(input, kCells, solution);
  if (config == 4) std::replace(solution, solution + kCells, '.', '1');
  return count;
}

// mrv_hidden that keeps `config` bytes of the heap, and what a list takes, in each call.
PLUGIN_FUNCTION(sudoku_keeps) {
  static std::forward_list<std::string> kept;
  if (config > 0) kept.emplace_front(config, input[0]);
  return sudoku_mrv_hidden(input, limit, 0, solution, guesses);
}

// mrv_hidden that stops after `config` solutions, whatever the limit.
PLUGIN_FUNCTION(sudoku_stops) {
  return sudoku_mrv_hidden(input, std::min<size_t>(limit, config), 0, solution, guesses);
}
