#include "harness/base/json_text.h"

#include <cmath>

#include <fmt/format.h>

#include "harness/base/text.h"

namespace sudoku::base {

namespace {

// "<" could end the script element that the text stands in; U+2028 and U+2029 end lines of scripts.
void append_escaped(std::string& json, std::string_view character) {
  const char c = character[0];
  if (c == '"' || c == '\\') {
    json += '\\';
    json += c;
  } else if (is_control(c) || c == '<') {
    json += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
  } else if (character == "\u2028" || character == "\u2029") {
    json += character == "\u2028" ? "\\u2028" : "\\u2029";
  } else {
    json += character;
  }
}

}  // namespace

void JsonText::put(double value) {
  add(std::isfinite(value) ? fmt::format("{:.5g}", value) : "null");
}

void JsonText::put(std::string_view text) {
  const std::string clean = clean_text(text);
  std::string json = "\"";
  for (std::size_t i = 0; i < clean.size();) {
    const std::size_t length = character_length(std::string_view(clean).substr(i));
    append_escaped(json, std::string_view(clean).substr(i, length));
    i += length;
  }
  add(json + '"');
}

void JsonText::key(std::string_view name) {
  put(name);
  text_ += ':';
  first_ = true;
}

void JsonText::add(std::string_view raw) {
  if (!first_) text_ += ',';
  text_ += raw;
  first_ = false;
}

void JsonText::begin(char bracket) {
  add(std::string_view(&bracket, 1));
  first_ = true;
}

void JsonText::end(char bracket) {
  text_ += bracket;
  first_ = false;
}

}  // namespace sudoku::base
