// Tests of answers in the lines of commands, and of foreign text in messages.
#include <string>

#include <gtest/gtest.h>

#include "harness/external/external.h"
#include "harness/external/external_fixture.h"

namespace sudoku::external {
namespace {

struct Line {
  const char* name;
  std::string text;
  std::uint64_t limit;
  std::string said;  // expected outcome and count, then "shown" if a solution is given
  LimitUse use = LimitUse::honoured;
};

const Line kLines[] = {
    {"nothing", "", 2, "none 0"},
    {"nothing at limit 1", "", 1, "none 0"},
    {"a solution", kSolved, 2, "first 1 shown"},
    {"a solution at limit 1", kSolved, 1, "first 1 shown"},
    {"a solution at limit 1000", kSolved, 1000, "first 1 shown"},
    {"zero", "0", 2, "none 0"},
    {"zero at limit 1", "0", 1, "none 0"},
    {"one", "1", 2, "unique 1"},
    {"one at limit 1", "1", 1, "first 1"},
    {"two at limit 1", "2", 1, "multiple 2"},
    {"all at limit 1, clipped", "288", 1, "first 1", LimitUse::all},
    {"two", "2", 2, "multiple 2"},
    {"many", "288", 1000, "multiple 288"},
    {"one too many", "3", 2, "multiple 3"},
    {"all, clipped", "288", 2, "multiple 2", LimitUse::all},
    {"two, clipped", "288", 1000, "multiple 2", LimitUse::two},
    {"two at limit 1, clipped", "2", 1, "first 1", LimitUse::two},
    {"one of at most two", "1", 1000, "unique 1", LimitUse::two},
    {"stops at the first", "1", 2, "first 1", LimitUse::first},
    {"stops at the first, but says two", "2", 2, "first 2", LimitUse::first},
    {"stops at the first of none", "0", 2, "none 0", LimitUse::first},
    {"one and shown", "1 " + kSolved, 2, "unique 1 shown"},
    {"one and shown at limit 1", "1 " + kSolved, 1, "first 1 shown"},
    {"two and shown", "2 " + kSolved, 2, "multiple 2 shown"},
    {"two and shown at limit 1", "2 " + kSolved, 1, "multiple 2 shown"},
    {"none and shown", "0 " + kSolved, 2, "garbage"},
    {"a space alone", " ", 2, "none 0"},
    {"a count and nothing", "0 ", 2, "none 0"},
    {"blanks around", "\t 1 \t " + kSolved + " \r", 2, "unique 1 shown"},
    {"blanks around a solution", " " + kSolved + "\t", 2, "first 1 shown"},
    {"a space within", "1 " + kSolved.substr(0, 40) + " " + kSolved.substr(40), 2, "garbage"},
    {"a word", "unique", 2, "garbage"},
    {"negative", "-1", 2, "garbage"},
    {"signed", "+1", 2, "garbage"},
    {"too large a number", std::string(21, '9'), 2, "garbage"},
    {"80 digits", kSolved.substr(1), 2, "garbage"},
    {"82 digits", kSolved + "1", 2, "garbage"},
    {"blanks left", "." + kSolved.substr(1), 2, "garbage"},
    {"blanks as zeros", "0" + kSolved.substr(1), 2, "garbage"},
    {"a line end of elsewhere", kSolved + "\r", 2, "first 1 shown"},
};

std::string said_by(const Line& line) {
  const auto answer = answer_of(line.text, line.limit, line.use);
  if (!answer) return "garbage";
  std::string said(name_of(answer->outcome));
  said.append(" ").append(std::to_string(answer->solutions));
  if (answer->solution == kEmptyGrid) return said;
  EXPECT_EQ(answer->solution.text(), kSolved);
  return said + " shown";
}

TEST(AnswerLine, MeansOneThing) {
  for (const Line& line : kLines) {
    SCOPED_TRACE(line.name);
    EXPECT_EQ(said_by(line), line.said);
  }
}

}  // namespace
}  // namespace sudoku::external
