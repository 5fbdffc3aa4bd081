#include "harness/results/stored_line.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/dataset/input_error.h"
#include "harness/results/example_result.h"
#include "harness/results/json.h"
#include "harness/results/made_results.h"

namespace sudoku {
namespace {

StoredLine line_with(const std::string& document) {
  return {.sha256 = "00ff",
          .added = "2026-11-22T01:00:00Z",
          .commit_time = "",
          .revision = "abc'); DROP TABLE results;--",
          .label = "a \"label\"\nof two lines",
          .document = document};
}

TEST(StoredLine, ComesBackByteForByte) {
  std::string unusual = to_json(example_result());
  unusual.insert(1, "\r\n\t \"unknown\": [1.50, 1e3, \"\\u00e9\"],");

  const struct {
    const char* name;
    std::string document;
    bool is_object;  // in the line
  } cases[] = {{"ours", to_json(example_result()), true},
               {"hostile", to_json(hostile_result()), true},
               {"laid out otherwise", unusual, false},
               {"without an end of line", "{}", false},
               {"no JSON", "{", false},
               // Writing it laid out would take more stack than there is.
               {"nested deeply", std::string(200'000, '[') + std::string(200'000, ']'), false}};

  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const StoredLine line = line_with(c.document);
    const std::string text = to_json_line(line);
    EXPECT_EQ(text.find('\n'), text.size() - 1);
    EXPECT_EQ(text.find("\"document\":{") != std::string::npos, c.is_object);
    const StoredLine back = from_json_line(text, "h.jsonl:1");
    EXPECT_EQ(back.document, line.document);
    EXPECT_EQ(back.label, line.label);
    EXPECT_EQ(back.revision, line.revision);
    EXPECT_EQ(back.added, line.added);
  }
}

struct BadLineCase {
  const char* name;
  const char* text;
  const char* error;
};

const BadLineCase kBadLines[] = {
    {"no JSON", "{\"sha256\":", "expected a result of `history export`, found something else"},
    {"an array", "[]", "expected a result of `history export`, found something else"},
    {"nothing in it", "{}", "/sha256: expected a text"},
    {"a number for a text", R"({"sha256":"0","added":7})", "/added: expected a text"},
    {"no document", R"({"sha256":"0","added":"","commit_time":"","revision":"","label":""})",
     "/document: this field is missing"},
};

TEST(StoredLine, NamesWhatIsWrong) {
  for (const BadLineCase& c : kBadLines) {
    SCOPED_TRACE(c.name);
    try {
      from_json_line(c.text, "h.jsonl:3");
      ADD_FAILURE() << "was accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), std::string("h.jsonl:3: ") + c.error);
    }
  }
}

}  // namespace
}  // namespace sudoku
