// Tests the splitting of lines, and what is taken for a puzzle, a name or a number.
#include "harness/dataset/row.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/dataset/contents_fixture.h"

namespace sudoku::dataset {

namespace {

// Each field in brackets, and its position.
std::string shown(const std::vector<TextField>& fields) {
  std::string text;
  for (const TextField& field : fields)
    text += fmt::format("[{}]{}", field.text, field.at);
  return text;
}

TEST(Line, IsSplitIntoFieldsWordsValuesAndParts) {
  EXPECT_EQ(shown(split_fields(R"( a ,"b,c" , "",d)", ',')), "[a]1[b,c]5[]13[d]15");
  EXPECT_EQ(shown(split_fields("\"; \t", ';')), "[\";]0");
  EXPECT_EQ(shown(split_fields("  ;;\"", ';')), "[]2[]3[\"]4");
  EXPECT_EQ(shown(split_words("  a\tb # c")), "[a]2[b]4");
  EXPECT_EQ(shown(split_values("1, 2;3\t4#5")), "[1]0[2]3[3]5[4]7");
  EXPECT_EQ(shown(split_at_marks("a=b#c <d> # e")), "[a]0[b]2[c]4[d]7");
  EXPECT_EQ(shown(split_at_marks("#a")), "");
}

TEST(Line, IsBlankOrAComment) {
  for (const char* const text : {"", " \t", " # a", "%", "//", "\t//a"})
    EXPECT_TRUE(is_filler(text)) << text;
  for (const char* const text : {"a", "/", "/ /", " 1 # a"})
    EXPECT_FALSE(is_filler(text)) << text;
}

TEST(Text, LooksLikeAPuzzleIfItsSizeAndNineTenthsOfItFit) {
  const std::string ten = "1234567891";
  const std::pair<std::string, bool> cases[] = {
      {repeated(".", 59), false},
      {repeated(".", 60), true},
      {repeated(".", 120), true},
      {repeated(".", 121), false},
      {repeated(".", 728), false},
      {repeated(".", 729), true},
      {repeated(".", 72) + repeated("a", 8), true},
      {repeated(".", 71) + repeated("a", 9), false},
      {repeated("+1", 50) + repeated(".", 31), true},
      {repeated("x", 70) + ten, true},
      {repeated("x", 71) + "123456789", false},
      {repeated("x", 62) + ten + repeated("a", 8), true},
      {repeated("x", 61) + ten + repeated("a", 9), false},
      {repeated("x", 40) + repeated("?", 30) + ten, false},
      {repeated("5 ", 81), true},
      {repeated("5 ", 80), false},
  };
  for (const auto& [text, is_puzzle] : cases)
    EXPECT_EQ(looks_like_puzzle(text), is_puzzle) << text;
}

TEST(Text, OfRareBlanksGapsOrPlacedDigitsIsAPuzzle) {
  const std::string rest = kPuzzle.substr(3);
  const std::string spaced = "5 3," + kPuzzle.substr(2);
  const std::string both = "5 3," + with_blanks('?').substr(2);
  for (const std::string& text : {kPuzzle, with_blanks('?'), spaced, both, "53+4" + rest})
    EXPECT_EQ(parse_rare_grid(text).value_or(kEmptyGrid).text(), kPuzzle) << text;
  EXPECT_EQ(parse_rare_grid(kSolution).value_or(kEmptyGrid).text(), kSolution);
  for (const std::string& text :
       {"5x+4" + rest, "53+4" + rest + ".", with_blanks('?') + "1", with_blanks('a'),
        "x" + with_blanks('?').substr(1), std::string(81, 'x'), std::string("5"), std::string()})
    EXPECT_EQ(parse_rare_grid(text), std::nullopt) << text;
}

// Indices of the puzzle and the solution; - for none.
std::string places(const std::vector<std::string>& texts) {
  std::vector<TextField> fields;
  for (const std::string& text : texts)
    fields.push_back({text});
  const GridPlaces found = places_of_grids(fields);
  const auto index = [](std::optional<std::size_t> at) { return at ? fmt::to_string(*at) : "-"; };
  return index(found.puzzle) + index(found.solution);
}

TEST(Fields, HoldThePuzzleAndTheSolutionAtTheFirstThatLookSo) {
  EXPECT_EQ(places({"7", "hard"}), "--");
  EXPECT_EQ(places({"7", kPuzzle}), "1-");
  EXPECT_EQ(places({kSolution}), "0-") << "a puzzle that is solved already";
  EXPECT_EQ(places({kPuzzle, kSolution}), "01");
  EXPECT_EQ(places({kSolution, "7", kPuzzle}), "20");
  EXPECT_EQ(places({kPuzzle, kPuzzle, kSolution, kSolution}), "02");
  EXPECT_EQ(places({kSolution, kSolution, kPuzzle}), "10");
  EXPECT_EQ(places({kPuzzle, std::string(729, '1')}), "0-") << "pencilmarks are no solution";
}

TEST(Fields, AreFoundByTheBestName) {
  const auto found = [](std::string_view line) {
    return find_name(split_fields(line, ','), kPuzzleNames);
  };
  EXPECT_EQ(found("id,QUIZ,x,Puzzle"), 3U);
  EXPECT_EQ(found("id,QUIZ,quiz"), 1U);
  EXPECT_EQ(found("id,puzzle2"), std::nullopt);
  EXPECT_TRUE(is_named("Answer", kSolutionNames));
  EXPECT_FALSE(is_named("Answer", kPuzzleNames));
}

TEST(Numbers, AreCountedIfALineHoldsNothingElse) {
  EXPECT_EQ(count_numbers("1, 2.5;-3"), 3U);
  EXPECT_EQ(count_numbers("12345678 1"), 2U);
  EXPECT_EQ(count_numbers("123456789 1"), 0U) << "a row of a grid";
  for (const char* const line : {"", "7", "1,x", "1,2x"})
    EXPECT_EQ(count_numbers(line), 0U) << line;
  EXPECT_FALSE(is_number(""));
}

TEST(Text, IsDescribedInQuotesOrByWhatCannotBePrinted) {
  const std::string sixty(60, 'x');
  const std::pair<std::string, std::string> cases[] = {{" a~", "' a~'"},
                                                       {sixty, "'" + sixty + "'"},
                                                       {sixty + "y", "'" + sixty + "...'"},
                                                       {"a\x1F", "byte 0x1F"},
                                                       {"\x7F\x01", "byte 0x7F"},
                                                       {"a\xC3\xA9", "byte 0xC3"},
                                                       {"\x1A", "a NUL or SUB byte"}};
  for (const auto& [text, description] : cases)
    EXPECT_EQ(described(text), description);
}

TEST(Text, OfDrawnGridsIsReadAsAscii) {
  EXPECT_EQ(in_ascii("\u2502\u2500\u2550\u00B7\u00E9\u2502\u2192\u2502\U0001F600\u2502x"),
            "|--.\u00E9|\u2192|\U0001F600|x");
}

}  // namespace

}  // namespace sudoku::dataset
