// SHA-256 of a stream of bytes.
#pragma once

#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;  // OpenSSL's, so that no includer sees OpenSSL

namespace sudoku::base {

class Sha256 {
 public:
  Sha256();

  void add(std::span<const char> bytes);

  // The digest, in lower-case hex, of everything added so far; adding may go on.
  std::string hex() const;

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };

  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

}  // namespace sudoku::base
