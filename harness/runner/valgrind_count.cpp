#include "harness/runner/valgrind_count.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

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
#include "harness/runner/worker.h"
#include "harness/runner/worker_process.h"
#include "solvers/simd/isa.h"

namespace sudoku::runner {

namespace {

using namespace std::chrono_literals;

constexpr const char* kValgrind = "valgrind";

// Most bytes of a last line on standard error that a reason quotes.
constexpr std::size_t kMostOfAnError = 120;

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

// Runs one process under valgrind, with its files in a folder of its own.
class CountedProcess {
 public:
  explicit CountedProcess(const CountRequest& request) : request_(request) {}

  // Runs a process to its end, on `puzzles` as lines of its standard input, with `variable`
  // (NAME=value) in its environment. Throws NoCounts unless it ended well.
  void run(const std::vector<std::string>& command, const std::string& variable,
           std::span<const Grid> puzzles) const {
    std::string lines;
    for (const Grid& puzzle : puzzles)
      lines.append(puzzle.text()) += '\n';
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
    std::string why;  // it is ended; empty: it is not
    int status = 0;
    while (::waitpid(pid, &status, WNOHANG) == 0) {
      why = why_to_end(until);
      if (!why.empty()) base::kill_with_descendants(pid);
      std::this_thread::sleep_for(5ms);
    }
    if (!why.empty()) throw NoCounts(why);
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

  // The instructions in all files of counts; valgrind writes one for each process.
  std::uint64_t instructions() const {
    constexpr std::string_view kTotal = "\ntotals: ";
    std::uint64_t total = 0;
    for (const std::string& path : paths("counts.")) {
      const std::string counts = base::whole_file(path);
      const std::size_t at = counts.rfind(kTotal);
      if (at == std::string::npos) throw NoCounts("valgrind wrote no total");
      total += std::stoull(counts.substr(at + kTotal.size()));
    }
    return total;
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

  // Why the process has to end before it does by itself; empty: it has not.
  std::string why_to_end(SteadyClock::time_point until) const {
    if (request_.cancelled) return "the run was interrupted";
    if (SteadyClock::now() < until) return "";
    return fmt::format("it was still running after {} under valgrind",
                       base::seconds_text(Seconds(request_.patience).count()));
  }

  void require_success(int status) const {
    for (const std::string& log : paths("log"))
      require_known_instructions(base::whole_file(log));
    if (status == 0) return;
    const std::string line = last_line(base::whole_file(file("errors")), kMostOfAnError);
    throw NoCounts(fmt::format("it {} under valgrind{}", how_it_ended(status),
                               line.empty() ? "" : fmt::format(": '{}'", line)));
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

  base::TemporaryFolder folder_;
  const CountRequest& request_;
};

// The path of this program, by which valgrind can run it, unlike by kThisProgram.
std::string path_of_this_program() {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::read_symlink(base::kThisProgram, error);
  if (error) throw NoCounts(fmt::format("cannot find this program: {}", error.message()));
  return path;
}

// Counts the calls of a plugin, or of a built-in solver for an instruction set.
result::ValgrindCount count_of_calls(const SolverSpec& solver_spec, const CountRequest& request,
                                     Isa isa) {
  const CountedProcess process(request);
  std::vector<std::string> command = process.valgrind();
  const std::vector<std::string> task = worker_words({.solver = solver_spec});
  command.insert(
      command.end(),
      {"--instr-atstart=no", "--collect-atstart=no", path_of_this_program(), kWorkerWord,
       kCountedWord, fmt::to_string(request.solution_limit), fmt::to_string(request.chunk)});
  command.insert(command.end(), task.begin(), task.end());
  process.run(command, fmt::format("SUDOKU_BENCH_ISA={}", name_of(isa)), request.puzzles);
  return {.puzzles = request.puzzles.size(), .instructions = process.instructions()};
}

// Valgrind lacks AVX-512 and even some instructions of AVX2, for which built-in solvers have other
// code.
result::ValgrindCount count_of_built_in(const SolverSpec& solver_spec,
                                        const CountRequest& request) {
  Isa isa = std::min(chosen_isa(), Isa::avx2);
  result::ValgrindCount count;
  try {
    count = count_of_calls(solver_spec, request, isa);
  } catch (const UnknownInstruction&) {
    if (isa == Isa::baseline) throw;
    isa = Isa::baseline;
    count = count_of_calls(solver_spec, request, isa);
  }
  count.isa = name_of(isa);
  return count;
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
std::uint64_t instructions_of_command(const external::Spec& spec, const CountRequest& request,
                                      std::size_t puzzles) {
  const CountedProcess process(request);
  std::vector<std::string> command = {
      "env", fmt::format("SUDOKU_BENCH_SOLUTIONS={}", request.solution_limit),
      "SUDOKU_BENCH_PADDING=" + padding_for(spec.command), "LD_BIND_NOW=1"};
  const std::vector<std::string> valgrind = process.valgrind();
  command.insert(command.end(), valgrind.begin(), valgrind.end());
  command.emplace_back("--trace-children=yes");
  command.insert(command.end(), spec.command.begin(), spec.command.end());
  process.run(command, "", request.puzzles.subspan(0, puzzles));
  const auto lines = std::ranges::count(process.answers(), '\n');
  if (static_cast<std::size_t>(lines) != puzzles) {
    throw NoCounts(
        fmt::format("under valgrind, it answered {} puzzles by {} lines", puzzles, lines));
  }
  return process.instructions();
}

// What a command costs without its start: the first of its puzzles pays for that.
result::ValgrindCount count_of_command(const external::Spec& spec, const CountRequest& request) {
  require_machine_code(spec.command.front());
  if (request.puzzles.size() < 2) throw NoCounts("a command needs two puzzles at least");
  const std::uint64_t all = instructions_of_command(spec, request, request.puzzles.size());
  const std::uint64_t start = instructions_of_command(spec, request, 1);
  return {.puzzles = request.puzzles.size() - 1, .instructions = all - std::min(all, start)};
}

std::vector<Grid> read_puzzles() {
  std::vector<Grid> puzzles;
  std::string line;
  std::ifstream input("/dev/stdin");
  while (std::getline(input, line))
    puzzles.push_back(parse_grid(line).grid);
  return puzzles;
}

// Solves the puzzles of standard input twice: only the second time, when whatever is done once has
// been done, is counted. Words as in count_of_calls().
void solve_counted(const std::vector<std::string>& words) {
  constexpr std::size_t kOwnWords = 4;
  const Budget budget{.solution_limit = std::stoull(words.at(2))};
  const std::size_t chunk = std::stoull(words.at(3));
  const WorkerTask task = task_from({words.begin() + kOwnWords, words.end()});
  const bool is_built_in = task.solver.entry != nullptr;
  const external::ReportIncident ignore = [](std::size_t, Outcome, std::string_view) {};
  const std::unique_ptr<Solver> solver =
      is_built_in ? task.solver.entry->create()
                  : external::make_plugin(*task.solver.spec, ignore, nullptr, true);
  const std::vector<Grid> puzzles = read_puzzles();
  std::vector<Answer> answers(puzzles.size());
  for (const bool is_counted : {false, true}) {
    if (is_counted) external::get_ready_to_count();
    for (std::size_t i = 0; i < puzzles.size(); i += chunk) {
      const std::size_t size = std::min(chunk, puzzles.size() - i);
      if (is_counted && is_built_in) external::toggle_counting();
      solver->solve(std::span(puzzles).subspan(i, size), budget,
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

result::ValgrindCount count_by_valgrind(const SolverSpec& solver_spec,
                                        const CountRequest& request) {
  try {
    if (const std::string why = why_no_valgrind(); !why.empty()) throw NoCounts(why);
    result::ValgrindCount count =
        solver_spec.entry != nullptr ? count_of_built_in(solver_spec, request)
        : solver_spec.is_command()   ? count_of_command(*solver_spec.spec, request)
                                     : count_of_calls(solver_spec, request, chosen_isa());
    if (count.instructions == 0) throw NoCounts("valgrind counted nothing");
    return count;
  } catch (const std::exception& error) {
    return {.absence = error.what()};
  }
}

int serve_counted(const std::vector<std::string>& words) {
  int status = 0;
  // The stack of a thread begins at a page. That of main() begins below the arguments, whose length
  // would change how data lie in it, and so what some functions of the C library execute.
  std::thread thread([&] {
    try {
      solve_counted(words);
    } catch (const std::exception& error) {
      fmt::print(stderr, "{}\n", error.what());
      status = kCannotGoOn;
    }
  });
  thread.join();
  return status;
}

}  // namespace sudoku::runner
