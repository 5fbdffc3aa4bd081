#include "harness/base/sha256.h"

#include <array>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

namespace sudoku::base {

namespace {

// OpenSSL's digest calls fail only when memory is short or a provider is missing.
void expect(int succeeded) {
  if (succeeded != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
  if (!context_) throw std::bad_alloc();
  expect(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
}

void Sha256::add(std::span<const char> bytes) {
  expect(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
}

std::string Sha256::hex() const {
  Sha256 copy;
  expect(EVP_MD_CTX_copy_ex(copy.context_.get(), context_.get()));
  std::array<unsigned char, 32> digest{};
  expect(EVP_DigestFinal_ex(copy.context_.get(), digest.data(), nullptr));
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

}  // namespace sudoku::base
