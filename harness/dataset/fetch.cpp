#include "harness/dataset/fetch.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <vector>

#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/base/archive.h"
#include "harness/base/child_process.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/interruption.h"
#include "harness/dataset/reader.h"

namespace sudoku::dataset {

namespace {

using namespace std::chrono_literals;

namespace fs = std::filesystem;

// --disable, which must come first, ignores ~/.curlrc; with --no-buffer, a kill loses no bytes.
constexpr const char* kCurl =
    "curl --disable --silent --globoff --fail --location --max-redirs 5 --proto =http,https "
    "--user-agent sudoku-bench --speed-limit 1 --no-buffer --continue-at -";

// What curl prints at its end: the members of Report.
constexpr const char* kReport = "%{exitcode} %{http_code} %{errormsg}";

struct Report {
  int exit_status = 0;
  int http_status = 0;
  std::string error;
};

// Exit statuses of curl.
constexpr int kHttpError = 22;
constexpr int kCannotWrite = 23;
constexpr int kCannotResume = 33;           // the server sent something else than was asked for
constexpr std::array kOffline = {5, 6, 7};  // proxy or server: no address, or no connection
// The transfer was cut, was too slow, got no response or failed in HTTP/2, sending or receiving.
constexpr std::array kBroken = {16, 18, 28, kCannotResume, 52, 55, 56, 92};

constexpr int kRangeNotSatisfiable = 416;  // the server has no bytes after those that are here

// Whether a later attempt may succeed.
bool is_passing(const Report& report) {
  if (report.exit_status != kHttpError) return std::ranges::count(kBroken, report.exit_status) > 0;
  return report.http_status == 408 || report.http_status == 429 || report.http_status >= 500;
}

// Why a set is not here after an attempt.
struct Failure {
  std::string reason;       // empty: the set is here
  bool is_passing = false;  // a later attempt may succeed
};

// Interval of the checks for an interruption and for a file that is too large.
constexpr auto kLook = 100ms;

void wait(std::chrono::milliseconds pause) {
  pollfd interrupted{.fd = base::interruption_event(), .events = POLLIN, .revents = 0};
  ::poll(&interrupted, 1, static_cast<int>(pause.count()));
  base::throw_if_interrupted();
}

void require_puzzles(const std::string& path) {
  PuzzleReader reader(path, "the downloaded file", {});
  Block block;
  if (!reader.read(block)) throw base::InputError("the downloaded file contains no puzzle");
}

// Fetches a set by TARGET.part, which holds the bytes downloaded so far.
class Fetcher {
 public:
  // Opens and locks the part file. Throws OutputError, and InputError when another process has
  // locked it.
  Fetcher(const CatalogEntry& entry, const std::string& target, const FetchSettings& settings)
      : entry_(entry),
        target_(target),
        settings_(settings),
        part_(target + ".part"),
        lock_(base::open_in_place(part_)) {
    struct stat locked = {};
    struct stat there = {};
    // The lock's previous owner may have renamed the part file after this process opened it.
    const bool is_ours = ::flock(lock_.number(), LOCK_EX | LOCK_NB) == 0 &&
                         ::fstat(lock_.number(), &locked) == 0 &&
                         ::stat(part_.c_str(), &there) == 0 && locked.st_ino == there.st_ino;
    if (!is_ours) throw base::InputError(part_ + ": another process is fetching it");
  }

  Fetched run() {
    // Bytes of an older version of the file can be told from those of this one only by the hash.
    if (entry_.sha256.empty()) restart();
    get();
    const Fetched fetched = {size(), hash_};
    try {
      keep();
    } catch (const base::InputError& error) {
      restart();  // the download is whole but unusable: resuming cannot help
      fail(error.what());
    }
    return fetched;
  }

 private:
  std::uint64_t size() const { return fs::file_size(part_); }

  void restart() const { fs::resize_file(part_, 0); }

  // Completes the part file. The loop replaces curl's option --retry, which throws away the bytes
  // of a broken attempt.
  void get() {
    auto pause = settings_.pause;
    for (std::uint64_t retries = settings_.retries;; --retries) {
      auto [reason, is_passing] = attempt();
      if (reason.empty()) return;
      if (is_passing && size() > 0 && !entry_.sha256.empty())
        reason += fmt::format("; {} bytes were downloaded, fetch it again to resume", size());
      if (!is_passing || retries == 0) fail(reason);
      wait(pause);
      pause *= 2;
    }
  }

  Failure attempt() {
    const bool is_resumed = size() > 0;
    const Report report = run_curl();
    if (is_too_large()) {
      restart();
      return {fmt::format("it is larger than {} bytes, {}", limit(),
                          entry_.bytes ? "its size in the catalog" : "the maximum size")};
    }
    const bool is_past_end = is_resumed && report.http_status == kRangeNotSatisfiable;
    if (report.exit_status != 0 && !is_past_end) return failure_of(report);
    const std::string wrong = difference();
    if (wrong.empty()) return {};
    // curl does not notice the early end of a response without a length.
    const bool is_short = size() < entry_.bytes.value_or(0);
    if (is_short && !is_past_end) return {wrong, true};
    restart();
    return {wrong, is_resumed && !is_short};  // the parts may be of two versions of the file
  }

  Failure failure_of(const Report& report) const {
    std::string reason = fmt::format("curl: ({}) {}", report.exit_status, report.error);
    if (report.exit_status == kCannotWrite)
      throw base::OutputError("{}: cannot be written: {}", part_, reason);
    if (report.exit_status == kCannotResume) restart();
    if (std::ranges::count(kOffline, report.exit_status) > 0) {
      reason += fmt::format(
          "; without a network, copy {} to {}",
          entry_.member.empty() ? "the file" : entry_.member + " from the archive", target_);
    }
    return {reason, is_passing(report)};
  }

  Report run_curl() {
    base::ChildProcess curl(command(), "", SIGKILL);
    std::string text;
    for (bool runs = true; runs && !is_too_large();) {
      runs = curl.read(text);
      base::throw_if_interrupted();
      settings_.progress(size());
      if (runs) curl.wait(false, kLook);
    }
    if (is_too_large()) return {};  // kills curl, which may still write
    Report report;
    std::istringstream words(text);
    if (!(words >> report.exit_status >> report.http_status)) fail("curl " + curl.exit_reason());
    std::getline(words >> std::ws, report.error);
    return report;
  }

  std::vector<std::string> command() const {
    std::istringstream fixed(kCurl);
    std::vector<std::string> words(std::istream_iterator<std::string>(fixed), {});
    const auto add = [&words](const char* option, const std::string& value) {
      words.insert(words.end(), {option, value});
    };
    const std::string patience = fmt::to_string(settings_.patience.count());
    add("--connect-timeout", patience);
    add("--speed-time", patience);
    add("--proto-redir", entry_.address.starts_with("https:") ? "=https" : "=http,https");
    add("--write-out", kReport);
    add("--output", part_);
    add("--", entry_.address);
    return words;
  }

  std::uint64_t limit() const { return entry_.bytes.value_or(settings_.most_bytes); }

  bool is_too_large() const { return size() > limit(); }

  // How the download differs from what the catalog says of it; empty: not at all.
  std::string difference() {
    // A power cut leaves no hole in the set once its bytes are on the disk.
    if (::fsync(lock_.number()) != 0) base::fail_to_write(part_);
    hash_ = sha256_of(part_);
    if (size() != entry_.bytes.value_or(size())) {
      return fmt::format("the downloaded file has {} bytes, not {} as listed in the catalog",
                         size(), *entry_.bytes);
    }
    if (entry_.sha256.empty() || hash_ == entry_.sha256) return "";
    return fmt::format("the downloaded file has the sha256 {}, not {} as listed in the catalog",
                       hash_, entry_.sha256);
  }

  void keep() const {
    if (entry_.member.empty()) {
      require_puzzles(part_);
      if (std::rename(part_.c_str(), target_.c_str()) != 0) base::fail_to_write(target_);
    } else {
      base::AsideFile file(target_);
      unpack_member(part_, entry_.member, file, settings_.most_bytes);
      require_puzzles(file.aside());
      file.finish();
    }
    fs::remove(part_);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    if (size() == 0) fs::remove(part_);
    throw base::InputError("{}: cannot be fetched from {}: {}", entry_.name, entry_.address,
                           reason);
  }

  const CatalogEntry& entry_;
  const std::string& target_;
  const FetchSettings& settings_;
  std::string part_;
  base::Descriptor lock_;
  std::string hash_;
};

}  // namespace

void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes) {
  base::StoredFile stored(archive, archive, false);
  if (!stored.magic().starts_with("PK")) throw base::InputError("it is not a zip archive");
  const auto unpacked = base::unpacker().zip(stored, member + " in the archive", member);
  std::array<char, std::size_t{64} << 10> buffer{};
  std::uint64_t copied = 0;
  while (const std::size_t got = unpacked->read(buffer)) {
    copied += got;
    // Sizes stated in a zip archive cannot be trusted; the unpacked bytes are counted instead.
    if (copied > most_bytes) {
      throw base::InputError("{} in the archive is larger than the maximum size of {} bytes",
                             member, most_bytes);
    }
    file.write({buffer.data(), got});
  }
}

std::string sha256_of(const std::string& path) {
  base::StoredFile file(path, path);
  std::array<char, std::size_t{64} << 10> buffer{};
  while (file.read(buffer) > 0)
    continue;
  return file.sha256();
}

Fetched fetch(const CatalogEntry& entry, const std::string& target, const FetchSettings& settings) {
  if (base::file_of_program("curl").empty()) {
    throw base::InputError("{}: cannot be fetched: curl is not installed (package curl)",
                           entry.name);
  }
  return Fetcher(entry, target, settings).run();
}

}  // namespace sudoku::dataset
