#include "harness/base/json_text.h"

#include <limits>

#include <gtest/gtest.h>

#include "harness/base/text.h"

namespace sudoku::base {

namespace {

template <typename T>
std::string text_of(const T& value) {
  JsonText json;
  json.put(value);
  return json.text();
}

TEST(JsonText, WritesMembersInOrder) {
  JsonText json;
  json.object([&] {
    json.field("a", 1);
    json.object("b", [&] { json.field("c", true); });
    json.list("d", std::vector<int>{1, 2}, [&](int i) { json.put(i * 10); });
    json.field("e", nullptr);
    json.list("f", std::vector<int>{}, [&](int i) { json.put(i); });
  });
  EXPECT_EQ(json.text(), R"({"a":1,"b":{"c":true},"d":[10,20],"e":null,"f":[]})");
}

TEST(JsonText, KeepsFiveDigitsAndKnowsWhatIsNotKnown) {
  EXPECT_EQ(text_of(12345.678), "12346");
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(1e300), "1e+300");
  EXPECT_EQ(text_of(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(text_of(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(text_of(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(text_of(std::optional<double>()), "null");
  EXPECT_EQ(text_of(std::pair(std::string("a"), 1.5)), R"(["a",1.5])");
}

TEST(JsonText, CannotEndTheScriptItStandsIn) {
  EXPECT_EQ(text_of("</script><!--"), R"("\u003c/script>\u003c!--")");
  EXPECT_EQ(text_of("\u2028\u2029"), R"("\u2028\u2029")");
}

TEST(JsonText, EscapesWhatJsonDoesNotTake) {
  EXPECT_EQ(text_of(std::string_view("\"\\\n\0", 4)), R"("\"\\\u000a\u0000")");
  EXPECT_EQ(text_of("\xff"), "\"\uFFFD\"");
  EXPECT_EQ(text_of(std::string(10'000, 'x')), '"' + std::string(kLongestText, 'x') + "…\"");
}

}  // namespace

}  // namespace sudoku::base
