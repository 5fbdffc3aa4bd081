#include "solvers/simd/isa.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

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
// What the kernel says of the processor. It calls LZCNT abm.
TEST(BestIsa, IsThatOfTheProcessor) {
  std::ifstream cpuinfo("/proc/cpuinfo");
  std::set<std::string> flags;
  for (std::string line; std::getline(cpuinfo, line) && flags.empty();) {
    if (!line.starts_with("flags")) continue;
    std::istringstream words(line);
    flags = {std::istream_iterator<std::string>(words), {}};
  }
  ASSERT_TRUE(flags.contains("sse2"));
  const auto has_all = [&flags](std::initializer_list<const char*> names) {
    return std::ranges::all_of(names, [&](const char* name) { return flags.contains(name); });
  };
  const bool has_avx2 = has_all({"avx2", "bmi1", "bmi2", "popcnt", "abm"});
  const bool has_avx512 = has_all({"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"});
  EXPECT_EQ(best_isa(), !has_avx2 ? Isa::baseline : has_avx512 ? Isa::avx512 : Isa::avx2);
}
#endif

}  // namespace
}  // namespace sudoku
