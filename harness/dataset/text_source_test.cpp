#include "harness/dataset/text_source.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace sudoku {
namespace {

class TextBytes final : public ByteSource {
 public:
  explicit TextBytes(std::string text) : text_(std::move(text)) {}

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = std::min(buffer.size(), text_.size() - taken_);
    std::memcpy(buffer.data(), text_.data() + taken_, size);
    taken_ += size;
    return size;
  }

 private:
  std::string text_;
  std::size_t taken_ = 0;
};

std::string cleaned(const std::string& text, std::size_t request) {
  TextBytes bytes(text);
  TextSource source(bytes);
  std::string all;
  std::string buffer(request, '\0');
  std::size_t got = 0;
  do {
    got = source.read(buffer);
    all.append(buffer, 0, got);
  } while (got == request);
  return all;
}

std::string line_of(std::size_t size, char c) {
  std::string line(size, c);
  return line;
}

struct CleanCase {
  const char* name;
  std::string text;
  std::string cleaned;
};

const CleanCase kCleanCases[] = {
    {"nothing", "", ""},
    {"lines stay", "a\n\nb\r\n", "a\n\nb\r\n"},
    {"the last line is ended", "a\nb", "a\nb\n"},
    {"NUL", std::string("a\0b\0\n", 5),
     "a\x1A"
     "b\x1A\n"},
    {"as long as a line may be", line_of(kCutLine - 1, 'x') + "\ny\n",
     line_of(kCutLine - 1, 'x') + "\ny\n"},
    {"too long, in the middle", "a\n" + line_of(5 * kCutLine + 7, 'x') + "\ny\n",
     "a\n" + line_of(kCutLine, 'x') + "\ny\n"},
    {"too long, at the end", "a\n" + line_of(3 * kCutLine, 'x'),
     "a\n" + line_of(kCutLine, 'x') + "\n"},
    {"two that are too long", line_of(2 * kCutLine, 'x') + "\n" + line_of(2 * kCutLine, 'y') + "\n",
     line_of(kCutLine, 'x') + "\n" + line_of(kCutLine, 'y') + "\n"},
};

TEST(TextSource, MakesTextSafe) {
  for (const CleanCase& c : kCleanCases) {
    SCOPED_TRACE(c.name);
    for (const std::size_t request : {std::size_t{1}, std::size_t{1000}, kCutLine, 8 * kCutLine})
      EXPECT_TRUE(cleaned(c.text, request) == c.cleaned) << request;
  }
}

}  // namespace
}  // namespace sudoku
