// `sudoku-bench man`: the manual page in roff, made from the declared options.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/cli/known_sets.h"
#include "harness/cli/program.h"

namespace sudoku::cli {

namespace {

struct Example {
  const char* command;
  const char* what;
};

constexpr std::array<Example, 10> kExamples = {{
    {"sudoku-bench run puzzles.csv", "Race the default solvers on a file, on all CPUs."},
    {"sudoku-bench run puzzles.csv hard.txt.gz --solvers all --threads 1,2 --result race.json",
     "Race all solvers on two files, on one thread and on two, and keep everything measured."},
    {"zstdcat puzzles.csv.zst | sudoku-bench run - --solvers mrv,dlx --time-budget 1s",
     "Read standard input and take about a second per solver."},
    {"sudoku-bench run puzzles.csv --sample 1% --puzzle-csv puzzles-solved.csv",
     "Solve a random hundredth and write a row per puzzle and solver."},
    {"zstdcat puzzles.csv.zst | sudoku-bench solve - -o solved.csv.zst",
     "Solve any number of puzzles, and keep their order."},
    {"sudoku-bench solve puzzle.txt --draw --explain",
     "Show a person how to solve the puzzles of a file."},
    {"sudoku-bench dataset verify puzzles.csv",
     "Check in CI that all puzzles of a file are proper and their solutions right."},
    {"sudoku-bench dataset convert puzzles.csv puzzles.sdm",
     "Write the puzzles of a table as lines with 0 for blanks."},
    {"sudoku-bench dataset generate --kind hard --count 100 --seed 7 -o hard.csv",
     "Draw a hundred puzzles that are hard for mrv_hidden."},
    {"sudoku-bench micro --benchmark_filter=solve/mrv --benchmark_format=json",
     "Time one solver on the bundled sets with Google Benchmark."},
}};

// The text escaped for roff: no character of it is a request or an escape, and a minus stays a
// minus, so that options can be copied from the page.
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

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", roff(text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", roff(text));
}

void section(std::string_view title) {
  std::string upper(title);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  fmt::print(".SH {}\n", roff(upper));
}

void item(std::string_view label, std::string_view text) {
  fmt::print(".TP\n{}\n{}\n", label, roff(text));
}

// The subcommands without subcommands of their own: of `dataset`, those below it.
std::vector<const CLI::App*> subcommands(const CLI::App& app) {
  std::vector<const CLI::App*> found;
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
    const auto inner = subcommands(*subcommand);
    if (inner.empty()) found.push_back(subcommand);
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return found;
}

// "run" or "dataset stats".
std::string words_of(const CLI::App& subcommand) {
  const CLI::App* group = subcommand.get_parent();
  const bool is_inner = group->get_parent() != nullptr;
  return is_inner ? group->get_name() + " " + subcommand.get_name() : subcommand.get_name();
}

// All options but --help, which is described once, for the program.
std::vector<const CLI::Option*> own_options(const CLI::App& subcommand) {
  return subcommand.get_options([&](const CLI::Option* option) {
    return option != subcommand.get_help_ptr() && is_shown(option);
  });
}

bool takes_value(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

// "-q, --quiet" or "--threads N|LIST".
std::string label_of(const CLI::Option& option) {
  if (option.get_positional()) return italic(option.get_type_name());
  std::string label;
  for (const std::string& name : option.get_snames())
    label += bold("-" + name) + ", ";
  for (const std::string& name : option.get_lnames())
    label += bold("--" + name) + ", ";
  label.resize(label.size() - 2);
  return takes_value(option) ? label + " " + italic(option.get_type_name()) : label;
}

void describe(const CLI::Option& option) {
  std::string text = option.get_description() + ".";
  const std::string default_text = option.get_default_str();
  if (takes_value(option) && !default_text.empty()) {
    text += fmt::format(" Default: {}.", default_text);
  }
  item(label_of(option), text);
}

void synopsis(const CLI::App& app, const CLI::App& subcommand) {
  std::string line = bold(fmt::format("{} {}", app.get_name(), words_of(subcommand)));
  const auto all = own_options(subcommand);
  if (std::ranges::any_of(all, [](const auto* option) { return option->nonpositional(); })) {
    line += " [" + italic("OPTION") + "]...";
  }
  for (const CLI::Option* option : all) {
    if (!option->get_positional()) continue;
    const std::string name =
        italic(option->get_type_name()) + (option->get_items_expected_max() > 1 ? "..." : "");
    line += option->get_required() ? " " + name : " [" + name + "]";
  }
  fmt::print("{}\n", line);
}

void describe(const CLI::App& app, const CLI::App& subcommand) {
  section(words_of(subcommand));
  fmt::print("{}.\n", roff(subcommand.get_description()));
  for (const CLI::Option* option : own_options(subcommand))
    describe(*option);
  const std::string footer = subcommand.get_footer();
  // A footer inherited from the program has a section of its own.
  if (footer != app.get_footer()) fmt::print(".PP\n{}\n", roff(footer));
}

void print_head(const CLI::App& app) {
  const std::string version = roff(tool_record().version);
  std::string purpose = app.get_description();
  purpose.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(purpose.front())));
  fmt::print(".TH SUDOKU\\-BENCH 1 \"\" \"{} {}\" \"User Commands\"\n", roff(app.get_name()),
             version);
  section("name");
  fmt::print("{} \\- {}\n", roff(app.get_name()), roff(purpose.substr(0, purpose.find('\n'))));
  section("synopsis");
  for (const CLI::App* subcommand : subcommands(app)) {
    if (subcommand != subcommands(app).front()) fmt::print(".br\n");
    synopsis(app, *subcommand);
  }
  section("description");
  fmt::print("{}\n", roff(app.get_description()));
  for (const CLI::Option* option : app.get_options())
    describe(*option);
}

void print_tail() {
  section("exit status");
  for (const ExitStatus& status : kExitStatuses) {
    item(bold(fmt::to_string(status.code)), status.meaning + std::string("."));
  }
  section("environment");
  item(bold("NO_COLOR"), "When set, terminals get no colours either.");
  item(bold(kFetchedVariable),
       "The folder of fetched puzzle sets, instead of $XDG_DATA_HOME/sudoku-bench or "
       "~/.local/share/sudoku-bench.");
  item(bold("TMPDIR"),
       "The folder in which input that can be read only once is kept while it is needed; /tmp if "
       "it is empty or not set.");
  section("files");
  item(italic("<prefix>/share/sudoku-bench/datasets"), "The bundled puzzle sets.");
  section("examples");
  for (const Example& example : kExamples)
    item(roff(example.what), example.command);
}

int print_man(const CLI::App& app) {
  print_head(app);
  for (const CLI::App* subcommand : subcommands(app))
    describe(app, *subcommand);
  print_tail();
  return kOk;
}

}  // namespace

void add_man(CLI::App& app, Action& action) {
  app.add_subcommand("man", "Print this program's manual page (roff)")->callback([&app, &action] {
    action = [&app] { return print_man(app); };
  });
}

}  // namespace sudoku::cli
