#include "harness/dataset/target.h"

#include <algorithm>
#include <array>

#include "harness/dataset/byte_sink.h"

namespace sudoku {

namespace {

constexpr std::array<TargetInfo, 9> kTargets = {{
    {Target::csv, "csv", ".csv", '.', true},
    {Target::bare, "bare", "", '.', true},
    {Target::pairs, "pairs", ".txt", '.', true},
    {Target::lines, "lines", "", '.', false},
    {Target::sdm, "sdm", ".sdm", '0', false},
    {Target::sdk, "sdk", ".sdk", '.', false},
    {Target::ss, "ss", ".ss", '.', false},
    {Target::blocks, "blocks", "", '0', false},
    {Target::triples, "triples", "", '.', false},
}};

std::optional<Target> target_of(const TargetInfo* found) {
  return found == kTargets.end() ? std::nullopt : std::optional(found->target);
}

}  // namespace

std::span<const TargetInfo> all_targets() {
  return kTargets;
}

const TargetInfo& info_of(Target target) {
  return kTargets[static_cast<std::size_t>(target)];
}

std::optional<Target> target_named(std::string_view name) {
  return target_of(std::ranges::find(kTargets, name, &TargetInfo::name));
}

std::optional<Target> target_of_file(std::string_view file_name) {
  const std::string_view plain = without_packing(file_name);
  return target_of(std::ranges::find_if(kTargets, [plain](const TargetInfo& info) {
    return !info.ending.empty() && plain.ends_with(info.ending);
  }));
}

}  // namespace sudoku
