#include "harness/entrants/last_sign.h"

#include <csignal>
#include <cstdint>

#include "solvers/external/guarded.h"

namespace sudoku {

namespace {

// What a signal handler can reach, and may: plain memory, no allocation, no library.
char* last_sign = nullptr;

class Line {
 public:
  void add(const char* text) {
    for (; *text != '\0'; ++text)
      add(*text);
  }

  void add_address(const void* address) {
    auto number = reinterpret_cast<std::uintptr_t>(address);
    std::array<char, 2 * sizeof number> digits{};
    std::size_t count = 0;
    do {
      digits[count++] = "0123456789abcdef"[number % 16];
      number /= 16;
    } while (number > 0);
    add("0x");
    while (count > 0)
      add(digits[--count]);
  }

 private:
  void add(char c) {
    if (size_ + 1 >= kReasonSize) return;
    last_sign[size_++] = c;
    last_sign[size_] = '\0';
  }

  std::size_t size_ = 0;
};

extern "C" void leave_word(int signal, siginfo_t* info, void* /*context*/) {
  Line line;
  if (const char* guard = guard_name(info->si_addr)) {
    line.add(guard);
  } else {
    line.add(signal == SIGFPE || signal == SIGILL ? "at address " : "touched address ");
    line.add_address(info->si_addr);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);  // waits until this handler returns
}

}  // namespace

void watch_for_deadly_signals(Reason& place) {
  last_sign = place.data();
  // A stack of its own: the usual one may be what ran out.
  alignas(16) static std::array<char, 65536> stack;
  const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&alternative, nullptr);

  struct sigaction action {};

  action.sa_sigaction = leave_word;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE})
    sigaction(signal, &action, nullptr);
}

}  // namespace sudoku
