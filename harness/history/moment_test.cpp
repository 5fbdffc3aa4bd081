#include "harness/history/moment.h"

#include <gtest/gtest.h>

namespace sudoku {
namespace {

struct MomentCase {
  const char* text;
  const char* utc;
};

const MomentCase kMomentCases[] = {
    {"2026-11-22T01:02:03Z", "2026-11-22T01:02:03Z"},
    {"2026-11-22T01:02:03+02:30", "2026-11-21T22:32:03Z"},
    {"2026-12-31T23:30:00-01:00", "2027-01-01T00:30:00Z"},
    {"2026-11-22 01:02:03Z", "2026-11-22T01:02:03Z"},
    {"2028-02-29", "2028-02-29T00:00:00Z"},
    {"2027-02-29", ""},
    {"2026-13-01", ""},
    {"2026-11-22T24:00:00Z", ""},
    {"2026-11-22T01:02:03", ""},
    {"2026-11-22T01:02:03Zulu", ""},
    {"2026-11-22T01:02:03+1:00", ""},
    {"-026-11-22", ""},
    {"yesterday", ""},
    {"", ""},
};

TEST(Moment, IsReadInUtc) {
  for (const MomentCase& c : kMomentCases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(utc_of(c.text), c.utc);
  }
}

TEST(Moment, NowIsOne) {
  const std::string now = utc_now();
  EXPECT_EQ(utc_of(now), now);
  EXPECT_GT(now, "2026");
}

}  // namespace
}  // namespace sudoku
