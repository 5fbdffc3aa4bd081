#include "harness/results/stored_line.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/dataset/input_error.h"
#include "harness/results/layout.h"
#include "harness/results/nesting.h"

namespace sudoku {

namespace {

using LineJson = nlohmann::ordered_json;

LineJson parsed(std::string_view text) {
  if (is_nested_too_deeply(text)) return LineJson::value_t::discarded;
  return LineJson::parse(text, nullptr, false);
}

constexpr std::pair<const char*, std::string StoredLine::*> kTexts[] = {
    {"sha256", &StoredLine::sha256},
    {"added", &StoredLine::added},
    {"commit_time", &StoredLine::commit_time},
    {"revision", &StoredLine::revision},
    {"label", &StoredLine::label}};

}  // namespace

std::string to_json_line(const StoredLine& line) {
  LineJson object = LineJson::object();
  for (const auto& [name, member] : kTexts)
    object[name] = line.*member;
  const LineJson document = parsed(line.document);
  const bool is_ours = !document.is_discarded() && laid_out(document) == line.document;
  object["document"] = is_ours ? document : LineJson(line.document);
  return object.dump(-1, ' ', false, LineJson::error_handler_t::replace) + "\n";
}

StoredLine from_json_line(std::string_view text, const std::string& place) {
  const LineJson object = parsed(text);
  if (!object.is_object()) {
    throw InputError(place + ": expected a result of `history export`, found something else");
  }
  StoredLine line;
  for (const auto& [name, member] : kTexts) {
    if (!object.contains(name) || !object[name].is_string())
      throw InputError(fmt::format("{}: /{}: expected a text", place, name));
    line.*member = object[name].get<std::string>();
  }
  if (!object.contains("document")) throw InputError(place + ": /document: this field is missing");
  const LineJson& document = object["document"];
  line.document = document.is_string() ? document.get<std::string>() : laid_out(document);
  return line;
}

}  // namespace sudoku
