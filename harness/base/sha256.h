#pragma once

#include <memory>
#include <span>
#include <string>

struct evp_md_ctx_st;  // declared here so that includers do not see OpenSSL

namespace sudoku::base {

class Sha256 {
 public:
  Sha256();

  void add(std::span<const char> bytes);

  // The digest of all bytes added so far, in lower-case hex. More bytes may be added afterwards.
  std::string hex() const;

 private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

}  // namespace sudoku::base
