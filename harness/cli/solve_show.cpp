#include <fmt/format.h>

#include "harness/cli/dataset.h"
#include "harness/cli/solve.h"
#include "harness/cli/terminal.h"
#include "harness/dataset/input_error.h"
#include "harness/report/view.h"
#include "harness/results/write_aside.h"
#include "harness/solve/answer_rows.h"
#include "harness/solve/board_svg.h"
#include "harness/solve/board_text.h"
#include "harness/solve/solutions.h"
#include "solvers/logic/explain.h"

namespace sudoku {

namespace {

constexpr std::string_view kSolutionColumns = "puzzle,number,solution\n";

std::string blanks_of(const Grid& grid) {
  return plural(static_cast<std::uint64_t>(kCells - count_clues(grid)), "blank cell");
}

std::string sentence_on(const Answer& answer, std::uint64_t solution_limit) {
  const std::string guesses =
      fmt::format("{} {}", answer.guesses, answer.guesses == 1 ? "guess" : "guesses");
  switch (answer.outcome) {
    case Outcome::unique:
      return fmt::format("one solution, {}", guesses);
    case Outcome::multiple:
      return fmt::format("{} {} solutions, one of them ({})",
                         answer.solutions == solution_limit ? "at least" : "exactly",
                         answer.solutions, guesses);
    case Outcome::none:
      return fmt::format("no solution, {}", guesses);
    case Outcome::first:
      return fmt::format("a solution, {}; others were not looked for", guesses);
    case Outcome::incomplete:
      return fmt::format("search is needed, {}", blanks_of(answer.solution));
    default:
      return std::string(name_of(answer.outcome));
  }
}

std::string end_of(const logic::Explanation& explanation) {
  switch (explanation.outcome) {
    case Outcome::unique:
      return fmt::format("solved; the hardest step: {}", name_of(explanation.hardest));
    case Outcome::none:
      return "there is no solution: the puzzle contradicts itself";
    default:
      return fmt::format("search is needed, {}", blanks_of(explanation.grid));
  }
}

bool shows_something(const Answer& answer) {
  return answer.solution != kEmptyGrid;
}

}  // namespace

SolveShow::SolveShow(const SolveOptions& options, bool drawn, const std::atomic<bool>& cancelled)
    : options_(options),
      drawn_(drawn),
      colour_(options.out == "-" && wants_colour(stdout)),
      cancelled_(cancelled),
      solver_(options.solver->create()),
      file_(options.out),
      encoder_(make_encoder(options.out, file_)) {
  if (!options.svg.empty()) ensure_writable(options.svg);
  if (drawn || options.explain) return;
  print(options.all ? kSolutionColumns : kAnswerColumns);
}

void SolveShow::puzzle(const Grid& puzzle, const std::string& place) {
  if (++puzzles_ > 1) {
    if (!options_.svg.empty()) throw InputError("--svg draws one puzzle, there are more");
    if (drawn_ || options_.explain) print("\n");
  }
  if (!place.empty() && (drawn_ || options_.explain)) print(place + "\n");
  if (options_.explain) explain(puzzle);
  if (options_.all) {
    list_solutions(puzzle, place);
  } else if (drawn_ || !options_.explain || !options_.svg.empty()) {
    solve(puzzle);
  }
}

void SolveShow::finish() {
  if (encoder_) encoder_->finish();
  file_.finish();
  if (!options_.svg.empty()) write_aside(options_.svg, svg_);
}

void SolveShow::explain(const Grid& puzzle) {
  const logic::Explanation explanation = logic::explain(puzzle);
  for (const logic::Step& step : explanation.steps)
    print(notation_of(step) + "\n");
  print(end_of(explanation) + "\n");
}

void SolveShow::solve(const Grid& puzzle) {
  Answer answer;
  solver_->solve({&puzzle, 1},
                 {.solution_limit = options_.solution_limit, .cancelled = &cancelled_},
                 {&answer, 1});
  if (drawn_) {
    draw(puzzle, sentence_on(answer, options_.solution_limit), answer.solution);
  } else if (!options_.explain) {
    AnswerRows rows;
    rows.add(puzzle, answer);
    print(rows.text());
  }
  picture(puzzle, {&answer.solution, shows_something(answer) ? 1U : 0U});
}

void SolveShow::list_solutions(const Grid& puzzle, const std::string& place) {
  std::vector<Grid> found;
  bool more = false;
  const bool all = visit_solutions(*solver_, puzzle, cancelled_, [&](const Grid& solution) {
    more = found.size() == options_.solution_limit;
    if (more) return false;
    found.push_back(solution);
    const std::string caption = fmt::format("solution {}", found.size());
    if (drawn_) {
      draw(puzzle, caption, solution);
    } else {
      print(fmt::format("{},{},{}\n", puzzle.text(), found.size(), solution.text()));
    }
    return true;
  });
  if (drawn_ && found.empty()) draw(puzzle, "no solution", kEmptyGrid);
  picture(puzzle, found);
  const std::string_view why = more ? "there are more; --solutions N lists N of them"
                                    : "its solver cannot tell whether there are more";
  if (!all && !cancelled_) {
    print_line(stderr, "{}{}: {}", place.empty() ? "" : place + ": ",
               plural(found.size(), "solution"), why);
  }
}

void SolveShow::draw(const Grid& puzzle, const std::string& caption, const Grid& solution) {
  print(caption + "\n");
  const bool is_found = solution != kEmptyGrid;
  print(is_found ? drawn(puzzle, solution, colour_) : drawn(puzzle, colour_));
}

void SolveShow::picture(const Grid& puzzle, std::span<const Grid> solutions) {
  if (!options_.svg.empty()) svg_ = svg_of(puzzle, solutions);
}

// Standard output is left to the picture when that goes there.
void SolveShow::print(std::string_view text) {
  if (options_.svg == "-" && options_.out == "-") return;
  (encoder_ ? *encoder_ : static_cast<ByteSink&>(file_)).write(text);
}

}  // namespace sudoku
