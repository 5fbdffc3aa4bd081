// Answers as rows of a CSV file.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "solvers/solver.h"

namespace sudoku {

inline constexpr std::string_view kAnswerColumns = "puzzle,solution,outcome,guesses\n";

// Stands for the outcome of a row that holds no puzzle.
inline constexpr std::string_view kUnreadable = "unreadable";

class AnswerRows {
 public:
  // The solution is left empty when there is none to show.
  void add(const Grid& puzzle, const Answer& answer);

  // Its other fields are empty, so that row N of the output still answers row N of the input.
  void add_unreadable();

  std::string_view text() const { return {buffer_.data(), size_}; }

  void clear() { size_ = 0; }

 private:
  char* room();

  std::vector<char> buffer_;  // not a std::string, which would be asked for room at every piece
  std::size_t size_ = 0;
};

}  // namespace sudoku
