#include "harness/cli/puzzle_csv.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/cli/csv_field.h"
#include "harness/results/output_error.h"

namespace sudoku {

namespace {

// A link is followed, or the rename would replace the link.
std::string target_of(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(path, ignored);
  return ignored ? path : target.string();
}

// Empty for what a rename must not replace: a device, a pipe, standard output.
std::string aside_of(const std::string& path, const std::string& target) {
  struct stat status {};

  const bool is_special = ::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  return path == "-" || is_special ? "" : fmt::format("{}.{}.part", target, getpid());
}

Outcome outcome_at(const LegRecord& leg, std::size_t i) {
  return leg.faults.contains(i) ? Outcome::wrong : leg.answers[i].outcome;
}

}  // namespace

PuzzleCsv::PuzzleCsv(const std::string& path)
    : path_(path), target_(target_of(path)), aside_(aside_of(path, target_)), file_(open()) {
  if (!file_) fail();
  fmt::print(file_.get(),
             "dataset,line,puzzle,solver,threads,outcome,guesses,latency_ns,solution,hardest\n");
}

PuzzleCsv::~PuzzleCsv() {
  if (file_ && !aside_.empty()) std::remove(aside_.c_str());
}

std::FILE* PuzzleCsv::open() const {
  if (path_ == "-") return ::fdopen(::dup(STDOUT_FILENO), "w");
  return aside_.empty() ? std::fopen(target_.c_str(), "wb") : std::fopen(aside_.c_str(), "wbx");
}

void PuzzleCsv::add(const SolvedBlock& solved) {
  fmt::memory_buffer rows;
  const std::string dataset = csv_field(solved.dataset.name);
  const LegRecord& leg = solved.leg;
  for (std::size_t i = 0; i < leg.answers.size(); ++i) {
    const Answer& answer = leg.answers[i];
    fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},{},", dataset,
                   solved.block.lines[solved.drawn.at[i]], solved.drawn.puzzles[i].text(),
                   solved.solver.name, solved.threads, name_of(outcome_at(leg, i)), answer.guesses);
    if (!leg.ticks.empty()) {
      fmt::format_to(std::back_inserter(rows), "{:.1f}",
                     static_cast<double>(leg.ticks[i]) * solved.ns_per_tick);
    }
    const bool has_solution = answer.solution != kEmptyGrid;
    const bool is_rated = solved.solver.rates && answer.solutions > 0;
    fmt::format_to(std::back_inserter(rows), ",{},{}\n",
                   has_solution ? answer.solution.text() : std::string_view(),
                   is_rated ? name_of(answer.hardest) : std::string_view());
  }
  if (std::fwrite(rows.data(), 1, rows.size(), file_.get()) != rows.size()) fail();
}

void PuzzleCsv::finish() {
  if (std::fflush(file_.get()) != 0) fail();
  if (!aside_.empty()) {
    if (fsync(fileno(file_.get())) != 0) fail();
    if (std::rename(aside_.c_str(), target_.c_str()) != 0) fail();
  }
  file_.reset();
}

void PuzzleCsv::fail() const {
  throw OutputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
}

}  // namespace sudoku
