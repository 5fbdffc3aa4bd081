#include "harness/report/sections.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku {

namespace {

// Kept free for the line that says what was left out.
constexpr std::size_t kLastLine = 200;

}  // namespace

void Sections::add(Importance importance, const std::string& name, const std::string& text) {
  if (!text.empty()) sections_.push_back({importance, name, text});
}

std::string Sections::text(std::size_t most) const {
  std::size_t size = kLastLine;
  for (const Section& section : sections_)
    size += section.text.size();
  std::vector<Section> kept = sections_;
  std::set<std::string> missing;
  while (size > most) {
    // Of the least important the last one.
    const auto last =
        std::ranges::max_element(kept.rbegin(), kept.rend(), {}, &Section::importance);
    if (last == kept.rend() || last->importance == Importance::never_left_out) break;
    size -= last->text.size();
    missing.insert(last->name);
    kept.erase(std::next(last).base());
  }
  std::string text;
  for (const Section& section : kept)
    text += section.text;
  if (text.ends_with("\n\n")) text.pop_back();
  if (missing.empty()) return text;
  return text + fmt::format("\nLeft out to keep this short, here or there: {}.\n",
                            fmt::join(missing, ", "));
}

}  // namespace sudoku
