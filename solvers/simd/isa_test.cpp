#include "solvers/simd/isa.h"

#include <array>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

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

#if defined(__x86_64__)
// Registers EAX to EDX that CPUID fills for a leaf, and the state that the system saves (XCR0).
using Registers = std::array<unsigned, 4>;

Registers cpuid(unsigned leaf) {
  Registers r{};
  __get_cpuid_count(leaf, 0, r.data(), &r[1], &r[2], &r[3]);
  return r;
}

unsigned saved_state() {
  if ((cpuid(1)[2] & bit_OSXSAVE) == 0) return 0;
  unsigned low = 0;
  unsigned high = 0;
  asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

TEST(BestIsa, IsThatOfTheProcessor) {
  constexpr unsigned kOfAvx2 = bit_AVX2 | bit_BMI | bit_BMI2;
  constexpr unsigned kOfAvx512 =
      bit_AVX512F | bit_AVX512CD | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
  const auto has_all = [](unsigned found, unsigned wanted) { return (found & wanted) == wanted; };
  const unsigned features = cpuid(7)[1];
  const bool has_avx2 = has_all(features, kOfAvx2) && has_all(cpuid(1)[2], bit_POPCNT) &&
                        has_all(cpuid(0x80000001)[2], bit_LZCNT) && has_all(saved_state(), 0x06);
  const bool has_avx512 = has_all(features, kOfAvx512) && has_all(saved_state(), 0xe6);
  EXPECT_EQ(best_isa(), !has_avx2 ? Isa::baseline : has_avx512 ? Isa::avx512 : Isa::avx2);
}
#endif

}  // namespace
}  // namespace sudoku
