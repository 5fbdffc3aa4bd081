#include "harness/cli/dataset_profile.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/report/table.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  return percent_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::string part_text(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{} ({})", count_text(part), share_text(part, whole));
}

std::string spread_text(const Distribution& values) {
  return fmt::format("mean {}, median {}, p90 {}, p99 {}, most {}", number_text(values.mean()),
                     number_text(values.quantile(0.5)), number_text(values.quantile(0.9)),
                     number_text(values.quantile(0.99)), number_text(values.quantile(1)));
}

std::string guesses_text(const Distribution& guesses) {
  return fmt::format("{}; none for {}", spread_text(guesses),
                     share_text(guesses.count_of(0), guesses.count()));
}

std::string ratings_text(const Distribution& ratings) {
  if (ratings.count() == 0) return kUnknownText;
  return fmt::format("{} puzzles, least {}, {}", count_text(ratings.count()),
                     number_text(ratings.quantile(0)), spread_text(ratings));
}

}  // namespace

Facts facts_of(const FileProfile& file) {
  const Profile& p = file.profile;
  Facts facts;
  const auto add = [&facts](const std::string& name, const std::string& text) {
    facts.emplace_back(name, text);
  };
  add("puzzles", count_text(p.puzzles));
  add("bad rows", count_text(file.bad_rows));
  add("repeated exactly", part_text(file.duplicates, p.puzzles));
  if (file.essential_duplicates) {
    add("repeated essentially", part_text(*file.essential_duplicates, p.puzzles));
  }
  add("proper", part_text(p.proper, p.puzzles));
  add("several solutions", part_text(p.several, p.puzzles));
  add("no solution", part_text(p.none, p.puzzles));
  add("minimal",
      p.proper == 0 ? kUnknownText : part_text(p.minimal, p.proper) + " of the proper ones");
  add("guesses of " + file.solver, guesses_text(p.guesses));
  add("ratings", ratings_text(p.ratings));
  return facts;
}

namespace {

Table facts_table(const FileProfile& file) {
  Table table({{file.name, Align::left}, {"", Align::left}});
  for (const auto& [name, text] : facts_of(file))
    table.add_row({{name}, {text}});
  return table;
}

Table clues_of(const Profile& profile) {
  Table clues({{"clues"}, {"puzzles"}, {"share"}});
  for (std::size_t count = 0; count < profile.clues.size(); ++count) {
    const std::uint64_t puzzles = profile.clues[count];
    if (puzzles == 0) continue;
    clues.add_row(
        {{fmt::to_string(count)}, {count_text(puzzles)}, {share_text(puzzles, profile.puzzles)}});
  }
  return clues;
}

// How many bytes a UTF-8 character that begins so has; 0 when none does.
std::size_t length_told_by(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

// How many bytes the character at the beginning of `text` has; 0 when it is not UTF-8.
std::size_t length_of_character(std::string_view text) {
  const std::size_t length = length_told_by(static_cast<unsigned char>(text[0]));
  if (text.size() < length) return 0;
  const bool goes_on =
      std::ranges::all_of(text.substr(0, length).substr(length > 0 ? 1 : 0),
                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; });
  return goes_on ? length : 0;
}

// File names may hold any bytes; those that are not UTF-8 become U+FFFD.
std::string json_text(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    const char c = text[0];
    if (length == 0) {
      result += "\\ufffd";
    } else if (static_cast<unsigned char>(c) < ' ') {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + '"';
}

std::string json_of(const Distribution& values) {
  if (values.count() == 0) return "null";
  return fmt::format(
      R"({{"puzzles": {}, "mean": {}, "min": {}, "p50": {}, "p90": {}, "p99": {}, "max": {}}})",
      values.count(), values.mean(), values.quantile(0), values.quantile(0.5), values.quantile(0.9),
      values.quantile(0.99), values.quantile(1));
}

std::string json_of(const FileProfile& file) {
  const Profile& p = file.profile;
  std::vector<std::string> clues;
  for (std::size_t count = 0; count < p.clues.size(); ++count) {
    if (p.clues[count] > 0) clues.push_back(fmt::format(R"("{}": {})", count, p.clues[count]));
  }
  const std::string essential =
      file.essential_duplicates ? fmt::to_string(*file.essential_duplicates) : "null";
  const std::vector<std::string> fields = {
      fmt::format(R"("name": {})", json_text(file.name)),
      fmt::format(R"("puzzles": {})", p.puzzles),
      fmt::format(R"("bad_rows": {})", file.bad_rows),
      fmt::format(R"("duplicates": {})", file.duplicates),
      fmt::format(R"("essential_duplicates": {})", essential),
      fmt::format(R"("proper": {})", p.proper),
      fmt::format(R"("several": {})", p.several),
      fmt::format(R"("none": {})", p.none),
      fmt::format(R"("minimal": {})", p.minimal),
      fmt::format(R"("clues": {{{}}})", fmt::join(clues, ", ")),
      fmt::format(R"("solver": {})", json_text(file.solver)),
      fmt::format(R"("guesses": {})", json_of(p.guesses)),
      fmt::format(R"("guessless": {})", p.guesses.count_of(0)),
      fmt::format(R"("ratings": {})", json_of(p.ratings))};
  return fmt::format("    {{\n      {}\n    }}", fmt::join(fields, ",\n      "));
}

}  // namespace

std::string text_of(const FileProfile& file) {
  return facts_table(file).text(false) + "\n" + clues_of(file.profile).text(false);
}

std::string json_of(const std::vector<FileProfile>& files) {
  std::vector<std::string> objects;
  objects.reserve(files.size());
  for (const FileProfile& file : files)
    objects.push_back(json_of(file));
  return fmt::format("{{\n  \"files\": [\n{}\n  ]\n}}\n", fmt::join(objects, ",\n"));
}

}  // namespace sudoku
