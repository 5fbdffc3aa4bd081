# shellcheck shell=bash
# Sourced by the scripts of scripts/ and scripts/dev/ before anything else. The usage of a script is
# its head: the comment between its first line and its first command.

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
