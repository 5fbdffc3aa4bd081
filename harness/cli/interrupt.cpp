#include "harness/cli/interrupt.h"

#include <array>
#include <csignal>

namespace sudoku {

namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // or the handler could not touch it

extern "C" void on_signal(int /*signal*/) {
  interrupted.store(true);
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP})
    sigaction(signal, &action, nullptr);
  return interrupted;
}

void interrupt() {
  interrupted.store(true);
}

}  // namespace sudoku
