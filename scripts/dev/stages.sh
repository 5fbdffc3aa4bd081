# shellcheck shell=bash
# Sourced by scripts made of stages, functions named stage_NAME, which end with
#   run_stages "${all_names[@]}" -- "$@"
# It runs the stages asked for, or all, each in its own process, even if others fail. The last lines
# name the stages that cannot run on this system and those that failed (exit status 1).

# Runs clang-tidy on compiled files whose names match; headers are checked where they are included.
tidy() { # GREP OPTIONS AND PATTERN
  command -v clang-tidy-14 >/dev/null ||
    cannot_run "this system has no clang-tidy-14, and other versions have other rules"
  # Version 14 cannot read the headers of g++ 13, where a consteval function calls another.
  clang-tidy-14 --checks=-*,misc-static-assert <(echo '#include <chrono>') -- -x c++ -std=c++20 &>/dev/null ||
    cannot_run "clang-tidy-14 cannot read this system's C++ library"
  cmake --preset tidy >/dev/null
  cmake --build --preset tidy --target build_info >/dev/null
  sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/tidy/compile_commands.json | sort -u | grep "$@" |
    xargs --max-args=1 --max-procs="$(nproc)" clang-tidy-14 --quiet -p build/tidy \
      2> >(grep -v ' warnings\? generated\.$' >&2)
}

# Ends a stage that this system's tools cannot run (exit status 77).
cannot_run() { # REASON
  echo "cannot run here: $1"
  trap - EXIT
  exit 77
}

run_stage() { # NAME
  scripts/setup check
  echo "== $1"
  stage=$1  # not local: the trap runs after this function
  trap 'echo "failed: $stage"' EXIT
  "stage_$1"
  trap - EXIT
  echo "== $1 passed in $SECONDS s"
}

run_stages() { # NAME... -- WANTED...
  local all="$*" passed=() failed=() impossible=() name code
  all=${all%%" --"*}
  until [[ $1 == -- ]]; do shift; done
  shift
  for name in "$@"; do
    [[ " $all " == *" $name "* ]] || fail 1 "no stage '$name'; stages: $all"
  done
  if [[ $# -eq 1 ]]; then
    run_stage "$1"
    return
  fi
  for name in ${*:-$all}; do
    code=0
    "scripts/${0##*/}" "$name" || code=$?
    case $code in
      0) passed+=("$name") ;;
      77) impossible+=("$name") ;;
      *) failed+=("$name") ;;
    esac
  done
  [[ ${#impossible[@]} -eq 0 ]] || echo "not run, tools missing on this system: ${impossible[*]}"
  [[ ${#failed[@]} -eq 0 ]] || { echo "failed: ${failed[*]}" && return 1; }
  echo "all passed: ${passed[*]}"
}
