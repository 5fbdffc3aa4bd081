#include "harness/cli/progress.h"

#include <sys/ioctl.h>

#include "harness/base/units.h"

namespace sudoku::cli {

namespace {

constexpr auto kBetweenDraws = std::chrono::milliseconds(100);

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// Text of the estimated time left; empty while it is too early to estimate.
std::string left_text(double share, double elapsed) {
  if (share <= 0.02) return "";
  return fmt::format(", {} left", base::duration_text(elapsed * (1 - share) / share * 1e9));
}

}  // namespace

ProgressLine::ProgressLine(bool wanted, std::string prefix)
    : wanted_(wanted && isatty(STDERR_FILENO) == 1), prefix_(std::move(prefix)) {}

ProgressLine::~ProgressLine() {
  clear();
}

void ProgressLine::reading(std::string_view dataset, std::uint64_t read, std::uint64_t total) {
  if (!is_due()) return;
  const double share = total == 0 ? 0 : static_cast<double>(read) / static_cast<double>(total);
  draw(fmt::format("{}: reading, {}", dataset, base::percent_text(share, 0)));
}

void ProgressLine::fetching(std::string_view name, std::uint64_t here, std::uint64_t total) {
  const double elapsed = seconds_of(name);
  if (first_bytes_ > here || elapsed == 0) first_bytes_ = here;
  if (!is_due()) return;
  const auto arrived = static_cast<double>(here - first_bytes_);
  const std::string rate = elapsed > 0
                               ? base::bytes_text(static_cast<std::uint64_t>(arrived / elapsed))
                               : base::kUnknownText;
  draw(fmt::format("{}: {} of {}, {}/s", name, base::bytes_text(here), base::bytes_text(total),
                   rate));
}

void ProgressLine::running(std::string_view dataset, std::string_view solver, double share,
                           std::uint64_t puzzles) {
  const double elapsed = seconds_of(dataset);
  if (!is_due()) return;
  const double rate = elapsed > 0 ? static_cast<double>(puzzles) / elapsed : 0;
  draw(fmt::format("{}: {}{}, {}, {} solves at {}", dataset, base::percent_text(share, 0),
                   left_text(share, elapsed), solver, base::count_text(puzzles),
                   base::rate_text(rate)));
}

void ProgressLine::making(std::string_view kind, std::uint64_t made, std::uint64_t total) {
  const double elapsed = seconds_of(kind);
  if (!is_due()) return;
  const double share = static_cast<double>(made) / static_cast<double>(total);
  const double rate = elapsed > 0 ? static_cast<double>(made) / elapsed : 0;
  draw(fmt::format("{}: {}{}, {} puzzles at {}", kind, base::percent_text(share, 0),
                   left_text(share, elapsed), base::count_text(made), base::rate_text(rate)));
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
  fmt::print(stderr, "\r\x1b[K{}", base::printable(prefix_ + line).substr(0, terminal_width() - 1));
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
