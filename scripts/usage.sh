# shellcheck shell=bash
# Sourced by the scripts of scripts/ and scripts/dev/ before anything else: their usage, failures,
# builds and git. The usage of a script is its head: the comment between its first line and its
# first command.

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=${scripts%/*} # of the tree that holds the script

# Prints the usage of the script that runs.
print_usage() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"; }

# Ends after a mistake on the command line, with exit status 1.
refuse() { # WHAT IS WRONG
  echo "${0##*/}: $1 (see --help)" >&2
  exit 1
}

# Prints the usage and ends if -h or --help is among the ARGUMENTs before --.
answer_help() { # ARGUMENT...
  while [[ $# -gt 0 && $1 != -- ]]; do
    [[ $1 != -h && $1 != --help ]] || { print_usage && exit 0; }
    shift
  done
}

# As answer_help, and refuses all other options among the ARGUMENTs.
answer_only_help() { # ARGUMENT...
  answer_help "$@"
  while [[ $# -gt 0 && $1 != -- ]]; do
    [[ $1 != -?* ]] || refuse "unknown option '$1'"
    shift
  done
}

# Sets variables to the values of options, by the names of these: --max-time sets max_time. An option
# that is one of LISTS adds the lines of its value to an array instead. An empty value changes nothing.
read_options() { # OPTIONS, LISTS, ARGUMENT...
  local single=" $1 " lists=" $2 " lines
  shift 2
  while [[ $# -gt 0 ]]; do
    local name=${1#--}
    [[ $1 == --?* && $single$lists == *" $name "* ]] || refuse "unknown option '$1'"
    [[ $# -gt 1 ]] || refuse "$1: expected a value, found none"
    name=${name//-/_}
    if [[ $lists == *" ${1#--} "* ]]; then
      mapfile -t lines < <(sed '/^[[:space:]]*$/d' <<<"$2")
      local -n list=$name
      list+=("${lines[@]}")
    elif [[ -n $2 ]]; then
      printf -v "$name" '%s' "$2"
    fi
    shift 2
  done
}

# Ends with an error message.
fail() { # CODE, SENTENCE [, WHAT A TOOL SAID]
  echo "${0##*/}: $2${3:+: $3}" >&2
  exit "$1"
}

# Prints the files of the tree whose names match, also those that are not committed yet.
tracked() { git ls-files --cached --others --exclude-standard -- "$@"; } # PATTERN...

build_program() { # TREE
  (cd "$1" && cmake --preset release >/dev/null &&
    cmake --build --preset release --target sudoku-bench --parallel "$(nproc)")
}

describe() { git log -1 --format='%h %s' "$1"; } # COMMIT

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
