// A verdict on two runs, reached elsewhere, that a page shows before what it finds itself.
#pragma once

#include <string>
#include <vector>

namespace sudoku {

struct Judgement {
  struct Check {
    std::string row;
    std::string check;
    std::string verdict;  // a word
    std::string what;
    bool is_bad = false;
  };

  std::string verdict;  // a sentence
  bool is_bad = false;
  std::vector<std::string> sentences;  // what else is to be said
  std::vector<Check> checks;
};

}  // namespace sudoku
