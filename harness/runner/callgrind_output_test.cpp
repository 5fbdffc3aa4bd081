#include "harness/runner/callgrind_output.h"

#include <gtest/gtest.h>

namespace sudoku::runner {

namespace {

using Functions = std::map<std::string, std::uint64_t>;

// What callgrind_annotate 3.19 prints, cut down: inlined files, which have no library, recursion,
// and code without names.
constexpr const char* kText = R"(----------------------------------------
Profile data file 'counts.7' (creator: callgrind-3.19.0)
----------------------------------------
Events shown:     Ir

----------------------------------------
Ir         
----------------------------------------
31,087,613  PROGRAM TOTALS

----------------------------------------
Ir          file:function
----------------------------------------
31,087,000  solver.c:solve [/lib/solver.so]
       490  ./string/string.S:memcpy [/lib/libc.so.6]
        70  cells.h:solve
        11  ???:0x0000000000001130 [/lib/solver.so]
        22  ???:0x0000000000001190 [/lib/solver.so]
        15  ???:core::slice::<impl [T]>::sort
         5  solver.c:solve'2 [/lib/solver.so]
         .  ???:(below main) [/lib/libc.so.6]

----------------------------------------
-- Auto-annotated source: none:1
----------------------------------------
)";

TEST(CallgrindOutput, GivesEachFunctionItsOwnInstructions) {
  EXPECT_EQ(functions_in(kText), (Functions{{"solve", 31087075},
                                            {"memcpy", 490},
                                            {"code without a name in solver.so", 33},
                                            {"core::slice::<impl [T]>::sort", 15}}));
}

TEST(CallgrindOutput, HasNothingWithoutATable) {
  EXPECT_EQ(functions_in(""), Functions());
  EXPECT_EQ(functions_in("Ir  file:function\n"), Functions());
  EXPECT_EQ(functions_in("Ir  file:function\n---\n"), Functions());
  EXPECT_EQ(functions_in("Ir  file:function\n---\n7"), (Functions{{"", 7}}));
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
