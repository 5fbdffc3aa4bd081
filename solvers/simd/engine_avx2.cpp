// The engines for AVX2, BMI2 and POPCNT. vector_portable.h, vector_logic.h and, where lanes move,
// lane_moves.h document the operations.
//
// Avx2: 16 lanes of 16 bits, each with a state of the batch solver.
//
// SingleAvx2: one grid in nine vectors. A part is a band; its row r is quarter r of a vector, 4
// words as in kWordsInBands, so that turning the grid moves no word within its quarter. The fourth
// word of a quarter and the fourth quarter are unused.
#include <stddef.h>  // NOLINT(modernize-deprecated-headers): see engine.h
#include <stdint.h>  // NOLINT(modernize-deprecated-headers): see engine.h

#include "solvers/simd/engine.h"
#include "solvers/simd/lane_search.h"
#include "solvers/simd/lane_text.h"
#include "solvers/simd/single_rules.h"
#include "solvers/simd/single_search.h"
#include "solvers/simd/slice_front.h"
#include "solvers/simd/slice_planes.h"
#include "solvers/simd/vector_logic.h"

namespace sudoku::simd {

namespace {

// For each subset of eight lanes, byte shuffles that pack its lanes or spread packed ones to them.
struct Avx2Shuffles {
  alignas(16) uint8_t pack[256][16];
  alignas(16) uint8_t spread[256][16];
};

constexpr Avx2Shuffles kAvx2Shuffles = [] {
  Avx2Shuffles tables{};
  for (int set = 0; set < 256; ++set) {
    int packed = 0;
    for (int lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1) == 0) continue;
      for (int byte = 0; byte < 2; ++byte) {
        tables.pack[set][2 * packed + byte] = static_cast<uint8_t>(2 * lane + byte);
        tables.spread[set][2 * lane + byte] = static_cast<uint8_t>(2 * packed + byte);
      }
      ++packed;
    }
  }
  return tables;
}();

using VecAvx2 [[gnu::vector_size(32)]] = uint16_t;

struct Avx2 : FlaggedLogic<Avx2, VecAvx2> {
  using Vec = VecAvx2;

  struct Route {
    __m256i bytes;  // byte shuffle within each half
    __m256i upper;  // lanes that come from the upper half
  };

  static constexpr int kLanes = 16;
  static constexpr LaneMask kAllLanes = 0xFFFF;

  [[gnu::always_inline]] static __m256i raw(Vec a) { return reinterpret_cast<__m256i>(a); }

  [[gnu::always_inline]] static Vec vec(__m256i a) { return reinterpret_cast<Vec>(a); }

  [[gnu::always_inline]] static void store_eight(uint16_t* to, Vec a) {
    store16(to, _mm256_castsi256_si128(raw(a)));
  }

  [[gnu::always_inline]] static Vec smaller(Vec a, Vec b) {
    return vec(_mm256_min_epu16(raw(a), raw(b)));
  }

  [[gnu::always_inline]] static Flags at_most(Vec a, Vec b) { return equal(smaller(a, b), a); }

  [[gnu::always_inline]] static Vec choose(Flags which, Vec yes, Vec no) {
    return vec(_mm256_blendv_epi8(raw(no), raw(yes), raw(which)));
  }

  // Counts up to nine bits per lane.
  [[gnu::always_inline]] static Vec count_digits(Vec x) {
    const __m256i table =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i low = _mm256_shuffle_epi8(table, raw(x & 0x0F0F));
    const __m256i high = _mm256_shuffle_epi8(table, raw(x >> 4 & 0x000F));
    return vec(_mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1)));
  }

  // Clang 19 would turn `x & (x - 1)` into bit counting, and lose up to 13 %.
  [[gnu::always_inline]] static Vec without_one(Vec x) {
#ifdef __clang__
    return x & (x + opaque(0xFFFF));
#else
    return x & (x - 1);
#endif
  }

  [[gnu::always_inline]] static LaneMask mask(Flags flags) {
    const __m128i low = _mm256_castsi256_si128(raw(flags));
    const __m128i high = _mm256_extracti128_si256(raw(flags), 1);
    return static_cast<LaneMask>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
  }

  [[gnu::always_inline]] static Flags flags(LaneMask mask) {
    const Vec bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    return equal(all(static_cast<uint16_t>(mask)) & bit, bit);
  }

  [[gnu::always_inline]] static LaneMask lowest(LaneMask mask, int count) {
    return _pdep_u32((LaneMask{1} << count) - 1, mask);
  }

  [[gnu::always_inline]] static Route packing(LaneMask from) { return route(packed(from)); }

  [[gnu::always_inline]] static Route from_to(LaneMask from, LaneMask to) {
    alignas(32) uint16_t lanes[32];
    store(lanes, packed(from));
    const uint16_t* const rest = lanes + _mm_popcnt_u32(to & 0xFF);
    const __m128i low = _mm_shuffle_epi8(load16(lanes), table_row(kAvx2Shuffles.spread[to & 0xFF]));
    const __m128i high =
        _mm_shuffle_epi8(load16(rest), table_row(kAvx2Shuffles.spread[to >> 8 & 0xFF]));
    return route(vec(_mm256_set_m128i(high, low)));
  }

  // A vector whose lanes are to be moved, each half stored twice: such loads save a permutation.
  struct Source {
    __m256i low;
    __m256i high;
  };

  [[gnu::always_inline]] static Source source(const uint16_t* from) {
    return {_mm256_broadcastsi128_si256(load16(from)),
            _mm256_broadcastsi128_si256(load16(from + 8))};
  }

  [[gnu::always_inline]] static Vec moved(Route route, Vec a) {
    return moved(route, Source{_mm256_permute2x128_si256(raw(a), raw(a), 0x00),
                               _mm256_permute2x128_si256(raw(a), raw(a), 0x11)});
  }

  [[gnu::always_inline]] static Vec moved(Route route, Source from) {
    return vec(_mm256_blendv_epi8(_mm256_shuffle_epi8(from.low, route.bytes),
                                  _mm256_shuffle_epi8(from.high, route.bytes), route.upper));
  }

  // For each lane, a bit of half a plane: shuffles of its byte to the lower and to the upper byte
  // of the lane, and the bit in either.
  struct BitPlaces {
    __m256i to_lower;
    __m256i to_upper;
    __m256i bit;
  };

  static constexpr uint32_t kReach = 128;  // bits from which a vector of states is taken

  [[gnu::always_inline]] static BitPlaces places_of(const uint16_t (&bits)[kLanes]) {
    const __m256i powers = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    const Vec of = load(bits);
    const Vec byte = of >> 3;
    const Vec bit = of & 7;
    return {.to_lower = raw(byte | all(0x8000)),
            .to_upper = raw(byte << 8 | all(0x0080)),
            .bit = _mm256_shuffle_epi8(powers, raw(bit | bit << 8))};
  }

  // The states whose digits are the bits at `places` of nine halves. Two digits are taken at a
  // time, one in each byte of a lane.
  [[gnu::always_inline]] static Vec states_of(const uint64_t* const (&halves)[9],
                                              const BitPlaces& places) {
    Vec pairs = all(0);
#pragma GCC unroll 4
    for (int digit = 0; digit < 8; digit += 2) {
      const __m256i bytes = _mm256_or_si256(bytes_of(halves[digit], places.to_lower),
                                            bytes_of(halves[digit + 1], places.to_upper));
      pairs |= are_set(bytes, places) & all(static_cast<uint16_t>(0x0201U << digit));
    }
    const Vec ninth = are_set(bytes_of(halves[8], places.to_upper), places) & all(0x0100);
    return ((pairs | pairs >> 8) & all(0x00FF)) | ninth;
  }

 private:
  [[gnu::always_inline]] static __m256i bytes_of(const uint64_t* half, __m256i shuffle) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(load16(half)), shuffle);
  }

  [[gnu::always_inline]] static Vec are_set(__m256i bytes, const BitPlaces& places) {
    return vec(_mm256_cmpeq_epi8(_mm256_and_si256(bytes, places.bit), places.bit));
  }

  [[gnu::always_inline]] static __m128i table_row(const uint8_t* row) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(row));
  }

  // Numbers of the lanes in `from`, packed. Words after them are undefined.
  [[gnu::always_inline]] static Vec packed(LaneMask from) {
    const __m128i first = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7);
    const __m128i second = _mm_setr_epi16(8, 9, 10, 11, 12, 13, 14, 15);
    alignas(32) uint16_t lanes[24];
    const LaneMask low = from & 0xFF;
    const __m128i packed_low = _mm_shuffle_epi8(first, table_row(kAvx2Shuffles.pack[low]));
    const __m128i packed_high =
        _mm_shuffle_epi8(second, table_row(kAvx2Shuffles.pack[from >> 8 & 0xFF]));
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes), packed_low);
    store16(lanes + 8, _mm_setzero_si128());
    store16(lanes + _mm_popcnt_u32(low), packed_high);
    return load(lanes);
  }

  [[gnu::always_inline]] static Route route(Vec source) {
    const Vec bytes = (source & 7) << 1;
    return {raw((bytes | bytes << 8) + 0x0100), raw(~equal(source & 8, all(0)))};
  }
};

// The sets of digits that 16 characters stand for; empty for a byte 0.
struct SetsOfChars {
  // A character's low four bits (a digit's value, 14 for a blank) choose both bytes of its set.
  [[gnu::always_inline]] explicit SetsOfChars(__m128i chars) {
    const __m128i low = _mm_setr_epi8(0, 1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, -1, 0);
    const __m128i high = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const __m128i value = _mm_and_si128(chars, _mm_set1_epi8(15));
    const __m128i low_bytes = _mm_shuffle_epi8(low, value);
    const __m128i high_bytes = _mm_shuffle_epi8(high, value);
    first8 = _mm_unpacklo_epi8(low_bytes, high_bytes);
    last8 = _mm_unpackhi_epi8(low_bytes, high_bytes);
  }

  __m128i first8;
  __m128i last8;
};

template <>
struct Text<Avx2> {
  static constexpr int kLanes = Avx2::kLanes;
  // First cells of groups of 16. The last two overlap, so that no group reaches beyond cell 80.
  static constexpr int kColumns[6] = {0, 16, 32, 48, 64, 65};

  [[gnu::noinline]] static void read(const char* const (&puzzles)[kLanes], StateBuffer& buffer,
                                     uint32_t at) {
    for (const int cell : kColumns) {
      __m128i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = load16(puzzles[i] + cell);
      transpose_bytes(text);
      for (int i = 0; i < 16; ++i) {
        const SetsOfChars sets(text[i]);
        store16(&buffer.row[cell + i][at], sets.first8);
        store16(&buffer.row[cell + i][at + 8], sets.last8);
      }
    }
  }

  [[gnu::noinline]] static void write(const StateBuffer& buffer, uint32_t at,
                                      char* const (&solutions)[kLanes]) {
    for (const int cell : kColumns) {
      __m128i text[16];
      for (int i = 0; i < 16; ++i)
        text[i] = chars(&buffer.row[cell + i][at]);
      transpose_bytes(text);
      for (int i = 0; i < 16; ++i)
        store16(solutions[i] + cell, text[i]);
    }
  }

 private:
  // Digit characters of 16 sets of one digit each.
  [[gnu::always_inline]] static __m128i chars(const uint16_t* from) {
    const __m256i below = Avx2::raw(Avx2::count_digits(Avx2::load(from) - 1));
    const __m128i number =
        _mm_packus_epi16(_mm256_castsi256_si128(below), _mm256_extracti128_si256(below, 1));
    return _mm_add_epi8(number, _mm_set1_epi8('1'));
  }
};

// Byte shuffles between the text of a row (16 characters) and its cells, at byte 4 * plane + word.
struct RowShuffles {
  alignas(16) uint8_t char_of[9][16];        // reads: sources in the 16 characters at kRowText
  alignas(16) uint8_t from_planes01[9][16];  // writes: sources in the bytes of planes 0 and 1
  alignas(16) uint8_t from_plane2[9][16];    // writes: sources in the bytes of plane 2
};

constexpr uint8_t kNoByte = 0x80;

// Offsets at which 16 characters of each row are read; row 8 from 65, to stay within the text.
constexpr int kRowText[9] = {0, 9, 18, 27, 36, 45, 54, 63, 65};

constexpr RowShuffles kRowShuffles = [] {
  RowShuffles tables{};
  for (int row = 0; row < 9; ++row) {
    for (int i = 0; i < 16; ++i) {
      tables.char_of[row][i] = kNoByte;
      tables.from_planes01[row][i] = kNoByte;
      tables.from_plane2[row][i] = kNoByte;
    }
    for (int c = 0; c < 9; ++c) {
      const int plane = (c + row) % 3;
      const int word = (c / 3 + row / 3) % 3;
      const int quarter = 4 * (row % 3 % 2) + word;  // word in its half vector of two rows
      tables.char_of[row][4 * plane + word] = static_cast<uint8_t>(9 * row + c - kRowText[row]);
      if (plane < 2) {
        tables.from_planes01[row][c] = static_cast<uint8_t>(8 * plane + quarter);
      } else {
        tables.from_plane2[row][c] = static_cast<uint8_t>(quarter);
      }
    }
  }
  return tables;
}();

struct SingleAvx2 : Avx2, GridInBands<SingleAvx2, VecAvx2> {
  [[gnu::always_inline]] static Vec next(Vec a) {
    return __builtin_shufflevector(a, a, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 13, 14, 12, 15);
  }

  [[gnu::always_inline]] static Vec after_next(Vec a) {
    return __builtin_shufflevector(a, a, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 14, 12, 13, 15);
  }

  [[gnu::always_inline]] static Vec below(Vec a) { return rows<1, 2, 0>(a); }

  [[gnu::always_inline]] static Vec above(Vec a) { return rows<2, 0, 1>(a); }

  [[gnu::always_inline]] static Vec minus_one() { return opaque(0xFFFF); }

  [[gnu::always_inline]] static Vec none(Vec a) { return is_zero(a); }

  [[gnu::always_inline]] static bool is_full(Vec a) {
    return _mm256_testc_si256(raw(a), raw(minirows() & all(kNineDigits))) != 0;
  }

  [[gnu::always_inline]] static int differences(Vec a, Vec b) {
    return kLanes - __builtin_popcount(mask(equal(a, b)));
  }

  [[gnu::always_inline]] static bool has_any(Vec a) {
    return _mm256_testz_si256(raw(a), raw(a)) == 0;
  }

  [[gnu::always_inline]] static bool has_empty(Vec a) {
    return _mm256_testz_si256(raw(is_zero(a)), raw(minirows())) == 0;
  }

  template <int kPlane>
  [[gnu::always_inline]] static Vec mirrored(Vec a) {
    return rows<kPlane, (kPlane + 2) % 3, (kPlane + 1) % 3>(a);
  }

  [[gnu::always_inline]] static Vec joined(Vec a, Vec b, Vec c) {
    return vec(_mm256_blend_epi16(_mm256_blend_epi16(raw(a), raw(b), 0x22), raw(c), 0x44));
  }

  [[gnu::always_inline]] static State<SingleAvx2> read(const char* puzzle) {
    State<SingleAvx2> state;
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const SetsOfChars row0 = sets_of_row(puzzle, 3 * b);
      const SetsOfChars row1 = sets_of_row(puzzle, 3 * b + 1);
      const SetsOfChars row2 = sets_of_row(puzzle, 3 * b + 2);
      Vec(&plane)[3] = state.part[b].plane;
      // Not _mm_move_epi64(): valgrind 3.19 does not know its shorter encoding.
      const __m128i lower = _mm_blend_epi32(_mm_setzero_si128(), row2.first8, 3);
      plane[0] = halves(_mm_unpacklo_epi64(row0.first8, row1.first8), lower);
      plane[1] =
          halves(_mm_unpackhi_epi64(row0.first8, row1.first8), _mm_srli_si128(row2.first8, 8));
      plane[2] = halves(_mm_unpacklo_epi64(row0.last8, row1.last8), row2.last8);
    }
    return state;
  }

  [[gnu::always_inline]] static void write(const State<SingleAvx2>& state, char* solution) {
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      const Vec(&plane)[3] = state.part[b].plane;
      const __m256i planes01 = _mm256_packus_epi16(number(plane[0]), number(plane[1]));
      const __m256i plane2 = _mm256_packus_epi16(number(plane[2]), number(plane[2]));
      write_row(_mm256_castsi256_si128(planes01), _mm256_castsi256_si128(plane2), 3 * b, solution);
      write_row(_mm256_castsi256_si128(planes01), _mm256_castsi256_si128(plane2), 3 * b + 1,
                solution);
      write_row(_mm256_extracti128_si256(planes01, 1), _mm256_extracti128_si256(plane2, 1),
                3 * b + 2, solution);
    }
  }

  [[gnu::always_inline]] static Vec digit_in(LaneMask lanes, uint16_t digit) {
    return flags(lanes) & all(digit);
  }

 private:
  [[gnu::always_inline]] static __m256i number(Vec digit) { return raw(count_digits(digit - 1)); }

  [[gnu::always_inline]] static Vec minirows() {
    const auto yes = static_cast<uint16_t>(0xFFFF);
    return Vec{yes, yes, yes, 0, yes, yes, yes, 0, yes, yes, yes, 0, 0, 0, 0, 0};
  }

  template <int kFirst, int kSecond, int kThird>
  [[gnu::always_inline]] static Vec rows(Vec a) {
    return vec(_mm256_permute4x64_epi64(raw(a), kFirst | kSecond << 2 | kThird << 4 | 3 << 6));
  }

  [[gnu::always_inline]] static Vec halves(__m128i low, __m128i high) {
    return vec(_mm256_set_m128i(high, low));
  }

  // The sets of a row's cells: those in planes 0 and 1, then those in plane 2.
  [[gnu::always_inline]] static SetsOfChars sets_of_row(const char* puzzle, int row) {
    return SetsOfChars(
        _mm_shuffle_epi8(load16(puzzle + kRowText[row]), load16(kRowShuffles.char_of[row])));
  }

  // Stores 16 characters of a solution; the next row overwrites the last seven of them.
  [[gnu::always_inline]] static void write_row(__m128i planes01, __m128i plane2, int row,
                                               char* solution) {
    const __m128i numbers =
        _mm_or_si128(_mm_shuffle_epi8(planes01, load16(kRowShuffles.from_planes01[row])),
                     _mm_shuffle_epi8(plane2, load16(kRowShuffles.from_plane2[row])));
    const __m128i chars = _mm_add_epi8(numbers, _mm_set1_epi8('1'));
    char* const to = solution + ptrdiff_t{9} * row;
    if (row < 8) {
      store16(to, chars);
    } else {
      _mm_storeu_si64(to, chars);
      solution[80] = static_cast<char>(_mm_extract_epi8(chars, 8));
    }
  }
};

}  // namespace

constinit const Engines kAvx2Engines = {engine_of<Avx2, SingleAvx2, SliceFront<PlaneAvx2>>(),
                                        single_engine_of<SingleAvx2>()};

}  // namespace sudoku::simd
