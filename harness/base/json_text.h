// JSON as it goes into a page: written straight to text, safe inside a script element.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sudoku::base {

// Members and items in the order in which they are put. Numbers keep five significant digits; NaN
// and infinity are null. Texts are cleaned (clean_text).
class JsonText {
 public:
  void put(std::nullptr_t /*null*/) { add("null"); }

  void put(bool value) { add(value ? "true" : "false"); }

  void put(double value);
  void put(std::string_view text);

  void put(const char* text) { put(std::string_view(text)); }

  void put(const std::string& text) { put(std::string_view(text)); }

  template <std::integral T>
  void put(T value) {
    add(std::to_string(value));
  }

  template <typename T>
  void put(const std::optional<T>& value) {
    value ? put(*value) : put(nullptr);
  }

  template <typename A, typename B>
  void put(const std::pair<A, B>& pair) {
    items([&] {
      put(pair.first);
      put(pair.second);
    });
  }

  template <typename T>
  void put(const std::vector<T>& values) {
    items([&] {
      for (const T& value : values)
        put(value);
    });
  }

  // An object whose members `fill` puts with field(), object() and list().
  template <typename Fill>
  void object(const Fill& fill) {
    enclose('{', '}', fill);
  }

  // An array whose items `fill` puts.
  template <typename Fill>
  void items(const Fill& fill) {
    enclose('[', ']', fill);
  }

  template <typename T>
  void field(std::string_view name, const T& value) {
    key(name);
    put(value);
  }

  template <typename Fill>
  void object(std::string_view name, const Fill& fill) {
    key(name);
    object(fill);
  }

  // A member that is an array with an item for each value, put by `each`.
  template <typename Values, typename Each>
  void list(std::string_view name, const Values& values, const Each& each) {
    key(name);
    items([&] {
      for (const auto& value : values)
        each(value);
    });
  }

  const std::string& text() const { return text_; }

 private:
  void key(std::string_view name);
  void add(std::string_view raw);
  void begin(char bracket);
  void end(char bracket);

  template <typename Fill>
  void enclose(char open, char close, const Fill& fill) {
    begin(open);
    fill();
    end(close);
  }

  std::string text_;
  bool first_ = true;
};

}  // namespace sudoku::base
