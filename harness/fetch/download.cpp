#include "harness/fetch/download.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include <curl/curl.h>
#include <fmt/format.h>

#include "harness/dataset/interruption.h"
#include "harness/fetch/response.h"

namespace sudoku {

namespace {

constexpr long kMostRedirects = 5;

// Patience is looked at this often while nothing comes.
constexpr int kLookMs = 500;

constexpr int kOk = 200;
constexpr int kRequestTimeout = 408;
constexpr int kRangeNotSatisfiable = 416;
constexpr int kTooManyRequests = 429;
constexpr int kFirstServerError = 500;

// Once per process, before the first thread that uses it.
void start_curl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw std::bad_alloc();
}

using End = Attempt::End;

class Download {
 public:
  Download(const DownloadTerms& terms, PartFile& part, const DownloadProgress& progress)
      : terms_(terms), part_(part), progress_(progress) {
    start_curl();
    curl_.reset(curl_easy_init());
    if (!curl_) throw std::bad_alloc();
  }

  Attempt run() {
    if (part_.size() > 0 && part_.tag().empty() && !terms_.is_hash_known) part_.restart("");
    asked_from_ = part_.size();
    set_request();
    set_callbacks();
    last_byte_ = Clock::now();
    const CURLcode result = perform();
    if (thrown_) std::rethrow_exception(thrown_);
    if (verdict_) return *verdict_;
    return result == CURLE_OK ? arrived() : failed(result);
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct FreeHandle {
    void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
  };

  struct FreeTransfers {
    void operator()(CURLM* transfers) const { curl_multi_cleanup(transfers); }
  };

  struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
  };

  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(curl_.get(), option, value);
  }

  // As curl_easy_perform(), but its waits end when the program is interrupted.
  CURLcode perform() {
    const std::unique_ptr<CURLM, FreeTransfers> transfers(curl_multi_init());
    if (!transfers) throw std::bad_alloc();
    curl_multi_add_handle(transfers.get(), curl_.get());
    curl_waitfd interrupted{.fd = interruption_event(), .events = CURL_WAIT_POLLIN, .revents = 0};
    int running = 0;
    while (curl_multi_perform(transfers.get(), &running) == CURLM_OK && running > 0) {
      curl_multi_poll(transfers.get(), &interrupted, 1, kLookMs, nullptr);
      if (!goes_on()) break;
    }
    int left = 0;
    const CURLMsg* const message = curl_multi_info_read(transfers.get(), &left);
    const CURLcode result = message == nullptr ? CURLE_OUT_OF_MEMORY : message->data.result;
    curl_multi_remove_handle(transfers.get(), curl_.get());
    return result;
  }

  void set_request() {
    const bool is_safe = terms_.address.starts_with("https:");
    set(CURLOPT_URL, terms_.address.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, is_safe ? "https" : "http,https");
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, kMostRedirects);
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_USERAGENT, "sudoku-bench");
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(terms_.patience.count()));
    set(CURLOPT_ERRORBUFFER, error_.data());
    if (asked_from_ == 0) return;
    set(CURLOPT_RANGE, fmt::format("{}-", asked_from_).c_str());
    if (part_.tag().empty()) return;
    headers_.reset(curl_slist_append(nullptr, ("If-Range: " + part_.tag()).c_str()));
    set(CURLOPT_HTTPHEADER, headers_.get());
  }

  void set_callbacks() {
    set(CURLOPT_HEADERFUNCTION, &on_header);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &on_bytes);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &on_progress);
    set(CURLOPT_XFERINFODATA, this);
  }

  static std::size_t on_header(char* text, std::size_t size, std::size_t count, void* self) {
    static_cast<Download*>(self)->response_.add_line({text, size * count});
    return size * count;
  }

  // No exception may cross libcurl, which is C.
  static std::size_t on_bytes(char* text, std::size_t size, std::size_t count, void* self) {
    auto& download = *static_cast<Download*>(self);
    try {
      return download.take({text, size * count}) ? size * count : CURL_WRITEFUNC_ERROR;
    } catch (...) {
      download.thrown_ = std::current_exception();
      return CURL_WRITEFUNC_ERROR;
    }
  }

  static int on_progress(void* self, curl_off_t /*total*/, curl_off_t /*now*/,
                         curl_off_t /*upload_total*/, curl_off_t /*upload_now*/) {
    auto& download = *static_cast<Download*>(self);
    try {
      return download.goes_on() ? 0 : 1;
    } catch (...) {
      download.thrown_ = std::current_exception();
      return 1;
    }
  }

  bool end(End how, std::string reason) {
    verdict_ = {how, std::move(reason)};
    return false;
  }

  // False when the bytes are not wanted; the verdict says why.
  bool take(std::string_view bytes) {
    last_byte_ = Clock::now();
    if (!begun_ && !begin()) return false;
    if (bytes.size() > limit() - part_.size()) return end(End::refused, too_large());
    part_.append(bytes);
    return true;
  }

  std::uint64_t limit() const { return terms_.bytes.value_or(terms_.most_bytes); }

  std::string too_large() const {
    return terms_.bytes
               ? fmt::format("it is larger than the {} bytes that are known of it", *terms_.bytes)
               : fmt::format("it is larger than {} bytes, the most that may be fetched",
                             terms_.most_bytes);
  }

  // Sees what the server is about to send, before the first byte is taken.
  bool begin() {
    begun_ = true;
    const bool is_part = response_.status() == kPartialContent;
    if (!is_part && response_.status() != kOk) {
      return end(End::refused,
                 fmt::format("the server answers with status {}", response_.status()));
    }
    if (is_part && (asked_from_ == 0 || response_.first() != asked_from_)) {
      part_.restart("");
      return end(End::cut, "the server sent another part of the file than was asked for");
    }
    if (!is_part) part_.restart(response_.tag());
    if (response_.total().value_or(0) > limit()) return end(End::refused, too_large());
    if (terms_.bytes && response_.total().value_or(*terms_.bytes) != *terms_.bytes) {
      return end(End::refused, fmt::format("it has {} bytes there, not the {} that are known of it",
                                           *response_.total(), *terms_.bytes));
    }
    return true;
  }

  bool goes_on() {
    if (!progress_(part_.size(), response_.total().value_or(terms_.bytes.value_or(0)))) {
      return end(End::stopped, "interrupted");
    }
    const auto waited = Clock::now() - last_byte_;
    if (waited < terms_.patience) return true;
    return end(End::cut, fmt::format("nothing came for {:.3g} s",
                                     std::chrono::duration<double>(waited).count()));
  }

  Attempt arrived() {
    if (!begun_ && !begin()) return *verdict_;  // an empty file
    const std::uint64_t known = terms_.bytes.value_or(response_.total().value_or(part_.size()));
    if (part_.size() < known) {
      return {End::cut, fmt::format("it ended after {} of {} bytes", part_.size(), known)};
    }
    return {};
  }

  // Why a transfer failed, in words of our own: those of libcurl change from version to version.
  Attempt failed(CURLcode result) {
    switch (result) {
      case CURLE_HTTP_RETURNED_ERROR:
        return answered_with_error();
      case CURLE_PARTIAL_FILE:
        return {End::cut, ended_early()};
      case CURLE_GOT_NOTHING:
        return {End::cut, "the server closed the connection without an answer"};
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
        return {End::refused, "no server was reached: " + details(result), true};
      default:
        return {End::refused, reason_of(result)};
    }
  }

  std::string ended_early() const {
    const std::uint64_t total = response_.total().value_or(0);
    return total == 0 ? fmt::format("it ended early, after {} bytes", part_.size())
                      : fmt::format("it ended after {} of {} bytes", part_.size(), total);
  }

  // For failures that another attempt would meet again.
  std::string reason_of(CURLcode result) const {
    const bool is_safe = terms_.address.starts_with("https:");
    if (result == CURLE_TOO_MANY_REDIRECTS)
      return fmt::format("it is redirected more than {} times", kMostRedirects);
    if (result == CURLE_WEIRD_SERVER_REPLY) return "what answers is no web server";
    if (result == CURLE_UNSUPPORTED_PROTOCOL) {
      // libcurl also calls an answer without a status line so.
      if (response_.status() == 0) return "what answers is no web server";
      return fmt::format("it is redirected to an address that is not {}",
                         is_safe ? "https" : "http or https");
    }
    return "it cannot be transferred: " + details(result);
  }

  Attempt answered_with_error() {
    const int status = response_.status();
    if (status == kRangeNotSatisfiable && asked_from_ > 0) {
      if (response_.total() == part_.size()) return {};  // nothing was missing
      part_.restart("");
      return {End::cut, "the server does not have the rest of what is here"};
    }
    const bool passes =
        status == kRequestTimeout || status == kTooManyRequests || status >= kFirstServerError;
    return {passes ? End::cut : End::refused,
            fmt::format("the server answers with status {}", status)};
  }

  std::string details(CURLcode result) const {
    std::string text = error_[0] == '\0' ? curl_easy_strerror(result) : error_.data();
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
  }

  const DownloadTerms& terms_;
  PartFile& part_;
  const DownloadProgress& progress_;
  std::unique_ptr<CURL, FreeHandle> curl_;
  std::unique_ptr<curl_slist, FreeList> headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  Response response_;
  std::uint64_t asked_from_ = 0;
  bool begun_ = false;  // the server's answer was looked at
  Clock::time_point last_byte_;
  std::optional<Attempt> verdict_;  // ours, when it was us who ended it
  std::exception_ptr thrown_;
};

}  // namespace

Attempt attempt_download(const DownloadTerms& terms, PartFile& part,
                         const DownloadProgress& progress) {
  return Download(terms, part, progress).run();
}

}  // namespace sudoku
