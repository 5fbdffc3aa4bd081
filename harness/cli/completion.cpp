// `sudoku-bench completion`: prints a completion script for bash, made from the declared options.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/cli/program.h"
#include "harness/dataset/catalog.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

// Constant start of the completion script. Bash splits `--name=value` into three words.
constexpr const char* kHead =
    R"(# Bash completion for sudoku-bench, printed by `sudoku-bench completion`.

_sudoku_bench_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}

_sudoku_bench_list() {
  local before=
  if [[ $current == *,* ]]; then before=${current%,*},; fi
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}

_sudoku_bench_paths() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current"; compgen -W "$sets" -- "$current")
}

_sudoku_bench() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options= paths= sets=
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local command=${COMP_WORDS[1]}
  COMPREPLY=()
)";

constexpr const char* kTail = R"(
  if [[ $current == -* ]]; then
    _sudoku_bench_words "$options"
  elif [[ $paths ]]; then
    _sudoku_bench_paths "$paths"
  fi
}

complete -F _sudoku_bench sudoku-bench
)";

std::string solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster())
    if (entry->info.ranked) names.push_back(entry->info.name);
  return fmt::format("{}", fmt::join(names, " "));
}

// Names of the puzzle sets in the catalog; none without one.
std::string set_names() {
  std::vector<std::string> names;
  try {
    for (const dataset::CatalogEntry& entry : dataset::read_catalog())
      names.push_back(entry.name);
  } catch (const base::InputError&) {
    return "";
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// Bash code that completes an option's placeholder: FILE, FOLDER, SOLVER, SOLVERS (a list) and
// lower-case words, separated by bars. Others (N, T) have none.
std::string action_for(const std::string& type) {
  std::string words;
  std::string call = "_sudoku_bench_words";
  for (const std::string& part : options::split(type, '|')) {
    if (part == "FILE") return "_sudoku_bench_paths -f";
    if (part == "FOLDER") return "_sudoku_bench_paths -d";
    if (part == "SOLVERS") call = "_sudoku_bench_list";
    if (part.starts_with("SOLVER")) words += solver_names() + " ";
    const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (!part.empty() && std::ranges::all_of(part, is_letter)) words += part + " ";
  }
  if (words.empty()) return ":";
  words.pop_back();
  return fmt::format("{} \"{}\"", call, words);
}

// Prints the bash `case` that completes the value of an option: "    run/--solvers) ... ;;".
void print_value(const std::string& command, const options::Option& option) {
  if (option.is_argument() || option.is_flag()) return;
  std::vector<std::string> patterns;
  for (const std::string& name : option.all_names())
    patterns.push_back(fmt::format("{}/{}", command, name));
  fmt::print("    {})\n      {}\n      return\n      ;;\n", fmt::join(patterns, " | "),
             action_for(option.value));
}

// Prints the bash `case` of a subcommand: its options and, if it takes files, paths.
void print_command(const std::string& called, const Command& command) {
  std::vector<std::string> names;
  bool has_paths = false;
  bool has_sets = false;
  for (const options::Option* option : command.listed()) {
    if (!option->is_argument()) std::ranges::copy(option->all_names(), std::back_inserter(names));
    has_paths = has_paths || option->is_argument();
    has_sets = has_sets || (option->is_argument() && !option->value.starts_with("RESULT"));
  }
  fmt::print("    {})\n      options=\"{}\"\n", called, fmt::join(names, " "));
  if (has_paths) fmt::print("      paths=-f\n");
  if (has_sets) fmt::print("      sets=$known_sets\n");
  // Options that another library parses are read from its --help when the user completes a word.
  if (command.passes_words_on) {
    fmt::print(
        "      options+=\" $(\"${{COMP_WORDS[0]}}\" {} --help 2>/dev/null | "
        "grep -o -e '--[a-z_]*=')\"\n",
        command.name);
  }
  fmt::print("      ;;\n");
}

// Prints bash code that completes word number `place` by the subcommands and options of `command`.
void print_choice(const Command& command, int place) {
  std::vector<std::string> names;
  for (const Command& inner : command.commands)
    names.push_back(inner.name);
  for (const options::Option* option : command.listed())
    names.push_back(option->name());
  fmt::print("  if ((COMP_CWORD == {})); then\n    _sudoku_bench_words \"{}\"\n", place,
             fmt::join(names, " "));
  fmt::print("    return\n  fi\n");
}

// Prints bash code that recognizes subcommands of subcommands, such as `dataset stats`.
void print_groups(const Command& program) {
  for (const Command& group : program.commands) {
    if (group.commands.empty()) continue;
    fmt::print("  if [[ $command == {} ]]; then\n", group.name);
    print_choice(group, 2);
    fmt::print("  command={}-${{COMP_WORDS[2]}}\n  fi\n", group.name);
  }
}

int print_completion(const Command& program) {
  fmt::print("{}", kHead);
  print_choice(program, 1);
  print_groups(program);
  fmt::print("  local known_sets=\"{}\"\n", set_names());
  auto commands = program.leaves();  // renamed "run", "dataset-stats", as in the printed script
  for (auto& [called, command] : commands)
    std::ranges::replace(called, ' ', '-');
  fmt::print("  case $command/$previous in\n");
  for (const auto& [called, command] : commands) {
    for (const options::Option& option : command->options)
      print_value(called, option);
  }
  fmt::print("  esac\n  case $command in\n");
  for (const auto& [called, command] : commands)
    print_command(called, *command);
  fmt::print("  esac{}", kTail);
  return kOk;
}

}  // namespace

void add_completion(Command& program) {
  program.add("completion", "Print a completion script for bash").act = [&program] {
    return print_completion(program);
  };
}

}  // namespace sudoku::cli
