// `sudoku-bench completion`: a completion script for bash, made from the declared options.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/cli/program.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

// The start of the script, the same whatever the options are. Bash splits `--name=value` into three
// words.
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
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

_sudoku_bench() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options= paths=
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

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string solver_names() {
  std::vector<std::string_view> names;
  for (const SolverEntry* entry : roster()) {
    if (entry->info.ranked) names.push_back(entry->info.name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// The type of an option tells what its value may be: FILE, FOLDER, SOLVER, SOLVERS (a list) and
// lower-case words, separated by bars; anything else (N, T) has no completion.
bool is_word(const std::string& type) {
  return !type.empty() && std::ranges::all_of(type, [](char c) { return c >= 'a' && c <= 'z'; });
}

std::string action_for(const std::string& type) {
  std::string words;
  std::string call = "_sudoku_bench_words";
  for (const std::string& part : split(type, '|')) {
    if (part == "FILE") return "_sudoku_bench_paths -f";
    if (part == "FOLDER") return "_sudoku_bench_paths -d";
    if (part == "SOLVERS") call = "_sudoku_bench_list";
    if (part.starts_with("SOLVER")) words += solver_names() + " ";
    if (is_word(part)) words += part + " ";
  }
  if (words.empty()) return ":";
  words.pop_back();
  return fmt::format("{} \"{}\"", call, words);
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames())
    names.push_back("-" + name);
  for (const std::string& name : option.get_lnames())
    names.push_back("--" + name);
  return names;
}

// Prints the case for the value of an option: "    run/--solvers) ... ;;".
void print_value(const std::string& command, const CLI::Option& option) {
  if (option.get_positional() || option.get_items_expected_max() == 0) return;
  std::vector<std::string> patterns;
  for (const std::string& name : names_of(option)) {
    patterns.push_back(fmt::format("{}/{}", command, name));
  }
  fmt::print("    {})\n      {}\n      return\n      ;;\n", fmt::join(patterns, " | "),
             action_for(option.get_type_name()));
}

// Prints the case for what else may follow a subcommand: its options, and paths.
void print_subcommand(const std::string& command, const CLI::App& subcommand) {
  std::vector<std::string> names;
  bool has_paths = false;
  for (const CLI::Option* option : subcommand.get_options(is_shown)) {
    std::ranges::copy(names_of(*option), std::back_inserter(names));
    has_paths = has_paths || option->get_positional();
  }
  fmt::print("    {})\n      options=\"{}\"\n", command, fmt::join(names, " "));
  if (has_paths) fmt::print("      paths=-f\n");
  // Options that another library defines are asked for when they are needed.
  if (subcommand.get_allow_extras()) {
    fmt::print(
        "      options+=\" $(\"${{COMP_WORDS[0]}}\" {} --help 2>/dev/null | "
        "grep -o -e '--[a-z_]*=')\"\n",
        subcommand.get_name());
  }
  fmt::print("      ;;\n");
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// Prints what may stand at word `place`: the subcommands and long options of `app`.
void print_choice(const CLI::App& app, int place) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : subcommands_of(app))
    names.push_back(subcommand->get_name());
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  }
  fmt::print("  if ((COMP_CWORD == {})); then\n    _sudoku_bench_words \"{}\"\n", place,
             fmt::join(names, " "));
  fmt::print("    return\n  fi\n");
}

struct Command {
  std::string name;  // as the script calls it: "run", "dataset-stats"
  const CLI::App* app;
};

// Prints how commands with subcommands of their own are told apart, and returns all commands that
// have none.
std::vector<Command> print_commands(const CLI::App& app) {
  std::vector<Command> commands;
  for (const CLI::App* subcommand : subcommands_of(app)) {
    const std::string& name = subcommand->get_name();
    const auto inner = subcommands_of(*subcommand);
    if (inner.empty()) {
      commands.push_back({name, subcommand});
      continue;
    }
    fmt::print("  if [[ $command == {} ]]; then\n", name);
    print_choice(*subcommand, 2);
    fmt::print("  command={}-${{COMP_WORDS[2]}}\n  fi\n", name);
    for (const CLI::App* one : inner)
      commands.push_back({name + "-" + one->get_name(), one});
  }
  return commands;
}

int print_completion(const CLI::App& app) {
  fmt::print("{}", kHead);
  print_choice(app, 1);
  const std::vector<Command> commands = print_commands(app);
  fmt::print("  case $command/$previous in\n");
  for (const auto& [name, subcommand] : commands) {
    for (const CLI::Option* option : subcommand->get_options(is_shown))
      print_value(name, *option);
  }
  fmt::print("  esac\n  case $command in\n");
  for (const auto& [name, subcommand] : commands)
    print_subcommand(name, *subcommand);
  fmt::print("  esac{}", kTail);
  return kOk;
}

}  // namespace

void add_completion(CLI::App& app, Action& action) {
  app.add_subcommand("completion", "Print a completion script for bash")->callback([&app, &action] {
    action = [&app] { return print_completion(app); };
  });
}

}  // namespace sudoku::cli
