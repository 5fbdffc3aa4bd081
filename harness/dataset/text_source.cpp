#include "harness/dataset/text_source.h"

#include <algorithm>
#include <cstring>

namespace sudoku {

namespace {

// Short enough that a line inside a window needs no cutting: only the line that comes in from the
// window before can be too long, so that no line has to be looked at for its own sake.
constexpr std::size_t kWindow = kCutLine / 2;

void replace_nul(std::span<char> text) {
  for (std::size_t at = 0; at < text.size();) {
    void* nul = std::memchr(text.data() + at, '\0', text.size() - at);
    if (nul == nullptr) return;
    *static_cast<char*>(nul) = kReplacedNul;
    at = static_cast<std::size_t>(static_cast<char*>(nul) - text.data()) + 1;
  }
}

std::size_t first_newline(std::span<const char> text) {
  const void* at = std::memchr(text.data(), '\n', text.size());
  return at == nullptr ? text.size()
                       : static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
}

std::size_t size_after_last_newline(std::span<const char> text) {
  const auto last = std::find(text.rbegin(), text.rend(), '\n');
  return static_cast<std::size_t>(last - text.rbegin());
}

}  // namespace

std::size_t TextSource::read(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size() && !ended_) {
    const auto window = buffer.subspan(filled, std::min(kWindow, buffer.size() - filled));
    const std::size_t got = bytes_.read(window);
    replace_nul(window.first(got));
    filled += cut(window.first(got));
    if (got < window.size()) {
      ended_ = true;
      if (open_ > 0) buffer[filled++] = '\n';
    }
  }
  return filled;
}

// Removes from `window` what is too much of its first line, and returns what is left.
std::size_t TextSource::cut(std::span<char> window) {
  const std::size_t end = first_newline(window);
  const std::size_t kept = std::min(end, kCutLine - open_);
  if (kept < end) std::memmove(window.data() + kept, window.data() + end, window.size() - end);

  const std::size_t size = kept + window.size() - end;
  open_ = end == window.size() ? open_ + kept : size_after_last_newline(window.first(size));
  return size;
}

}  // namespace sudoku
