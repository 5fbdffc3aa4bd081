#include "harness/base/json.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/text.h"

namespace sudoku::base {

namespace {

TEST(PageJsonText, WritesMembersInOrder) {
  const Json object = {
      {"b", 1},
      {"a", {{"c", true}}},
      {"d", json_list(std::vector<int>{1, 2}, [](int i) { return i * 10; })},
      {"e", nullptr},
      {"f", json_list(std::vector<int>{}, [](int i) { return i; })},
  };
  EXPECT_EQ(page_json_text(object), R"({"b":1,"a":{"c":true},"d":[10,20],"e":null,"f":[]})");
}

TEST(PageJsonText, KeepsFiveDigitsAndKnowsWhatIsNotKnown) {
  EXPECT_EQ(page_json_text(12345.678), "12346");
  EXPECT_EQ(page_json_text(1234567.8), "1234600");
  EXPECT_EQ(page_json_text(5.0), "5");
  EXPECT_EQ(page_json_text(-0.5), "-0.5");
  EXPECT_EQ(page_json_text(0.1), "0.1");
  EXPECT_EQ(page_json_text(0.00001234567), "1.2346e-05");
  EXPECT_EQ(page_json_text(9.007e15), "9007000000000000");
  EXPECT_EQ(page_json_text(9.008e15), "9.008e+15");
  EXPECT_EQ(page_json_text(1e300), "1e+300");
  EXPECT_EQ(page_json_text(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(page_json_text(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(page_json_text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(page_json_text(json_or_null(std::optional<double>())), "null");
  EXPECT_EQ(page_json_text(json_or_null(std::optional<double>(0.5))), "0.5");
  EXPECT_EQ(page_json_text(std::pair(std::string("a"), 1.5)), R"(["a",1.5])");
  EXPECT_EQ(page_json_text({{"a", {{"b", 12345.678}}}}), R"({"a":{"b":12346}})");
}

TEST(PageJsonText, CannotEndTheScriptItStandsIn) {
  EXPECT_EQ(page_json_text("</script><!--"), R"("\u003c/script>\u003c!--")");
  EXPECT_EQ(page_json_text("\u2028\u2029"), R"("\u2028\u2029")");
}

TEST(PageJsonText, EscapesWhatJsonDoesNotTake) {
  EXPECT_EQ(page_json_text(std::string("\"\\\n\0", 4)), R"("\"\\\n\u0000")");
  EXPECT_EQ(page_json_text("\xff"), "\"\uFFFD\"");
  EXPECT_EQ(page_json_text(std::string(10'000, 'x')), '"' + std::string(kLongestText, 'x') + "…\"");
}

TEST(JsonText, KeepsAllDigitsAndReplacesWhatIsNotUtf8) {
  EXPECT_EQ(json_text({{"a", 0.123456789}, {"b", "\xff"}}), "{\"a\":0.123456789,\"b\":\"\uFFFD\"}");
  EXPECT_EQ(json_text(Json::array({1, 2}), 2), "[\n  1,\n  2\n]");
}

}  // namespace

}  // namespace sudoku::base
