#include "harness/solve/bulk.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "harness/parallel/thread_pool.h"

namespace sudoku::solve {

namespace {

constexpr std::size_t kMostGuesses = std::numeric_limits<std::uint64_t>::digits10 + 1;
constexpr std::size_t kMostOutcome = 16;
constexpr std::size_t kMostRow =
    Pencilmarks::kText + 1 + kCells + 1 + kMostOutcome + 1 + kMostGuesses + 1;

char* put(char* at, std::string_view text) {
  // cppcheck-suppress CastIntegerToAddressAtReturn  // returns the end of the copy
  return std::copy(text.begin(), text.end(), at);
}

// Appends the text of a grid; the fixed size lets memcpy compile to no call.
char* put(char* at, const Grid& grid) {
  std::memcpy(at, grid.cells.data(), kCells);
  return at + kCells;
}

char* put(char* at, PuzzleRef puzzle) {
  if (puzzle.marks == nullptr) return put(at, puzzle.clues);
  const auto text = puzzle.marks->text();
  return put(at, std::string_view(text.data(), text.size()));
}

char* put(char* at, std::uint64_t number) {
  return std::to_chars(at, at + kMostGuesses, number).ptr;
}

// Enumerates all solutions of a puzzle. Filling its first blank cell with each digit that it may
// hold in turn gives up to nine puzzles which, in this order, have all its solutions. The solver
// looks for two solutions of each: with none, that puzzle is dropped; a single one is visited;
// otherwise it is divided again.
//
// Rejected: excluding each solution found and solving again, which needs solvers that take any
// constraint. Solvers here take only clues and candidates.
class Enumeration {
 public:
  Enumeration(Solver& solver, const std::atomic<bool>& cancelled, const SolutionVisitor& visit)
      : solver_(solver), budget_{.solution_limit = 2, .cancelled = &cancelled}, visit_(visit) {}

  bool run(PuzzleRef puzzle) { return take(puzzle, solve_one(solver_, puzzle, budget_)); }

 private:
  bool take(PuzzleRef puzzle, const Answer& answer) {
    switch (answer.outcome) {
      case Outcome::none:
        return true;
      case Outcome::unique:
        return visit_(answer.solution);
      case Outcome::multiple:
        return cut_up(puzzle);
      default:
        return false;
    }
  }

  bool cut_up(PuzzleRef puzzle) {
    const PuzzleList parts = parts_of(puzzle);
    std::array<Answer, 9> answers{};
    solver_.solve_either(parts.span(), budget_, std::span(answers).first(parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!take(parts.span()[i], answers[i])) return false;
    return true;
  }

  static PuzzleList parts_of(PuzzleRef puzzle) {
    const auto blank = static_cast<int>(std::ranges::find(puzzle.clues.cells, kBlank) -
                                        puzzle.clues.cells.begin());
    PuzzleList parts;
    for (int digit = 1; digit <= 9; ++digit) {
      if (puzzle.marks != nullptr && !puzzle.marks->allows(blank, digit)) continue;
      Grid clues = puzzle.clues;
      clues.cells[blank] = static_cast<char>('0' + digit);
      Pencilmarks marks = puzzle.marks == nullptr ? Pencilmarks{} : *puzzle.marks;
      marks.of[blank] = static_cast<std::uint16_t>(1U << (digit - 1));
      parts.push_back({clues, puzzle.marks == nullptr ? nullptr : &marks});
    }
    return parts;
  }

  Solver& solver_;
  Budget budget_;
  const SolutionVisitor& visit_;
};

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
  // The first bad rows of the block. The file is refused at a puzzle in another notation, the last.
  std::vector<dataset::Row> bad;
  bool is_refused = false;
  std::uint64_t lines = 0;
  BulkReport report;  // report on the block, without `bad.first`, which needs line numbers
};

// Parser, solver and buffers of one thread.
class Worker {
 public:
  Worker(const dataset::TextBlockReader& reader, const BulkOptions& options)
      : rows_(reader.make_parser()),
        notation_(reader.format().notation),
        solver_(options.solver.create()),
        budget_{.solution_limit = options.solution_limit, .cancelled = &options.cancelled},
        puzzles_(kAtOnce),
        marks_(notation_ == dataset::Notation::pencilmarks ? kAtOnce : 0),
        answers_(kAtOnce) {}

  void work(Item& item) {
    item.answers.clear();
    item.bad.clear();
    item.is_refused = false;
    item.report = {};
    rows_->begin(item.block);
    while (!item.is_refused && rows_->next(row_)) {
      if (row_.fault.empty()) [[likely]] {
        if (!marks_.empty()) marks_[waiting_] = row_.marks;
        puzzles_[waiting_++] = row_.puzzle;
        if (waiting_ == kAtOnce) solve_waiting(item);
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
    const std::size_t marked = marks_.empty() ? 0 : waiting_;
    const PuzzleSpan puzzles{std::span(puzzles_).first(waiting_), std::span(marks_).first(marked)};
    const auto answers = std::span(answers_).first(waiting_);
    if (puzzles.empty()) return;
    solver_->solve_either(puzzles, budget_, answers);
    for (std::size_t i = 0; i < waiting_; ++i) {
      item.answers.add(puzzles[i], answers[i]);
      ++item.report.outcomes[answers[i].outcome];
    }
    item.report.puzzles += waiting_;
    waiting_ = 0;
  }

  void set_aside(Item& item) {
    item.answers.add_unreadable();
    ++item.report.bad.rows;
    item.is_refused = row_.is_in_other_notation;
    if (item.is_refused || item.bad.size() < dataset::Quarantine::kKept) item.bad.push_back(row_);
  }

  std::unique_ptr<dataset::BlockParser> rows_;
  dataset::Notation notation_;
  std::unique_ptr<Solver> solver_;
  Budget budget_;
  dataset::Row row_;
  std::vector<Grid> puzzles_;
  std::vector<Pencilmarks> marks_;  // of puzzles_; empty for puzzles of clues
  std::vector<Answer> answers_;
  std::size_t waiting_ = 0;  // puzzles in puzzles_ that are not solved yet
};

// Last stage of bulk solving, which receives the blocks in the order of the file.
class AnswerWriter {
 public:
  AnswerWriter(const dataset::TextBlockReader& reader, const BulkOptions& options,
               base::ByteSink& sink)
      : name_(reader.file().name()), options_(options), sink_(sink), lines_(reader.lines_before()) {
    sink_.write(kAnswerColumns);
  }

  void write(Item& item) {
    if (options_.cancelled) return;  // or unfinished blocks would be written
    for (dataset::Row& row : item.bad) {
      row.line += lines_;
      report_.bad.keep(row, name_, options_.strict);
    }
    lines_ += item.lines;
    report_.bad.rows += item.report.bad.rows;
    report_.puzzles += item.report.puzzles;
    for (std::size_t i = 0; i < kOutcomes; ++i)
      report_.outcomes[i] += item.report.outcomes[i];
    sink_.write(item.answers.text());
    if (options_.written) options_.written(item.block.consumed);
  }

  BulkReport report() { return std::move(report_); }

 private:
  std::string name_;
  const BulkOptions& options_;
  base::ByteSink& sink_;
  std::uint64_t lines_;  // lines of the file before the block
  BulkReport report_;
};

}  // namespace

char* AnswerRows::room() {
  if (buffer_.size() < size_ + kMostRow) buffer_.resize(2 * buffer_.size() + kMostRow);
  return buffer_.data() + size_;
}

void AnswerRows::add(PuzzleRef puzzle, const Answer& answer) {
  char* at = put(room(), puzzle);
  *at++ = ',';
  // The grid of a solver that got stuck shows how far it came; it is no solution.
  const bool has_solution = answer.solutions > 0 && answer.solution.cells[0] != kBlank;
  if (has_solution) at = put(at, answer.solution);
  *at++ = ',';
  at = put(at, name_of(answer.outcome));
  *at++ = ',';
  at = put(at, answer.guesses);
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
  parallel::ThreadPool pool(options.threads, false);
  std::vector<Item> items(kItemsPerThread * options.threads);
  std::vector<std::unique_ptr<Worker>> workers(options.threads);
  AnswerWriter writer(reader, options, sink);
  pool.run_pipeline(
      items.size(),
      {.read =
           [&](std::size_t item) { return !options.cancelled && reader.read(items[item].block); },
       .work =
           [&](std::size_t item, unsigned slot) {
             if (!workers[slot]) workers[slot] = std::make_unique<Worker>(reader, options);
             workers[slot]->work(items[item]);
           },
       .write = [&](std::size_t item) { writer.write(items[item]); }});
  return writer.report();
}

bool visit_solutions(Solver& solver, PuzzleRef puzzle, const std::atomic<bool>& cancelled,
                     const SolutionVisitor& visit) {
  return Enumeration(solver, cancelled, visit).run(puzzle);
}

}  // namespace sudoku::solve
