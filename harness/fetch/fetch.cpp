#include "harness/fetch/fetch.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/input_error.h"
#include "harness/dataset/reader.h"
#include "harness/fetch/archive.h"
#include "harness/results/output_error.h"

namespace sudoku {

namespace {

using namespace std::chrono_literals;

constexpr auto kLook = 50ms;

void require_puzzles(const std::string& path, const std::string& address) {
  PuzzleReader reader(path, address, {.hashed = false});
  Block block;
  if (!reader.read(block)) throw InputError("there is no puzzle in what came");
}

class Fetcher {
 public:
  Fetcher(const CatalogEntry& entry, const std::string& target, const FetchTerms& terms,
          const DownloadProgress& progress)
      : entry_(entry),
        target_(target),
        terms_(terms),
        progress_(progress),
        part_(target, entry.address) {}

  std::optional<Fetched> run() {
    if (!get()) return std::nullopt;
    try {
      keep();
    } catch (const InputError& error) {
      part_.remove();  // it came as it is there
      fail(error.what());
    }
    return Fetched{part_.size(), hash_};
  }

 private:
  // Makes the part whole; false when it was stopped.
  bool get() {
    auto pause = terms_.pause;
    for (std::uint64_t retries = terms_.retries;; --retries) {
      const bool is_first = part_.size() == 0;
      Attempt attempt = attempt_download(download_terms(), part_, progress_);
      if (attempt.end == Attempt::End::whole) attempt = checked(is_first);
      if (attempt.end == Attempt::End::whole) return true;
      if (attempt.end == Attempt::End::stopped) return false;
      if (attempt.end == Attempt::End::refused) refuse(attempt);
      if (retries == 0) give_up(attempt);
      if (!wait(pause)) return false;
      pause *= 2;
    }
  }

  DownloadTerms download_terms() const {
    return {.address = entry_.address,
            .bytes = entry_.bytes,
            .most_bytes = terms_.most_bytes,
            .is_hash_known = !entry_.sha256.empty(),
            .patience = terms_.patience};
  }

  // Bytes of two attempts may not belong together: then all of them are asked for again.
  Attempt checked(bool came_at_once) {
    part_.flush();
    hash_ = sha256_of(part_.path());
    if (entry_.sha256.empty() || hash_ == entry_.sha256) return {};
    part_.restart("");
    return {came_at_once ? Attempt::End::refused : Attempt::End::cut,
            fmt::format("what came has the sha256 {}, not {} as it is known to have", hash_,
                        entry_.sha256)};
  }

  void keep() {
    if (entry_.member.empty()) {
      require_puzzles(part_.path(), entry_.address);
      take_part();
    } else {
      AsideFile file(target_);
      unpack_member(part_.path(), entry_.member, file, terms_.most_bytes);
      require_puzzles(file.aside(), entry_.address);
      file.finish();
    }
    part_.remove();
  }

  void take_part() const {
    if (std::rename(part_.path().c_str(), target_.c_str()) == 0) return;
    throw OutputError(
        fmt::format("{}: cannot be written: {}", target_, std::generic_category().message(errno)));
  }

  // False when it was stopped.
  bool wait(std::chrono::milliseconds pause) const {
    for (std::chrono::milliseconds waited(0); waited < pause; waited += kLook) {
      if (!progress_(part_.size(), entry_.bytes.value_or(0))) return false;
      std::this_thread::sleep_for(kLook);
    }
    return true;
  }

  [[noreturn]] void refuse(const Attempt& attempt) const {
    fail(attempt.is_offline ? attempt.reason + "; " + by_hand() : attempt.reason);
  }

  [[noreturn]] void give_up(const Attempt& attempt) const {
    fail(part_.size() == 0
             ? attempt.reason
             : fmt::format("{}; {} bytes of it are here, fetching it again goes on from there",
                           attempt.reason, part_.size()));
  }

  std::string by_hand() const {
    const std::string what = entry_.member.empty() ? "it" : entry_.member + " out of it";
    return fmt::format("without a network here, bring {} as {}", what, target_);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    if (part_.size() == 0) part_.remove();
    throw InputError(
        fmt::format("{}: cannot be fetched from {}: {}", entry_.name, entry_.address, reason));
  }

  const CatalogEntry& entry_;
  const std::string& target_;
  const FetchTerms& terms_;
  const DownloadProgress& progress_;
  PartFile part_;
  std::string hash_;
};

}  // namespace

std::optional<Fetched> fetch(const CatalogEntry& entry, const std::string& target,
                             const FetchTerms& terms, const DownloadProgress& progress) {
  return Fetcher(entry, target, terms, progress).run();
}

std::string sha256_of(const std::string& path) {
  StoredFile file(path, path);
  std::array<char, std::size_t{64} << 10> buffer{};
  while (file.read(buffer) > 0) {
  }
  return file.sha256();
}

}  // namespace sudoku
