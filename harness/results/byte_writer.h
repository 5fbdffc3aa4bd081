// Records as bytes: small, the same on every machine, and without names. For what this program
// reads back itself, of the same version: a journal, a message to another process.
//
// Whole numbers are written seven bits at a time, least significant first, the eighth bit saying
// that more follow (LEB128); lists of them as differences, because most of ours ascend.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

// Of a whole number, in each byte; the next bit says whether another byte follows.
inline constexpr unsigned kBitsPerByte = 7;
inline constexpr std::uint64_t kMoreFollow = 1U << kBitsPerByte;

// An archive (figure_fields.h) that writes.
class ByteWriter {
 public:
  template <typename T>
  void field(const char* /*name*/, const T& value) {
    put(value);
  }

  template <typename T>
  void later_field(const char* name, const T& value) {
    field(name, value);
  }

  void digest(const char* /*name*/, std::uint64_t value) { put_fixed(value); }

  void picoseconds(const char* name, std::uint64_t value) { field(name, value); }

  void outcome(const char* name, Outcome value) { field(name, static_cast<std::uint64_t>(value)); }

  template <std::size_t size>
  void outcomes(const char* /*name*/, const std::array<std::uint64_t, size>& counts) {
    for (const std::uint64_t count : counts)
      put(count);
  }

  template <std::size_t size>
  void techniques(const char* name, const std::array<std::uint64_t, size>& counts) {
    outcomes(name, counts);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void put_fixed(std::uint64_t value);
  void put(std::uint64_t value);

  void put(double value) { put_fixed(std::bit_cast<std::uint64_t>(value)); }

  void put(bool value) { put(std::uint64_t{value ? 1U : 0U}); }

  void put(const std::string& text);
  void put(const std::vector<std::uint64_t>& values);

  template <typename T>
  void put(const std::vector<T>& records) {
    put(std::uint64_t{records.size()});
    for (const T& record : records)
      put(record);
  }

  template <typename T>
  void put(const std::optional<T>& value) {
    put(value.has_value());
    if (value) put(*value);
  }

  template <typename T>
  void put(const T& record) {
    fields(*this, record);
  }

  std::string bytes_;
};

}  // namespace sudoku
