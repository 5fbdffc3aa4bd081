#include "harness/base/utf16.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <iconv.h>

#include "harness/base/errors.h"

namespace sudoku::base {

namespace {

constexpr std::size_t kPart = std::size_t{64} << 10;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t kMarkBytes = 2;

struct Encoding {
  const char* name;  // iconv's; null: not UTF-16
  std::size_t mark;  // bytes of the byte order mark
};

Encoding encoding_of(std::string_view start) {
  if (start.starts_with("\xFF\xFE")) return {"UTF-16LE", kMarkBytes};
  if (start.starts_with("\xFE\xFF")) return {"UTF-16BE", kMarkBytes};
  if (start.size() < kEncodingBytes) return {nullptr, 0};
  const auto is_zero = [start](std::size_t i) { return start[i] == '\0'; };
  if (is_zero(0) != is_zero(2) || is_zero(1) != is_zero(3) || is_zero(0) == is_zero(1))
    return {nullptr, 0};
  return {is_zero(0) ? "UTF-16BE" : "UTF-16LE", 0};
}

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(const char* encoding, std::string start, ByteSource& rest)
      : rest_(rest), converter_(::iconv_open("UTF-8", encoding)), units_(std::move(start)) {
    if (is_open()) return;
    throw InputError("text in UTF-16 cannot be converted on this system: {}", std::strerror(errno));
  }

  ~Utf16Source() override {
    if (is_open()) ::iconv_close(converter_);
  }

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size() && refill()) {
      const std::size_t size = std::min(buffer.size() - filled, text_.size() - taken_);
      std::memcpy(buffer.data() + filled, text_.data() + taken_, size);
      filled += size;
      taken_ += size;
    }
    return filled;
  }

 private:
  // iconv_open() returns -1 for an error.
  bool is_open() const { return reinterpret_cast<std::intptr_t>(converter_) != -1; }

  // Ensures that there is text to deliver. Returns false at the end.
  bool refill() {
    while (taken_ == text_.size() && !is_over_) {
      const std::size_t kept = units_.size();
      units_.resize(kept + kPart);
      const std::size_t got = rest_.read(std::span(units_).subspan(kept));
      units_.resize(kept + got);
      is_over_ = got < kPart;
      convert();
    }
    return taken_ < text_.size();
  }

  // Converts units_ to text_. A character that is not complete stays in units_.
  void convert() {
    text_.resize((units_.size() / 2 + 1) * kReplacement.size());  // two bytes become three at most
    taken_ = 0;
    char* from = units_.data();
    char* to = text_.data();
    std::size_t left = units_.size();
    std::size_t room = text_.size();
    while (::iconv(converter_, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) {
      if (errno == EINVAL && !is_over_) break;
      const std::size_t bad = std::min<std::size_t>(left, 2);
      from += bad;
      left -= bad;
      to = std::ranges::copy(kReplacement, to).out;
      room -= kReplacement.size();
    }
    text_.resize(text_.size() - room);
    units_.erase(0, units_.size() - left);
  }

  ByteSource& rest_;
  iconv_t converter_;
  std::string units_;      // bytes that are not converted yet
  std::string text_;       // bytes that are converted
  std::size_t taken_ = 0;  // bytes of text_ that are delivered
  bool is_over_ = false;   // units_ holds the last of the text
};

}  // namespace

std::unique_ptr<ByteSource> make_utf16_converter(const std::string& start, ByteSource& rest) {
  const Encoding encoding = encoding_of(start);
  if (encoding.name == nullptr) return nullptr;
  return std::make_unique<Utf16Source>(encoding.name, start.substr(encoding.mark), rest);
}

}  // namespace sudoku::base
