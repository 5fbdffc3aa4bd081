#include "harness/solve/bulk.h"

#include <memory>
#include <utility>
#include <vector>

#include "harness/dataset/input_error.h"
#include "harness/dataset/stretch_rows.h"
#include "harness/parallel/pipeline.h"
#include "harness/solve/answer_rows.h"

namespace sudoku {

namespace {

// A batch of the widest solver, little enough to stay in the cache from parsing to writing.
constexpr std::size_t kAtOnce = 512;
// A batch of short rows, and what is enough for a solver that takes puzzles one by one.
constexpr std::size_t kLeastOfBatches = std::size_t{64} << 10;
constexpr std::size_t kLeast = std::size_t{4} << 10;
// For each thread: one that it works on, one that waits to be written, one that is being read.
constexpr std::size_t kItemsPerThread = 3;

// A stretch on its way.
struct Item {
  Stretch stretch;
  AnswerRows answers;
  std::vector<Row> bad;  // the first of them
  std::uint64_t lines = 0;
  BulkReport report;  // of the stretch; its first bad rows are said when their lines are known
};

// What a thread works with.
class Worker {
 public:
  Worker(const Layout& layout, const BulkOptions& options)
      : rows_(layout),
        solver_(options.solver.create()),
        budget_{.solution_limit = options.solution_limit, .cancelled = &options.cancelled},
        puzzles_(kAtOnce),
        answers_(kAtOnce) {}

  void work(Item& item) {
    item.answers.clear();
    item.bad.clear();
    item.report = {};
    rows_.begin(item.stretch);
    while (rows_.next(row_)) {
      if (row_.fault.empty()) [[likely]] {
        puzzles_[waiting_++] = row_.puzzle;
        if (waiting_ == kAtOnce) solve_waiting(item);
      } else {
        solve_waiting(item);
        set_aside(item);
      }
    }
    solve_waiting(item);
    item.lines = rows_.lines();
  }

 private:
  void solve_waiting(Item& item) {
    const auto puzzles = std::span(puzzles_).first(waiting_);
    const auto answers = std::span(answers_).first(waiting_);
    if (puzzles.empty()) return;
    solver_->solve(puzzles, budget_, answers);
    for (std::size_t i = 0; i < waiting_; ++i) {
      item.answers.add(puzzles[i], answers[i]);
      ++item.report.outcomes[static_cast<std::size_t>(answers[i].outcome)];
    }
    item.report.puzzles += waiting_;
    waiting_ = 0;
  }

  void set_aside(Item& item) {
    item.answers.add_unreadable();
    ++item.report.bad.rows;
    if (item.bad.size() < Quarantine::kKept) item.bad.push_back(row_);
  }

  StretchRows rows_;
  std::unique_ptr<Solver> solver_;
  Budget budget_;
  Row row_;
  std::vector<Grid> puzzles_;
  std::vector<Answer> answers_;
  std::size_t waiting_ = 0;  // puzzles that have no answer yet
};

// The last stage, that sees the stretches in their order.
class Writer {
 public:
  Writer(const StretchReader& reader, const BulkOptions& options, ByteSink& sink)
      : name_(reader.name()), options_(options), sink_(sink), lines_(reader.lines_before()) {
    sink_.write(kAnswerColumns);
  }

  void write(Item& item) {
    if (options_.cancelled) return;  // or answers that were given up would be among them
    for (Row& row : item.bad) {
      row.line += lines_;
      keep(row);
    }
    lines_ += item.lines;
    report_.bad.rows += item.report.bad.rows;
    report_.puzzles += item.report.puzzles;
    for (std::size_t i = 0; i < kOutcomes; ++i)
      report_.outcomes[i] += item.report.outcomes[i];
    sink_.write(item.answers.text());
    if (options_.written) options_.written(item.stretch.consumed);
  }

  BulkReport report() { return std::move(report_); }

 private:
  void keep(const Row& row) {
    if (report_.bad.first.size() == Quarantine::kKept) return;
    std::string message = message_of(row, name_);
    if (options_.strict) throw InputError(message);
    report_.bad.first.push_back(std::move(message));
  }

  std::string name_;
  const BulkOptions& options_;
  ByteSink& sink_;
  std::uint64_t lines_;  // of the file before the stretch
  BulkReport report_;
};

}  // namespace

std::size_t least_stretch(const SolverInfo& solver) {
  return solver.batch > 1 ? kLeastOfBatches : kLeast;
}

BulkReport solve_file(StretchReader& reader, const BulkOptions& options, ByteSink& sink) {
  Gang gang(options.threads, false);
  std::vector<Item> items(kItemsPerThread * options.threads);
  std::vector<std::unique_ptr<Worker>> workers(options.threads);
  Writer writer(reader, options, sink);
  run_pipeline(
      gang, items.size(),
      {.read =
           [&](std::size_t item) { return !options.cancelled && reader.read(items[item].stretch); },
       .work =
           [&](std::size_t item, unsigned slot) {
             if (!workers[slot]) {
               workers[slot] = std::make_unique<Worker>(reader.layout(), options);
             }
             workers[slot]->work(items[item]);
           },
       .write = [&](std::size_t item) { writer.write(items[item]); }});
  return writer.report();
}

}  // namespace sudoku
