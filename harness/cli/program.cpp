#include "harness/cli/program.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/cli/build_info.h"
#include "harness/cli/named_files.h"
#include "solvers/nearest.h"
#include "solvers/roster.h"

namespace sudoku::cli {

namespace {

extern "C" void end_at_once(int /*signal*/) {
  base::remove_temporaries();
  ::_exit(kInterrupted);
}

extern "C" void on_signal(int signal) {
  base::interrupt();
  std::signal(signal, end_at_once);
}

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

bool is_ignored(int signal) {
  struct sigaction action = {};
  sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

// Without SA_RESTART, so that waiting system calls end and the program notices.
void answer_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  for (const int signal : kSignals) {
    // Shells start background jobs with SIGINT ignored, which means nothing; nohup ignores SIGHUP
    // on purpose.
    if (signal != SIGHUP || !is_ignored(signal)) sigaction(signal, &action, nullptr);
  }
}

// A run of all solvers needed 288 kB of stack (measured in steps of 32 kB); the rest is for harder
// puzzles.
constexpr rlim_t kLeastStack = rlim_t{1} << 20;

std::string exit_statuses() {
  std::string text = "Exit status:";
  for (const ExitStatus& status : kExitStatuses) {
    text += fmt::format("\n  {:<4}{}", status.code, status.meaning);
  }
  return text;
}

// Returns `code` once standard output is written: a full disk may show only at the last flush.
int flushed(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  throw base::OutputError("standard output: cannot be written");
}

// The help texts. What follows the name of an option is made here: CLI11's own differs from version
// to version.
class HelpFormat : public CLI::Formatter {
 public:
  // Options that are not shown leave an empty line.
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
    const std::size_t place = text.find("\n\n\n");
    return place == std::string::npos ? text : text.erase(place, 1);
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    if (option->get_type_size() != 0) {
      if (!option->get_type_name().empty()) text += " " + option->get_type_name();
      if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
      if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
      if (option->get_required()) text += " REQUIRED";
    }
    const char* separator = " Excludes: ";
    for (const CLI::Option* other : option->get_excludes())
      text += std::exchange(separator, " ") + other->get_name();
    return text;
  }
};

// The words that neither the program nor its subcommands understood.
std::vector<std::string> unknown_words(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  for (const CLI::App* subcommand : app.get_subcommands()) {
    const std::vector<std::string> more = unknown_words(*subcommand);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

// Whether the last subcommand understood needs another one after it.
bool wants_subcommand(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app.get_require_subcommand_min() > 0 : wants_subcommand(*chosen.front());
}

// The subcommand that was chosen last.
const CLI::App& innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : innermost(*chosen.front());
}

std::string unknown_option(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : innermost(app).get_options(is_shown)) {
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  }
  const std::string name = word.substr(0, word.find('='));
  return fmt::format("there is no option '{}'{}", name, suggestion(name, names));
}

std::string unknown_subcommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* subcommand : innermost(app).get_subcommands({}))
    names.push_back(subcommand->get_name());
  return fmt::format("there is no subcommand '{}'{}", word, suggestion(word, names));
}

std::string unknown_word(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-')) return unknown_option(app, word);
  return wants_subcommand(app) ? unknown_subcommand(app, word)
                               : fmt::format("'{}' was not expected", word);
}

std::optional<std::string> missing_word(const CLI::App& app) {
  if (wants_subcommand(app)) return "a subcommand is required";
  for (const CLI::Option* option : innermost(app).get_options()) {
    if (option->get_required() && option->count() == 0) return option->get_name() + " is required";
  }
  return std::nullopt;
}

std::optional<std::string> excluded_option(const CLI::App& app) {
  for (const CLI::Option* option : innermost(app).get_options()) {
    for (const CLI::Option* other : option->get_excludes()) {
      if (option->count() > 0 && other->count() > 0)
        return fmt::format("{} excludes {}", option->get_name(), other->get_name());
    }
  }
  return std::nullopt;
}

// The message about a missing or repeated value. CLI11's begins with the option's name; the rest
// differs from version to version.
std::optional<std::string> wrong_number_of_values(const CLI::App& app, std::string_view message) {
  const std::string name(message.substr(0, message.find(':')));
  const CLI::Option* const option = innermost(app).get_option_no_throw(name);
  if (option == nullptr) return std::nullopt;
  if (option->count() > 1) return name + ": expected once, found several times";
  return name + ": expected a value, found none";
}

// The message about a mistake on the command line. CLI11's is replaced where it differs from
// version to version, or names what is missing when the mistake is an unknown word.
std::string message_of(const CLI::App& app, const CLI::Error& error) {
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  const std::vector<std::string> unknown = unknown_words(app);
  const bool is_extra =
      kind == CLI::ExitCodes::ExtrasError || kind == CLI::ExitCodes::RequiredError;
  if (is_extra && !unknown.empty()) return unknown_word(app, unknown.front());
  std::optional<std::string> message;
  if (kind == CLI::ExitCodes::RequiredError) message = missing_word(app);
  if (kind == CLI::ExitCodes::ExcludesError) message = excluded_option(app);
  if (kind == CLI::ExitCodes::ArgumentMismatch) message = wrong_number_of_values(app, error.what());
  return message.value_or(error.what());
}

// The message as one printable line: it may quote untrusted text. Of a long message the start and
// the end are kept, since the reason often stands at the end.
std::string as_line(std::string_view message) {
  constexpr std::size_t kMost = 4000;
  constexpr std::size_t kEnd = 500;
  if (message.size() <= kMost + kEnd) return base::printable(message, base::kLongestLine);
  return base::printable(message.substr(0, kMost), base::kLongestLine) + "…" +
         base::printable(message.substr(message.size() - kEnd), base::kLongestLine);
}

int mistake(std::string_view message, const Failure& fail) {
  return fail(kUsage, fmt::format("{}\n(--help lists what there is)", as_line(message)));
}

// Prints --help or the mistake. CLI11 has an exit code for every kind of mistake, the program one
// for all.
int report(const CLI::App& app, const CLI::Error& error, const Failure& fail) {
  if (error.get_exit_code() == 0) return flushed(app.exit(error));  // --help
  return mistake(message_of(app, error), fail);
}

// The option of a word `--name=`, which lacks the value; null when the word is another.
const CLI::Option* option_without_value(const CLI::App& app, std::string_view word) {
  if (!word.starts_with("--") || !word.ends_with('=')) return nullptr;
  const auto* option = app.get_option_no_throw(std::string(word.substr(0, word.size() - 1)));
  return option != nullptr && option->get_items_expected_max() > 0 ? option : nullptr;
}

// The words from the last to the first, as CLI11 takes them. For the value of `--name=`, which is
// empty when it is a shell variable that is not set, it would take the next word.
std::vector<std::string> reversed_words(const CLI::App& app,
                                        const std::vector<std::string>& command) {
  std::vector<std::string> words;
  const CLI::App* chosen = &app;
  for (auto word = command.begin() + 1; word != command.end(); ++word) {
    const auto subcommands = chosen->get_subcommands(
        [&word](const CLI::App* subcommand) { return subcommand->check_name(*word); });
    if (!subcommands.empty()) chosen = subcommands.front();
    const bool lacks_value = option_without_value(*chosen, *word) != nullptr;
    words.push_back(lacks_value ? word->substr(0, word->size() - 1) : *word);
    if (lacks_value) words.emplace_back();
  }
  return {words.rbegin(), words.rend()};
}

// Makes errors of what would end the program by a signal and without a message: a file that grows
// beyond the limit (EFBIG then), and a stack that is too small.
void meet_limits() {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kLeastStack) return;
  throw base::InputError(
      fmt::format("the stack limit is {} kB, at least {} kB are needed (ulimit -s)",
                  stack.rlim_cur / 1024, kLeastStack / 1024));
}

int parse_and_act(const Program& program, const std::vector<std::string>& command) {
  CLI::App app(program.about, program.name);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormat>());
  app.option_defaults()->always_capture_default();
  app.footer(exit_statuses());
  Action action;
  program.declare(app, action);
  refuse_empty_names(app);
  try {
    app.parse(reversed_words(app, command));
    return flushed(action());
  } catch (const CLI::Error& error) {
    return report(app, error, program.fail);
  } catch (const base::UsageError& error) {
    return mistake(error.what(), program.fail);
  }
}

std::string version_text(const CLI::App& app) {
  const result::ToolRecord tool = tool_record();
  return fmt::format("{} {}\nrevision  {}\nbuild     {}\ncompiler  {}\nflags     {}",
                     app.get_name(), tool.version, tool.git_revision, tool.build_type,
                     tool.compiler, tool.flags);
}

std::string capabilities(const SolverInfo& info) {
  std::string text = info.proves_uniqueness ? "proves uniqueness" : "does not prove uniqueness";
  text += info.counts_solutions ? ", counts solutions to any limit" : ", counts no further than 2";
  if (!info.searches) text = "does not search: leaves what is beyond it incomplete";
  if (info.rates) text += ", tells the hardest technique";
  if (info.batch > 1) text += fmt::format(", works on batches of {}", info.batch);
  if (!info.ranked) text += ", never ranked";
  return text;
}

int list_solvers() {
  for (const SolverEntry* entry : roster()) {
    const SolverInfo& info = entry->info;
    fmt::print("{}\n    {}\n    source: {}\n    guess:  {}\n    {}\n", info.name, info.about,
               info.source, info.guess, capabilities(info));
    if (!info.tally.empty()) fmt::print("    also counts {}\n", info.tally);
  }
  for (const MissingEngine& missing : missing_engines()) {
    fmt::print("{}\n    not in this build, for want of its engine: install {} and build again\n",
               missing.solver, missing.package);
  }
  return kOk;
}

}  // namespace

void occupy_standard_streams() {
  // Standard input is opened for writing and standard output for reading, so that using them is an
  // error. Messages on a closed standard error are dropped.
  constexpr std::array<int, 3> kModes = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // open() takes the lowest free number, which is this one.
    if (::fcntl(stream, F_GETFD) < 0) {
      std::ignore = ::open("/dev/null", kModes[static_cast<std::size_t>(stream)]);
    }
  }
}

void end_on_signals() {
  answer_signals(end_at_once);
}

const std::atomic<bool>& watch_for_interrupts() {
  base::interruption_event();  // the handler needs it
  answer_signals(on_signal);
  return base::interruption();
}

int guarded(const Failure& fail, const std::function<int()>& action) {
  try {
    return action();
  } catch (const base::BrokenPipe&) {
    return kOk;
  } catch (const base::Interrupted&) {
    return kInterrupted;
  } catch (const std::bad_alloc&) {
    return fail(kBadInput, "there is not enough memory");
  } catch (const std::exception& error) {
    return fail(kBadInput, as_line(error.what()));
  }
}

int run_program(const Program& program, const std::vector<std::string>& command) {
  return guarded(program.fail, [&] {
    end_on_signals();
    meet_limits();
    return parse_and_act(program, command);
  });
}

void add_version(CLI::App& app, Action& action) {
  constexpr const char* kAbout = "Print version, revision, compiler and flags";
  app.set_version_flag("--version", version_text(app), kAbout);
  app.add_subcommand("version", kAbout)->callback([&app, &action] {
    action = [&app] {
      fmt::print("{}\n", version_text(app));
      return kOk;
    };
  });
}

void add_solvers(CLI::App& app, Action& action) {
  app.add_subcommand("solvers", "List the solvers: algorithm, source, what they count as a guess")
      ->callback([&action] { action = list_solvers; });
}

}  // namespace sudoku::cli
