#include "harness/cli/dataset_page.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/cli/build_info.h"
#include "harness/report/page/json_text.h"
#include "harness/report/page/page.h"
#include "harness/report/units.h"

namespace sudoku {

namespace {

using Bars = std::vector<std::pair<std::string, std::uint64_t>>;

struct Picture {
  const char* id;
  const char* title;
  const char* about;
  const char* axis;
  std::string sentence;
  Bars bars;
};

// A bar for each number of clues between the least and the most that was met.
Picture clues_picture(const Profile& profile) {
  Bars bars;
  std::size_t last = 0;
  for (std::size_t count = 0; count < profile.clues.size(); ++count) {
    if (profile.clues[count] > 0) last = count;
  }
  for (std::size_t count = 0; count <= last; ++count) {
    if (bars.empty() && profile.clues[count] == 0) continue;
    bars.emplace_back(fmt::to_string(count), profile.clues[count]);
  }
  std::string sentence = fmt::format("From {} to {} clues.", bars.front().first, last);
  return {.id = "clues",
          .title = "Clues",
          .about = "How many puzzles have so many clues.",
          .axis = "clues",
          .sentence = std::move(sentence),
          .bars = std::move(bars)};
}

Picture solutions_picture(const Profile& profile) {
  return {.id = "solutions",
          .title = "Solutions",
          .about = "Proper puzzles have exactly one.",
          .axis = "solutions",
          .sentence = fmt::format("{} of {} puzzles are proper.", count_text(profile.proper),
                                  count_text(profile.puzzles)),
          .bars = {{"none", profile.none}, {"one", profile.proper}, {"several", profile.several}}};
}

// 0, 1, 2, 3–4, 5–8, 9–16, ...: guesses range over orders of magnitude.
Bars doubling_bars(const Distribution& values) {
  Bars bars;
  double first = 0;
  double last = 0;
  for (auto next = values.counts().begin(); next != values.counts().end();) {
    std::uint64_t count = 0;
    for (; next != values.counts().end() && next->first <= last; ++next)
      count += next->second;
    bars.emplace_back(first == last
                          ? count_text(static_cast<std::uint64_t>(first))
                          : fmt::format("{}–{}", count_text(static_cast<std::uint64_t>(first)),
                                        count_text(static_cast<std::uint64_t>(last))),
                      count);
    first = last + 1;
    last = last < 2 ? last + 1 : 2 * last;
  }
  return bars;
}

Picture guesses_picture(const FileProfile& file) {
  const Distribution& guesses = file.profile.guesses;
  return {
      .id = "guesses",
      .title = "Guesses",
      .about = "How often the solver had to guess before it knew that there is no second solution.",
      .axis = "guesses",
      .sentence = fmt::format("Guesses of {}: mean {}, at most {}.", file.solver,
                              number_text(guesses.mean()), number_text(guesses.quantile(1))),
      .bars = doubling_bars(guesses)};
}

// About twenty bars of the same width, a round one.
Bars even_bars(const Distribution& values) {
  const double span = values.quantile(1) - values.quantile(0);
  const double rough = std::max(span / 20, 1e-9);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double width = rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power;
  Bars bars;
  double low = std::floor(values.quantile(0) / width) * width;
  for (auto next = values.counts().begin(); next != values.counts().end(); low += width) {
    std::uint64_t count = 0;
    for (; next != values.counts().end() && next->first < low + width; ++next)
      count += next->second;
    bars.emplace_back(fmt::format("{:.6g}", low), count);
  }
  return bars;
}

Picture ratings_picture(const Profile& profile) {
  return {.id = "ratings",
          .title = "Ratings",
          .about = "How hard the file says that its puzzles are; a bar begins at its number.",
          .axis = "rating",
          .sentence = fmt::format("{} of {} puzzles have a rating; their median is {}.",
                                  count_text(profile.ratings.count()), count_text(profile.puzzles),
                                  number_text(profile.ratings.quantile(0.5))),
          .bars = even_bars(profile.ratings)};
}

std::vector<Picture> pictures_of(const FileProfile& file) {
  std::vector<Picture> pictures = {clues_picture(file.profile), solutions_picture(file.profile),
                                   guesses_picture(file)};
  if (file.profile.ratings.count() > 0) pictures.push_back(ratings_picture(file.profile));
  return pictures;
}

void put_picture(JsonText& json, const Picture& picture) {
  json.object([&] {
    json.field("id", picture.id);
    json.field("title", picture.title);
    json.field("about", picture.about);
    json.field("axis", picture.axis);
    json.field("sentence", picture.sentence);
    json.field("bars", picture.bars);
  });
}

void put_file(JsonText& json, const FileProfile& file) {
  json.object([&] {
    json.field("name", file.name);
    json.field("facts", facts_of(file));
    json.list("pictures", pictures_of(file),
              [&json](const Picture& picture) { put_picture(json, picture); });
  });
}

}  // namespace

std::string dataset_page(const std::vector<FileProfile>& files) {
  const ToolRecord tool = tool_record();
  JsonText json;
  json.object([&] {
    json.field("made_by", fmt::format("sudoku-bench {} ({})", tool.version, tool.git_revision));
    json.list("files", files, [&json](const FileProfile& file) { put_file(json, file); });
  });
  return page_around(json.text());
}

}  // namespace sudoku
