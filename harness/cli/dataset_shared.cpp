#include "harness/cli/dataset_shared.h"

#include <fmt/format.h>

#include "harness/base/csv_line.h"

namespace sudoku::cli {

SharedPuzzles::SharedPuzzles(std::size_t files, bool has_forms, const std::string& list)
    : expected_(files), has_forms_(has_forms) {
  if (list.empty()) return;
  list_.emplace(list);
  list_->write("file,line,puzzle,same_as_file,same_as_line\n");
}

void SharedPuzzles::begin_file(const std::string& name) {
  Repeats none;
  if (has_forms_) none.isomorphic = 0;
  shared_.clear();
  for (const File& earlier : files_)
    shared_.push_back({earlier.name, none});
  using Keep = dataset::SeenPuzzles::Keep;
  // Nothing is looked up in the last file.
  const Keep kept = files_.size() + 1 < expected_ ? Keep::lines : Keep::hashes;
  files_.push_back({name, dataset::SeenPuzzles(kept), dataset::SeenPuzzles(kept)});
}

void SharedPuzzles::add(const dataset::Block& block, std::span<const Grid> forms) {
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const PuzzleRef puzzle = block.all()[i];
    const Grid* const form = forms.empty() ? nullptr : &forms[i];
    look_up(puzzle, form, block.lines[i]);
    files_.back().exact.add(puzzle, block.lines[i]);
    if (form != nullptr) files_.back().forms.add(*form, block.lines[i]);
  }
  if (list_) list_->write(rows_);
  rows_.clear();
}

void SharedPuzzles::look_up(PuzzleRef puzzle, const Grid* form, std::uint64_t line) {
  for (std::size_t i = 0; i < shared_.size(); ++i) {
    Repeats& found = shared_[i].puzzles;
    std::optional<std::uint64_t> same = files_[i].exact.line_of(puzzle);
    if (same) ++found.exact;
    if (form != nullptr) {
      const std::optional<std::uint64_t> isomorph = files_[i].forms.line_of(*form);
      if (isomorph) ++*found.isomorphic;
      if (!same) same = isomorph;
    }
    if (!same || !list_) continue;
    rows_ += fmt::format("{},{},{},{},{}\n", base::csv_field(files_.back().name), line,
                         puzzle.text(), base::csv_field(files_[i].name), *same);
  }
}

FileRepeats SharedPuzzles::end_file() {
  File& file = files_.back();
  file.exact.sort();
  file.forms.sort();
  FileRepeats found = {.within = {.exact = file.exact.repeats()}, .shared = shared_};
  if (has_forms_) found.within.isomorphic = file.forms.repeats();
  return found;
}

void SharedPuzzles::finish() {
  if (list_) list_->finish();
}

}  // namespace sudoku::cli
