// A document that stays below a size: what matters least is left out first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sudoku {

class Sections {
 public:
  // The greater, the sooner it goes.
  enum class Importance : std::uint8_t {
    never_left_out,
    figures,
    circumstances,
    remarks,
    examples
  };

  // `name` tells the reader what is missing when it was left out; an empty text adds nothing.
  void add(Importance importance, const std::string& name, const std::string& text);

  // All of it in order, or as much as fits in `most` bytes, and then a line that says what does
  // not.
  std::string text(std::size_t most) const;

 private:
  struct Section {
    Importance importance;
    std::string name;
    std::string text;
  };

  std::vector<Section> sections_;
};

}  // namespace sudoku
