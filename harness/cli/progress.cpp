#include "harness/cli/progress.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include <sys/ioctl.h>

#include "harness/base/units.h"

namespace sudoku::cli {

namespace {

constexpr auto kBetweenDraws = std::chrono::milliseconds(100);

std::string bar(double share) {
  constexpr std::size_t kLength = 12;
  const auto done = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * kLength);
  std::string text;
  for (std::size_t i = 0; i < kLength; ++i)
    text += i < done ? "█" : "░";
  return text;
}

// Share that is done, the time it took, and the time left unless it is too early to tell.
std::string done_text(double share, double elapsed) {
  const std::string done =
      fmt::format("{}, {}", base::percent_text(share, 0), base::clock_text(elapsed));
  if (share <= 0.02) return done;
  return fmt::format("{}, {} left", done, base::clock_text(elapsed * (1 - share) / share));
}

// Characters in a line of the terminal; none if the stream is not one.
std::optional<std::size_t> terminal_width(std::FILE* stream) {
  winsize size{};
  const bool is_known = ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? std::optional<std::size_t>(size.ws_col) : std::nullopt;
}

}  // namespace

base::Screen screen_of(std::FILE* stream) {
  base::Screen screen{.colour = wants_colour(stream)};
  const char* const columns = std::getenv("COLUMNS");
  const auto wanted = base::number_in<std::size_t>(columns == nullptr ? "" : columns);
  if (const auto width = terminal_width(stream)) {
    screen.width = *width;
  } else if (wanted && *wanted > 0) {
    screen.width = *wanted;
  }
  return screen;
}

ProgressLine::ProgressLine(bool wanted, std::string prefix)
    : wanted_(wanted && isatty(STDERR_FILENO) == 1), prefix_(std::move(prefix)) {}

void ProgressLine::reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) {
  if (!is_due()) return;
  const double share = static_cast<double>(read) / static_cast<double>(total);
  draw(fmt::format("{}: reading, {}", dataset,
                   total == 0 ? base::bytes_text(read) : base::percent_text(share, 0)));
}

void ProgressLine::trying(std::string_view dataset, std::size_t number, std::size_t of) {
  if (is_due()) draw(fmt::format("{}: trying solvers, {} of {}", dataset, number, of));
}

void ProgressLine::running(std::string_view dataset, double share, std::string_view speeds) {
  const double elapsed = seconds_of(dataset);
  if (!is_due()) return;
  draw(fmt::format("{} {} {}; {}", dataset, bar(share), done_text(share, elapsed), speeds));
}

void ProgressLine::making(std::string_view kind, std::uint64_t made, std::uint64_t total) {
  const double elapsed = seconds_of(kind);
  if (!is_due()) return;
  const auto puzzles = static_cast<double>(made);
  draw(fmt::format("{}: {}, {} puzzles at {}", kind,
                   done_text(puzzles / static_cast<double>(total), elapsed), base::count_text(made),
                   base::rate_text(elapsed > 0 ? puzzles / elapsed : 0)));
}

// Seconds since progress on `dataset` was first shown.
double ProgressLine::seconds_of(std::string_view dataset) {
  const auto now = Clock::now();
  if (dataset != dataset_) {
    dataset_ = dataset;
    start_ = now;
  }
  return std::chrono::duration<double>(now - start_).count();
}

void ProgressLine::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

void ProgressLine::draw(const std::string& line) {
  const std::size_t width = terminal_width(stderr).value_or(80);
  fmt::print(stderr, "\r\x1b[K{}", base::cut_to(base::printable(prefix_ + line), width - 1));
  std::fflush(stderr);
  drawn_ = true;
}

bool ProgressLine::is_due() {
  const auto now = Clock::now();
  if (!wanted_ || now - last_ < kBetweenDraws) return false;
  last_ = now;
  return true;
}

}  // namespace sudoku::cli
