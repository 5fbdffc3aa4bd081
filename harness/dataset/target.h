// The layouts that puzzles can be written in.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace sudoku {

enum class Target { csv, bare, pairs, lines, sdm, sdk, ss, blocks, triples };

struct TargetInfo {
  Target target;
  std::string_view name;    // on the command line
  std::string_view ending;  // of file names; empty when no name tells it
  char blank;               // as is customary
  bool holds_solutions;
};

// In the order of Target.
std::span<const TargetInfo> all_targets();

const TargetInfo& info_of(Target target);

std::optional<Target> target_named(std::string_view name);

// By the file name's ending, that of compression aside.
std::optional<Target> target_of_file(std::string_view file_name);

}  // namespace sudoku
