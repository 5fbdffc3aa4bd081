#!/usr/bin/env bash
# Guess:   valgrind runs AVX2, so whether it runs an instruction does not depend on the registers.
# Source:  Debian valgrind=1:3.19.0-1, binutils=2.40-2
# Truth:   `vmovq` from one of the registers xmm8 to xmm15 to a lower one ends with SIGILL under
#          valgrind. The assembler then prefers the encoding D6, which is that of a store and one
#          byte shorter; valgrind knows it with memory only. In the other direction it writes 7E,
#          which valgrind knows.
# Seen:    opcode 7e, under valgrind 0; opcode d6, under valgrind 132
# Matters: A solver whose AVX2 code is counted by valgrind, or tested for leaks with it, ends or
#          takes its slow path after any change that lets the compiler choose another register.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"
grep -qw avx /proc/cpuinfo || unavailable "a processor with AVX"
from_debian valgrind=1:3.19.0-1 binutils=2.40-2
[[ ! -d $tmp/root/usr/libexec/valgrind ]] || export VALGRIND_LIB=$tmp/root/usr/libexec/valgrind

# Prints the opcode of the move and how a program of it ends by itself, and under valgrind.
move() { # FROM TO
  local alone=0 counted=0
  cat >move.s <<END
.globl _start
_start: vpxor %$1, %$1, %$1
vmovq %$1, %$2
mov \$60, %eax
xor %edi, %edi
syscall
END
  as move.s -o move.o
  ld move.o -o move
  ./move || alone=$?
  (valgrind --tool=none ./move) >output 2>&1 || counted=$?
  echo "opcode $(objdump -d move.o | awk '/vmovq/ {print $4}'), status $alone," \
    "under valgrind $counted"
}
shows "xmm3 to xmm9" "opcode 7e, status 0, under valgrind 0" "$(move xmm3 xmm9)"
shows "xmm9 to xmm3" "opcode d6, status 0, under valgrind 132" "$(move xmm9 xmm3)"
