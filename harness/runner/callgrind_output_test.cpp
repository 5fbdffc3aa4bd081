#include "harness/runner/callgrind_output.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/base/errors.h"

namespace sudoku::runner {

namespace {

// What a test needs of a function.
std::string listed(const std::vector<result::FunctionRecord>& functions) {
  std::string text;
  for (const result::FunctionRecord& function : functions)
    text += function.name + " " + std::to_string(function.instructions) + "\n";
  return text;
}

std::string error_of(const std::string& text) {
  try {
    functions_in(text, "counts");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "no error";
}

// A file as callgrind 3.19 writes it, cut down: names with numbers, relative lines, inlined files,
// and calls, whose cost belongs to the callee.
constexpr const char* kFile = R"(# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 7
cmd:  ./solver
part: 1

desc: Trigger: Program termination

positions: line
events: Ir
summary: 1000


ob=(1) /lib/solver.so
fl=(1) solver.c
fn=(1) solve
16 400
+3 5
fi=(2) cells.h
* 15
fe=(1)
cfn=(2) descend
calls=50 400
+2 500

fn=(2)
-4 70
cob=(2) /lib/libc.so.6
cfi=(3) string.S
cfn=(4) memcpy
calls=9 0
* 90

ob=(2)
fl=(3)
fn=(4)
0 90

ob=(1)
fl=(4) ???
fn=(5) 0x0000000000001130
0 11
fn=(6) 0x0000000000001190
0 22
fn=(7) (below main)
0
totals: 613
)";

TEST(CallgrindOutput, GivesEachFunctionItsOwnInstructions) {
  EXPECT_EQ(listed(functions_in(kFile, "counts")),
            "solve 420\nmemcpy 90\ndescend 70\ncode without a name in solver.so 33\n");
}

TEST(CallgrindOutput, MayHaveSeveralPositionsAndNoNumbersOfNames) {
  EXPECT_EQ(listed(functions_in("positions: instr line\nevents: Ir Dr\nfn=f\n0x10 3 7 1\n+4 +1 5\n",
                                "counts")),
            "f 12\n");
}

TEST(CallgrindOutput, AddsUpWhatACompilerHasCutInPieces) {
  EXPECT_EQ(listed(functions_in("events: Ir\nfn=f\n1 3\nfn=f.cold\n1 2\nfn=f'2\n1 4\n", "counts")),
            "f 9\n");
}

// A file that was cut short is read to its last byte, whatever lies behind it in memory.
TEST(CallgrindOutput, EndsWithItsText) {
  const std::string_view text = "events: Ir\nfn=(17) f\n1 35";
  EXPECT_EQ(listed(functions_in(text, "counts")), "f 35\n");
  EXPECT_EQ(listed(functions_in(text.substr(0, text.size() - 1), "counts")), "f 3\n");
  EXPECT_EQ(error_of("events: Ir\nfn=(1"), "no error") << "a name, which begins with a bracket";
}

TEST(CallgrindOutput, IsRefusedWithTheLine) {
  EXPECT_EQ(error_of(""), "counts:0: expected a file of callgrind, found no line 'events:'");
  EXPECT_EQ(error_of("hello\n"), "counts:1: expected a file of callgrind, found no line 'events:'");
  EXPECT_EQ(error_of("16 400\n"),
            "counts:1: expected a file of callgrind, found no line 'events:'");
  EXPECT_EQ(error_of("events: Cycles Ir\n"), "counts:1: expected the event 'Ir' first");
  EXPECT_EQ(error_of("events: Ir\nfn=(3)\n"),
            "counts:2: expected a name, found a number that has none");
  EXPECT_EQ(error_of("events: Ir\nfn=f\n1 many\n"), "counts:3: expected a number of instructions");
}

TEST(PlainName, LeavesOutWhatCompilersAdd) {
  EXPECT_EQ(plain_name("solve"), "solve");
  EXPECT_EQ(plain_name("solve'2"), "solve");
  EXPECT_EQ(plain_name("solve.constprop.0.isra.0"), "solve");
  EXPECT_EQ(plain_name("solve.part.1.cold"), "solve");
  EXPECT_EQ(plain_name("f(int) [clone .constprop.0] [clone .isra.0]"), "f");
  EXPECT_EQ(plain_name("solver::place::h0123456789abcdef"), "solver::place");
  EXPECT_EQ(plain_name("solver::place::h0123"), "solver::place::h0123");
  EXPECT_EQ(plain_name("a.partial"), "a.partial");
  for (const char* const ending :
       {".cold", ".isra.3", ".llvm.123", ".lto_priv.0", ".part.0", ".localalias", ".specialized.1"})
    EXPECT_EQ(plain_name(std::string("solve") + ending), "solve") << ending;
  EXPECT_EQ(plain_name(".cold"), ".cold");
}

TEST(PlainName, HasNoArguments) {
  EXPECT_EQ(plain_name("sudoku::(anonymous namespace)::Mrv<false>::descend(Board&, int) const"),
            "sudoku::Mrv::descend");
  EXPECT_EQ(plain_name("(anonymous namespace)::Board::place(int, int)"), "Board::place");
  EXPECT_EQ(plain_name("bool sudoku::take<sudoku::Grid>(sudoku::Grid const&, char (&)[9])"),
            "sudoku::take");
  EXPECT_EQ(plain_name("std::vector<int, std::allocator<int> > ns::list<a<b> >()"), "ns::list");
  EXPECT_EQ(plain_name("ns::f(int)::{lambda(int)#1}::operator()(int) const"), "ns::f");
  EXPECT_EQ(plain_name("bool ns::operator<(A<1> const&, A<2> const&)"), "ns::operator<");
  EXPECT_EQ(plain_name("ns::Caller<int>::operator()(int)"), "ns::Caller::operator()");
  EXPECT_EQ(plain_name("operator new(unsigned long)"), "operator new");
  EXPECT_EQ(plain_name("ns::operators(int)"), "ns::operators");
  EXPECT_EQ(plain_name("<solver::Board as core::fmt::Debug>::fmt"),
            "<solver::Board as core::fmt::Debug>::fmt");
  EXPECT_EQ(plain_name("core::slice::<impl [T]>::sort"), "core::slice::<impl [T]>::sort");
  EXPECT_EQ(plain_name("(below main)"), "(below main)");
}

}  // namespace

}  // namespace sudoku::runner
