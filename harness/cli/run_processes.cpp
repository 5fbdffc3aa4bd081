#include "harness/cli/run_processes.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <poll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/child_process.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/cli/program.h"
#include "harness/result/json.h"
#include "harness/run/merge.h"

namespace sudoku::cli {

namespace {

// Timeout in ms of waiting for the end of a process: kernels before 5.3 have no pidfd to wait on.
constexpr int kPatienceMs = 500;

constexpr const char* kProcessWord = "process-of-a-run";

// Number of arguments that describe a ProcessPart: kProcessWord and four values.
constexpr std::size_t kProcessWords = 5;

// Runs this program to its end, and returns its wait status. `words` is its argv. It shares our
// standard streams, dies with us, and has a process group of its own, so that Ctrl-C reaches it
// once, through us. Throws std::system_error when it cannot be started.
int run_fresh(const std::vector<std::string>& words) {
  const std::atomic<bool>& interrupted = watch_for_interrupts();
  const pid_t process = base::launch({.command = words,
                                      .program = base::kThisProgram,
                                      .ignores_what_we_ignore = true,
                                      .in_own_group = true,
                                      .death_signal = SIGTERM,
                                      // SIGTTOU would stop the progress line on our terminal.
                                      .prepare = [] { ::signal(SIGTTOU, SIG_IGN); }});
  // The C library's pidfd_open() cannot be linked from C++ before its version 2.37.
  const base::Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, process, 0U)));
  std::array<pollfd, 2> either = {
      {{.fd = handle.number(), .events = POLLIN, .revents = 0},
       {.fd = base::interruption_event(), .events = POLLIN, .revents = 0}}};
  bool told = false;
  int status = 0;
  while (::waitpid(process, &status, WNOHANG) == 0) {
    if (interrupted && !told) ::kill(process, SIGINT);
    told = interrupted;
    ::poll(either.data(), told ? 1 : 2, kPatienceMs);
  }
  return status;
}

// File for the result of a process, in memory: nothing is left behind, however the processes end.
// Processes started after its creation inherit it.
struct ResultFile {
  ResultFile() {
    if (memory.number() < 0) base::throw_errno("cannot create a result file");
  }

  std::string path() const { return fmt::format("/proc/self/fd/{}", memory.number()); }

  base::Descriptor memory{::memfd_create("sudoku-bench result of a process", 0)};
};

// Results of the processes that `run --processes` has started, and how the last of them ended.
struct Series {
  std::vector<result::RunResult> runs;
  int code = kOk;
  bool whole = true;  // whether all of them completed; if so, the next one should run
};

void run_one(const ProcessPart& part, const std::vector<std::string>& command,
             base::WatchedFiles& files, Series& series) {
  std::vector<std::string> words = {
      command.front(),         kProcessWord, fmt::to_string(part.number),
      fmt::to_string(part.of), part.result,  part.pilots};
  words.insert(words.end(), command.begin() + 1, command.end());
  const int status = run_fresh(words);
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const int code = signal == 0 ? WEXITSTATUS(status) : kOk;
  // An interrupt may kill a process before it watches for signals, or end it as it reads its input.
  const bool died_of_it = signal == SIGINT && watch_for_interrupts();
  const bool has_nothing = std::filesystem::file_size(part.result) == 0;
  const bool has_changed = !files.changed().empty();
  series.whole = false;
  if (has_changed || code == kBadInput) series.code = kBadInput;
  if (died_of_it || (has_nothing && code == kInterrupted)) {
    if (series.runs.empty()) series.code = kInterrupted;
  } else if (signal != 0) {
    fmt::print(stderr, "sudoku-bench: process {} of {} {}\n", part.number, part.of,
               base::end_of(status));
    series.code = kWrongAnswer;
  } else if (has_nothing) {
    series.code = code;
    if (!has_changed) series.runs.clear();  // some processes' results are no result of the run
  } else {
    result::RunResult run = result::read_result(part.result);
    series.whole = run.complete && !has_changed;
    if (series.whole || series.runs.empty()) series.runs.push_back(std::move(run));
  }
}

}  // namespace

std::optional<ProcessPart> take_process_words(std::vector<std::string>& command) {
  if (command.size() <= kProcessWords || command[1] != kProcessWord) return std::nullopt;
  const ProcessPart part = {.number = std::stoull(command[2]),
                            .of = std::stoull(command[3]),
                            .result = command[4],
                            .pilots = command[5]};
  command.erase(command.begin() + 1, command.begin() + 1 + kProcessWords);
  return part;
}

ProcessesEnded run_processes(const std::vector<std::string>& command, std::uint64_t processes,
                             const std::string& pilots, base::WatchedFiles& files) {
  const ResultFile first;
  Series series;
  ProcessPart part{.number = 1, .of = processes, .result = first.path(), .pilots = pilots};
  run_one(part, command, files, series);
  part.pilots = first.path();
  while (series.whole && part.number < processes) {
    const ResultFile file;
    ++part.number;
    part.result = file.path();
    run_one(part, command, files, series);
  }
  if (series.runs.empty()) return {.run = std::nullopt, .code = series.code};
  run::CombinedRun combined = run::combine_processes(std::move(series.runs));
  combined.run.settings.set(result::kProcesses, processes);
  combined.run.complete = series.whole;
  return {.run = std::move(combined.run),
          .code = combined.same_answers ? series.code : kWrongAnswer};
}

}  // namespace sudoku::cli
