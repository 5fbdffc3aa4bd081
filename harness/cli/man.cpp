// `sudoku-bench man`: prints the manual page in roff, made from the declared options.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "harness/cli/program.h"
#include "harness/dataset/catalog.h"

namespace sudoku::cli {

namespace {

// Escapes text for roff: no character is a request or an escape, and minus signs can be copied.
std::string roff(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\n.br\n";
    } else if (c == '\\') {
      escaped += "\\e";
    } else {
      if (c == '-') escaped += '\\';
      escaped += c;
    }
  }
  const bool is_request = escaped.starts_with('.') || escaped.starts_with('\'');
  return is_request ? "\\&" + escaped : escaped;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }

std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

void section(std::string_view title) {
  std::string upper(title);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  fmt::print(".SH {}\n", roff(upper));
}

void item(std::string_view label, std::string_view text) {
  fmt::print(".TP\n{}\n{}\n", label, roff(text));
}

// Names and placeholder of an option, as "-q, --quiet" or "--threads N|LIST".
std::string label_of(const options::Option& option) {
  if (option.is_argument()) return italic(option.value);
  std::string label;
  for (const std::string& name : option.all_names())
    label += (label.empty() ? "" : ", ") + bold(name);
  return option.is_flag() ? label : label + " " + italic(option.value);
}

void describe(const options::Option& option) {
  std::string text = option.help + ".";
  if (!option.shown_default.empty()) text += fmt::format(" Default: {}.", option.shown_default);
  item(label_of(option), text);
}

void synopsis(const Command& program, const std::string& words, const Command& command) {
  std::string line = bold(fmt::format("{} {}", program.name, words));
  const auto is_option = [](const options::Option& option) { return !option.is_argument(); };
  if (std::ranges::any_of(command.options, is_option)) line += " [" + italic("OPTION") + "]...";
  for (const options::Option& option : command.options) {
    if (!option.is_argument()) continue;
    const std::string name = italic(option.value) + (option.is_list ? "..." : "");
    line += option.is_required ? " " + name : " [" + name + "]";
  }
  fmt::print("{}\n", line);
}

// Prints the section of a subcommand. --help is left out: it is described once, for the program.
void describe(const std::string& words, const Command& command) {
  section(words);
  fmt::print("{}.\n", roff(command.about));
  for (const options::Option& option : command.options)
    describe(option);
  for (const std::string& line : options::split(command.footer, '\n')) {
    const std::size_t tab = line.find('\t');
    if (tab != std::string::npos) {
      item(bold(line.substr(0, tab)), line.substr(tab + 1));
    } else if (!line.empty()) {
      fmt::print(".PP\n{}\n", roff(line));
    }
  }
}

void print_head(const Command& program) {
  const std::string version = roff(tool_record().version);
  std::string purpose = program.about;
  purpose.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(purpose.front())));
  fmt::print(".TH SUDOKU\\-BENCH 1 \"\" \"{} {}\" \"User Commands\"\n", roff(program.name),
             version);
  section("name");
  fmt::print("{} \\- {}\n", roff(program.name), roff(purpose.substr(0, purpose.find('\n'))));
  section("synopsis");
  const char* separator = "";
  for (const auto& [words, command] : program.leaves()) {
    fmt::print("{}", std::exchange(separator, ".br\n"));
    synopsis(program, words, *command);
  }
  section("description");
  fmt::print("{}\n", roff(program.about));
  for (const options::Option* option : program.listed())
    describe(*option);
}

void print_tail(const Command& program) {
  section("exit status");
  for (const ExitStatus& status : kExitStatuses)
    item(bold(fmt::to_string(status.code)), status.meaning + std::string("."));
  section("environment");
  item(bold("NO_COLOR"), "When set, output to terminals has no colours.");
  item(bold("COLUMNS"), "Width of tables that are not printed on a terminal, in characters.");
  item(bold(dataset::kBundledVariable),
       "The folder of the bundled puzzle sets and the catalog, for a program that was copied "
       "without it.");
  item(bold(dataset::kFetchedVariable),
       "The folder of fetched puzzle sets, instead of $XDG_DATA_HOME/sudoku-bench or "
       "~/.local/share/sudoku-bench.");
  item(bold("TMPDIR"),
       "The folder for temporary copies of input that can be read only once; /tmp if it is empty "
       "or not set.");
  section("files");
  item(italic("<prefix>/share/sudoku-bench/datasets"), "The bundled puzzle sets.");
  section("examples");
  for (const auto& [words, command] : program.leaves()) {
    for (const auto& [line, what] : command->examples)
      item(bold(line), what);
  }
}

}  // namespace

void add_man(Command& program) {
  program.add("man", "Print this program's manual page (roff)").act = [&program] {
    print_head(program);
    for (const auto& [words, command] : program.leaves())
      describe(words, *command);
    print_tail(program);
    return kOk;
  };
}

}  // namespace sudoku::cli
