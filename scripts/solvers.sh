# shellcheck shell=bash
# Sourced by scripts that build solvers of other repositories: how these are described, whether they
# start, and what the logs of their builds say. They set `sudoku_bench` and `work`, and read `why`
# and `said`.
# shellcheck disable=SC2034,SC2154

# Splits the description of a plugin into `library` and `described`, which begins with a colon.
split_plugin() { # PLUGIN
  [[ $1 =~ ^\"([^\"]*)\"(.*)$ || $1 =~ ^([^:,]*)(.*)$ ]]
  library=${BASH_REMATCH[1]}
  described=${BASH_REMATCH[2]}
}

# Splits a command into its description, such as name=x,limit=first, and `command` without it.
split_command() { # COMMAND
  local part='[a-z]+=("[^"]*"|[^",:][^,:]*)'
  described=
  command=$1
  if [[ $1 =~ ^(name|version|flags|limit|batch)= && $1 =~ ^($part(,$part)*):(.*)$ ]]; then
    described=${BASH_REMATCH[1]}
    command=${BASH_REMATCH[-1]}
  fi
}

# Prints the name that a solver gets from its description, or else from its symbol or program.
name_of() { # --plugin|--exec, DESCRIPTION
  local library command described name
  if [[ $1 == --plugin ]]; then
    split_plugin "$2"
    name=${described#:}
    name=${name%%[:,]*}
  else
    split_command "$2"
    read -r name _ <<<"$command"
    name=${name##*/}
  fi
  [[ ! ,$described =~ ,name=([^,]*) ]] || name=${BASH_REMATCH[1]}
  tr -c '[:alnum:]_.+\n-' '-' <<<"$name"
}

# Prints the description of a solver whose files are in TREE. A command runs there, and is called
# NAME unless it has a name, not after the program that changes the folder.
described_in() { # TREE, --plugin|--exec, DESCRIPTION, NAME
  local library command described
  if [[ $2 == --plugin ]]; then
    split_plugin "$3"
    echo "\"$1/${library#./}\"$described"
  else
    split_command "$3"
    [[ ,$described =~ ,name= ]] || described="name=$4${described:+,$described}"
    echo "$described:env \"--chdir=$1\" $command"
  fi
}

# Prints DESCRIPTION with a name, and with VERSION unless it has one.
identified() { # --plugin|--exec, DESCRIPTION, VERSION
  local library command described
  if [[ $1 == --plugin ]]; then split_plugin "$2"; else split_command "$2"; fi
  [[ ,$described =~ ,name= ]] || described+=,name=$(name_of "$1" "$2")
  [[ ,$described =~ ,version= ]] || described+=,version=$3
  if [[ $1 == --plugin ]]; then echo "\"$library\"$described"; else echo "${described#,}:$command"; fi
}

# Prints TEXT with paths relative to the current folder, if they are in or beside it in `work`, the
# temporary folder of the script.
without_work_path() { # TEXT
  local text=${1//"$PWD/"/}
  echo "${text//"$work/"/../}"
}

# Whether the library of a plugin is there, and the solver ends with status 0 or ACCEPTED on a
# puzzle that every solver solves quickly; otherwise `why` tells what is wrong, and `said` in whose
# words, if any.
is_usable() { # ACCEPTED STATUS, --plugin|--exec, DESCRIPTION IN ITS TREE
  local library described status=0
  said=
  if [[ $2 == --plugin ]]; then
    split_plugin "$3"
    [[ -f $library ]] || { why="its build leaves no file '$library'" && return 1; }
  fi
  said=$("$sudoku_bench" run - "$2" "$3" --solvers none --rounds 1 --warmup 0 --time-budget 0 \
    --latency off --audit off --puzzle-timeout 10s 2>&1 \
    <<<53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79) || status=$?
  # A run with time-outs is no failed run.
  [[ $said != *" gave up on puzzles"* ]] || status=3
  [[ $status -ne 0 && $status -ne $1 ]] || return 0
  why="its solver fails on an easy puzzle"
  case $status in
    # The first note below the table names the fault.
    3) said=$(sed -n '/^  [^ ]/ { s/^  //p; q }' <<<"$said") ;;
    *) said=${said##*$'\n'} ;;
  esac
  said=$(without_work_path "$said")
  return 1
}

# Prints the line of a log that tells why a build failed: the first that a compiler, a linker, make,
# cargo (with the place, which is the line after it), Python or a shell marks as an error; or else
# the first that mentions one, or the last of all.
first_error() { # LOG
  awk '
    { gsub(/\033\[[0-9;]*[mK]/, ""); line = tolower($0) }
    marked { if ($1 == "-->") marked = marked " (" $2 ")"; exit }
    line ~ /error(\[e[0-9]+\])?: |undefined (reference to|symbol)|^make(\[[0-9]+\])?: \*\*\*/ ||
      line ~ /^cmake error|cannot find -l|command not found$|no such file or directory$/ {
      marked = $0
      next
    }
    !mentioned && line ~ /error/ { mentioned = $0 }
    line ~ /[^ ]/ { last = $0 }
    END { print marked ? marked : mentioned ? mentioned : last }' "$1"
}

# TEXT as code in Markdown: one line of at most 300 characters that cannot end the code.
code() { # TEXT
  local text
  text=$(printf '%s' "$1" | tr -d '`' | tr -s '[:space:]' ' ')
  echo "\`${text:0:300}\`"
}
