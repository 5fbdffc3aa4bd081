// Which instruction set the vector solvers use: the best one here, or the one that was asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sudoku {

// In ascending order of what a processor must have.
enum class Isa : std::uint8_t {
  baseline,  // what every processor of the platform has: SSE2 on x86-64, NEON on ARM
  avx2,      // AVX2, BMI1, BMI2, LZCNT, POPCNT (x86-64-v3)
  avx512,    // and AVX-512 F, CD, BW, DQ, VL (x86-64-v4)
};

inline constexpr std::size_t kIsas = 3;

std::string_view name_of(Isa isa);

// "baseline", "avx2", "avx512"; nothing for any other text.
std::optional<Isa> parse_isa(std::string_view text);

// The best that this processor, its operating system and this build can run.
Isa best_isa();

// The instruction set of solvers that are created from now on: the last one forced; else the one
// that the environment variable SUDOKU_BENCH_ISA names, if this machine can run it; else the best.
Isa chosen_isa();

// Makes chosen_isa() answer `isa`. False, and nothing changes, when this machine cannot run it.
// Not while another thread creates solvers.
bool force_isa(Isa isa);

}  // namespace sudoku
