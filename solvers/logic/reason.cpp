#include "solvers/logic/reason.h"

#include <span>
#include <string_view>
#include <vector>

#include "solvers/logic/choices.h"

namespace sudoku {

namespace {

constexpr std::array<std::string_view, 3> kKinds = {"row", "column", "box"};

// "a", "a and b", "a, b and c"
std::string joined(std::span<const std::string> words, std::string_view last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

std::string names_of_cells(CellSet cells) {
  std::vector<std::string> names;
  for_each_cell(cells, [&](int cell) { names.push_back(name_of_cell(cell)); });
  return joined(names);
}

std::string names_of_digits(Digits digits, std::string_view last = " and ") {
  std::vector<std::string> names;
  for_each_bit(digits, [&](int digit) { names.push_back(std::to_string(digit + 1)); });
  return joined(names, last);
}

// "row 3", "rows 3 and 5"; all of one kind.
std::string names_of_houses(Houses houses) {
  std::vector<std::string> numbers;
  std::size_t kind = 0;
  for_each_bit(houses, [&](int house) {
    kind = static_cast<std::size_t>(house / 9);
    numbers.push_back(std::to_string(house % 9 + 1));
  });
  return std::string(kKinds[kind]) + (numbers.size() > 1 ? "s " : " ") + joined(numbers);
}

std::string confinement(const Deduction& d) {
  return names_of_digits(d.digits) + " in " + names_of_houses(d.houses) + " lies only in " +
         names_of_houses(d.covers);
}

std::string wing(const Deduction& d, const Board& board) {
  const int pivot = first_of(d.cells);
  return "whether " + name_of_cell(pivot) + " is " +
         names_of_digits(board.candidates[pivot], " or ") + ", one of " + names_of_cells(d.others) +
         " is " + names_of_digits(d.digits);
}

std::string colours(const Deduction& d) {
  if (d.houses != 0) {
    return names_of_digits(d.digits) + " in all of " + names_of_cells(d.cells) +
           " or in none, and two of them are in " + names_of_houses(d.houses);
  }
  return names_of_digits(d.digits) + " is either in " + names_of_cells(d.cells) + " or in " +
         names_of_cells(d.others);
}

}  // namespace

std::string name_of_cell(int cell) {
  return "r" + std::to_string(row_of(cell) + 1) + "c" + std::to_string(column_of(cell) + 1);
}

std::string name_of_house(int house) {
  return names_of_houses(Houses{1} << house);
}

std::string reason_of(const Deduction& deduction, const Board& board) {
  switch (deduction.technique) {
    case Technique::naked_pair:
    case Technique::naked_triple:
    case Technique::naked_quadruple:
      return names_of_cells(deduction.cells) + " in " + names_of_houses(deduction.houses) +
             " hold only " + names_of_digits(deduction.digits);
    case Technique::hidden_pair:
    case Technique::hidden_triple:
    case Technique::hidden_quadruple:
      return names_of_digits(deduction.digits) + " in " + names_of_houses(deduction.houses) +
             " lie only in " + names_of_cells(deduction.cells);
    case Technique::xy_wing:
      return wing(deduction, board);
    case Technique::simple_colouring:
      return colours(deduction);
    default:
      return confinement(deduction);
  }
}

}  // namespace sudoku
