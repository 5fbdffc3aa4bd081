#include "harness/result/bytes.h"

#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

// Bits of a whole number in each byte; the eighth bit says whether another byte follows.
constexpr unsigned kBitsPerByte = 7;
constexpr std::uint64_t kMoreFollow = 1U << kBitsPerByte;

// Small differences of either sign become small numbers: 0, -1, 1, -2, …
std::uint64_t zigzag(std::uint64_t difference) {
  return (difference << 1U) ^ (difference >> 63U == 0 ? 0 : ~std::uint64_t{0});
}

std::uint64_t unzigzag(std::uint64_t value) {
  return (value >> 1U) ^ ((value & 1U) == 0 ? 0 : ~std::uint64_t{0});
}

void require_as_many(const std::vector<std::uint64_t>& places,
                     const std::vector<std::uint64_t>& counts) {
  if (places.size() != counts.size()) throw BytesError("a record has more places than counts");
}

}  // namespace

std::string_view ByteReader::take(std::uint64_t size) {
  if (size > bytes_.size()) throw BytesError("a record ends too early");
  const std::string_view taken = bytes_.substr(0, size);
  bytes_.remove_prefix(size);
  return taken;
}

std::uint64_t ByteReader::fixed() {
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char byte : take(sizeof value)) {
    value |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
    shift += 8;
  }
  return value;
}

void ByteReader::get(std::uint64_t& target) {
  target = 0;
  for (unsigned shift = 0;; shift += kBitsPerByte) {
    const auto byte = static_cast<unsigned char>(take(1).front());
    const std::uint64_t bits = byte & (kMoreFollow - 1);
    if (shift > 63 || (bits << shift >> shift) != bits)
      throw BytesError("a number in a record is too large");
    target |= bits << shift;
    if (byte < kMoreFollow) return;
  }
}

void ByteReader::get(bool& target) {
  std::uint64_t value = 0;
  get(value);
  if (value > 1) throw BytesError("a record has a truth value that is neither");
  target = value == 1;
}

// Every entry of a list takes a byte at least.
std::uint64_t ByteReader::size_of_list() {
  std::uint64_t size = 0;
  get(size);
  if (size > bytes_.size()) throw BytesError("a list in a record ends too early");
  return size;
}

void ByteReader::get(std::string& target) {
  target = take(size_of_list());
}

void ByteReader::get(std::vector<std::uint64_t>& target) {
  const std::uint64_t size = size_of_list();
  target.clear();
  std::uint64_t value = 0;
  for (std::uint64_t i = 0; i < size; ++i) {
    std::uint64_t difference = 0;
    get(difference);
    value += unzigzag(difference);
    target.push_back(value);
  }
}

void ByteReader::get(stats::HistogramRecord& record) {
  fields(*this, record);
  require_as_many(record.first_ps, record.count);
}

void ByteReader::get(stats::BinsRecord& record) {
  fields(*this, record);
  require_as_many(record.bin, record.count);
}

void ByteReader::get(stats::CellsRecord& record) {
  fields(*this, record);
  require_as_many(record.x, record.count);
  require_as_many(record.y, record.count);
}

void ByteReader::outcome(const char* name, Outcome& target) {
  std::uint64_t value = 0;
  field(name, value);
  if (value >= kOutcomes) throw BytesError("a record has an outcome that there is not");
  target = static_cast<Outcome>(value);
}

void ByteReader::require_end() const {
  if (!bytes_.empty()) throw BytesError("a record has bytes left over");
}

void ByteWriter::put_fixed(std::uint64_t value) {
  for (unsigned i = 0; i < sizeof value; ++i)
    bytes_ += static_cast<char>((value >> (8 * i)) & 0xFFU);
}

void ByteWriter::put(std::uint64_t value) {
  for (; value >= kMoreFollow; value >>= kBitsPerByte)
    bytes_ += static_cast<char>((value & (kMoreFollow - 1)) | kMoreFollow);
  bytes_ += static_cast<char>(value);
}

void ByteWriter::put(const std::string& text) {
  put(std::uint64_t{text.size()});
  bytes_ += text;
}

void ByteWriter::put(const std::vector<std::uint64_t>& values) {
  put(std::uint64_t{values.size()});
  std::uint64_t before = 0;
  for (const std::uint64_t value : values) {
    put(zigzag(value - before));
    before = value;
  }
}

std::string to_bytes(const HeatSums& sums) {
  return bytes_of(sums);
}

HeatSums heat_sums_of(std::string_view bytes) {
  return record_of<HeatSums>(bytes);
}

}  // namespace sudoku::result
