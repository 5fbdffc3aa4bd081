#include "harness/base/input.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <iconv.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "harness/base/archive.h"
#include "harness/base/errors.h"

namespace sudoku::base {

namespace {

[[noreturn]] void fail(const std::string& name, std::string_view what) {
  throw InputError("{}: {}: {}", name, what, std::strerror(errno));
}

// Throws InputError for a character device other than a terminal: /dev/zero never ends.
void refuse_endless(int descriptor, const std::string& name) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) fail(name, "cannot be examined");
  const bool is_device = S_ISCHR(status.st_mode) && ::isatty(descriptor) == 0;
  if (is_device) throw InputError(name + ": is a device, which may have no end");
}

// Bytes from the descriptor's current position to the end of a regular file, else 0. (A parent
// process may have read the beginning of standard input.)
std::uint64_t size_or_throw(int descriptor, const std::string& name) {
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) fail(name, "cannot be examined");
  if (S_ISDIR(status.st_mode)) throw InputError(name + ": is a directory");
  if (!S_ISREG(status.st_mode)) return 0;
  const off_t behind = ::lseek(descriptor, 0, SEEK_CUR);
  return static_cast<std::uint64_t>(std::max<off_t>(status.st_size - behind, 0));
}

// Whether a file begins with a zstd frame or, from pzstd, a skippable one (RFC 8878, section 3.1).
bool begins_zstd(std::string_view magic) {
  const bool is_skippable =
      magic.size() == 4 && (magic[0] & 0xF0) == 0x50 && magic.ends_with("\x2A\x4D\x18");
  return magic == "\x28\xB5\x2F\xFD" || is_skippable;
}

// Whether a file begins with "BZh" and the size of its blocks, a digit.
bool begins_bzip2(std::string_view magic) {
  return magic.size() == 4 && magic.starts_with("BZh") && magic[3] >= '1' && magic[3] <= '9';
}

// Whether a file begins with the header of a file in a zip archive, or with the end of an empty
// one.
bool begins_zip(std::string_view magic) { return magic == "PK\3\4" || magic == "PK\5\6"; }

constexpr std::size_t kInput = std::size_t{64} << 10;
constexpr int kGzipOnly = 16 + MAX_WBITS;  // zlib's code for a gzip header, no raw stream
constexpr Bytef kFirstOfMember = 0x1F;

// libarchive, which unpacks bzip2 here, has filters for gzip, xz and zstd, too. They are not used:
// that for gzip ignores checksums (version 3.6), that for xz has no limit on memory, and that for
// zstd is slower, because it copies what it unpacks.

// Decompresses a gzip file. Consecutive members read as one file; zeros may follow the last.
class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(StoredFile& file) : file_(file), input_(kInput, '\0') {
    if (inflateInit2(&stream_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }

  ~GzipSource() override { inflateEnd(&stream_); }

  std::size_t read(std::span<char> buffer) override {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    while (stream_.avail_out > 0 && refill()) {
      throw_if_interrupted();  // a small input can decompress to gigabytes
      inflate_some();
    }
    return buffer.size() - stream_.avail_out;
  }

 private:
  // Ensures that there is input to inflate. Returns false at the end of the file.
  bool refill() {
    if (stream_.avail_in > 0) return true;

    stream_.avail_in = static_cast<uInt>(file_.read(input_));
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    if (stream_.avail_in > 0) return true;

    if (in_member_) throw InputError(file_.name() + ": the gzip data is truncated");
    return false;
  }

  // Skips zeros, as gzip does: they pad a tape's blocks. Returns whether a member follows.
  bool is_next_member() {
    const Bytef* const begin = stream_.next_in;
    const Bytef* const end = begin + stream_.avail_in;
    const Bytef* const at = std::find_if(begin, end, [](Bytef byte) { return byte != 0; });
    is_padded_ = is_padded_ || at != begin;
    stream_.avail_in = static_cast<uInt>(end - at);
    if (at == end) return false;
    if (*at == kFirstOfMember && !is_padded_) return true;
    throw InputError(
        "{}: expected the end of the file or {}zeros after the gzip data, found byte "
        "0x{:02X} at {}",
        file_.name(), is_padded_ ? "more " : "another member or ", *at,
        file_.bytes_read() - stream_.avail_in);
  }

  void inflate_some() {
    if (!in_member_ && !is_next_member()) return;
    if (!in_member_) inflateReset(&stream_);
    in_member_ = true;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) {
      in_member_ = false;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      const char* reason = stream_.msg == nullptr ? "unknown reason" : stream_.msg;
      throw InputError(file_.name() + ": damaged gzip data: " + reason);
    }
  }

  StoredFile& file_;
  z_stream stream_{};
  std::string input_;
  bool in_member_ = false;  // a member has begun and not ended
  bool is_padded_ = false;  // zeros have followed the last member
};

// Message on xz or zstd data with a larger dictionary or window.
constexpr const char* kNeedsMemory = "needs more than 128 MiB of memory to unpack";

// Decompresses a zstd file. Consecutive frames read as one file.
class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(StoredFile& file)
      : file_(file),
        context_(ZSTD_createDCtx(), ZSTD_freeDCtx),
        buffer_(ZSTD_DStreamInSize(), '\0') {
    if (!context_) throw std::bad_alloc();
  }

  std::size_t read(std::span<char> buffer) override {
    ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
    while (output.pos < output.size) {
      throw_if_interrupted();  // a small input can decompress to gigabytes
      if (input_.pos == input_.size) input_ = {buffer_.data(), file_.read(buffer_), 0};
      const bool at_end = input_.size == 0;
      if (at_end && !in_frame_) break;

      // ZSTD_decompressStream() called without input delivers what the decoder still holds.
      const std::size_t before = output.pos;
      const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &input_);
      in_frame_ = status != 0;
      if (ZSTD_isError(status) != 0) refuse(status);
      if (at_end && in_frame_ && output.pos == before)
        throw InputError(file_.name() + ": the zstd data is truncated");
    }
    return output.pos;
  }

 private:
  [[noreturn]] void refuse(std::size_t status) const {
    // zstd's own limit is the same as that of XzSource.
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge)
      throw InputError("{}: the zstd data {}", file_.name(), kNeedsMemory);
    throw InputError(file_.name() + ": damaged zstd data: " + ZSTD_getErrorName(status));
  }

  StoredFile& file_;
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_;
  std::string buffer_;
  ZSTD_inBuffer input_{};  // the part of `buffer_` that holds input
  bool in_frame_ = false;  // a frame has begun and not ended
};

constexpr std::string_view kXzMagic =
    "\xFD"
    "7zX";
// Memory limit of xz's decoder: a dictionary of 128 MiB, twice that of `xz -9`, and its tables.
constexpr std::uint64_t kMostXzMemory = std::uint64_t{129} << 20;

// Decompresses an xz file. Consecutive streams read as one file; zeros may pad them.
class XzSource final : public ByteSource {
 public:
  explicit XzSource(StoredFile& file) : file_(file), input_(kInput, '\0') {
    if (lzma_stream_decoder(&stream_, kMostXzMemory, LZMA_CONCATENATED) != LZMA_OK)
      throw std::bad_alloc();
  }

  ~XzSource() override { lzma_end(&stream_); }

  std::size_t read(std::span<char> buffer) override {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    stream_.avail_out = buffer.size();
    while (stream_.avail_out > 0 && !is_over_) {
      throw_if_interrupted();  // a small input can decompress to gigabytes
      decompress_some();
    }
    return buffer.size() - stream_.avail_out;
  }

 private:
  void decompress_some() {
    if (stream_.avail_in == 0) {
      stream_.avail_in = file_.read(input_);
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(input_.data());
    }
    const lzma_ret status = lzma_code(&stream_, stream_.avail_in == 0 ? LZMA_FINISH : LZMA_RUN);
    if (status == LZMA_STREAM_END) {
      is_over_ = true;
    } else if (status != LZMA_OK) {
      throw InputError("{}: {}", file_.name(), what_is_wrong(status));
    }
  }

  static std::string what_is_wrong(lzma_ret status) {
    switch (status) {
      case LZMA_BUF_ERROR:
        return "the xz data is truncated";
      case LZMA_MEMLIMIT_ERROR:
        return fmt::format("the xz data {}", kNeedsMemory);
      case LZMA_OPTIONS_ERROR:
        return "the xz data is compressed in a way that liblzma does not support";
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      default:
        return "damaged xz data";
    }
  }

  StoredFile& file_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::string input_;
  bool is_over_ = false;
};

constexpr std::size_t kLargestText = std::size_t{1} << 30;

[[noreturn]] void fail_to_read(const std::string& path) {
  const std::string reason =
      errno == EISDIR ? "it is a directory" : std::generic_category().message(errno);
  throw InputError("{}: cannot be read: {}", path, reason);
}

// Reads the file at `path`, but not much more than `most` bytes, and not far behind a byte `last`.
std::string first_bytes_of(const std::string& path, std::size_t most, std::optional<char> last) {
  const InputDescriptor file(path);
  if (!file.is_open()) fail_to_read(path);
  refuse_endless(file.number(), path);
  std::string text;
  std::array<char, kInput> part;
  ssize_t size = 1;
  while (size > 0 && text.size() <= most) {
    size = file.read(part);
    if (size < 0) fail_to_read(path);
    const std::string_view bytes(part.data(), static_cast<std::size_t>(size));
    text += bytes;
    if (last && bytes.find(*last) != std::string_view::npos) break;
  }
  return text;
}

// Bytes by which UTF-16, as some programs on Windows write it, is told.
constexpr std::size_t kEncodingBytes = 4;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t kMarkBytes = 2;

struct Encoding {
  const char* name;  // iconv's; null: not UTF-16
  std::size_t mark;  // bytes of the byte order mark
};

Encoding encoding_of(std::string_view start) {
  if (start.starts_with("\xFF\xFE")) return {"UTF-16LE", kMarkBytes};
  if (start.starts_with("\xFE\xFF")) return {"UTF-16BE", kMarkBytes};
  if (start.size() < kEncodingBytes) return {nullptr, 0};
  const auto is_zero = [start](std::size_t i) { return start[i] == '\0'; };
  if (is_zero(0) != is_zero(2) || is_zero(1) != is_zero(3) || is_zero(0) == is_zero(1))
    return {nullptr, 0};
  return {is_zero(0) ? "UTF-16BE" : "UTF-16LE", 0};
}

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(const char* encoding, std::string start, ByteSource& rest)
      : rest_(rest), converter_(::iconv_open("UTF-8", encoding)), units_(std::move(start)) {
    if (is_open()) return;
    throw InputError("text in UTF-16 cannot be converted on this system: {}", std::strerror(errno));
  }

  ~Utf16Source() override {
    if (is_open()) ::iconv_close(converter_);
  }

  std::size_t read(std::span<char> buffer) override {
    std::size_t filled = 0;
    while (filled < buffer.size() && refill()) {
      const std::size_t size = std::min(buffer.size() - filled, text_.size() - taken_);
      std::memcpy(buffer.data() + filled, text_.data() + taken_, size);
      filled += size;
      taken_ += size;
    }
    return filled;
  }

 private:
  // iconv_open() returns -1 for an error.
  bool is_open() const { return reinterpret_cast<std::intptr_t>(converter_) != -1; }

  // Ensures that there is text to deliver. Returns false at the end.
  bool refill() {
    while (taken_ == text_.size() && !is_over_) {
      const std::size_t kept = units_.size();
      units_.resize(kept + kInput);
      const std::size_t got = rest_.read(std::span(units_).subspan(kept));
      units_.resize(kept + got);
      is_over_ = got < kInput;
      convert();
    }
    return taken_ < text_.size();
  }

  // Converts units_ to text_. A character that is not complete stays in units_.
  void convert() {
    text_.resize((units_.size() / 2 + 1) * kReplacement.size());  // two bytes become three at most
    taken_ = 0;
    char* from = units_.data();
    char* to = text_.data();
    std::size_t left = units_.size();
    std::size_t room = text_.size();
    while (::iconv(converter_, &from, &left, &to, &room) == static_cast<std::size_t>(-1)) {
      if (errno == EINVAL && !is_over_) break;
      const std::size_t bad = std::min<std::size_t>(left, 2);
      from += bad;
      left -= bad;
      to = std::ranges::copy(kReplacement, to).out;
      room -= kReplacement.size();
    }
    text_.resize(text_.size() - room);
    units_.erase(0, units_.size() - left);
  }

  ByteSource& rest_;
  iconv_t converter_;
  std::string units_;      // bytes that are not converted yet
  std::string text_;       // bytes that are converted
  std::size_t taken_ = 0;  // bytes of text_ that are delivered
  bool is_over_ = false;   // units_ holds the last of the text
};

// A converter to UTF-8 of the text that begins with `start`, its first kEncodingBytes (fewer if it
// is shorter), and goes on with `rest`; null when that is not UTF-16. UTF-16 is told by its byte
// order mark, which is dropped, or by every other byte being zero. Invalid units become U+FFFD.
// `rest` must outlive the converter. Throws InputError where the system cannot convert UTF-16.
std::unique_ptr<ByteSource> make_utf16_converter(const std::string& start, ByteSource& rest) {
  const Encoding encoding = encoding_of(start);
  if (encoding.name == nullptr) return nullptr;
  return std::make_unique<Utf16Source>(encoding.name, start.substr(encoding.mark), rest);
}

// Character with which DOS ends texts.
constexpr char kEndMark = '\x1A';

// Bytes that TextSource processes at once, a window. A line within a window is never too long, so
// only the line that continues from the window before needs cutting.
constexpr std::size_t kWindow = kCutLine / 2;

}  // namespace

StoredFile::StoredFile(const std::string& path, std::string name, bool hashed)
    : name_(std::move(name)), file_(path, true) {
  if (!file_.is_open()) fail(name_, "cannot be opened");
  if (hashed) sha256_.emplace();
  if (path != "-") refuse_endless(file_.number(), name_);
  bytes_total_ = size_or_throw(file_.number(), name_);
  magic_size_ = fill(magic_);
}

std::size_t StoredFile::read(std::span<char> buffer) {
  const std::size_t again = std::min(buffer.size(), magic_size_ - magic_taken_);
  std::memcpy(buffer.data(), magic_.data() + magic_taken_, again);
  magic_taken_ += again;
  return again + fill(buffer.subspan(again));
}

std::size_t StoredFile::fill(std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    throw_if_interrupted();
    const ssize_t got = file_.read(buffer.subspan(filled));
    if (got < 0) fail(name_, "cannot be read");
    if (got == 0) break;

    const auto size = static_cast<std::size_t>(got);
    if (sha256_) sha256_->add(buffer.subspan(filled, size));
    bytes_read_ += size;
    filled += size;
  }
  if (filled < buffer.size() && bytes_read_ < bytes_total_) {
    throw InputError("{}: the file shrank while it was read: {} of {} bytes were read", name_,
                     bytes_read_, bytes_total_);
  }
  return filled;
}

std::unique_ptr<ByteSource> make_decoder(StoredFile& file) {
  if (file.magic().starts_with("\x1F\x8B")) return std::make_unique<GzipSource>(file);
  if (begins_zstd(file.magic())) return std::make_unique<ZstdSource>(file);
  if (file.magic().starts_with(kXzMagic)) return std::make_unique<XzSource>(file);
  if (begins_bzip2(file.magic())) return unpacker().bzip2(file, file.name());
  if (begins_zip(file.magic())) return unpacker().zip(file, file.name(), "");
  return nullptr;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string whole_file(const std::string& path) {
  return first_bytes_of(path, std::string::npos, {});
}

std::string text_file(const std::string& path, const char* what) {
  std::string text = first_bytes_of(path, kLargestText, '\0');
  const std::size_t zero = text.find('\0');
  if (zero != std::string::npos) {
    const std::string_view before = std::string_view(text).substr(0, zero);
    throw InputError("{}:{}:{}: expected {}, found a NUL byte: not a text file", path,
                     std::ranges::count(before, '\n') + 1, zero - (before.rfind('\n') + 1) + 1,
                     what);
  }
  if (text.size() > kLargestText)
    throw InputError("{}: expected {}, found more than {} bytes", path, what, kLargestText);
  return text;
}

std::size_t TextSource::read(std::span<char> buffer) {
  if (!has_begun_) begin();
  std::size_t filled = 0;
  while (filled < buffer.size() && !ended_) {
    const auto window = buffer.subspan(filled, std::min(kWindow, buffer.size() - filled));
    std::size_t got = take(window);
    ended_ = got < window.size();
    if (!ended_ && ahead_.empty() && window.back() == kEndMark) {
      ahead_.resize(1);
      ahead_.resize(bytes_->read(ahead_));
      ended_ = ahead_.empty();
    }
    while (ended_ && got > 0 && window[got - 1] == kEndMark)
      --got;
    if (got > 0) is_open_ = window[got - 1] != '\n';
    if (std::memchr(window.data(), '\0', got) != nullptr)
      std::ranges::replace(window.first(got), '\0', kReplacedNul);
    filled += is_cutting_ ? cut(window.first(got)) : got;
  }
  if (ended_ && std::exchange(is_open_, false)) buffer[filled++] = '\n';
  return filled;
}

void TextSource::cut_lines(std::string& ahead) {
  is_cutting_ = true;
  std::size_t size = 0;
  for (std::size_t at = 0; at < ahead.size(); at += kWindow) {
    const std::span window(ahead.data() + at, std::min(kWindow, ahead.size() - at));
    const std::size_t left = cut(window);
    if (size < at) std::memmove(ahead.data() + size, window.data(), left);
    size += left;
  }
  ahead.resize(size);
}

void TextSource::begin() {
  has_begun_ = true;
  ahead_.resize(kEncodingBytes);
  ahead_.resize(bytes_->read(ahead_));
  converter_ = make_utf16_converter(ahead_, *bytes_);
  if (!converter_) return;
  ahead_.clear();
  bytes_ = converter_.get();
}

// Reads bytes as they are.
std::size_t TextSource::take(std::span<char> window) {
  const std::size_t again = std::min(window.size(), ahead_.size());
  std::memcpy(window.data(), ahead_.data(), again);
  ahead_.erase(0, again);
  return again + bytes_->read(window.subspan(again));
}

// Cuts the first line in `window` at kCutLine bytes; returns how many bytes of `window` are left.
std::size_t TextSource::cut(std::span<char> window) {
  const std::string_view text(window.data(), window.size());
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::size_t kept = std::min(end, kCutLine - open_);
  if (kept < end) std::memmove(window.data() + kept, window.data() + end, window.size() - end);

  const std::size_t size = kept + window.size() - end;
  open_ = end == window.size() ? open_ + kept : size - 1 - text.substr(0, size).rfind('\n');
  return size;
}

}  // namespace sudoku::base
