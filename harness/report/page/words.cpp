// The page's words: columns of its table, and what every number on it means.
#include <array>

#include "harness/report/page/parts.h"

namespace sudoku {

namespace {

struct Title {
  const char* id;
  const char* title;
  const char* definition;
};

constexpr std::array<Title, 15> kColumns = {{{"solver", "solver", "solver"},
                                             {"threads", "threads", "threads"},
                                             {"puzzles", "puzzles", "sample"},
                                             {"per_second", "puzzles/s", "rate"},
                                             {"time", "time", "time"},
                                             {"p50", "p50", "latency"},
                                             {"p90", "p90", "latency"},
                                             {"p99", "p99", "latency"},
                                             {"p999", "p99.9", "latency"},
                                             {"p9999", "p99.99", "p9999"},
                                             {"max", "max", "latency"},
                                             {"guesses", "guesses", "guesses"},
                                             {"speedup", "speed-up", "speedup"},
                                             {"par2", "PAR-2", "par2"},
                                             {"memory", "memory", "memory"}}};

struct Definition {
  const char* id;
  const char* term;
  const char* text;
};

constexpr Definition kDefinitions[] = {
    {"solver", "solver",
     "A named algorithm. A star: its latencies are of several puzzles at once. A dagger: it ran in "
     "worker processes of its own and was timed inside them."},
    {"threads", "threads",
     "Threads that solved at the same time, each with an instance of the solver of its own. Above "
     "1, latencies include the noise of the neighbours."},
    {"rate", "puzzles/s",
     "Throughput: puzzles divided by the sum over blocks of the median seconds of a pass, in wall "
     "time. A block is a run of consecutive puzzles that all solvers met in the same seconds, each "
     "several times, in a fresh random order."},
    {"interval", "95 % interval",
     "The range that holds the figure in 95 of 100 repetitions: rounds are drawn again from what "
     "was measured, neighbours together; how processes differ is added, and which puzzles a "
     "sample holds. Where the race was run in several processes, these are drawn. Of a rate it "
     "holds how "
     "much the machine moved meanwhile. It knows nothing of another machine or day."},
    {"time", "time",
     "Wall time per puzzle: the inverse of puzzles/s. With several threads or in batches it is "
     "shorter than any one puzzle takes; it is not a latency."},
    {"latency", "latency (min, p50 … max)",
     "Service time: what one puzzle spends inside the solver, from call to return. Of each puzzle "
     "the shortest of the latency rounds counts, which removes interrupts and keeps the puzzle's "
     "own cost. p99 is the time that 99 of 100 puzzles do not exceed."},
    {"p9999", "p99.99",
     "The latency that 9,999 of 10,000 puzzles do not exceed. Of fewer than 10,000 puzzles it is "
     "the slowest one."},
    {"censored", "> limit",
     "So many puzzles were given up at the time limit that this figure falls among them: it is "
     "known to be above the limit, and no more."},
    {"guesses", "guesses",
     "Branching decisions of the search, mean per puzzle. The same in every run: a cost that no "
     "clock disturbs. What exactly counts as one is for each solver to say (`sudoku-bench "
     "solvers`)."},
    {"zero", "without a guess", "The share of the puzzles that were solved without any guess."},
    {"par2", "PAR-2",
     "Mean seconds per puzzle, where a puzzle that was not solved counts as twice the time limit. "
     "Not given for batch solvers."},
    {"memory", "memory",
     "What the solver added to the resident memory of its process at its peak. Small solvers stay "
     "within pages that were there already."},
    {"outcomes", "outcomes",
     "unique: exactly one solution, and a second one was looked for. multiple: at least two. none: "
     "no solution. first: one found, others not looked for. incomplete: a solver that cannot "
     "search got stuck. timeout: given up at the limit. unsupported: the solver cannot answer it. "
     "crashed: its process died. wrong: the checker refused the answer."},
    {"sample", "puzzles, sample",
     "How many puzzles the row solved. Slow solvers meet a random sample that fits the time "
     "budget; 1/64 means that every puzzle was drawn with that chance. Smaller samples are part of "
     "larger ones, so that two solvers are always compared on puzzles both met."},
    {"batch", "batch solver",
     "It solves many puzzles in one call. Its latency is that of a whole chunk, from hand-over to "
     "return, and is left out where single puzzles are compared."},
    {"isolated", "isolated",
     "The solver ran in worker processes: a crash or a hang cost it the puzzle it happened on, and "
     "nobody else anything. The clock was read inside the worker."},
    {"isa", "instruction set",
     "What the solver used of the machine's vector instructions. Empty: not known."},
    {"void", "void",
     "A solver with a wrong answer has no speed, and neither has one that was disqualified: its "
     "figures are replaced by what it did."},
    {"digest", "digest",
     "Sum of a hash of each puzzle with its outcome and solution. Equal digests on the same "
     "puzzles: equal answers."},
    {"speedup", "speed-up",
     "How many times as fast as the reference, over the puzzles that both met, round by round: the "
     "median of the ratios of rounds, blocks put together, with its interval. None over fewer than "
     "30 puzzles."},
    {"tie", "tie", "The 95 % interval of the ratio holds 1: this run cannot tell who is faster."},
    {"pairs", "any two solvers",
     "The same for every pair of solvers. b against a is the "
     "inverse of a against b."},
    {"curve", "latency curve",
     "For each time, the share of the puzzles that took longer (complementary cumulative "
     "distribution). Lower and further left is better; what is not solved stays above the end of "
     "its curve."},
    {"cactus", "cactus plot",
     "How many puzzles a solver solves when each may take so long. Further right and lower is "
     "better."},
    {"field", "field",
     "Solvers that met the same sample, compared on exactly the puzzles that all of them met. "
     "Without batch solvers, whose stamps are per chunk."},
    {"best", "virtual best solver",
     "A solver that would always pick the quickest of the field for each puzzle: the sum of the "
     "best times. What the best single solver needs beyond it could be won by choosing well."},
    {"fastest", "fastest on", "Puzzles on which nobody of the field was faster."},
    {"unique", "unique wins",
     "Puzzles on which everybody else of the field needed more than 1.1 times as long, or failed. "
     "Smaller differences are noise of the clock."},
    {"profile", "performance profile over puzzles",
     "The share of the puzzles that a solver solved within so many times the best time (E. Dolan, "
     "J. Moré, 2002). At 1: how often it was the fastest. At the right end: how much it solved."},
    {"scatter", "scatter of two solvers",
     "Each puzzle stands at the time of one solver (across) and of the other (up); darker cells "
     "hold more puzzles. On the diagonal both are equally fast. Puzzles that a solver did not "
     "solve stand at the edge."},
    {"guess_time", "guesses against time",
     "Solved puzzles by their guesses and their time. A slope tells what a guess costs; the spread "
     "at one number of guesses tells what else does."},
    {"scaling", "scaling",
     "How many times as fast as the same solver on the fewest threads of the run. Ideal is as many "
     "times as there are more threads."},
    {"suite_profile", "performance profile over datasets",
     "The share of the datasets on which a solver's time per puzzle was within so many times the "
     "best solver's (E. Dolan, J. Moré, 2002), each two compared on the puzzles both met. Every "
     "dataset counts the same, however large."},
    {"shifted_mean", "shifted geometric mean",
     "Of the times per puzzle over the datasets, with 10 ns added to each before and taken off "
     "after: the mean that changes by the same factor when any one dataset does. Only for solvers "
     "with a figure on all of them."},
    {"small_set", "small set",
     "Fewer than 1,000 puzzles. The processor learns to predict the branches of a set that it "
     "meets again and again: solvers look faster on it than they are."},
    {"overhead", "overhead of the harness",
     "What a solver that does nothing costs per puzzle: the floor under every figure. It is not "
     "subtracted."},
    {"line", "line", "Of the puzzle in its file, counted from 1."},
    {"clues", "clues", "Filled cells of a puzzle."},
    {"sha256", "sha256", "Of the file as stored: equal digests are equal files."},
    {"quarantine", "quarantine", "Rows of a file that could not be used, and were left out."},
    {"warnings", "warnings", "What speaks against trusting the figures, as the run noticed it."},
    {"complete", "complete",
     "Whether the run came to its end. An interrupted one holds what was measured until then."}};

}  // namespace

void put_words(JsonText& json, const PageSource& /*page*/) {
  std::vector<std::string_view> outcomes;
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i)
    outcomes.push_back(name_of(static_cast<Outcome>(i)));
  json.field("outcomes", outcomes);
  json.list("columns", kColumns, [&](const Title& column) {
    json.object([&] {
      json.field("id", column.id);
      json.field("title", column.title);
      json.field("definition", column.definition);
    });
  });
  json.list("definitions", kDefinitions, [&](const Definition& definition) {
    json.object([&] {
      json.field("id", definition.id);
      json.field("term", definition.term);
      json.field("text", definition.text);
    });
  });
}

}  // namespace sudoku
