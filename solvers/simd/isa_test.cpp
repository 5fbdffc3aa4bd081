#include "solvers/simd/isa.h"

#include <array>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

constexpr std::array<Isa, kIsas> kAllIsas = {Isa::baseline, Isa::avx2, Isa::avx512};

// Restores chosen_isa() after each test.
class IsaChoice : public testing::Test {
 protected:
  ~IsaChoice() override { force_isa(before_); }

 private:
  Isa before_ = chosen_isa();
};

TEST(IsaName, IsReadBack) {
  for (const Isa isa : kAllIsas)
    EXPECT_EQ(parse_isa(name_of(isa)), isa);
}

TEST(IsaName, IsExact) {
  for (const char* const text : {"", "AVX2", "avx", "avx512f", "auto", "avx2 "})
    EXPECT_EQ(parse_isa(text), std::nullopt) << text;
}

TEST_F(IsaChoice, IsWhatThisMachineCanRun) {
  for (const Isa isa : kAllIsas) {
    const bool can_run = isa <= best_isa();
    const Isa before = chosen_isa();
    EXPECT_EQ(force_isa(isa), can_run) << name_of(isa);
    EXPECT_EQ(chosen_isa(), can_run ? isa : before) << name_of(isa);
  }
}

}  // namespace
}  // namespace sudoku
