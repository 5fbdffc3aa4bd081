#include "harness/run/check.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "solvers/roster.h"

namespace sudoku::run {

namespace {

const Grid kPuzzle =
    parse_grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
        .grid;
const Grid kSolution =
    parse_grid("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
        .grid;

Answer answer(Outcome outcome, std::uint64_t solutions, const Grid& solution) {
  return {.outcome = outcome, .solutions = solutions, .guesses = 0, .solution = solution};
}

Grid with(Grid grid, std::size_t cell, char c) {
  grid.cells[cell] = c;
  return grid;
}

const Answer kUnique = answer(Outcome::unique, 1, kSolution);
const Answer kUnshown = answer(Outcome::unique, 1, kEmptyGrid);
const Answer kOther = answer(Outcome::unique, 1, with(kSolution, 1, '2'));
const Answer kNone = answer(Outcome::none, 0, kEmptyGrid);
const Answer kFirst = answer(Outcome::first, 1, kSolution);
const Answer kOtherFirst = answer(Outcome::first, 1, kOther.solution);
const Answer kTimeout = answer(Outcome::timeout, 0, kEmptyGrid);
const Answer kStuck = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1'));
const Answer kStuckWrongly = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '2'));

Answer counted(std::uint64_t solutions) { return answer(Outcome::multiple, solutions, kEmptyGrid); }

// A solver that may leave out its solution: a plugin above limit 1, a command always.
SolverInfo hiding(bool is_command) {
  SolverInfo info;
  info.shows_solution = false;
  info.may_only_count = is_command;
  return info;
}

SolverInfo stopping() {
  SolverInfo info;
  info.proves_uniqueness = false;
  return info;
}

const SolverInfo kPlugin = hiding(false);
const SolverInfo kCommand = hiding(true);
const SolverInfo kStops = stopping();

struct Case {
  const char* name;
  Answer answer;
  std::uint64_t limit;
  const char* fault;
  SolverInfo info = {};
};

TEST(FaultOf, NamesWhatIsWrong) {
  const char* const count = "the number of solutions does not fit the outcome and the limit";
  const char* const alone =
      "a solution without the number of solutions: say limit=first, or use --solutions 1";
  const char* const broken = "the solution breaks a clue or a house";
  const char* const unwritten = "counted a solution, but wrote none: its buffer was left untouched";
  const char* const broken_promise = "wrote no solution at limit 2: leave fills=yes out";
  const char* const part = "the filled cells break a clue or a house";
  const char* const left_over =
      "the solution breaks a clue or a house; if it is none, say fills=no";
  const Answer hidden = answer(Outcome::first, 1, kEmptyGrid);
  const Case cases[] = {
      {"unique", kUnique, 2, ""},
      {"first", kFirst, 1, ""},
      {"multiple", answer(Outcome::multiple, 2, kSolution), 2, ""},
      {"none", kNone, 2, ""},
      {"timeout", kTimeout, 2, ""},
      {"stuck", answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1')), 2, ""},
      {"stuck, not shown", answer(Outcome::incomplete, 0, kEmptyGrid), 2, ""},
      {"not written", Answer{}, 2, "no answer was written"},
      {"the harness's outcome", answer(Outcome::wrong, 0, kEmptyGrid), 2,
       "the outcome is not one that a solver may report"},
      {"no outcome at all", answer(static_cast<Outcome>(77), 0, kEmptyGrid), 2,
       "the outcome is not one that a solver may report"},
      {"unique at limit 1 proves nothing", kUnique, 1, count},
      {"first at limit 2", kFirst, 2, alone},
      {"one is not multiple", answer(Outcome::multiple, 1, kSolution), 2, count},
      {"more than the limit", answer(Outcome::multiple, 3, kSolution), 2, count},
      {"none with a solution", answer(Outcome::none, 1, kSolution), 2, count},
      {"an empty solution", kUnshown, 2, broken_promise},
      {"an empty solution at limit 3", kUnshown, 3,
       "wrote no solution above limit 1: leave fills=yes out"},
      {"an empty solution at limit 1", hidden, 1, unwritten},
      {"a clue overwritten", answer(Outcome::unique, 1, with(kSolution, 0, '1')), 2, broken},
      {"a digit twice", kOther, 2, broken},
      {"stuck with a solution", answer(Outcome::incomplete, 1, kSolution), 2, count},
      {"stuck, a clue left out", answer(Outcome::incomplete, 0, with(kPuzzle, 0, '.')), 2, part},
      {"stuck, a digit twice", answer(Outcome::incomplete, 0, with(kPuzzle, 1, '8')), 2, part},
      {"stuck, not a digit", answer(Outcome::incomplete, 0, with(kPuzzle, 1, 'x')), 2, part},
      {"not a digit", answer(Outcome::multiple, 2, with(kSolution, 1, 'x')), 2, broken},
      {"a plugin hides it", kUnshown, 2, "", kPlugin},
      {"a plugin hides it at limit 1", hidden, 1, unwritten, kPlugin},
      {"a plugin that may have left its search there", kOther, 2, left_over, kPlugin},
      {"a plugin at limit 1", kOtherFirst, 1, broken, kPlugin},
      {"a command hides it", kUnshown, 2, "", kCommand},
      {"a command hides it at limit 1", hidden, 1, "", kCommand},
      {"a command shows another", kOther, 2, broken, kCommand},
      {"a command shows another at limit 1", kOtherFirst, 1, broken, kCommand},
      {"first at limit 2 of who never proves more", kFirst, 2, "", kStops},
      {"several of who stops", answer(Outcome::first, 2, kSolution), 2, count, kStops},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(fault_of(kPuzzle, c.answer, c.limit, c.info), c.fault);
  }
}

struct DeclaredCase {
  const char* name;
  Grid puzzle;
  Grid declared;
  Answer answer;
  const char* fault;
};

TEST(FaultAgainstDeclared, IsThatOfAnAnswerWhichAValidDeclarationExcludes) {
  const DeclaredCase cases[] = {
      {"none", kPuzzle, kSolution, kNone, "says none, but the declared solution fits"},
      {"none, against a wrong one", kPuzzle, with(kSolution, 1, '2'), kNone, ""},
      {"none, against nothing", kPuzzle, kEmptyGrid, kNone, ""},
      {"the same", kPuzzle, kSolution, kUnique, ""},
      {"another only one", kEmptyGrid, kSolution, kOther,
       "says unique, but the declared solution fits too"},
      {"another of several", kEmptyGrid, kSolution, answer(Outcome::multiple, 2, kOther.solution),
       ""},
      {"a part of it", kPuzzle, kSolution, kStuck, ""},
      {"no part of it", kPuzzle, kSolution, kStuckWrongly,
       "the filled cells contradict the declared solution"},
  };
  for (const DeclaredCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(fault_against_declared(c.puzzle, c.declared, c.answer), c.fault);
  }
}

struct AgreeCase {
  const char* name;
  Answer a;
  Answer b;
  bool agree;
  std::uint64_t counted = kUnlimited;
};

TEST(Agree, ComparesAnswersAsFarAsTheyGo) {
  const Answer shown = answer(Outcome::multiple, 2, kSolution);
  const AgreeCase cases[] = {
      {"the same", kUnique, kUnique, true},
      {"another only one", kUnique, kOther, false},
      {"another first one", kUnique, kOtherFirst, false},
      {"one that is not shown", kUnshown, kOther, true},
      {"another first one of perhaps many", kFirst, kOtherFirst, true},
      {"the first of five", kFirst, counted(5), true},
      {"none and the first", kNone, kFirst, false},
      {"none twice", kNone, kNone, true},
      {"as many", counted(5), counted(5), true},
      {"not as many", counted(5), counted(2), false},
      {"not as many above two", counted(5), counted(2), true, 2},
      {"one is not two", counted(5), kUnshown, false, 2},
      {"none is not two", counted(5), kNone, false, 2},
      {"stuck", kStuck, kUnique, true},
      {"stuck, at one of several", kStuck, shown, true},
      {"stuck, at the first", kStuck, kFirst, true},
      {"stuck wrongly", kStuckWrongly, kUnique, false},
      {"stuck wrongly, at one of several", kStuckWrongly, shown, false},
      {"stuck wrongly, at the first", kStuckWrongly, kFirst, false},
      {"stuck wrongly, but nobody knows", kStuckWrongly, kUnshown, true},
      {"stuck without a solution", kStuckWrongly, kNone, true},
      {"stuck without time", kStuckWrongly, kTimeout, true},
      {"stuck elsewhere", kStuckWrongly, answer(Outcome::incomplete, 0, kPuzzle), true},
  };
  for (const AgreeCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agree(c.a, c.b, c.counted), c.agree);
    EXPECT_EQ(agree(c.b, c.a, c.counted), c.agree);
  }
}

// Results of other versions are compared by these hashes: XXH3 of the puzzle, a zero byte for
// `unique`, and the solution.
TEST(AnswerHash, IsOfThePuzzleTheOutcomeAndAnOnlySolution) {
  const std::uint64_t unique = answer_hash(kPuzzle, kUnique);
  EXPECT_EQ(unique, 0x4CB1'7D05'45F8'382BU) << "in every version";
  EXPECT_NE(unique, answer_hash(kEmptyGrid, kUnique));
  EXPECT_NE(unique, answer_hash(kPuzzle, answer(Outcome::multiple, 2, kSolution)));
  EXPECT_NE(unique, answer_hash(kPuzzle, kOther));
  EXPECT_NE(answer_hash(kPuzzle, kNone), answer_hash(kPuzzle, counted(2)));
  EXPECT_EQ(answer_hash(kEmptyGrid, answer(Outcome::multiple, 2, kSolution)),
            answer_hash(kEmptyGrid, counted(2)))
      << "whichever of several was found";
  EXPECT_EQ(answer_hash(kPuzzle, kTimeout), 0U);
}

// What one solver says of a puzzle, and what becomes of it.
struct Said {
  Answer answer;
  SolverInfo solver = {};
  const char* fault = "";        // in the end
  std::uint64_t referees = 0;    // 1: the referees decided the puzzle
  std::uint64_t solvers = 0;     // 1: another solver counted, too
  runner::Incident before = {};  // noted in the measurement; no reason: nothing
};

struct DisputeCase {
  const char* name;
  std::vector<Said> said;
  Grid puzzle = kPuzzle;
  Budget budget = {};
  options::Verify verify = options::Verify::off;
  std::uint64_t undecided = 0;
};

SolverInfo named(std::string_view name, bool counts_solutions = true) {
  SolverInfo info;
  info.name = name;
  info.counts_solutions = counts_solutions;
  return info;
}

// Has referees judge solvers on the last one of two puzzles, of which the first is in no sample.
void expect_judgement(const DisputeCase& c) {
  dataset::Block block;
  block.puzzles = {kSolution, c.puzzle};
  const dataset::Sample sample{.at = {1}, .puzzles = {c.puzzle}};
  std::vector<MeasuredBlock> measured(c.said.size());
  std::vector<MeasuredBlock*> all;
  for (std::size_t i = 0; i < c.said.size(); ++i) {
    measured[i].sample = &sample;
    measured[i].solver = &c.said[i].solver;
    measured[i].answers = {c.said[i].answer};
    if (!c.said[i].before.reason.empty()) measured[i].faults[0] = c.said[i].before;
    all.push_back(&measured[i]);
  }
  parallel::ThreadPool pool(1, false);
  EXPECT_EQ(Referee(pool, c.budget, c.verify, 1).judge(block, all), c.undecided);
  for (std::size_t i = 0; i < c.said.size(); ++i) {
    SCOPED_TRACE(i);
    const auto& faults = measured[i].faults;
    EXPECT_EQ(faults.empty() ? "" : faults.at(0).reason, c.said[i].fault);
    if (!faults.empty()) {
      EXPECT_EQ(faults.at(0).outcome, Outcome::wrong);
    }
    EXPECT_EQ(measured[i].confirmed.referees, c.said[i].referees);
    EXPECT_EQ(measured[i].confirmed.solvers, c.said[i].solvers);
  }
}

const SolverInfo kA = named("a");
const SolverInfo kB = named("b");
const SolverInfo kC = named("c");
const SolverInfo kProves = named("p", false);  // and counts no further

constexpr Budget kUpTo5 = {.solution_limit = 5};
constexpr Budget kTooFewGuesses = {.guess_limit = 1};
constexpr const char* kSaysNone = "says none, the referees say unique";

TEST(Referee, DecidesWhereSolversDisagree) {
  const DisputeCase cases[] = {
      {"one alone is believed", {{kNone, kA}}},
      {"two agree", {{kUnique, kA, "", 0, 1}, {kUnique, kB, "", 0, 1}}},
      {"on several threads, one solver is no other", {{kUnique, kA}, {kUnique, kA}}},
      {"one is wrong", {{kUnique, kA, "", 1, 1}, {kNone, kB, kSaysNone, 1, 1}}},
      {"the first is wrong", {{kNone, kA, kSaysNone, 1, 1}, {kUnique, kB, "", 1, 1}}},
      {"whoever did not decide is not confirmed",
       {{kUnique, kA, "", 1, 1}, {kNone, kB, kSaysNone, 1, 1}, {kTimeout, kC}}},
      {"a timeout contradicts nothing", {{kTimeout, kA}, {kNone, kB}}},
      {"stuck, and right", {{kStuck, kA}, {kUnique, kB}}},
      {"stuck, and wrong",
       {{kStuckWrongly, kA, "says incomplete, the referees say unique"}, {kUnique, kB, "", 1}}},
      {"stuck says less than none",
       {{kStuck, kA}, {kNone, kB, kSaysNone, 1, 1}, {kUnique, kC, "", 1, 1}}},
      {"a solution that is not shown says less than one that is",
       {{kUnshown, kA, "", 1, 1},
        {kUnique, kB, "", 1, 1},
        {kOther, kC, "says unique, the referees say unique", 1, 1}}},
      {"the first solution says less than the only one",
       {{kFirst, kProves, "", 1}, {kUnshown, kA, "", 1, 1}, {kNone, kB, kSaysNone, 1, 1}}},
      {"a first solution does not count the others", {{kFirst, kA}, {kUnique, kB}}},
      {"at limit 1, it is all that is asked for",
       {{kFirst, kA, "", 0, 1}, {kFirst, kB, "", 0, 1}},
       kPuzzle,
       {.solution_limit = 1}},
      {"who counts up to two has not counted five",
       {{counted(2), kProves}, {counted(5), kA}},
       kEmptyGrid,
       kUpTo5},
      {"whatever the order", {{counted(5), kA}, {counted(2), kProves}}, kEmptyGrid, kUpTo5},
      {"at limit 2, it has counted",
       {{counted(2), kProves, "", 0, 1}, {counted(2), kA, "", 0, 1}},
       kEmptyGrid},
      {"who counts further is compared with the others",
       {{counted(2), kProves, "", 1},
        {counted(5), kA, "", 1, 1},
        {counted(4), kB, "counts 4 solutions, the referees count 5", 1, 1}},
       kEmptyGrid,
       kUpTo5},
      {"all are looked at", {{kNone, kA, kSaysNone, 1}}, kPuzzle, {}, options::Verify::all},
      {"all that were answered", {{kTimeout, kA}}, kPuzzle, {}, options::Verify::all},
      {"who counts up to two is right",
       {{counted(2), kProves, "", 1},
        {counted(2), kA, "counts 2 solutions, the referees count 5", 1}},
       kEmptyGrid,
       kUpTo5,
       options::Verify::all},
      {"the referees give up",
       {{kUnique, kA, "", 0, 1}, {kNone, kB, "", 0, 1}},
       kPuzzle,
       kTooFewGuesses,
       options::Verify::off,
       1},
      {"nobody disagrees where the referees give up",
       {{kUnique, kA, "", 0, 1}, {kUnique, kB, "", 0, 1}},
       kPuzzle,
       kTooFewGuesses,
       options::Verify::all,
       0},
      {"a wrong answer keeps its reason",
       {{kUnique, kA, "", 1, 1},
        {kNone, kB, "in another pass", 1, 1, {Outcome::wrong, "in another pass"}}}},
      {"a wrong answer weighs more than a crash",
       {{kUnique, kA, "", 1, 1}, {kNone, kB, kSaysNone, 1, 1, {Outcome::crashed, "a crash"}}}},
  };
  for (const DisputeCase& c : cases) {
    SCOPED_TRACE(c.name);
    expect_judgement(c);
  }
}

// With so few guesses, one of the two referees decides; which one depends on the puzzle.
TEST(Referee, DecidesWhereOneOfTheTwoRunsOutOfTime) {
  std::set<std::string_view> deciding;
  for (const char* const text :
       {".2.....7.61..5....8...2......47..3..............1.9.4..49....2.3..6.2..9.....3..8",
        ".........82.7...49..738...........819...1.2...5..2.3...7.4.....2......6.5.8.9..3."}) {
    const Grid puzzle = parse_grid(text).grid;
    const auto guesses_of = [&puzzle](std::string_view name) {
      return solve_one(*find_solver(name)->create(), puzzle, {}).guesses;
    };
    const std::uint64_t mrv = guesses_of("mrv_hidden");
    const std::uint64_t dlx = guesses_of("dlx");
    deciding.insert(mrv < dlx ? "mrv_hidden" : "dlx");
    SCOPED_TRACE(text);
    ASSERT_GT(std::max(mrv, dlx), std::min(mrv, dlx) + 1);
    expect_judgement({"few guesses",
                      {{kUnshown, kA, "", 1, 1}, {kNone, kB, kSaysNone, 1, 1}},
                      puzzle,
                      {.guess_limit = std::min(mrv, dlx) + 1}});
  }
  EXPECT_EQ(deciding.size(), 2U);
}

// Places in the dataset of the puzzles that referees solve without being asked.
std::set<std::uint64_t> sampled(std::uint64_t first, std::size_t count, std::uint64_t seed) {
  dataset::Block block;
  block.first = first;
  block.puzzles.assign(count, kSolution);
  dataset::Sample sample;
  for (std::size_t i = 0; i < count; ++i)
    sample.at.push_back(static_cast<std::uint32_t>(i));
  MeasuredBlock measured;
  measured.sample = &sample;
  measured.solver = &kA;
  measured.answers.assign(count, kNone);
  parallel::ThreadPool pool(2, false);
  EXPECT_EQ(Referee(pool, {}, options::Verify::sample, seed).judge(block, {&measured}), 0U);
  std::set<std::uint64_t> places;
  for (const auto& [position, fault] : measured.faults)
    places.insert(first + position);
  EXPECT_EQ(measured.confirmed.referees, places.size());
  return places;
}

TEST(Referee, SamplesOnePuzzleInSixteenHoweverTheDatasetIsCut) {
  const std::set<std::uint64_t> all = sampled(0, 1600, 1);
  EXPECT_GT(all.size(), 75U);
  EXPECT_LT(all.size(), 125U);
  std::set<std::uint64_t> parts = sampled(0, 700, 1);
  parts.merge(sampled(700, 900, 1));
  EXPECT_EQ(parts, all);
  EXPECT_NE(sampled(0, 1600, 2), all);
}

}  // namespace

}  // namespace sudoku::run
