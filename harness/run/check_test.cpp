#include "harness/run/check.h"

#include <algorithm>
#include <set>
#include <string>
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

struct Case {
  const char* name;
  Answer answer;
  std::uint64_t limit;
  const char* fault;
};

const std::vector<Case>& cases() {
  static const char* const kCount =
      "the number of solutions does not fit the outcome and the limit";
  static const char* const kAlone =
      "a solution without the number of solutions: say limit=first, or use --solutions 1";
  static const char* const kBroken = "the solution breaks a clue or a house";
  static const char* const kUnwritten =
      "counted a solution, but wrote none: its buffer was left untouched";
  static const char* const kBrokenPromise = "wrote no solution at limit 2: leave fills=yes out";
  static const char* const kPart = "the filled cells break a clue or a house";
  static const std::vector<Case> kCases = {
      {"unique", answer(Outcome::unique, 1, kSolution), 2, ""},
      {"first", answer(Outcome::first, 1, kSolution), 1, ""},
      {"multiple", answer(Outcome::multiple, 2, kSolution), 2, ""},
      {"none", answer(Outcome::none, 0, kEmptyGrid), 2, ""},
      {"timeout", answer(Outcome::timeout, 0, kEmptyGrid), 2, ""},
      {"stuck", answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1')), 2, ""},
      {"stuck, not shown", answer(Outcome::incomplete, 0, kEmptyGrid), 2, ""},
      {"not written", Answer{}, 2, "no answer was written"},
      {"the harness's outcome", answer(Outcome::wrong, 0, kEmptyGrid), 2,
       "the outcome is not one that a solver may report"},
      {"no outcome at all", answer(static_cast<Outcome>(77), 0, kEmptyGrid), 2,
       "the outcome is not one that a solver may report"},
      {"unique at limit 1 proves nothing", answer(Outcome::unique, 1, kSolution), 1, kCount},
      {"first at limit 2", answer(Outcome::first, 1, kSolution), 2, kAlone},
      {"one is not multiple", answer(Outcome::multiple, 1, kSolution), 2, kCount},
      {"more than the limit", answer(Outcome::multiple, 3, kSolution), 2, kCount},
      {"none with a solution", answer(Outcome::none, 1, kSolution), 2, kCount},
      {"an empty solution", answer(Outcome::unique, 1, kEmptyGrid), 2, kBrokenPromise},
      {"an empty solution at limit 3", answer(Outcome::unique, 1, kEmptyGrid), 3,
       "wrote no solution above limit 1: leave fills=yes out"},
      {"an empty solution at limit 1", answer(Outcome::first, 1, kEmptyGrid), 1, kUnwritten},
      {"a clue overwritten", answer(Outcome::unique, 1, with(kSolution, 0, '1')), 2, kBroken},
      {"a digit twice", answer(Outcome::unique, 1, with(kSolution, 1, '2')), 2, kBroken},
      {"stuck with a solution", answer(Outcome::incomplete, 1, kSolution), 2, kCount},
      {"stuck, a clue left out", answer(Outcome::incomplete, 0, with(kPuzzle, 0, '.')), 2, kPart},
      {"stuck, a digit twice", answer(Outcome::incomplete, 0, with(kPuzzle, 1, '8')), 2, kPart},
      {"stuck, not a digit", answer(Outcome::incomplete, 0, with(kPuzzle, 1, 'x')), 2, kPart},
      {"not a digit", answer(Outcome::multiple, 2, with(kSolution, 1, 'x')), 2, kBroken},
  };
  return kCases;
}

TEST(FaultOf, NamesWhatIsWrong) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(fault_of(kPuzzle, c.answer, c.limit, SolverInfo{}), c.fault);
  }
}

struct HiddenCase {
  const char* name;
  SolverInfo info;
  bool may_hide_above_1;
  bool may_hide_at_1;
};

TEST(FaultOf, LetsSolversThatOnlyCountHideTheSolution) {
  SolverInfo counts_above_1;
  counts_above_1.shows_solution = false;
  SolverInfo only_counts = counts_above_1;
  only_counts.may_only_count = true;
  const HiddenCase hidden_cases[] = {
      {"shows all", {}, false, false},
      {"shows it at limit 1", counts_above_1, true, false},
      {"shows none", only_counts, true, true},
  };
  const Grid broken = with(kSolution, 1, '2');
  for (const HiddenCase& c : hidden_cases) {
    SCOPED_TRACE(c.name);
    const auto is_right = [&c](Outcome outcome, const Grid& solution, std::uint64_t limit) {
      return fault_of(kPuzzle, answer(outcome, 1, solution), limit, c.info).empty();
    };
    EXPECT_EQ(is_right(Outcome::unique, kEmptyGrid, 2), c.may_hide_above_1);
    EXPECT_EQ(is_right(Outcome::first, kEmptyGrid, 1), c.may_hide_at_1);
    EXPECT_FALSE(is_right(Outcome::unique, broken, 2)) << "shown, it has to be right";
    EXPECT_FALSE(is_right(Outcome::first, broken, 1)) << "shown, it has to be right";
  }
}

// A plugin that uses the solution's place for its search may leave a full grid there.
TEST(FaultOf, NamesTheRemedyIfThePluginMayNotHaveMeantASolution) {
  SolverInfo plugin;
  plugin.shows_solution = false;
  SolverInfo command = plugin;
  command.may_only_count = true;
  const Grid broken = with(kSolution, 1, '2');
  const Pencilmarks marks = marks_of(kPuzzle);
  const Answer unique = answer(Outcome::unique, 1, broken);
  EXPECT_EQ(fault_of(kPuzzle, unique, 2, plugin),
            "the solution breaks a clue or a house; if it is none, say fills=no");
  EXPECT_EQ(fault_of({kPuzzle, &marks}, unique, 2, plugin),
            "the solution breaks a candidate or a house; if it is none, say fills=no");
  EXPECT_EQ(fault_of(kPuzzle, answer(Outcome::first, 1, broken), 1, plugin),
            "the solution breaks a clue or a house");
  EXPECT_EQ(fault_of(kPuzzle, unique, 2, command), "the solution breaks a clue or a house");
}

TEST(FaultOf, TestsTheCandidatesOfPencilmarkPuzzles) {
  Pencilmarks marks = marks_of(kPuzzle);
  marks.of[1] = 1U << 1;  // not the 1 of the solution
  const PuzzleRef puzzle(kPuzzle, &marks);
  const Answer unique = answer(Outcome::unique, 1, kSolution);
  const Answer stuck = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1'));
  EXPECT_EQ(fault_of(puzzle, unique, 2, SolverInfo{}),
            "the solution breaks a candidate or a house");
  EXPECT_EQ(fault_of(puzzle, stuck, 2, SolverInfo{}),
            "the filled cells break a candidate or a house");
  EXPECT_EQ(fault_against_declared(puzzle, kSolution, answer(Outcome::none, 0, kEmptyGrid)), "");
  marks = marks_of(kPuzzle);
  EXPECT_EQ(fault_of(puzzle, unique, 2, SolverInfo{}), "");
  EXPECT_EQ(fault_of(puzzle, stuck, 2, SolverInfo{}), "");
}

TEST(AnswerHash, DependsOnCandidates) {
  const Pencilmarks marks = marks_of(kPuzzle);
  Pencilmarks fewer = marks;
  fewer.of[1] = 3;
  const Answer unique = answer(Outcome::unique, 1, kSolution);
  EXPECT_NE(answer_hash({kPuzzle, &marks}, unique), answer_hash({kPuzzle, &fewer}, unique));
  EXPECT_NE(answer_hash({kPuzzle, &marks}, unique), answer_hash(kPuzzle, unique));
}

TEST(FaultAgainstDeclared, OnlyAValidDeclarationCounts) {
  const Answer none = answer(Outcome::none, 0, kEmptyGrid);
  EXPECT_EQ(fault_against_declared(kPuzzle, kSolution, none),
            "says none, but the declared solution fits");
  EXPECT_EQ(fault_against_declared(kPuzzle, with(kSolution, 1, '2'), none), "");
  EXPECT_EQ(fault_against_declared(kPuzzle, kEmptyGrid, none), "");
}

TEST(FaultAgainstDeclared, UniqueMustBeTheDeclaredOne) {
  // A second solution of the empty grid, answered as if it were the only one.
  const Grid other = [] {
    Grid grid = kSolution;
    for (char& c : grid.cells)
      c = c == '1' ? '2' : c == '2' ? '1' : c;
    return grid;
  }();
  EXPECT_EQ(fault_against_declared(kEmptyGrid, kSolution, answer(Outcome::unique, 1, other)),
            "says unique, but the declared solution fits too");
  EXPECT_EQ(fault_against_declared(kEmptyGrid, kSolution, answer(Outcome::multiple, 2, other)), "");
  EXPECT_EQ(fault_against_declared(kPuzzle, kSolution, answer(Outcome::unique, 1, kSolution)), "");
}

TEST(FaultAgainstDeclared, WhatWasFilledMustBeInIt) {
  EXPECT_EQ(fault_against_declared(kPuzzle, kSolution,
                                   answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1'))),
            "");
  EXPECT_EQ(fault_against_declared(kPuzzle, kSolution,
                                   answer(Outcome::incomplete, 0, with(kPuzzle, 1, '2'))),
            "the filled cells contradict the declared solution");
}

TEST(Agree, ComparesWhatAStuckSolverFilled) {
  const Answer right = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1'));
  const Answer wrong = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '2'));

  struct {
    const char* name;
    Answer other;
    bool right;
    bool wrong;
  } const cases[] = {
      {"unique", answer(Outcome::unique, 1, kSolution), true, false},
      {"one of several", answer(Outcome::multiple, 2, kSolution), true, false},
      {"the first", answer(Outcome::first, 1, kSolution), true, false},
      {"only counted", answer(Outcome::unique, 1, kEmptyGrid), true, true},
      {"none", answer(Outcome::none, 0, kEmptyGrid), true, true},
      {"timeout", answer(Outcome::timeout, 0, kEmptyGrid), true, true},
      {"stuck elsewhere", answer(Outcome::incomplete, 0, kPuzzle), true, true},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agree(right, c.other), c.right);
    EXPECT_EQ(agree(c.other, right), c.right);
    EXPECT_EQ(agree(wrong, c.other), c.wrong);
    EXPECT_EQ(agree(c.other, wrong), c.wrong);
  }
}

struct CountsCase {
  const char* name;
  std::uint64_t a;
  std::uint64_t b;
  std::uint64_t counted;
  bool agree;
};

TEST(Agree, ComparesNumbersOfSolutionsAsFarAsTheyWereCounted) {
  const CountsCase counts_cases[] = {
      {"equal", 5, 5, kUnlimited, true},      {"different", 5, 2, kUnlimited, false},
      {"different above two", 5, 2, 2, true}, {"one is not two", 5, 1, 2, false},
      {"none is not two", 5, 0, 2, false},
  };
  const auto counting = [](std::uint64_t count) {
    const Outcome outcome = count == 0   ? Outcome::none
                            : count == 1 ? Outcome::unique
                                         : Outcome::multiple;
    return answer(outcome, count, kEmptyGrid);
  };
  for (const CountsCase& c : counts_cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agree(counting(c.a), counting(c.b), c.counted), c.agree);
    EXPECT_EQ(agree(counting(c.b), counting(c.a), c.counted), c.agree);
  }
}

TEST(AnswerHash, DependsOnPuzzleOutcomeAndUniqueSolution) {
  const std::uint64_t unique = answer_hash(kPuzzle, answer(Outcome::unique, 1, kSolution));
  EXPECT_NE(unique, 0U);
  EXPECT_NE(unique, answer_hash(kEmptyGrid, answer(Outcome::unique, 1, kSolution)));
  EXPECT_NE(unique, answer_hash(kPuzzle, answer(Outcome::multiple, 2, kSolution)));
  EXPECT_NE(unique, answer_hash(kPuzzle, answer(Outcome::unique, 1, with(kSolution, 1, '2'))));
  EXPECT_NE(answer_hash(kPuzzle, answer(Outcome::none, 0, kEmptyGrid)),
            answer_hash(kPuzzle, answer(Outcome::multiple, 2, kEmptyGrid)));
}

// Results of other versions are compared by these hashes: XXH3 of the puzzle, a zero byte for
// `unique`, and the solution.
TEST(AnswerHash, IsTheSameInEveryVersion) {
  EXPECT_EQ(answer_hash(kPuzzle, answer(Outcome::unique, 1, kSolution)), 0x4CB1'7D05'45F8'382BU);
}

TEST(AnswerHash, DoesNotDependOnWhichOfSeveralSolutionsWasFound) {
  EXPECT_EQ(answer_hash(kEmptyGrid, answer(Outcome::multiple, 2, kSolution)),
            answer_hash(kEmptyGrid, answer(Outcome::multiple, 2, kEmptyGrid)));
}

TEST(AnswerHash, TimeoutsHaveNone) {
  EXPECT_EQ(answer_hash(kPuzzle, answer(Outcome::timeout, 0, kEmptyGrid)), 0U);
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

const Answer kUnique = answer(Outcome::unique, 1, kSolution);
const Answer kUnshown = answer(Outcome::unique, 1, kEmptyGrid);
const Answer kOther = answer(Outcome::unique, 1, with(kSolution, 1, '2'));
const Answer kNone = answer(Outcome::none, 0, kEmptyGrid);
const Answer kFirst = answer(Outcome::first, 1, kSolution);
const Answer kTimeout = answer(Outcome::timeout, 0, kEmptyGrid);
const Answer kStuck = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '1'));
const Answer kStuckWrongly = answer(Outcome::incomplete, 0, with(kPuzzle, 1, '2'));

Answer counted(std::uint64_t solutions) { return answer(Outcome::multiple, solutions, kEmptyGrid); }

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

TEST(FaultOf, AllowsTheFirstSolutionAtAnyLimitToWhoNeverProvesThatThereIsNoOther) {
  SolverInfo stops;
  stops.proves_uniqueness = false;
  EXPECT_EQ(fault_of(kPuzzle, kFirst, 2, stops), "");
  EXPECT_EQ(fault_of(kPuzzle, answer(Outcome::first, 2, kSolution), 2, stops),
            "the number of solutions does not fit the outcome and the limit");
}

TEST(Agree, ComparesTheOnlySolutionWithAnyThatIsShown) {
  struct {
    const char* name;
    Answer a;
    Answer b;
    bool agree;
  } const cases[] = {
      {"the same", kUnique, kUnique, true},
      {"another only one", kUnique, kOther, false},
      {"another first one", kUnique, answer(Outcome::first, 1, kOther.solution), false},
      {"one that is not shown", kUnshown, kOther, true},
      {"another first one of perhaps many", kFirst, answer(Outcome::first, 1, kOther.solution),
       true},
      {"the first of five", kFirst, counted(5), true},
      {"none and the first", kNone, kFirst, false},
      {"none twice", kNone, kNone, true},
  };

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(agree(c.a, c.b), c.agree);
    EXPECT_EQ(agree(c.b, c.a), c.agree);
  }
}

TEST(IsUnpromised, OnlyOfPluginsThatSayNothingOfTheirSolutions) {
  SolverInfo info;
  EXPECT_FALSE(is_unpromised(info)) << "it always shows its solution";
  info.shows_solution = false;
  EXPECT_TRUE(is_unpromised(info));
  info.may_only_count = true;
  EXPECT_FALSE(is_unpromised(info)) << "it is a command";
}

}  // namespace

}  // namespace sudoku::run
