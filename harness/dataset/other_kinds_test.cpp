// shapes_test.cpp tests the kinds that are named.
#include "harness/dataset/other_kinds.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "harness/base/errors.h"

namespace sudoku::dataset {

namespace {

std::string refusal_of(std::string_view text) {
  try {
    refuse_other_kinds(text, "file");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(OtherKinds, AreNotPuzzlesNorTextsThatOnlyBeginAlike) {
  for (const char* const text :
       {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
        "puzzle,solution\n", "c a comment\n", "{\"puzzle\": []}", "http://example.org/", "7z", ""})
    EXPECT_EQ(refusal_of(text), "none") << text;
}

TEST(OtherKinds, AreBinaryIfMoreThanATwentiethIsNoText) {
  EXPECT_EQ(refusal_of("1" + std::string(94, '\t') + std::string(5, '\x01')), "none");
  EXPECT_EQ(refusal_of(std::string(94, '1') + std::string(6, '\x01')), "file: is not a text file");
}

}  // namespace

}  // namespace sudoku::dataset
