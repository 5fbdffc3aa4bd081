#include "harness/results/sum_bytes.h"

#include "harness/results/byte_reader.h"
#include "harness/results/byte_writer.h"
#include "harness/results/sum_fields.h"

namespace sudoku {

std::string to_bytes(const HeatSums& sums) {
  ByteWriter writer;
  fields(writer, sums);
  return writer.bytes();
}

HeatSums heat_sums_of(std::string_view bytes) {
  ByteReader reader(bytes);
  HeatSums sums;
  fields(reader, sums);
  reader.require_end();
  return sums;
}

}  // namespace sudoku
