// The other way of byte_writer.h.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

// Bytes that no record can be read from.
class BytesError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An archive that reads what the other wrote. Throws BytesError for bytes that it did not write;
// takes no more memory than a small multiple of theirs, whatever they say.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  void field(const char* /*name*/, T& target) {
    get(target);
  }

  template <typename T>
  void later_field(const char* name, T& target) {
    field(name, target);
  }

  void digest(const char* /*name*/, std::uint64_t& target) { target = fixed(); }

  void picoseconds(const char* name, std::uint64_t& target) { field(name, target); }

  void outcome(const char* name, Outcome& target);

  template <std::size_t size>
  void outcomes(const char* /*name*/, std::array<std::uint64_t, size>& counts) {
    for (std::uint64_t& count : counts)
      get(count);
  }

  template <std::size_t size>
  void techniques(const char* name, std::array<std::uint64_t, size>& counts) {
    outcomes(name, counts);
  }

  // Throws unless everything was read.
  void require_end() const;

 private:
  std::uint64_t fixed();
  std::string_view take(std::uint64_t size);
  std::uint64_t size_of_list();
  void get(std::uint64_t& target);

  void get(double& target) { target = std::bit_cast<double>(fixed()); }

  void get(bool& target);
  void get(std::string& target);
  void get(std::vector<std::uint64_t>& target);
  void get(HistogramRecord& record);
  void get(BinsRecord& record);
  void get(CellsRecord& record);

  template <typename T>
  void get(std::vector<T>& records) {
    const std::uint64_t size = size_of_list();
    records.clear();
    // Grown as they come: a size that lies runs out of bytes first.
    for (std::uint64_t i = 0; i < size; ++i)
      get(records.emplace_back());
  }

  template <typename T>
  void get(std::optional<T>& target) {
    bool has_value = false;
    get(has_value);
    target.reset();
    if (has_value) get(target.emplace());
  }

  template <typename T>
  void get(T& record) {
    fields(*this, record);
  }

  std::string_view bytes_;
};

}  // namespace sudoku
