// Puzzles that repeat in a file or are shared by several, for `dataset stats`.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/dataset.h"
#include "harness/dataset/reader.h"
#include "harness/dataset/seen.h"

namespace sudoku::cli {

// Numbers of puzzles that are somewhere before.
struct Repeats {
  std::uint64_t exact = 0;
  std::optional<std::uint64_t> isomorphic = {};  // exact ones included; unset without --isomorphs
};

// Numbers of a file's puzzles that are also in an earlier file.
struct SharedWith {
  std::string earlier;
  Repeats puzzles;
};

struct FileRepeats {
  Repeats within;                  // puzzles that are before in the same file
  std::vector<SharedWith> shared;  // for each earlier file
};

// Finds repeated puzzles within files and between them.
class SharedPuzzles {
 public:
  // For `files` files, with canonical forms or without. Shared puzzles are listed in the CSV file
  // `list`, unless that is empty.
  SharedPuzzles(std::size_t files, bool has_forms, const std::string& list);

  void begin_file(const std::string& name);

  // Adds puzzles to the file begun last; `forms` are their canonical forms, or empty.
  void add(const dataset::Block& block, std::span<const Grid> forms);

  // Returns what was found in the file begun last.
  FileRepeats end_file();

  // Completes the list.
  void finish();

 private:
  struct File {
    std::string name;
    dataset::SeenPuzzles exact;
    dataset::SeenPuzzles forms;
  };

  // Looks for a puzzle in the earlier files; `form` is its canonical form, or null.
  void look_up(PuzzleRef puzzle, const Grid* form, std::uint64_t line);

  std::size_t expected_;
  bool has_forms_;
  std::optional<EncodedFile> list_;
  std::string rows_;  // of list_, not yet written
  std::deque<File> files_;
  std::vector<SharedWith> shared_;  // of the last file
};

}  // namespace sudoku::cli
