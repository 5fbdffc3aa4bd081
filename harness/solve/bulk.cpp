#include "harness/solve/bulk.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <memory>
#include <span>

#include "harness/parallel/thread_pool.h"

namespace sudoku::solve {

namespace {

constexpr std::size_t kMostGuesses = std::numeric_limits<std::uint64_t>::digits10 + 1;

constexpr std::size_t kMostOutcome = 16;

// Names of outcomes with NULs behind them: of fixed size, they are copied without a call.
constexpr auto kPaddedNames = [] {
  std::array<std::array<char, kMostOutcome>, kOutcomes> names{};
  for (std::size_t i = 0; i < kOutcomes; ++i)
    std::ranges::copy(kOutcomeNames[i], names[i].begin());
  return names;
}();

constexpr std::size_t kMostRow = kCells + 1 + kCells + 1 + kMostOutcome + 1 + kMostGuesses + 1;

// Copies a text and returns its end; memcpy of a grid's text, whose size is fixed, is no call.
char* put(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

// The puzzles that filling the first blank cell with each digit gives: together and in this order,
// they have all solutions of `puzzle`.
std::array<Grid, 9> parts_of(const Grid& puzzle) {
  const auto blank = std::ranges::find(puzzle.cells, kBlank) - puzzle.cells.begin();
  std::array<Grid, 9> parts{};
  parts.fill(puzzle);
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i].cells[blank] = static_cast<char>('1' + i);
  return parts;
}

// Visits all solutions of a puzzle, of which `answer` tells whether it has none, one or several:
// several are those of its parts. Rejected: excluding each solution found and solving again, which
// needs solvers that take any constraint. Solvers here take only clues.
bool visit_answered(Solver& solver, const Budget& budget, const Grid& puzzle, const Answer& answer,
                    const SolutionVisitor& visit) {
  if (answer.outcome == Outcome::none) return true;
  if (answer.outcome == Outcome::unique) return visit(answer.solution);
  if (answer.outcome != Outcome::multiple) return false;
  const std::array<Grid, 9> parts = parts_of(puzzle);
  std::array<Answer, 9> answers{};
  solver.solve(parts, budget, answers);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!visit_answered(solver, budget, parts[i], answers[i], visit)) return false;
  return true;
}

// Puzzles per solver call: a batch of the widest solver, small enough to stay cached until written.
constexpr std::size_t kAtOnce = 512;
// Fewest bytes of input per block: for batch solvers (one batch of short rows), for all others.
constexpr std::size_t kLeastOfBatches = std::size_t{64} << 10;
constexpr std::size_t kLeast = std::size_t{4} << 10;
// Blocks per thread: one being solved, one waiting to be written, one being read.
constexpr std::size_t kItemsPerThread = 3;

// A block with its answers, on its way from reader to writer.
struct Item {
  dataset::TextBlock block;
  AnswerRows answers;
  // The first bad rows of the block. If one puts all rows of the file in doubt, it is the last.
  std::vector<dataset::ParsedRow> bad;
  bool is_refused = false;
  std::uint64_t bad_rows = 0;
  std::uint64_t puzzles = 0;
  std::uint64_t lines = 0;
};

// Parser, solver and buffers of one thread.
class Worker {
 public:
  Worker(const dataset::TextBlockReader& reader, const BulkOptions& options)
      : rows_(reader.make_parser()),
        solver_(options.solver.create()),
        budget_{.solution_limit = options.solution_limit, .cancelled = &options.cancelled},
        answers_(kAtOnce) {}

  void work(Item& item) {
    item.answers.clear();
    item.bad.clear();
    item.is_refused = false;
    item.bad_rows = 0;
    item.puzzles = 0;
    rows_->begin(item.block);
    while (!item.is_refused && rows_->next(row_)) {
      if (row_.fault.empty()) [[likely]] {
        waiting_.push_back(row_.puzzle);
        if (waiting_.size() == kAtOnce) solve_waiting(item);
      } else {
        solve_waiting(item);
        set_aside(item);
      }
    }
    solve_waiting(item);
    item.lines = rows_->lines();
  }

 private:
  void solve_waiting(Item& item) {
    if (waiting_.empty()) return;
    solver_->solve(waiting_, budget_, std::span(answers_).first(waiting_.size()));
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      item.answers.add(waiting_[i], answers_[i]);
    item.puzzles += waiting_.size();
    waiting_.clear();
  }

  void set_aside(Item& item) {
    item.answers.add_unreadable();
    ++item.bad_rows;
    item.is_refused = row_.refuses_file;
    if (item.is_refused || item.bad.size() < dataset::BadRows::kKept) item.bad.push_back(row_);
  }

  std::unique_ptr<dataset::BlockParser> rows_;
  std::unique_ptr<Solver> solver_;
  Budget budget_;
  dataset::ParsedRow row_;
  std::vector<Grid> waiting_;  // puzzles that are read, but not solved yet
  std::vector<Answer> answers_;
};

}  // namespace

char* AnswerRows::room() {
  if (buffer_.size() < size_ + kMostRow) [[unlikely]]
    grow();
  return buffer_.data() + size_;
}

void AnswerRows::grow() { buffer_.resize(2 * buffer_.size() + kMostRow); }

void AnswerRows::add(const Grid& puzzle, const Answer& answer) {
  char* at = put(room(), puzzle.text());
  *at++ = ',';
  // The grid of a solver that got stuck shows how far it came; it is no solution.
  const bool has_solution = answer.solutions > 0 && answer.solution.cells[0] != kBlank;
  if (has_solution) at = put(at, answer.solution.text());
  *at++ = ',';
  std::memcpy(at, kPaddedNames[static_cast<std::size_t>(answer.outcome)].data(), kMostOutcome);
  at += name_of(answer.outcome).size();
  *at++ = ',';
  at = std::to_chars(at, at + kMostGuesses, answer.guesses).ptr;
  *at++ = '\n';
  size_ = static_cast<std::size_t>(at - buffer_.data());
}

void AnswerRows::add_unreadable() {
  char* at = put(room(), ",,");
  at = put(at, kUnreadable);
  at = put(at, ",\n");
  size_ = static_cast<std::size_t>(at - buffer_.data());
}

std::size_t least_block(const SolverInfo& solver) {
  return solver.batch > 1 ? kLeastOfBatches : kLeast;
}

BulkReport solve_file(dataset::TextBlockReader& reader, const BulkOptions& options,
                      base::ByteSink& sink) {
  std::vector<Item> items(kItemsPerThread * options.threads);
  std::vector<std::unique_ptr<Worker>> workers(options.threads);
  BulkReport report;
  std::uint64_t lines = reader.lines_before();
  const auto write = [&](Item& item) {
    if (options.cancelled) return;  // or unfinished blocks would be written
    for (dataset::ParsedRow& row : item.bad) {
      row.line += lines;
      report.bad.keep(row, reader.file().name(), options.strict);
    }
    lines += item.lines;
    report.bad.count += item.bad_rows;
    report.puzzles += item.puzzles;
    sink.write(item.answers.text());
    if (options.written) options.written(item.block.consumed);
  };
  sink.write(kAnswerColumns);
  parallel::run_pipeline(
      options.threads, items.size(),
      {.read =
           [&](std::size_t item) { return !options.cancelled && reader.read(items[item].block); },
       .work =
           [&](std::size_t item, unsigned slot) {
             if (!workers[slot]) workers[slot] = std::make_unique<Worker>(reader, options);
             workers[slot]->work(items[item]);
           },
       .write = [&](std::size_t item) { write(items[item]); }});
  return report;
}

bool visit_solutions(Solver& solver, const Grid& puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit) {
  const Budget budget{.solution_limit = 2, .cancelled = &cancelled};
  return visit_answered(solver, budget, puzzle, solve_one(solver, puzzle, budget), visit);
}

}  // namespace sudoku::solve
