// The instruction set of the vector solvers: this machine's best, or one that the user asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sudoku {

// Instruction sets, in ascending order of what a processor must have.
enum class Isa : std::uint8_t {
  baseline,  // any processor of the platform: SSE2 on x86-64, NEON on ARM
  avx2,      // AVX2, BMI1, BMI2, LZCNT, POPCNT (x86-64-v3)
  avx512,    // those of avx2, and AVX-512 F, CD, BW, DQ, VL (x86-64-v4)
};

inline constexpr std::size_t kIsas = 3;

std::string_view name_of(Isa isa);

// Inverse of name_of: "baseline", "avx2", "avx512". Returns nullopt for any other text.
std::optional<Isa> parse_isa(std::string_view text);

// The best instruction set that this processor, its operating system and this build can run.
Isa best_isa();

// Names of all instruction sets up to the best.
std::vector<std::string_view> runnable_isas();

// The instruction set of solvers created from now on: the last one forced, or else the one that the
// environment variable SUDOKU_BENCH_ISA names, if this machine can run it, or else the best.
Isa chosen_isa();

// Makes chosen_isa() return `isa`. Returns false, without effect, if this machine cannot run it.
// Must not be called while another thread creates solvers.
bool force_isa(Isa isa);

}  // namespace sudoku
