// A test plugin that solves well and misbehaves where and how it is told to.
#include <array>
#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include <unistd.h>

#include "solvers/external/faults.h"
#include "solvers/external/mrv_plugin.h"

namespace sudoku {

namespace {

// A call that has been answered well, for a fault to spoil.
struct Call {
  const char* input;
  std::size_t limit;
  char* solution;
  std::size_t found;
};

void do_nothing(Call& /*call*/) {}

void write_nowhere(Call& /*call*/) {
  volatile std::uintptr_t address = 16;  // unknown to the compiler
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the crash is what it is for.
  *reinterpret_cast<volatile char*>(address) = 1;
}

void abort_here(Call& /*call*/) {
  std::abort();
}

void exit_here(Call& /*call*/) {
  std::exit(0);
}

void throw_out(Call& /*call*/) {
  throw std::runtime_error("this plugin throws");
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

// Spoils a cell without a clue, if there is one.
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

void report_too_many(Call& call) {
  call.found = call.limit + 3;
}

void scribble(Call& call) {
  const_cast<char*>(call.input)[40] = 'x';
}

void overrun(Call& call) {
  const_cast<volatile char*>(call.solution)[kCells] = '\0';
}

void overread(Call& call) {
  const volatile char behind = const_cast<const volatile char*>(call.input)[kCells + 1];
  static_cast<void>(behind);
}

void print(Call& /*call*/) {
  std::puts("this plugin prints");
  std::fflush(stdout);
}

void change_signals(Call& /*call*/) {
  std::signal(SIGSEGV, [](int /*signal*/) {});
  std::signal(SIGINT, SIG_IGN);
}

void block_signals(Call& /*call*/) {
  sigset_t signals{};
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void change_rounding(Call& /*call*/) {
  std::fesetround(FE_UPWARD);
}

void close_descriptors(Call& /*call*/) {
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
}

void answer_garbage(Call& call) {
  std::memset(call.solution, '#', kCells);
  call.found = 1;
}

std::size_t fall(volatile char* above) {
  std::array<volatile char, 1024> frame{};
  frame[0] = *above;
  // Read afterwards, so that this frame is still needed.
  return (*above == 'x' ? 0 : fall(frame.data())) + static_cast<std::size_t>(frame[1]);
}

void overflow_stack(Call& call) {
  volatile char start = call.input[0];
  call.found += fall(&start);
}

using Misdeed = void (*)(Call& call);

// In the order of Fault.
constexpr std::array<Misdeed, kFaults> kMisdeeds = {do_nothing,
                                                    write_nowhere,
                                                    abort_here,
                                                    exit_here,
                                                    throw_out,
                                                    hang,
                                                    leak,
                                                    answer_wrong,
                                                    ignore_clues,
                                                    report_too_many,
                                                    scribble,
                                                    overrun,
                                                    overread,
                                                    print,
                                                    change_signals,
                                                    block_signals,
                                                    change_rounding,
                                                    close_descriptors,
                                                    answer_garbage,
                                                    overflow_stack,
                                                    write_nowhere};

static_assert(kMisdeeds[static_cast<std::size_t>(Fault::always_segv)] == write_nowhere);

}  // namespace

}  // namespace sudoku

// Fills the solution at any limit. The misdeed comes after the search.
SUDOKU_PLUGIN size_t sudoku_faulty(const char* input, size_t limit, uint32_t config, char* solution,
                                   size_t* guesses) {
  using namespace sudoku;
  Call call{.input = input, .limit = limit, .solution = solution, .found = 0};
  call.found = sudoku_mrv_hidden(input, limit, 0, solution, guesses);
  const bool always = config == static_cast<std::uint32_t>(Fault::always_segv);
  if (always || is_faulty_on({input, kCells})) kMisdeeds.at(config)(call);
  return call.found;
}
