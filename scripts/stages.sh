# shellcheck shell=bash
# For scripts that are made of stages, functions named stage_NAME: sourced by them, and called as
#   run_stages "${all_names[@]}" -- "$@"
# Runs the stages asked for, or all, each in a process of its own, whatever the others find; the
# last line names those that failed (exit status 1).

# Files of the tree; what is about to be committed is checked too.
sources() { git ls-files --cached --others --exclude-standard -- "$@"; }

# Checks of what is compiled the files whose names match. Headers are checked with
# the files that include them, and so are files that CMake compiles together.
tidy() { # GREP OPTIONS AND PATTERN
  cmake --preset tidy >/dev/null
  cmake --build --preset tidy --target build_info >/dev/null
  sed -n 's/^ *"file": "\(.*\)",*$/\1/p' build/tidy/compile_commands.json | sort -u | grep "$@" |
    xargs --max-args=1 --max-procs="$(nproc)" clang-tidy-14 --quiet -p build/tidy \
      2> >(grep -v ' warnings\? generated\.$' >&2)
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
  local all=() failed=() name
  while [[ $1 != -- ]]; do
    all+=("$1")
    shift
  done
  shift
  for name in "$@"; do
    [[ " ${all[*]} " == *" $name "* ]] || {
      echo "$0: no stage '$name'; there are ${all[*]}" >&2
      return 1
    }
  done
  [[ $# -ne 1 ]] || {
    run_stage "$1"
    return
  }
  [[ $# -gt 0 ]] || set -- "${all[@]}"
  for name in "$@"; do
    "scripts/${0##*/}" "$name" || failed+=("$name")
  done
  if [[ ${#failed[@]} -gt 0 ]]; then
    echo "failed: ${failed[*]}"
    return 1
  fi
  echo "all passed: $*"
}
