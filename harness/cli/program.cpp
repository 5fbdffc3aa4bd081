#include "harness/cli/program.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/cli/progress.h"
#include "harness/runner/worker.h"
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

constexpr const char* kName = "sudoku-bench";

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};

// Installs a handler without SA_RESTART, so that blocking system calls return EINTR.
void answer_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  for (const int signal : kSignals) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    // Catches an ignored SIGINT, as in background jobs, but not a SIGHUP that nohup ignores.
    if (signal != SIGHUP || before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

// Minimum stack: a run of all solvers needed 288 kB (in 32 kB steps); harder puzzles need more.
constexpr rlim_t kLeastStack = rlim_t{1} << 20;

// Opens /dev/null in place of closed standard streams: otherwise the next opened file would get
// their number and receive messages. Called before any file is opened.
void occupy_standard_streams() {
  // /dev/null is opened for writing as standard input, and for reading as standard output, so that
  // using them fails. As standard error, it drops all messages, but is no output file.
  constexpr std::array<int, 3> kModes = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    // open() returns the lowest free descriptor, which is that of the closed `stream`.
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    std::ignore = ::open("/dev/null", kModes[static_cast<std::size_t>(stream)]);
    if (stream == STDERR_FILENO) base::treat_standard_error_as_closed();
  }
}

// Turns limits that end a program by a signal without a message, or that a solver would be blamed
// for, into errors: the file size limit (then EFBIG), a stack that is too small, few open files.
void meet_limits() {
  std::signal(SIGXFSZ, SIG_IGN);
  require_open_files(kOpenFiles);
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= kLeastStack) return;
  throw base::InputError("the stack limit is {} kB, at least {} kB are needed (ulimit -s)",
                         stack.rlim_cur / 1024, kLeastStack / 1024);
}

// Prints `why`, the reason for exit code `code`. Returns `code`. A message may quote untrusted
// text.
int fail(int code, std::string_view why, const std::string& more = "") {
  const std::string line = base::printable(why, base::kLongestLine);
  // std::fputs(), because fmt::print() throws when standard error cannot be written.
  std::fputs(fmt::format("{}: {}\n{}", kName, line, more).c_str(), stderr);
  return code;
}

// Returns the exit code of `action`, or of the exception that it throws.
int guarded(const std::function<int()>& action) {
  try {
    return action();
  } catch (const base::BrokenPipe&) {
    return kOk;
  } catch (const base::Interrupted&) {
    return kInterrupted;
  } catch (const std::bad_alloc&) {
    return fail(kBadInput, "not enough memory");
  } catch (const std::system_error& error) {
    // std::thread says why it cannot start, but not what.
    const bool is_thread = error.what() == error.code().message();
    return fail(kBadInput, std::string(is_thread ? "cannot start a thread: " : "") + error.what());
  } catch (const std::exception& error) {
    return fail(kBadInput, error.what());
  }
}

// Says to whoever sits at a terminal which files the command has written.
void tell_files_written(const std::vector<std::string>& words) {
  const std::vector<std::string> files = base::files_written();
  const bool is_quiet = std::ranges::count(words, "-q") + std::ranges::count(words, "--quiet") > 0;
  if (!files.empty() && !is_quiet && is_terminal(stderr))
    print_line(stderr, "wrote {}", fmt::join(files, ", "));
}

// Runs the command and flushes standard output: a full disk may show only then.
int act_and_flush(const Command& program, Command& command,
                  const std::vector<std::string>& arguments) {
  const auto is_written = [] { return std::ferror(stdout) == 0; };
  int code = kOk;
  try {
    code = run_command(program, command, arguments);
  } catch (const std::system_error&) {
    // fmt::print() throws one when it cannot write.
    if (is_written()) throw;
  }
  if (std::fflush(stdout) != 0 || !is_written())
    throw base::OutputError("standard output: cannot be written");
  if (code != kInterrupted) tell_files_written(arguments);  // an interrupted run says so itself
  return code;
}

int parse_and_act(std::vector<std::string> words) {
  answer_signals(end_at_once);
  meet_limits();
  const std::optional<ProcessPart> part = take_process_words(words);
  Command program(kName,
                  "Solves Sudoku in bulk with many solvers, checks every answer, and reports "
                  "throughput and per-puzzle latency.");
  program.footer = "Exit status:";
  for (const ExitStatus& status : kExitStatuses)
    program.footer += fmt::format("\n{}\t{}", status.code, status.meaning);
  add_run(program, words, part);
  for (const auto add : {add_solve, add_compare, add_ab, add_report, add_dataset, add_export,
                         add_merge, add_micro, add_solvers, add_version}) {
    add(program);
  }
  std::vector<std::string> arguments = words;
  Command& command = take_command(program, arguments);
  try {
    return act_and_flush(program, command, arguments);
  } catch (const base::UsageError& error) {
    if (words.size() == 1) {
      fmt::print(stderr, "{}", help_text(program, program, false, screen_of(stderr).width));
      return kUsage;
    }
    return fail(kUsage, error.what(), fmt::format("(see `{} --help`)\n", command.called));
  }
}

std::string capabilities(const SolverInfo& info) {
  std::string text = info.proves_uniqueness ? "proves uniqueness" : "does not prove uniqueness";
  text +=
      info.counts_solutions ? ", counts solutions to any limit" : ", counts at most 2 solutions";
  if (!info.searches) text = "does not search: leaves puzzles that need search incomplete";
  if (info.rates) text += ", reports the hardest technique";
  if (info.batch > 1) text += fmt::format(", works on batches of {}", info.batch);
  if (!info.ranked) text += ", not ranked";
  return text;
}

int list_solvers() {
  for (const SolverEntry* entry : roster()) {
    const SolverInfo& info = entry->info;
    fmt::print("{}\n    {}\n    source: {}\n    guess:  {}\n    {}\n", info.name, info.about,
               info.source, info.guess, capabilities(info));
  }
  for (const MissingEngine& missing : missing_engines()) {
    fmt::print("{}\n    not in this build: its engine is missing; install {} and build again\n",
               missing.solver, missing.package);
  }
  return kOk;
}

}  // namespace

int code_of(const result::RunResult& result) {
  if (!result.complete) return kInterrupted;
  const bool is_bad = std::ranges::any_of(result.results, [](const result::Row& row) {
    return result::is_void(row) || result::has_crashed(row);
  });
  return is_bad ? kWrongAnswer : kOk;
}

const std::atomic<bool>& watch_for_interrupts() {
  base::interruption_event();  // creates the event that the handler signals
  answer_signals(on_signal);
  return base::interruption();
}

void require_open_files(std::uint64_t needed) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= needed) return;
  throw base::InputError("the limit of open files is {}, at least {} are needed (ulimit -n)",
                         files.rlim_cur, needed);
}

int run_program(std::vector<std::string> words) {
  occupy_standard_streams();
  return guarded([&] {
    const bool is_worker = words.size() > 1 && words[1] == runner::kWorkerWord;
    return is_worker ? runner::serve_as_worker({words.begin() + 1, words.end()})
                     : parse_and_act(std::move(words));
  });
}

void add_version(Command& program) {
  const result::ToolRecord tool = tool_record();
  program.version =
      fmt::format("{} {}\nrevision  {}\nbuild     {}\ncompiler  {}\nflags     {}", program.name,
                  tool.version, tool.git_revision, tool.build_type, tool.compiler, tool.flags);
  program.add("version", "Print version, revision, compiler and flags").act = [&program] {
    fmt::print("{}\n", program.version);
    return kOk;
  };
}

void add_solvers(Command& program) {
  program.add("solvers", "List the solvers: algorithm, source and what counts as a guess").act =
      list_solvers;
}

}  // namespace sudoku::cli
