// Text of --help and --help-all, made from the declared options.
#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/table.h"
#include "harness/cli/command.h"

namespace sudoku::cli {

namespace {

// Columns of labels, behind which texts begin, and the widest line that reads well.
constexpr std::size_t kLabels = 26;
constexpr std::size_t kWidest = 100;

// Examples in the short help.
constexpr std::size_t kMostExamples = 3;

// The first sentence of a text, or what precedes its semicolon or its note on the default.
std::string first_sentence(const std::string& text) {
  std::size_t end = text.size();
  for (const std::string_view mark : {". ", "; ", " (default"})
    end = std::min(end, text.find(mark));
  return text.substr(0, text.ends_with('.') ? std::min(end, text.size() - 1) : end);
}

// Names and placeholder of an option: "-o, --output FILE".
std::string entry_label(const options::Option& option) {
  if (option.is_argument()) return option.value + (option.is_list ? "..." : "");
  const std::string names = fmt::format("{}", fmt::join(option.all_names(), ", "));
  return option.is_flag() ? names : names + " " + option.value;
}

class HelpText {
 public:
  HelpText(bool is_whole, std::size_t width)
      : is_whole_(is_whole), width_(std::clamp<std::size_t>(width, 2 * kLabels, kWidest)) {}

  // `exit_codes`: lines as in a footer.
  std::string of(const Command& command, const std::string& exit_codes) {
    add_usage(command);
    add_paragraph("\n" + command.about + (command.about.ends_with('.') ? "" : "."));
    add_examples(command);
    if (!command.commands.empty()) add_heading("Commands");
    for (const Command& inner : command.commands)
      add_entry(inner.name, shown(inner.about));
    add_options(command);
    if (command.footer != exit_codes) add_footer(command.footer);
    if (is_whole_) add_footer(exit_codes);
    if (!is_whole_) add_paragraph(fmt::format("\nAll of it: `{} --help-all`.", command.called));
    return std::move(text_);
  }

 private:
  void add_paragraph(const std::string& text) { text_ += base::wrapped(text, width_, 0) + "\n"; }

  void add_heading(const std::string& title) { text_ += "\n" + title + ":\n"; }

  // Adds a label and the text behind it, or below it if the label is long.
  void add_entry(const std::string& label, const std::string& text) {
    std::string start = "  " + label;
    if (base::width_of(start) + 2 > kLabels) text_ += std::exchange(start, "") + "\n";
    start.resize(start.size() + kLabels - base::width_of(start), ' ');
    text_ += base::wrapped(start + text, width_, kLabels) + "\n";
  }

  // Adds what follows the options: a line with a tab is an entry, one that ends in a colon a title.
  void add_footer(const std::string& footer) {
    for (const std::string& line : options::split(footer, '\n')) {
      const std::size_t tab = line.find('\t');
      if (tab != std::string::npos) {
        add_entry(line.substr(0, tab), shown(line.substr(tab + 1)));
      } else if (line.ends_with(':')) {
        text_ += "\n" + line + "\n";
      } else if (is_whole_ && !line.empty()) {
        add_paragraph("\n" + line);
      }
    }
  }

  void add_usage(const Command& command) {
    std::string words = command.commands.empty() ? " [OPTION]..." : " COMMAND";
    for (const options::Option& option : command.options) {
      if (!option.is_argument()) continue;
      words += option.is_required ? " " + entry_label(option)
                                  : fmt::format(" [{}]", entry_label(option));
    }
    add_paragraph("Usage: " + command.called + words);
  }

  void add_examples(const Command& command) {
    if (command.examples.empty()) return;
    add_heading("Examples");
    const std::size_t most = is_whole_ ? command.examples.size() : kMostExamples;
    for (std::size_t i = 0; i < std::min(command.examples.size(), most); ++i) {
      text_ += "  " + command.examples[i].command + "\n";
      text_ += base::wrapped("      " + command.examples[i].what, width_, 6) + "\n";
    }
  }

  // Adds the options under the titles of their groups.
  void add_options(const Command& command) {
    const std::string* group = nullptr;
    for (const options::Option* option : command.listed()) {
      if (option->is_rare && !is_whole_) continue;
      if (group == nullptr || *group != option->group) add_heading(option->group);
      group = &option->group;
      add_entry(entry_label(*option), text_of(*option));
    }
  }

  std::string text_of(const options::Option& option) const {
    std::string text = shown(option.help);
    if (!option.shown_default.empty()) text += fmt::format(" [default: {}]", option.shown_default);
    if (option.is_required && !option.is_argument()) text += " [required]";
    if (is_whole_ && !option.excluded.empty())
      text += fmt::format(" [not with {}]", fmt::join(option.excluded, ", "));
    return text;
  }

  std::string shown(const std::string& text) const {
    return is_whole_ ? text : first_sentence(text);
  }

  bool is_whole_;
  std::size_t width_;
  std::string text_;
};

}  // namespace

std::string help_text(const Command& program, const Command& command, bool is_whole,
                      std::size_t width) {
  return HelpText(is_whole, width).of(command, program.footer);
}

}  // namespace sudoku::cli
