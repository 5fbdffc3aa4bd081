#pragma once

#include <span>
#include <string>

#include <nettle/sha2.h>

namespace sudoku::base {

class Sha256 {
 public:
  Sha256();

  void add(std::span<const char> bytes);

  // The digest of all bytes added so far, in lower-case hex. More bytes may be added afterwards.
  std::string hex() const;

 private:
  sha256_ctx context_;
};

std::string sha256_of(std::span<const char> bytes);

}  // namespace sudoku::base
