#include "harness/cli/dataset_profile.h"

#include <string_view>

#include <fmt/format.h>

#include "harness/report/page/json_text.h"
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

void put_distribution(JsonText& json, std::string_view name, const Distribution& values) {
  if (values.count() == 0) return json.field(name, nullptr);
  json.object(name, [&] {
    json.field("puzzles", values.count());
    json.field("mean", values.mean());
    json.field("min", values.quantile(0));
    json.field("p50", values.quantile(0.5));
    json.field("p90", values.quantile(0.9));
    json.field("p99", values.quantile(0.99));
    json.field("max", values.quantile(1));
  });
}

void put_clues(JsonText& json, const Profile& profile) {
  json.object("clues", [&] {
    for (std::size_t count = 0; count < profile.clues.size(); ++count) {
      if (profile.clues[count] > 0) json.field(fmt::to_string(count), profile.clues[count]);
    }
  });
}

void put_profile(JsonText& json, const FileProfile& file) {
  const Profile& profile = file.profile;
  json.object([&] {
    json.field("name", file.name);
    json.field("puzzles", profile.puzzles);
    json.field("bad_rows", file.bad_rows);
    json.field("duplicates", file.duplicates);
    json.field("essential_duplicates", file.essential_duplicates);
    json.field("proper", profile.proper);
    json.field("several", profile.several);
    json.field("none", profile.none);
    json.field("minimal", profile.minimal);
    put_clues(json, profile);
    json.field("solver", file.solver);
    put_distribution(json, "guesses", profile.guesses);
    json.field("guessless", profile.guesses.count_of(0));
    put_distribution(json, "ratings", profile.ratings);
  });
}

}  // namespace

std::string text_of(const FileProfile& file) {
  return facts_table(file).text(false) + "\n" + clues_of(file.profile).text(false);
}

std::string json_of(const std::vector<FileProfile>& files) {
  JsonText json;
  json.object([&] {
    json.list("files", files, [&json](const FileProfile& file) { put_profile(json, file); });
  });
  return json.text() + '\n';
}

}  // namespace sudoku
