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

bool is_ignored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP}) {
    // Shells begin jobs in the background with SIGINT ignored, and mean nothing by it; nohup does.
    if (signal != SIGHUP || !is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
  return interrupted;
}

void interrupt() {
  interrupted.store(true);
}

}  // namespace sudoku
