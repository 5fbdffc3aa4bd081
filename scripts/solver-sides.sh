# shellcheck shell=bash
# Sourced, after solvers.sh, by scripts that compare revisions of a solver in its own repository:
# the options that they have in common, work trees and builds. A side is a revision; its work tree
# has its name, in the folder `work`. These scripts set `scripts` and `output`, and define
# `fail CODE SENTENCE [LINE OF A LOG]`, which ends.
# shellcheck disable=SC2154

build=
repository=.
archive=
archive_sha256=
prefix=
solvers=()    # pairs: --plugin or --exec, and a description
files=()
options=()    # of `ab`
started_in=$PWD

# Takes an option that all these scripts have. An empty VALUE changes nothing.
take_option() { # OPTION, VALUE
  local lines line
  mapfile -t lines < <(sed '/^[[:space:]]*$/d' <<<"$2")
  case $1 in
    --plugin | --exec) for line in "${lines[@]}"; do solvers+=("$1" "$line"); done ;;
    --files) files+=("${lines[@]}") ;;
    --option) options+=("${lines[@]}") ;;
    --build | --repository | --output | --archive | --archive-sha256 | --prefix)
      line=${1#--}
      [[ -z $2 ]] || printf -v "${line//-/_}" '%s' "$2"
      ;;
    *) refuse "unknown option '$1'" ;;
  esac
}

# Checks that the options name a build and a solver.
require_solver() {
  [[ -n $build ]] || refuse "--build: expected the command that builds the solver"
  [[ ${#solvers[@]} -gt 0 ]] || refuse "expected what to compare: --plugin or --exec"
  [[ ${#files[@]} -gt 0 ]] || files=(minimal)
}

# Goes to the root of the repository, and makes the folder `work`.
enter_repository() {
  cd -- "$repository" || fail 6 "there is no folder '$repository'"
  repository=$(git rev-parse --show-toplevel 2>/dev/null) && cd "$repository"
  work=$(cd "$(mktemp -d)" && pwd -P)
  trap leave_repository EXIT
}

leave_repository() {
  cd "$started_in"
  rm -rf "$work"
  git -C "$repository" worktree prune &>/dev/null || true
}

# Runs git and prints its output; if it fails, ends with the first line of its error message.
try_git() { # WHAT CANNOT BE DONE THEN, ARGUMENTS OF GIT...
  local said
  said=$(git "${@:2}" 2>&1) || fail 6 "$1" "${said%%$'\n'*}"
  printf '%s' "${said:+$said$'\n'}"
}

# Fetches the commits that a shallow clone lacks.
complete_clone() {
  local shallow
  shallow=$(git rev-parse --is-shallow-repository 2>&1) ||
    fail 6 "git cannot read this repository" "${shallow%%$'\n'*}"
  [[ $shallow == false ]] ||
    try_git "this clone is shallow, and the rest of it cannot be fetched" fetch --quiet --unshallow
}

describe() { git log -1 --format='%h %s' "$1"; } # COMMIT

# Makes a clean work tree, which lacks files that are ignored, new, or changed but not committed.
check_out() { # SIDE, COMMIT
  try_git "the revision cannot be checked out" \
    worktree add --quiet --force --detach "$work/$1" "$2"
}

# Builds the solver in the work tree of SIDE. Its output goes to a log, with paths in that tree.
build_side() { # SIDE
  local status=0 tree log=$output/build-$1.log
  (cd "$work/$1" && SUDOKU_BENCH_RELINK=$scripts/relink bash -eo pipefail -c "$build") \
    </dev/null >"$log" 2>&1 || status=$?
  tree=$(printf '%s' "$work/$1" | sed 's/[][\.*^$|]/\\&/g')
  sed -i "s|$tree/||g; s|$tree|.|g" "$log"
  return "$status"
}

# Sets `described` to the options that name the solvers of a side, seen from the current folder.
# All are builds of one solver, so that all have one name.
describe_solvers() { # TREE, OPTION FOR PLUGINS, OPTION FOR COMMANDS
  local i name
  name=$(name_of "${solvers[@]:0:2}")
  described=()
  for ((i = 0; i < ${#solvers[@]}; i += 2)); do
    if [[ ${solvers[i]} == --plugin ]]; then described+=("$2"); else described+=("$3"); fi
    described+=("$(described_in "$1" "${solvers[@]:i:2}" "$name")")
  done
}

# Whether all solvers of a side are usable; otherwise `why` and `said` tell what is wrong. Each is
# tried alone, since several builds of a solver have the same name.
are_usable() { # TREE, ACCEPTED STATUS
  local i described
  describe_solvers "$1" --plugin --exec
  for ((i = 0; i < ${#described[@]}; i += 2)); do
    is_usable "$2" "${described[@]:i:2}" || return 1
  done
}

find_sudoku_bench() {
  local status=0
  sudoku_bench=$(cd "$started_in" && "$scripts/get-sudoku-bench" --archive "$archive" \
    --archive-sha256 "$archive_sha256" --to "$work/archive" --prefix "$prefix" \
    --log "$output/build-sudoku-bench.log" 2>"$work/errors") || status=6
  cat "$work/errors" >&2
  [[ $status -eq 0 ]] ||
    fail 6 "there is no sudoku-bench" "$(sed -n '$s/^get-sudoku-bench: //p' "$work/errors")"
}

# Downloads public sets that are named, and keeps a leading minus from making a file an option.
prepare_files() { # NAME OF AN ARRAY
  local -n named=$1
  local i file said
  for i in "${!named[@]}"; do
    file=${named[i]}
    if [[ ! -e $file && $file =~ ^[A-Za-z0-9_]+$ ]]; then
      said=$("$sudoku_bench" dataset fetch "$file" 2>&1) ||
        fail 2 "there are no puzzles '$file'" "${said##*$'\n'}"
    fi
    [[ $file != -* ]] || named[i]=./$file
  done
}
