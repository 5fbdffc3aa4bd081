#include "solvers/external/dialogue.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sudoku {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// How late a cancelled run may notice.
constexpr auto kSlice = 100ms;

bool is_set(const std::atomic<bool>* flag) {
  return flag != nullptr && flag->load(std::memory_order_relaxed);
}

// The end of a wait.
class Patience {
 public:
  explicit Patience(std::chrono::nanoseconds patience)
      : limited_(patience.count() > 0), begun_(Clock::now()), end_(begun_ + patience) {}

  std::chrono::nanoseconds so_far() const { return Clock::now() - begun_; }

  bool is_over() const { return limited_ && Clock::now() >= end_; }

  std::chrono::milliseconds slice() const {
    if (!limited_) return kSlice;
    return std::clamp(std::chrono::ceil<std::chrono::milliseconds>(end_ - Clock::now()), 0ms,
                      std::chrono::milliseconds(kSlice));
  }

 private:
  bool limited_;
  Clock::time_point begun_;
  Clock::time_point end_;
};

}  // namespace

void Dialogue::say(std::string text) {
  text.insert(0, unsaid_);
  saying_ = std::move(text);
  unsaid_ = saying_;
}

Dialogue::Event Dialogue::hear(std::string_view& line, std::chrono::nanoseconds patience,
                               const std::atomic<bool>* cancelled) {
  const Patience wait(patience);
  waited_ = {};
  while (!take_line(line)) {
    if (said_.size() - heard_ > kLongestLine) return Event::too_long;
    if (ended_) return Event::ended;
    if (is_set(cancelled)) return Event::cancelled;
    if (wait.is_over()) return Event::silent;
    program_.write(unsaid_);
    program_.wait(!unsaid_.empty(), wait.slice());
    listen();
    if (patience.count() > 0) waited_ = wait.so_far();
  }
  return line.size() > kLongestLine ? Event::too_long : Event::line;
}

std::string_view Dialogue::unheard() {
  listen();
  return std::string_view(said_).substr(heard_);
}

bool Dialogue::take_line(std::string_view& line) {
  const std::size_t end = said_.find('\n', heard_);
  if (end == std::string::npos) return false;
  line = std::string_view(said_).substr(heard_, end - heard_);
  heard_ = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

void Dialogue::listen() {
  said_.erase(0, heard_);
  heard_ = 0;
  ended_ = ended_ || !program_.read(said_);
}

}  // namespace sudoku
