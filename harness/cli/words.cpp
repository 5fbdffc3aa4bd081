#include "harness/cli/words.h"

#include <algorithm>

#include "harness/cli/values.h"

namespace sudoku {

namespace {

// Takes one word after the other off a command.
class WordSplitter {
 public:
  explicit WordSplitter(std::string_view text) : text_(text), rest_(text) {}

  bool has_more() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    return !rest_.empty();
  }

  std::string next() {
    std::string word;
    while (!rest_.empty() && kBlanks.find(rest_.front()) == std::string_view::npos) {
      take_piece(word);
    }
    return word;
  }

 private:
  static constexpr std::string_view kBlanks = " \t\n";

  void take_piece(std::string& word) {
    const char c = take();
    if (c == '\'') {
      take_single_quoted(word);
    } else if (c == '"') {
      take_double_quoted(word);
    } else {
      word += c == '\\' ? take() : c;
    }
  }

  void take_single_quoted(std::string& word) {
    for (char c = take(); c != '\''; c = take())
      word += c;
  }

  void take_double_quoted(std::string& word) {
    for (char c = take(); c != '"'; c = take()) {
      const bool escapes = c == '\\' && (rest_.starts_with('"') || rest_.starts_with('\\'));
      word += escapes ? take() : c;
    }
  }

  char take() {
    if (rest_.empty()) reject("a closing quote, or a character behind a backslash", text_);
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  WordSplitter splitter(text);
  while (splitter.has_more())
    words.push_back(splitter.next());
  return words;
}

}  // namespace sudoku
