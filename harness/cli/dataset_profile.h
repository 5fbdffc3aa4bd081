// What `dataset stats` says of one file, and how it shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/dataset/profile.h"
#include "harness/report/facts.h"

namespace sudoku {

struct FileProfile {
  std::string name;
  std::string solver;  // whose guesses they are
  Profile profile;
  std::uint64_t bad_rows = 0;
  std::uint64_t duplicates = 0;
  std::optional<std::uint64_t> essential_duplicates;  // when asked for
};

Facts facts_of(const FileProfile& file);

// For people.
std::string text_of(const FileProfile& file);

// For machines: one object, with a field "files".
std::string json_of(const std::vector<FileProfile>& files);

}  // namespace sudoku
