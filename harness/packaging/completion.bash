# Bash completion for sudoku-bench. It offers what --help-all of the command lists.

_sudoku_bench() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local program=${COMP_WORDS[0]/#\~\//~/} depth=1 before='' files='' words help value arguments
  # Bash splits `--name=value` into three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi

  # The help of the innermost command, and the commands in it.
  while
    help=$("$program" "${COMP_WORDS[@]:1:depth-1}" --help-all 2>/dev/null)
    words=$(sed -n '/^Commands:$/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$help")
    [[ $words && $depth -lt $COMP_CWORD ]]
  do
    ((++depth))
  done

  if [[ $previous =~ ^--?[a-z-]+$ ]]; then
    value=$(sed -nE "s/^  (-., )?$previous(, --[a-z-]+)? ([^ ]+).*/\3/p" <<<"$help")
  fi
  arguments=${help%%$'\n'*}
  arguments=${arguments#*\[OPTION\]}
  case $value in
    FILE | RESULT) files=-f ;;
    DIR) files=-d ;;
    ?*)
      words=$(tr '|' '\n' <<<"$value" | grep -x '[a-z][a-z0-9-]*')
      [[ $value != SOLVER* ]] || words+=" $("$program" solvers | grep -o '^[a-z_]\+')"
      if [[ $value == SOLVERS* && $current == *,* ]]; then before=${current%,*},; fi
      ;;
    *)
      if [[ $words || $current == -* ]]; then
        # Flags of Google Benchmark are in brackets.
        words+=" $(grep -oE '(^  (-., )?|\[)--[a-z_-]+=?' <<<"$help" | grep -o -e '--.*')"
      else
        [[ $arguments != *@(FILE|RESULT)* ]] || files=-f
        [[ $arguments != *@(FILE|NAME)* ]] ||
          words=$("$program" dataset list | sed '1,2d; s/ .*//')
      fi
      ;;
  esac

  mapfile -t COMPREPLY < <(
    compgen -P "$before" -W "$words" -- "${current#"$before"}"
    [[ ! $files ]] || compgen "$files" -- "$current"
  )
  if [[ $files ]]; then compopt -o filenames 2>/dev/null; fi
  if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _sudoku_bench sudoku-bench
