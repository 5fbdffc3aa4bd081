// A record, with its fields() beside it, as bytes and back.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/byte_reader.h"
#include "harness/results/byte_writer.h"

namespace sudoku {

template <typename Record>
std::string bytes_of(const Record& record) {
  ByteWriter writer;
  fields(writer, record);
  return writer.bytes();
}

// Throws BytesError when they are of no such record, or more follow.
template <typename Record>
Record record_of(std::string_view bytes) {
  ByteReader reader(bytes);
  Record record;
  fields(reader, record);
  reader.require_end();
  return record;
}

}  // namespace sudoku
