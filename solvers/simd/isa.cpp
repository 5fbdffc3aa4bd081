#include "solvers/simd/isa.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace sudoku {

namespace {

constexpr std::array<std::string_view, kIsas> kNames = {"baseline", "avx2", "avx512"};

#if defined(__x86_64__)
// Reads CPUID, because __builtin_cpu_supports() of clang 14 does not know LZCNT.
bool has_lzcnt() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_LZCNT) != 0;
}

// __builtin_cpu_supports() also checks that the operating system saves the wide registers.
Isa detect() {
  __builtin_cpu_init();
  const bool has_avx2 = static_cast<bool>(__builtin_cpu_supports("avx2")) &&
                        static_cast<bool>(__builtin_cpu_supports("bmi")) &&
                        static_cast<bool>(__builtin_cpu_supports("bmi2")) &&
                        static_cast<bool>(__builtin_cpu_supports("popcnt")) && has_lzcnt();
  if (!has_avx2) return Isa::baseline;
  const bool has_avx512 = static_cast<bool>(__builtin_cpu_supports("avx512f")) &&
                          static_cast<bool>(__builtin_cpu_supports("avx512cd")) &&
                          static_cast<bool>(__builtin_cpu_supports("avx512bw")) &&
                          static_cast<bool>(__builtin_cpu_supports("avx512dq")) &&
                          static_cast<bool>(__builtin_cpu_supports("avx512vl"));
  return has_avx512 ? Isa::avx512 : Isa::avx2;
}
#else
Isa detect() { return Isa::baseline; }
#endif

// Ignores SUDOKU_BENCH_ISA if unknown or beyond this machine: several machines may share its value.
Isa isa_of_environment() {
  const char* const name = std::getenv("SUDOKU_BENCH_ISA");
  const std::optional<Isa> wanted = parse_isa(name == nullptr ? "" : name);
  return wanted && *wanted <= best_isa() ? *wanted : best_isa();
}

Isa& choice() {
  static Isa isa = isa_of_environment();
  return isa;
}

}  // namespace

std::string_view name_of(Isa isa) { return kNames[static_cast<std::size_t>(isa)]; }

std::optional<Isa> parse_isa(std::string_view text) {
  const auto* const found = std::ranges::find(kNames, text);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Isa>(found - kNames.begin());
}

Isa best_isa() {
  static const Isa best = detect();
  return best;
}

std::vector<std::string_view> runnable_isas() {
  return {kNames.begin(), kNames.begin() + static_cast<std::size_t>(best_isa()) + 1};
}

Isa chosen_isa() { return choice(); }

bool force_isa(Isa isa) {
  if (isa > best_isa()) return false;
  choice() = isa;
  return true;
}

}  // namespace sudoku
