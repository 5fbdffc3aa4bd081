#include "harness/runner/instruction_profile.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/child_process.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/external/counted_call.h"
#include "harness/machine/memory.h"
#include "harness/runner/callgrind_output.h"
#include "harness/runner/worker.h"
#include "harness/runner/worker_process.h"
#include "solvers/simd/isa.h"

namespace sudoku::runner {

namespace {

using namespace std::chrono_literals;

constexpr const char* kValgrind = "valgrind";

// Most bytes of a last line on standard error that a reason quotes.
constexpr std::size_t kMostOfAnError = 120;

// Functions with a smaller share of all instructions are left out of a record.
constexpr double kSmallestShare = 1e-4;

// Why nothing could be counted.
struct NoCounts : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The solver executes an instruction that valgrind does not know.
struct UnknownInstruction : NoCounts {
  using NoCounts::NoCounts;
};

base::Descriptor open_file(const std::string& path, int flags) {
  base::Descriptor file(::open(path.c_str(), flags | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (file.number() < 0) throw NoCounts(fmt::format("cannot open {}", path));
  return file;
}

constexpr int kToWrite = O_WRONLY | O_CREAT | O_TRUNC;

// Most bytes of a file that a process may write under valgrind.
constexpr std::uint64_t kLargestFile = 256U << 20U;

// Runs one process, with its files in a folder of its own.
class Profiler {
 public:
  explicit Profiler(const ProfileRequest& request) : request_(request) {}

  // Runs a process to its end, on `puzzles` as lines of its standard input, with `variable`
  // (NAME=value) in its environment. Throws NoCounts unless it ended well.
  void run(const std::vector<std::string>& command, const std::string& variable,
           PuzzleSpan puzzles) const {
    std::string lines;
    for (std::size_t i = 0; i < puzzles.size(); ++i)
      lines.append(puzzles[i].text()) += '\n';
    const base::Descriptor input = open_file(folder_.write("puzzles", lines), O_RDONLY);
    const base::Descriptor output = open_file(file("answers"), kToWrite);
    const base::Descriptor errors = open_file(file("errors"), kToWrite);
    const pid_t pid =
        base::launch({.command = command,
                      .variable = variable,
                      .descriptors = {input.number(), output.number(), errors.number()},
                      .in_own_group = true,
                      .death_signal = SIGKILL,
                      .prepare = [] { confine(kLargestFile); }});
    const auto until = SteadyClock::now() + request_.patience;
    int status = 0;
    while (::waitpid(pid, &status, WNOHANG) == 0) {
      if (!request_.cancelled && SteadyClock::now() < until) {
        std::this_thread::sleep_for(5ms);
        continue;
      }
      base::kill_with_descendants(pid);
      base::wait_for(pid);
      throw NoCounts(request_.cancelled
                         ? "the run was interrupted"
                         : fmt::format("it was still running after {} under valgrind",
                                       base::seconds_text(Seconds(request_.patience).count())));
    }
    require_success(status);
  }

  // What the process wrote to standard output.
  std::string answers() const { return base::whole_file(file("answers")); }

  // Arguments of valgrind before those of the program.
  std::vector<std::string> valgrind() const {
    // The pipes of --vgdb=yes would be left in the folder for temporary files by a kill.
    return {kValgrind,
            "--tool=callgrind",
            "--vgdb=no",
            "--dump-line=no",
            fmt::format("--callgrind-out-file={}.%p", file("counts")),
            fmt::format("--log-file={}.%p", file("log"))};
  }

  // Instructions by function in all files of the process.
  std::map<std::string, std::uint64_t> functions() const {
    std::map<std::string, std::uint64_t> all;
    for (const std::string& path : paths("counts.")) {
      for (const auto& [name, instructions] : functions_in(annotated(path)))
        all[name] += instructions;
    }
    return all;
  }

 private:
  std::string file(std::string_view name) const {
    return fmt::format("{}/{}", folder_.path(), name);
  }

  // The paths of all files whose names start with `start`.
  std::vector<std::string> paths(std::string_view start) const {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      if (entry.path().filename().string().starts_with(start)) paths.push_back(entry.path());
    }
    return paths;
  }

  // What valgrind's own program says of a file of counts.
  static std::string annotated(const std::string& path) {
    base::ChildProcess program(
        {"callgrind_annotate", "--threshold=100", "--show-percs=no", "--auto=no", path}, "LC_ALL=C",
        SIGKILL);
    std::string text;
    while (program.read(text))
      program.wait(false, 100ms);
    if (text.find("PROGRAM TOTALS") == std::string::npos)
      throw NoCounts("callgrind_annotate " + program.exit_reason());
    return text;
  }

  void require_success(int status) const {
    for (const std::string& log : paths("log"))
      require_known_instructions(base::whole_file(log));
    if (WIFSIGNALED(status)) {
      const char* const name = ::sigabbrev_np(WTERMSIG(status));
      throw NoCounts(fmt::format("it died of SIG{} under valgrind", name == nullptr ? "?" : name));
    }
    if (status != 0) {
      throw NoCounts(fmt::format("it ended with exit status {} under valgrind{}",
                                 WEXITSTATUS(status), last_error()));
    }
  }

  // An instruction that valgrind does not know kills the process; its log shows the bytes.
  static void require_known_instructions(const std::string& log) {
    constexpr std::string_view kSign = "unhandled instruction bytes: ";
    const std::size_t at = log.find(kSign);
    if (at == std::string::npos) return;
    const std::string bytes = log.substr(at + kSign.size(), log.find('\n', at) - at - kSign.size());
    // 0x62 is the prefix EVEX, with which all instructions of AVX-512 begin, and no other ones.
    if (bytes.starts_with("0x62"))
      throw UnknownInstruction("the solver uses AVX-512 instructions, which valgrind lacks");
    throw UnknownInstruction(fmt::format("the solver uses an instruction that valgrind lacks ({})",
                                         base::printable(bytes, kMostOfAnError)));
  }

  std::string last_error() const {
    const std::string line = last_line(base::whole_file(file("errors")), kMostOfAnError);
    return line.empty() ? "" : fmt::format(": '{}'", line);
  }

  base::TemporaryFolder folder_;
  const ProfileRequest& request_;
};

result::ProfileRecord record_of(const std::map<std::string, std::uint64_t>& functions,
                                std::size_t puzzles) {
  result::ProfileRecord record{.puzzles = puzzles};
  for (const auto& [name, instructions] : functions) {
    record.instructions += instructions;
    record.functions.push_back({.name = name, .instructions = instructions});
  }
  const double least = kSmallestShare * static_cast<double>(record.instructions);
  std::erase_if(record.functions, [least](const result::FunctionRecord& function) {
    return static_cast<double>(function.instructions) < least;
  });
  std::ranges::stable_sort(record.functions, std::ranges::greater(),
                           &result::FunctionRecord::instructions);
  return record;
}

// The path of this program, by which valgrind can run it, unlike by kThisProgram.
std::string path_of_this_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink(base::kThisProgram, error);
  if (error) throw NoCounts(fmt::format("cannot find this program: {}", error.message()));
  return path;
}

// Counts the calls of a plugin, or of a built-in solver for an instruction set.
result::ProfileRecord profile_of_calls(const SolverSpec& solver_spec, const ProfileRequest& request,
                                       Isa isa) {
  const Profiler profiler(request);
  std::vector<std::string> command = profiler.valgrind();
  const std::vector<std::string> task = worker_words({.solver = solver_spec});
  command.insert(
      command.end(),
      {"--instr-atstart=no", "--collect-atstart=no", path_of_this_program(), kWorkerWord,
       kProfiledWord, fmt::to_string(request.solution_limit), fmt::to_string(request.chunk)});
  command.insert(command.end(), task.begin(), task.end());
  profiler.run(command, fmt::format("SUDOKU_BENCH_ISA={}", name_of(isa)), request.puzzles);
  result::ProfileRecord record = record_of(profiler.functions(), request.puzzles.size());
  if (record.instructions == 0) throw NoCounts("valgrind counted nothing");
  return record;
}

// Valgrind lacks AVX-512 and even some instructions of AVX2, for which built-in solvers have other
// code.
result::ProfileRecord profile_of_built_in(const SolverSpec& solver_spec,
                                          const ProfileRequest& request) {
  Isa isa = std::min(chosen_isa(), Isa::avx2);
  result::ProfileRecord record;
  try {
    record = profile_of_calls(solver_spec, request, isa);
  } catch (const UnknownInstruction&) {
    if (isa == Isa::baseline) throw;
    isa = Isa::baseline;
    record = profile_of_calls(solver_spec, request, isa);
  }
  record.isa = name_of(isa);
  return record;
}

// Throws NoCounts for a script, of which valgrind would count the interpreter's instructions.
void require_machine_code(const std::string& program) {
  std::ifstream file(base::file_of_program(program), std::ios::binary);
  std::array<char, 2> start{};
  if (file.read(start.data(), start.size()) && start[0] == '#' && start[1] == '!')
    throw NoCounts("the command is a script: its interpreter's instructions are not the solver's");
}

// A word that makes the arguments and variables of all commands equally long: their length moves
// the stack, and functions of the C library take other ways for other alignments.
std::string padding_for(const std::vector<std::string>& command) {
  constexpr std::size_t kLength = std::size_t{16} << 10U;
  std::size_t length = base::file_of_program(command.front()).size();
  for (const std::string& word : command)
    length += word.size() + 1;
  std::string padding;
  padding.resize(kLength - std::min(length, kLength), 'x');
  return padding;
}

// Instructions of a command on the first puzzles, from its start to its end.
std::map<std::string, std::uint64_t> functions_of_command(const external::Spec& spec,
                                                          const ProfileRequest& request,
                                                          std::size_t puzzles) {
  const Profiler profiler(request);
  std::vector<std::string> command = {
      "env", fmt::format("SUDOKU_BENCH_SOLUTIONS={}", request.solution_limit),
      "SUDOKU_BENCH_PADDING=" + padding_for(spec.command), "LD_BIND_NOW=1"};
  const std::vector<std::string> valgrind = profiler.valgrind();
  command.insert(command.end(), valgrind.begin(), valgrind.end());
  command.emplace_back("--trace-children=yes");
  command.insert(command.end(), spec.command.begin(), spec.command.end());
  profiler.run(command, "", request.puzzles.subspan(0, puzzles));
  const auto lines = std::ranges::count(profiler.answers(), '\n');
  if (static_cast<std::size_t>(lines) != puzzles) {
    throw NoCounts(
        fmt::format("under valgrind, it answered {} puzzles by {} lines", puzzles, lines));
  }
  return profiler.functions();
}

// What a command costs without its start: the first of its puzzles pays for that.
result::ProfileRecord profile_of_command(const external::Spec& spec,
                                         const ProfileRequest& request) {
  require_machine_code(spec.command.front());
  if (request.puzzles.size() < 2) throw NoCounts("a command needs two puzzles at least");
  std::map<std::string, std::uint64_t> functions =
      functions_of_command(spec, request, request.puzzles.size());
  for (const auto& [name, instructions] : functions_of_command(spec, request, 1)) {
    std::uint64_t& all = functions[name];
    all -= std::min(all, instructions);
  }
  return record_of(functions, request.puzzles.size() - 1);
}

PuzzleList read_puzzles() {
  PuzzleList puzzles;
  std::string line;
  std::ifstream input("/dev/stdin");
  while (std::getline(input, line)) {
    if (line.size() == Pencilmarks::kText) {
      const Pencilmarks marks = parse_pencilmarks(line).marks;
      puzzles.clues.push_back(clues_of(marks));
      puzzles.marks.push_back(marks);
    } else {
      puzzles.clues.push_back(parse_grid(line).grid);
    }
  }
  return puzzles;
}

// Solves the puzzles of standard input twice: only the second time, when whatever is done once has
// been done, is counted. Words as in profile_of_calls().
void solve_profiled(const std::vector<std::string>& words) {
  constexpr std::size_t kOwnWords = 4;
  const Budget budget{.solution_limit = std::stoull(words.at(2))};
  const std::size_t chunk = std::stoull(words.at(3));
  const WorkerTask task = task_from({words.begin() + kOwnWords, words.end()});
  const bool is_built_in = task.solver.entry != nullptr;
  const external::ReportIncident ignore = [](std::size_t, Outcome, std::string_view) {};
  const std::unique_ptr<Solver> solver =
      is_built_in ? task.solver.entry->create()
                  : external::make_plugin(*task.solver.spec, ignore, nullptr, true);
  const PuzzleList puzzles = read_puzzles();
  std::vector<Answer> answers(puzzles.size());
  for (const bool is_counted : {false, true}) {
    if (is_counted) external::get_ready_to_count();
    for (std::size_t i = 0; i < puzzles.size(); i += chunk) {
      const std::size_t size = std::min(chunk, puzzles.size() - i);
      if (is_counted && is_built_in) external::toggle_counting();
      solver->solve_either(puzzles.span().subspan(i, size), budget,
                           std::span(answers).subspan(i, size));
      if (is_counted && is_built_in) external::toggle_counting();
    }
  }
}

}  // namespace

std::string why_no_valgrind() {
  if (machine::kIsSanitized) return "valgrind cannot run a program with AddressSanitizer";
  if (!external::kCanCountCalls) return "valgrind's header was missing when this program was built";
  return base::file_of_program(kValgrind).empty() ? "valgrind is not installed" : "";
}

result::ProfileRecord profile_of(const SolverSpec& solver_spec, const ProfileRequest& request) {
  try {
    if (const std::string why = why_no_valgrind(); !why.empty()) throw NoCounts(why);
    if (solver_spec.entry != nullptr) return profile_of_built_in(solver_spec, request);
    return solver_spec.is_command() ? profile_of_command(*solver_spec.spec, request)
                                    : profile_of_calls(solver_spec, request, chosen_isa());
  } catch (const std::exception& error) {
    return {.absence = error.what()};
  }
}

int serve_profiled(const std::vector<std::string>& words) {
  int status = 0;
  // The stack of a thread begins at a page. That of main() begins below the arguments, whose length
  // would change how data lie in it, and so what some functions of the C library execute.
  std::thread thread([&] {
    try {
      solve_profiled(words);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      status = kCannotGoOn;
    }
  });
  thread.join();
  return status;
}

}  // namespace sudoku::runner
