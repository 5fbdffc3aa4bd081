#!/usr/bin/env bash
# Guess:   A library that solves linear programs leaves Ctrl-C to the program that calls it, unless
#          it is told otherwise.
# Source:  Debian coinor-libosi-dev=0.108.6+repack1-2, coinor-libclp-dev=1.17.6-3, through
#          OsiClpSolverInterface, as CBC calls it too
# Truth:   Each initialSolve() installs a handler of SIGINT, which keeps the signal for itself, and
#          gives the program's handler back with SA_RESTART. The option to prevent that is called
#          "interrupt handling ... for threadsafe" (ClpSolve::setSpecialOption(2, 1)).
# Seen:    during a solve 0 of 1 interrupts reached the program; afterwards reads restart: yes
# Matters: A harness with a solver of integer programs does not end at Ctrl-C, waits for input that
#          it was told to give up, or takes the changed handler for damage that the solver did.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
command -v g++ >/dev/null || unavailable g++
from_debian coinor-libosi-dev=0.108.6+repack1-2 coinor-libclp-dev=1.17.6-3

cat >solve.cpp <<'END'
#include <csignal>
#include <cstdio>
#include <coin/OsiClpSolverInterface.hpp>
#include <coin/ClpSimplex.hpp>
#include <coin/ClpSolve.hpp>
static volatile std::sig_atomic_t reached = 0;
static int raised = 0;
// Interrupts the program at the first message, in the midst of a solve.
struct Interrupter : CoinMessageHandler {
  int print() override {
    if (raised++ == 0) std::raise(SIGINT);
    return 0;
  }
  CoinMessageHandler* clone() const override { return new Interrupter(*this); }
};
int main(int count, char**) {
  struct sigaction mine = {};
  mine.sa_handler = [](int) { reached = reached + 1; };
  sigaction(SIGINT, &mine, nullptr);
  Interrupter messages;
  OsiClpSolverInterface program;
  program.passInMessageHandler(&messages);
  const int columns[] = {0, 1};
  const double ones[] = {1, 1};
  for (int i = 0; i < 2; ++i) program.addCol(0, nullptr, nullptr, 0, 1, 1);
  program.addRow(2, columns, ones, 1, 1);
  ClpSolve options;
  if (count > 1) options.setSpecialOption(2, 1);
  program.setSolveOptions(options);
  program.initialSolve();
  struct sigaction now = {};
  sigaction(SIGINT, nullptr, &now);
  std::printf("during a solve %d of %d interrupts reached the program; afterwards reads restart: %s\n",
              static_cast<int>(reached), raised > 0 ? 1 : 0,
              now.sa_flags & SA_RESTART ? "yes" : "no");
}
END
libraries=$(find "$tmp/root" -name 'libOsiClp.so' -printf '-L%h ')
# shellcheck disable=SC2086
g++ -I"$tmp/root/usr/include" -I/usr/include/coin -I"$tmp/root/usr/include/coin" solve.cpp -o solve \
  $libraries -lOsiClp -lOsi -lClp -lCoinUtils
shows "as it is" "during a solve 0 of 1 interrupts reached the program; afterwards reads restart: yes" \
  "$(./solve)"
shows "with the option" "during a solve 1 of 1 interrupts reached the program; afterwards reads restart: no" \
  "$(./solve option)"
