// The progress line, as a terminal gets it.
#include "harness/cli/progress.h"

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <gtest/gtest.h>
#include <pty.h>

namespace sudoku::cli {
namespace {

// A terminal of `columns` that takes the place of standard error.
class Screen {
 public:
  explicit Screen(unsigned short columns) {
    const winsize size = {.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    EXPECT_EQ(::openpty(&master_, &slave_, nullptr, nullptr, &size), 0);
    ::fcntl(master_, F_SETFL, O_NONBLOCK);
    ::dup2(slave_, STDERR_FILENO);
  }

  ~Screen() {
    ::dup2(stderr_, STDERR_FILENO);
    for (const int number : {stderr_, master_, slave_})
      ::close(number);
  }

  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  // What was printed since the last call.
  std::string shown() const {
    std::array<char, 4096> part{};
    const ssize_t size = ::read(master_, part.data(), part.size());
    return {part.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
  }

 private:
  int stderr_ = ::dup(STDERR_FILENO);
  int master_ = -1;
  int slave_ = -1;
};

const std::string kErased = "\r\x1b[K";

// What the first call of a new line shows.
template <typename Call>
void expect_first(const Call& call, const std::string& shown, unsigned short columns = 120) {
  const Screen screen(columns);
  ProgressLine line(true, "part 2: ");
  call(line);
  EXPECT_EQ(screen.shown(), kErased + "part 2: " + shown);
}

TEST(ProgressLine, ShowsHowMuchIsDone) {
  const auto reading = [](ProgressLine& line) { line.reading("a.csv", 1, 4); };
  expect_first(reading, "a.csv: reading, 25 %");
  expect_first(reading, "a.csv: rea…", 20);
  expect_first([](ProgressLine& line) { line.reading("pipe", 1, 0); }, "pipe: reading, 1 B");
  expect_first([](ProgressLine& line) { line.trying("a.csv", 4, 14); },
               "a.csv: trying solvers, 4 of 14");
  expect_first([](ProgressLine& line) { line.running("a.csv", 0.5, "mrv 1.23 k/s"); },
               "a.csv ██████░░░░░░ 50 %, 0 s, 0 s left; mrv 1.23 k/s");
  expect_first([](ProgressLine& line) { line.running("a.csv", 0.02, "mrv 7.00 /s"); },
               "a.csv ░░░░░░░░░░░░ 2 %, 0 s; mrv 7.00 /s");
}

// A line is drawn again a tenth of a second later at the earliest, which limits the rates.
TEST(ProgressLine, KnowsTheRateFromItsSecondPictureOn) {
  const Screen screen(120);
  ProgressLine making(true, "");
  ProgressLine running(true, "");
  making.making("easy", 0, 12);
  EXPECT_EQ(screen.shown(), kErased + "easy: 0 %, 0 s, 0 puzzles at 0 /s");
  running.running("a.csv", 0, "mrv 0 /s");
  EXPECT_EQ(screen.shown(), kErased + "a.csv ░░░░░░░░░░░░ 0 %, 0 s; mrv 0 /s");
  // A line is not drawn again at once.
  const auto second = [&screen](const auto& draw) {
    std::string shown;
    while (shown.empty()) {
      draw();
      shown = screen.shown();
    }
    return shown;
  };
  const std::string made = second([&making] { making.making("easy", 3, 12); });
  EXPECT_TRUE(made.starts_with(kErased + "easy: 25 %, ")) << made;
  EXPECT_NE(made.find(" left, 3 puzzles at "), std::string::npos) << made;
  EXPECT_EQ(made.find(" k/s"), std::string::npos) << made;
  EXPECT_FALSE(made.ends_with(" 0 /s")) << made;
  if (made.find(" %, 0 s, ") != std::string::npos) {
    EXPECT_EQ(made.find(" at 0."), std::string::npos) << "3 in less than a second: " << made;
  }
  const std::string ran = second([&running] { running.running("a.csv", 0.021, "mrv 7.00 /s"); });
  EXPECT_EQ(ran.find(", 0 s left; mrv 7.00 /s"), std::string::npos) << ran;
  EXPECT_NE(ran.find(" left; mrv 7.00 /s"), std::string::npos) << ran;
}

TEST(ScreenOf, HasTheWidthOfTheTerminalElseOfTheVariable) {
  std::FILE* const stream = std::fopen("/dev/null", "w");
  for (const auto& [columns, width] : {std::pair("70", std::size_t{70}),
                                       {"0", base::Screen().width},
                                       {"x", base::Screen().width}}) {
    ::setenv("COLUMNS", columns, 1);
    EXPECT_EQ(screen_of(stream).width, width) << columns;
    const Screen screen(33);
    EXPECT_EQ(screen_of(stderr).width, 33U);
  }
  ::unsetenv("COLUMNS");
  std::fclose(stream);
}

TEST(ProgressLine, IsNotRedrawnAtOnceAndIsErased) {
  const Screen screen(80);
  {
    ProgressLine line(true);
    std::string first;
    std::string second;
    std::chrono::steady_clock::duration between{};
    do {  // until both calls came within the time in which nothing is drawn
      screen.shown();
      std::this_thread::sleep_for(std::chrono::milliseconds(110));
      const auto start = std::chrono::steady_clock::now();
      line.reading("a.csv", 1, 4);
      first = screen.shown();
      line.reading("a.csv", 2, 4);
      second = screen.shown();
      between = std::chrono::steady_clock::now() - start;
    } while (between > std::chrono::milliseconds(90));
    EXPECT_EQ(first, kErased + "a.csv: reading, 25 %");
    EXPECT_EQ(second, "");
    line.clear();
    EXPECT_EQ(screen.shown(), kErased);
    line.clear();
    EXPECT_EQ(screen.shown(), "") << "there is nothing to erase";
  }
  EXPECT_EQ(screen.shown(), "");
  { ProgressLine(false).reading("a.csv", 1, 4); }
  EXPECT_EQ(screen.shown(), "") << "not wanted";
}

}  // namespace
}  // namespace sudoku::cli
