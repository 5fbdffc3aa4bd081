#include "harness/cli/interrupt.h"

#include <array>
#include <csignal>

#include "harness/dataset/interruption.h"

namespace sudoku {

namespace {

extern "C" void on_signal(int /*signal*/) {
  interrupt();
}

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& watch_for_interrupts() {
  interruption_event();  // the handler needs it
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kSignals) {
    // Shells begin jobs in the background with SIGINT ignored, and mean nothing by it; nohup does.
    if (signal != SIGHUP || !is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
  return interruption();
}

void stop_watching() {
  for (const int signal : kSignals) {
    if (!is_ignored(signal)) std::signal(signal, SIG_DFL);
  }
}

}  // namespace sudoku
