#!/usr/bin/env bash
# Tests the library as its users meet it, installed in a folder of the build tree.
#   installed_test.sh install|exports|needs|c|static|cmake|python
# CTest sets the environment: BUILD, LIBDIR (below the prefix), CMAKE, GENERATOR, CC, CXX, and
# LINK_OPTIONS, for the sanitizers of the build. Exit status 77: skipped, with the reason.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$BUILD/harness/library/installed
prefix=$work/prefix
library=$prefix/$LIBDIR/libsudoku_bench.so.0
examples=$prefix/share/doc/libsudoku-bench-dev/examples
read -ra for_linker <<<"$LINK_OPTIONS"
export LD_LIBRARY_PATH=$prefix/$LIBDIR${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PKG_CONFIG_PATH=$prefix/$LIBDIR/pkgconfig

# Fails if an example's output is not the one that its users are promised.
expect_output() { # COMMAND...
  "$@" | diff "$examples/puzzles.txt" -
}

# Fails if the parts of a series do not hold each class of isomorphic puzzles once.
expect_distinct() { # COMMAND
  local folder
  folder=$(mktemp -d "$work/distinct.XXXXXX")
  "$1" minimal 0 0 300 "$folder/seen" >"$folder/first" 2>"$folder/costs"
  "$1" minimal 0 200 200 "$folder/seen" >"$folder/second" 2>/dev/null
  "$1" minimal 0 0 400 "$folder/other" 2>/dev/null | sort >"$folder/whole"
  sort "$folder/first" "$folder/second" | diff "$folder/whole" -
  [[ $(sort -u "$folder/whole" | wc -l) -eq 400 && $(wc -c <"$folder/seen") -eq 3200 ]]
  [[ $(cut -d: -f1 "$folder/costs" | xargs) == "generate filter canonical set" ]]
  "$1" minimal 1 0 400 "$folder/hard" 2>/dev/null | sort | comm -13 "$folder/whole" - |
    diff /dev/null -
  [[ $(wc -c <"$folder/hard") -lt 3200 ]]
}

stage_install() {
  rm -rf "$work"
  for component in libsudoku-bench0 libsudoku-bench-dev; do
    "$CMAKE" --install "$BUILD" --prefix "$prefix" --component "$component" >/dev/null
  done
}

# Checks that the exported functions are those of the map, which are those of the header.
stage_exports() {
  sed -n 's/^    \(sudoku_bench_.*\);/\1/p' "$source/sudoku_bench.map" >"$work/map"
  nm -D --defined-only "$library" | sed -n 's/^[0-9a-f]* [^A] \([^@]*\).*/\1/p' | diff "$work/map" -
  grep -oE '^SUDOKU_BENCH_API .*' "$prefix/include/sudoku_bench.h" | grep -oE 'sudoku_bench_\w+\(' |
    tr -d '(' | sort | diff "$work/map" -
}

# Checks that the library needs only the libraries of C and C++.
stage_needs() {
  local needed
  needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  if grep -vE '^(libc|libm|libstdc\+\+|libgcc_s|ld-linux.*)\.so\.[0-9]+$' <<<"$needed"; then
    echo "needed, but not expected" && return 1
  fi
}

stage_c() {
  local options
  read -ra options <<<"$(pkg-config --cflags --libs sudoku-bench)"
  "$CC" -std=c99 -Wall -Wextra -Wpedantic -Werror -o "$work/c" "$examples/puzzles.c" \
    "${options[@]}" "${for_linker[@]}"
  expect_output "$work/c"
}

stage_static() {
  local options
  read -ra options <<<"$(pkg-config --static --cflags --libs sudoku-bench)"
  "$CC" -std=c99 -o "$work/static" "$examples/puzzles.c" \
    "${options[@]/-lsudoku_bench/-l:libsudoku_bench.a}"
  if readelf -d "$work/static" | grep sudoku_bench; then return 1; fi
  expect_output "$work/static"
}

stage_cmake() {
  "$CMAKE" -G "$GENERATOR" -S "$examples" -B "$work/cmake" -D CMAKE_PREFIX_PATH="$prefix" \
    -D CMAKE_C_COMPILER="$CC" -D CMAKE_CXX_COMPILER="$CXX" \
    -D CMAKE_EXE_LINKER_FLAGS="$LINK_OPTIONS" >/dev/null
  "$CMAKE" --build "$work/cmake" >/dev/null
  for program in puzzles_c puzzles_cpp puzzles_static; do
    expect_output "$work/cmake/$program"
  done
  expect_distinct "$work/cmake/distinct"
}

stage_python() {
  if ! command -v python3 >/dev/null; then
    echo "installed_library.python: Skipped"
    echo "the example in Python was not run: package python3 is not installed"
    exit 77
  fi
  expect_output python3 "$examples/puzzles.py"
}

"stage_$1"
