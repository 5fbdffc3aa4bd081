#include "harness/cli/interrupt.h"

#include <array>
#include <csignal>

#include <unistd.h>

#include "harness/cli/command.h"
#include "harness/dataset/interruption.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

extern "C" void end_at_once(int /*signal*/) {
  remove_temporaries();
  ::_exit(kInterrupted);
}

extern "C" void on_signal(int signal) {
  interrupt();
  std::signal(signal, end_at_once);
}

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

// Without SA_RESTART: what waits is to notice.
void answer_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  for (const int signal : kSignals) {
    // Shells begin jobs in the background with SIGINT ignored, and mean nothing by it; nohup does.
    if (signal != SIGHUP || !is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

void end_on_signals() {
  answer_signals(end_at_once);
}

const std::atomic<bool>& watch_for_interrupts() {
  interruption_event();  // the handler needs it
  answer_signals(on_signal);
  return interruption();
}

void stop_watching() {
  for (const int signal : kSignals) {
    if (!is_ignored(signal)) std::signal(signal, SIG_DFL);
  }
}

}  // namespace sudoku
