// An owned file descriptor, closed by the destructor.
#pragma once

#include <utility>

#include <unistd.h>

namespace sudoku::base {

class Descriptor {
 public:
  Descriptor() = default;

  explicit Descriptor(int number) : number_(number) {}

  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  ~Descriptor() { close(); }

  // The file descriptor's number, or -1.
  int number() const { return number_; }

  void close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

}  // namespace sudoku::base
