#include "harness/base/sha256.h"

#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sudoku::base {

Sha256::Sha256() { sha256_init(&context_); }

void Sha256::add(std::span<const char> bytes) {
  sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex() const {
  sha256_ctx copy = context_;
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&copy, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256_of(std::span<const char> bytes) {
  Sha256 sha256;
  sha256.add(bytes);
  return sha256.hex();
}

}  // namespace sudoku::base
