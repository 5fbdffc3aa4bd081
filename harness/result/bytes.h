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
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/document.h"
#include "harness/result/sums.h"
#include "solvers/solver.h"

namespace sudoku::result {

// Bytes that no record can be read from.
class BytesError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// An archive (fields.h) that reads what ByteWriter wrote. Throws BytesError for bytes that it did
// not write; takes no more memory than a small multiple of theirs, whatever they say.
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
  void get(stats::HistogramRecord& record);
  void get(stats::BinsRecord& record);
  void get(stats::CellsRecord& record);

  template <typename T>
  void get(std::vector<T>& records) {
    const std::uint64_t size = size_of_list();
    records.clear();
    // Not reserved: where the size is wrong, the bytes run out first.
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

// An archive (fields.h) that writes.
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

// Any record that has fields(), as bytes.
template <typename Record>
std::string bytes_of(const Record& record) {
  ByteWriter writer;
  fields(writer, record);
  return writer.bytes();
}

// Inverse of bytes_of. Throws BytesError when the bytes are no such record, or more follow.
template <typename Record>
Record record_of(std::string_view bytes) {
  ByteReader reader(bytes);
  Record record;
  fields(reader, record);
  reader.require_end();
  return record;
}

// What was measured on some blocks, as bytes: for journals, and for messages between processes.
std::string to_bytes(const HeatSums& sums);

// Inverse of to_bytes. Throws BytesError.
HeatSums heat_sums_of(std::string_view bytes);

}  // namespace sudoku::result
