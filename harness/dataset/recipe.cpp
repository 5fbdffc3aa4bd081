#include "harness/dataset/recipe.h"

#include <algorithm>
#include <array>

namespace sudoku::dataset {

namespace {

constexpr std::array<PuzzleKindInfo, 8> kKinds = {{
    {PuzzleKind::full, "full", 0},
    {PuzzleKind::minimal, "minimal", 0},
    {PuzzleKind::clues, "clues", 20},
    {PuzzleKind::easy, "easy", 22},
    {PuzzleKind::hard, "hard", 0},
    {PuzzleKind::several, "several", 0},
    {PuzzleKind::none, "none", 0},
    {PuzzleKind::kaggle, "kaggle", 0},
}};

}  // namespace

std::span<const PuzzleKindInfo> all_kinds() {
  return kKinds;
}

const PuzzleKindInfo& info_of(PuzzleKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

std::optional<PuzzleKind> kind_named(std::string_view name) {
  const auto* const found = std::ranges::find(kKinds, name, &PuzzleKindInfo::name);
  return found == kKinds.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace sudoku::dataset
