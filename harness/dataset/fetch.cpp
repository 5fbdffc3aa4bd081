#include "harness/dataset/fetch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <new>
#include <string_view>
#include <thread>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <curl/curl.h>
#include <fmt/format.h>

#include "harness/base/archive.h"
#include "harness/base/descriptor.h"
#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/base/interruption.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/dataset/reader.h"

namespace sudoku::dataset {

namespace {

using namespace std::chrono_literals;

// TARGET.part, which holds the bytes downloaded so far. Bytes of an earlier attempt are kept when
// they came from the same address, recorded in TARGET.part.from. Throws OutputError.
class PartFile {
 public:
  // Opens and locks the part file. Throws InputError when another process has locked it.
  PartFile(const std::string& target, std::string address)
      : path_(target + ".part"),
        from_(path_ + ".from"),
        address_(std::move(address)),
        file_(base::open_in_place(path_)) {
    lock();
    recall();
  }

  const std::string& path() const { return path_; }

  std::uint64_t size() const { return size_; }

  // Entity tag (ETag) that the server sent with the bytes; empty: none.
  const std::string& tag() const { return tag_; }

  // Empties the part file; `tag` is the entity tag of the bytes that it gets next.
  void restart(const std::string& tag) {
    tag_ = tag;
    size_ = 0;
    if (::ftruncate(file_.number(), 0) != 0 || ::lseek(file_.number(), 0, SEEK_SET) != 0)
      base::fail_to_write(path_);
    base::write_aside(from_, address_ + "\n" + tag_ + "\n");
  }

  void append(std::string_view bytes) {
    if (!base::write_all(file_.number(), bytes)) base::fail_to_write(path_);
    size_ += bytes.size();
  }

  // Flushes the part file to disk; some file systems report a full disk only then.
  void flush() const {
    if (::fsync(file_.number()) != 0) base::fail_to_write(path_);
  }

  void remove() const {
    ::unlink(from_.c_str());
    ::unlink(path_.c_str());
  }

 private:
  void lock() const {
    struct stat mine = {};
    struct stat there = {};
    const bool locked = ::flock(file_.number(), LOCK_EX | LOCK_NB) == 0;
    // The lock's previous owner may have renamed the part file after this process opened it.
    const bool is_there = ::fstat(file_.number(), &mine) == 0 &&
                          ::stat(path_.c_str(), &there) == 0 && mine.st_ino == there.st_ino;
    if (!locked || !is_there) throw base::InputError(path_ + ": another process is fetching it");
  }

  void recall() {
    std::ifstream from(from_);
    std::string address;
    std::getline(from, address);
    std::getline(from, tag_);
    if (address != address_) return restart("");
    const off_t end = ::lseek(file_.number(), 0, SEEK_END);
    if (end < 0) base::fail_to_write(path_);
    size_ = static_cast<std::uint64_t>(end);
  }

  std::string path_;
  std::string from_;
  std::string address_;
  std::string tag_;
  base::Descriptor file_;
  std::uint64_t size_ = 0;
};

// How an attempt to download ended.
enum class End {
  whole,
  cut,      // the connection broke off; a retry resumes from the part file
  refused,  // the download failed; a retry would fail in the same way
  stopped,  // the progress function stopped the download
};

struct Attempt {
  End end = End::whole;
  std::string reason;       // why the downloaded file is not whole
  bool is_offline = false;  // refused because no server could be reached
};

constexpr long kMostRedirects = 5;

// Interval of the checks whether a download that gets no bytes has timed out.
constexpr int kLookMs = 500;

constexpr int kOk = 200;
constexpr int kPartialContent = 206;
constexpr int kRequestTimeout = 408;
constexpr int kRangeNotSatisfiable = 416;
constexpr int kTooManyRequests = 429;
constexpr int kFirstServerError = 500;

// A new handle; null without memory. The first call must come before any thread uses libcurl.
CURL* new_handle() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  return started == CURLE_OK ? curl_easy_init() : nullptr;
}

// One attempt to download what a part file lacks. Redirects may not lead from https to http.
class Download {
 public:
  Download(const CatalogEntry& entry, const FetchSettings& settings, PartFile& part,
           const DownloadProgress& progress)
      : entry_(entry), settings_(settings), part_(part), progress_(progress) {
    if (!curl_) throw std::bad_alloc();
  }

  Attempt run() {
    // Without an entity tag or a hash, resuming could mix bytes of two versions of the file.
    if (part_.size() > 0 && part_.tag().empty() && entry_.sha256.empty()) part_.restart("");
    asked_from_ = part_.size();
    set_request();
    last_byte_ = Clock::now();
    const CURLcode result = perform();
    if (thrown_) std::rethrow_exception(thrown_);
    if (verdict_) return *verdict_;
    return result == CURLE_OK ? arrived() : failed(result);
  }

 private:
  using Clock = std::chrono::steady_clock;

  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(curl_.get(), option, value);
  }

  // Like curl_easy_perform(), but stops waiting when the program is interrupted.
  CURLcode perform() {
    const std::unique_ptr<CURLM, decltype(&curl_multi_cleanup)> transfers(curl_multi_init(),
                                                                          curl_multi_cleanup);
    if (!transfers) throw std::bad_alloc();
    curl_multi_add_handle(transfers.get(), curl_.get());
    curl_waitfd interrupted{
        .fd = base::interruption_event(), .events = CURL_WAIT_POLLIN, .revents = 0};
    int running = 0;
    while (curl_multi_perform(transfers.get(), &running) == CURLM_OK && running > 0 && goes_on())
      curl_multi_poll(transfers.get(), &interrupted, 1, kLookMs, nullptr);
    int left = 0;
    const CURLMsg* const message = curl_multi_info_read(transfers.get(), &left);
    const CURLcode result = message == nullptr ? CURLE_OUT_OF_MEMORY : message->data.result;
    curl_multi_remove_handle(transfers.get(), curl_.get());
    return result;
  }

  void set_request() {
    set(CURLOPT_URL, entry_.address.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, is_safe() ? "https" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, kMostRedirects);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_USERAGENT, "sudoku-bench");
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(settings_.patience.count()));
    set(CURLOPT_ERRORBUFFER, error_.data());
    set(CURLOPT_WRITEFUNCTION, &on_bytes);
    set(CURLOPT_WRITEDATA, this);
    if (asked_from_ == 0) return;
    set(CURLOPT_RANGE, fmt::format("{}-", asked_from_).c_str());
    if (part_.tag().empty()) return;
    headers_.reset(curl_slist_append(nullptr, ("If-Range: " + part_.tag()).c_str()));
    set(CURLOPT_HTTPHEADER, headers_.get());
  }

  bool is_safe() const { return entry_.address.starts_with("https:"); }

  int status() const {
    long status = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }

  // Value of a header of the last response; empty when the response lacks it.
  std::string header(const char* name) const {
    curl_header* found = nullptr;
    const CURLHcode code = curl_easy_header(curl_.get(), name, 0, CURLH_HEADER, -1, &found);
    return code == CURLHE_OK ? found->value : "";
  }

  // Strong entity tag of the response, with its quotes: equal tags mean equal bytes. Empty: none.
  std::string tag() const {
    const std::string tag = header("ETag");
    return tag.starts_with('"') ? tag : "";
  }

  // Size of the whole file, according to the response.
  std::optional<std::uint64_t> total() const {
    const auto total = content_range().second;
    if (total || status() == kPartialContent) return total;
    curl_off_t length = -1;
    curl_easy_getinfo(curl_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return length < 0 ? std::nullopt : std::optional(static_cast<std::uint64_t>(length));
  }

  // First byte and size in a header such as "bytes 5-9/10", "bytes */10" or "bytes 5-9/*".
  std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>> content_range() const {
    constexpr std::string_view kUnit = "bytes ";
    const std::string text = header("Content-Range");
    if (!text.starts_with(kUnit)) return {};
    const std::string_view range = std::string_view(text).substr(kUnit.size());
    const std::size_t slash = std::min(range.find('/') + 1, range.size());  // 0 without a slash
    return {base::number_in<std::uint64_t>(range.substr(0, range.find('-'))),
            base::number_in<std::uint64_t>(range.substr(slash))};
  }

  // Write callback of libcurl, through which no exception may pass, because it is C.
  static std::size_t on_bytes(char* text, std::size_t size, std::size_t count, void* self) {
    auto& download = *static_cast<Download*>(self);
    try {
      return download.take({text, size * count}) ? size * count : CURL_WRITEFUNC_ERROR;
    } catch (...) {
      download.thrown_ = std::current_exception();
      return CURL_WRITEFUNC_ERROR;
    }
  }

  bool end(End how, std::string reason) {
    verdict_ = {how, std::move(reason)};
    return false;
  }

  // Appends bytes to the part file. Returns false, setting verdict_, to end the transfer.
  bool take(std::string_view bytes) {
    last_byte_ = Clock::now();
    if (!begun_ && !begin()) return false;
    if (bytes.size() > limit() - part_.size()) return end(End::refused, too_large());
    part_.append(bytes);
    return true;
  }

  std::uint64_t limit() const { return entry_.bytes.value_or(settings_.most_bytes); }

  std::string too_large() const {
    return entry_.bytes
               ? fmt::format("it is larger than the {} bytes listed in the catalog", *entry_.bytes)
               : fmt::format("it is larger than the maximum size of {} bytes",
                             settings_.most_bytes);
  }

  // Checks the response's headers. Returns false, setting verdict_, to end the transfer.
  bool begin() {
    begun_ = true;
    const bool is_part = status() == kPartialContent;
    if (!is_part && status() != kOk)
      return end(End::refused, fmt::format("the server returned status {}", status()));
    if (is_part && content_range().first != asked_from_) {
      part_.restart("");
      return end(End::cut, "the server sent a different part of the file than requested");
    }
    if (!is_part) part_.restart(tag());
    const auto there = total();
    if (there.value_or(0) > limit()) return end(End::refused, too_large());
    if (!there || there == entry_.bytes.value_or(*there)) return true;
    return end(End::refused,
               fmt::format("it has {} bytes on the server, not the {} listed in the catalog",
                           *there, *entry_.bytes));
  }

  bool goes_on() {
    if (!progress_(part_.size(), total().value_or(entry_.bytes.value_or(0))))
      return end(End::stopped, "interrupted");
    const auto waited = Clock::now() - last_byte_;
    if (waited < settings_.patience) return true;
    return end(End::cut, "no data received for " +
                             base::seconds_text(std::chrono::duration<double>(waited).count()));
  }

  Attempt arrived() {
    if (!begun_ && !begin()) return *verdict_;  // libcurl passed no bytes to on_bytes()
    const std::uint64_t known = entry_.bytes.value_or(total().value_or(part_.size()));
    return part_.size() < known ? ended_after(known) : Attempt{};
  }

  Attempt ended_after(std::uint64_t all) const {
    return {End::cut, fmt::format("the download ended after {} of {} bytes", part_.size(), all)};
  }

  // Why a transfer failed, in fixed words: libcurl's messages change between versions.
  Attempt failed(CURLcode result) {
    switch (result) {
      case CURLE_HTTP_RETURNED_ERROR:
        return answered_with_error();
      case CURLE_PARTIAL_FILE:
        if (total().value_or(0) > 0) return ended_after(*total());
        return {End::cut, fmt::format("the download ended early, after {} bytes", part_.size())};
      case CURLE_GOT_NOTHING:
        return {End::cut, "the server closed the connection without a response"};
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
        return {End::cut, "the connection broke: " + details(result)};
      case CURLE_OPERATION_TIMEDOUT:
        return {End::cut, "the server took too long: " + details(result)};
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
      case CURLE_COULDNT_CONNECT:
        return {End::refused, "cannot reach the server: " + details(result), true};
      case CURLE_TOO_MANY_REDIRECTS:
        return {End::refused, fmt::format("it is redirected more than {} times", kMostRedirects)};
      case CURLE_UNSUPPORTED_PROTOCOL:
        if (status() != 0) {
          return {End::refused, fmt::format("it is redirected to an address that is not {}",
                                            is_safe() ? "https" : "http or https")};
        }
        [[fallthrough]];  // libcurl also means an answer without a status line
      case CURLE_WEIRD_SERVER_REPLY:
        return {End::refused, "the server's answer is not HTTP"};
      default:
        return {End::refused, "the download failed: " + details(result)};
    }
  }

  Attempt answered_with_error() {
    const int answer = status();
    if (answer == kRangeNotSatisfiable && asked_from_ > 0) {
      if (total() == part_.size()) return {};  // the part file was already whole
      part_.restart("");
      return {End::cut, "the server does not have the rest of the partial download"};
    }
    const bool passes =
        answer == kRequestTimeout || answer == kTooManyRequests || answer >= kFirstServerError;
    return {passes ? End::cut : End::refused, fmt::format("the server returned status {}", answer)};
  }

  std::string details(CURLcode result) const {
    std::string text = error_[0] == '\0' ? curl_easy_strerror(result) : error_.data();
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
  }

  const CatalogEntry& entry_;
  const FetchSettings& settings_;
  PartFile& part_;
  const DownloadProgress& progress_;
  std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl_{new_handle(), curl_easy_cleanup};
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers_{nullptr,
                                                                       curl_slist_free_all};
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::uint64_t asked_from_ = 0;
  bool begun_ = false;
  Clock::time_point last_byte_;
  std::optional<Attempt> verdict_;  // set when this class, not libcurl, ended the transfer
  std::exception_ptr thrown_;       // exception caught in on_bytes()
};

// Interval between calls of `progress` during the pause before a retry.
constexpr auto kLook = 50ms;

void require_puzzles(const std::string& path) {
  PuzzleReader reader(path, "the downloaded file", {.pencilmarks = true});
  Block block;
  if (!reader.read(block)) throw base::InputError("the downloaded file contains no puzzle");
}

class Fetcher {
 public:
  Fetcher(const CatalogEntry& entry, const std::string& target, const FetchSettings& settings,
          const DownloadProgress& progress)
      : entry_(entry),
        target_(target),
        settings_(settings),
        progress_(progress),
        part_(target, entry.address) {}

  std::optional<Fetched> run() {
    if (!get()) return std::nullopt;
    try {
      keep();
    } catch (const base::InputError& error) {
      part_.remove();  // the download is whole but unusable: resuming cannot help
      fail(error.what());
    }
    return Fetched{part_.size(), hash_};
  }

 private:
  // Completes the part file; returns false when `progress` stopped the download.
  bool get() {
    auto pause = settings_.pause;
    for (std::uint64_t retries = settings_.retries;; --retries) {
      const bool is_first = part_.size() == 0;
      Attempt attempt = Download(entry_, settings_, part_, progress_).run();
      if (attempt.end == End::whole) attempt = checked(is_first);
      if (attempt.end == End::whole) return true;
      if (attempt.end == End::stopped) return false;
      if (attempt.end == End::refused || retries == 0) give_up(attempt);
      if (!wait(pause)) return false;
      pause *= 2;
    }
  }

  // Checks the hash of the download. A wrong one may come from mixing bytes of two versions of the
  // file, so a file that did not come in one attempt is downloaded again from the first byte.
  Attempt checked(bool came_at_once) {
    part_.flush();
    hash_ = sha256_of(part_.path());
    if (entry_.sha256.empty() || hash_ == entry_.sha256) return {};
    part_.restart("");
    return {came_at_once ? End::refused : End::cut,
            fmt::format("the downloaded file has the sha256 {}, not {} as listed in the catalog",
                        hash_, entry_.sha256)};
  }

  void keep() {
    if (entry_.member.empty()) {
      require_puzzles(part_.path());
      if (std::rename(part_.path().c_str(), target_.c_str()) != 0) base::fail_to_write(target_);
    } else {
      base::AsideFile file(target_);
      unpack_member(part_.path(), entry_.member, file, settings_.most_bytes);
      require_puzzles(file.aside());
      file.finish();
    }
    part_.remove();
  }

  // Waits before a retry; returns false when `progress` stopped the download.
  bool wait(std::chrono::milliseconds pause) const {
    for (std::chrono::milliseconds waited(0); waited < pause; waited += kLook) {
      if (!progress_(part_.size(), entry_.bytes.value_or(0))) return false;
      std::this_thread::sleep_for(kLook);
    }
    return true;
  }

  [[noreturn]] void give_up(const Attempt& attempt) const {
    if (attempt.is_offline) {
      fail(fmt::format("{}; without a network, copy {} to {}", attempt.reason,
                       entry_.member.empty() ? "the file" : entry_.member + " from the archive",
                       target_));
    }
    if (attempt.end == End::refused || part_.size() == 0) fail(attempt.reason);
    fail(fmt::format("{}; {} bytes were downloaded, fetch it again to resume", attempt.reason,
                     part_.size()));
  }

  [[noreturn]] void fail(const std::string& reason) const {
    if (part_.size() == 0) part_.remove();
    throw base::InputError("{}: cannot be fetched from {}: {}", entry_.name, entry_.address,
                           reason);
  }

  const CatalogEntry& entry_;
  const std::string& target_;
  const FetchSettings& settings_;
  const DownloadProgress& progress_;
  PartFile part_;
  std::string hash_;
};

}  // namespace

void unpack_member(const std::string& archive, const std::string& member, base::AsideFile& file,
                   std::uint64_t most_bytes) {
  base::StoredFile stored(archive, archive, false);
  if (!stored.magic().starts_with("PK")) throw base::InputError("it is not a zip archive");
  const auto unpacked = base::unzip_member(stored, member + " in the archive", member);
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
  while (file.read(buffer) > 0) {
  }
  return file.sha256();
}

std::optional<Fetched> fetch(const CatalogEntry& entry, const std::string& target,
                             const FetchSettings& settings, const DownloadProgress& progress) {
  return Fetcher(entry, target, settings, progress).run();
}

}  // namespace sudoku::dataset
