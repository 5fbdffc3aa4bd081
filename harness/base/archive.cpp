#include "harness/base/archive.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"
#include "harness/base/text.h"

namespace sudoku::base {

namespace {

// Bytes read at once.
constexpr std::size_t kPackedPart = std::size_t{128} << 10;

// Packed bytes on their way to libarchive.
class PackedInput {
 public:
  explicit PackedInput(ByteSource& bytes) : bytes_(bytes) {}

  // Reads the next part, in place of the one before. Returns an empty part at the end.
  std::string_view next() {
    const std::size_t size = bytes_.read(part_);
    is_over_ = size == 0;
    given_ += size;
    return {part_.data(), size};
  }

  // Whether more was asked for than there is.
  bool is_over() const { return is_over_; }

  std::uint64_t given() const { return given_; }

 private:
  ByteSource& bytes_;
  std::string part_ = std::string(kPackedPart, '\0');
  std::uint64_t given_ = 0;
  bool is_over_ = false;
};

// An archive that libarchive reads from a ByteSource.
class Archive {
 public:
  // `kind` names the format in messages.
  Archive(ByteSource& packed, std::string name, const char* kind)
      : input_(packed),
        name_(std::move(name)),
        kind_(kind),
        archive_(archive_read_new(), archive_read_free) {
    if (!archive_) throw std::bad_alloc();
  }

  archive* get() const { return archive_.get(); }

  const PackedInput& input() const { return input_; }

  // Throws unless `status`, which a function of libarchive returned, is ARCHIVE_OK.
  void check(int status) const {
    if (status == ARCHIVE_OK) return;
    if (thrown_) std::rethrow_exception(thrown_);
    if (archive_errno(archive_.get()) == ENOMEM) throw std::bad_alloc();
    if (input_.is_over()) refuse_cut();
    const char* reason = archive_error_string(archive_.get());
    refuse("damaged {} data: {}", kind_, printable(reason == nullptr ? "unknown reason" : reason));
  }

  void open() { check(archive_read_open(archive_.get(), this, nullptr, on_read, nullptr)); }

  // Goes on to the next entry; returns null behind the last.
  archive_entry* next_entry() {
    throw_if_interrupted();
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(archive_.get(), &entry);
    if (status == ARCHIVE_EOF) return nullptr;
    // A warning is about a name that cannot be converted.
    if (status != ARCHIVE_WARN) check(status);
    return entry;
  }

  // Reads the data of the entry; fills `buffer` unless the data end.
  std::size_t read(std::span<char> buffer) {
    throw_if_interrupted();  // a small input can decompress to gigabytes
    const la_ssize_t size = archive_read_data(archive_.get(), buffer.data(), buffer.size());
    // A warning is about a wrong size or checksum.
    if (size < 0) check(static_cast<int>(size));
    return static_cast<std::size_t>(size);
  }

  // Reads the rest of the packed bytes, which libarchive does not ask for.
  void drain() {
    while (!input_.next().empty())
      continue;
  }

  template <typename... Values>
  [[noreturn]] void refuse(fmt::format_string<Values...> pattern, Values&&... values) const {
    throw InputError("{}: {}", name_, fmt::format(pattern, std::forward<Values>(values)...));
  }

  [[noreturn]] void refuse_cut() const { refuse("the {} data is truncated", kind_); }

 private:
  static la_ssize_t on_read(archive* /*archive*/, void* object, const void** part) {
    auto& self = *static_cast<Archive*>(object);
    try {
      const std::string_view next = self.input_.next();
      *part = next.data();
      return static_cast<la_ssize_t>(next.size());
    } catch (...) {  // must not pass through libarchive, which is C
      self.thrown_ = std::current_exception();
      return ARCHIVE_FATAL;
    }
  }

  PackedInput input_;
  std::string name_;
  const char* kind_;
  std::exception_ptr thrown_;  // exception caught in on_read()
  std::unique_ptr<archive, decltype(&archive_read_free)> archive_;
};

class Bzip2Source final : public ByteSource {
 public:
  Bzip2Source(ByteSource& packed, std::string name) : archive_(packed, std::move(name), "bzip2") {
    // Both are set, not detected: libarchive would pass damaged data on as they are.
    archive_.check(archive_read_append_filter(archive_.get(), ARCHIVE_FILTER_BZIP2));
    archive_.check(archive_read_set_format(archive_.get(), ARCHIVE_FORMAT_RAW));
    archive_.open();
    archive_.next_entry();
  }

  std::size_t read(std::span<char> buffer) override {
    const std::size_t size = archive_.read(buffer);
    if (size < buffer.size()) require_end();
    return size;
  }

 private:
  // libarchive ignores what follows the last stream, and data that begin with no stream.
  void require_end() {
    const auto used = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), -1));
    if (used == archive_.input().given()) return;
    if (used > 0) {
      archive_.refuse("expected the end of the file or another stream after the bzip2 data at {}",
                      used);
    }
    if (archive_.input().is_over()) archive_.refuse_cut();
    archive_.refuse("damaged bzip2 data");
  }

  Archive archive_;
};

// Beginnings of names of files that spreadsheets and office documents, which are zip archives,
// begin with.
constexpr std::array<std::string_view, 6> kOffice = {"[Content_Types].xml", "mimetype", "_rels/",
                                                     "docProps/",           "xl/",      "word/"};

bool begins_office(std::string_view path) {
  return std::ranges::any_of(kOffice, [path](auto name) { return path.starts_with(name); });
}

// Whether the operating system, not its user, put the file into the archive.
bool is_clutter(std::string_view path) {
  return path.starts_with("__MACOSX/") || path == ".DS_Store" || path.ends_with("/.DS_Store");
}

// Ends of libarchive's names for the methods that need little memory, as the others may not.
constexpr std::string_view kStored = "(uncompressed)";
constexpr std::string_view kDeflated = "(deflation)";

constexpr std::size_t kNamed = 3;           // files named in the message about several
constexpr std::size_t kLongestNamed = 100;  // bytes of a name in it

class ZipSource final : public ByteSource {
 public:
  ZipSource(ByteSource& packed, std::string name, std::string member)
      : archive_(packed, std::move(name), "zip"), member_(std::move(member)) {
    archive_.check(archive_read_support_format_zip_streamable(archive_.get()));
    archive_.open();
    if (!find_file()) {
      archive_.refuse("{}", member_.empty() ? "is a zip archive without a file that is not empty"
                                            : "there is no such file");
    }
    if (member_.empty() && begins_office(path_))
      archive_.refuse("is a spreadsheet or an office document; save it as CSV");
    require_readable();
  }

  std::size_t read(std::span<char> buffer) override {
    if (is_over_ || buffer.empty()) return 0;
    std::size_t size = 0;
    if (first_) buffer[size++] = *std::exchange(first_, std::nullopt);
    size += archive_.read(buffer.subspan(size));
    is_over_ = size < buffer.size();
    if (is_over_ && member_.empty()) require_no_other();
    return size;
  }

 private:
  // Goes on to the next file that may be taken; returns false behind the last.
  bool find_file() {
    while ((entry_ = archive_.next_entry()) != nullptr) {
      const char* path = archive_entry_pathname(entry_);
      path_ = path == nullptr ? "" : path;
      if (member_.empty() ? counts() : path_ == member_) return true;
    }
    return false;
  }

  bool counts() {
    if (archive_entry_filetype(entry_) != AE_IFREG || is_clutter(path_)) return false;
    if (archive_entry_size_is_set(entry_) != 0) return archive_entry_size(entry_) > 0;
    // The archive was written to a pipe, and the size follows the data.
    require_readable();
    char first = 0;
    if (archive_.read({&first, 1}) == 0) return false;
    first_ = first;
    return true;
  }

  void require_readable() const {
    if (archive_entry_is_encrypted(entry_) != 0) archive_.refuse("the zip data is encrypted");
    const std::string_view format = archive_format_name(archive_.get());
    if (format.ends_with(kStored) || format.ends_with(kDeflated)) return;
    archive_.refuse("the zip data is compressed in a way that is not supported: {}", format);
  }

  // Also reads the archive to its end, as it is to be hashed.
  void require_no_other() {
    std::string names = printable(path_, kLongestNamed);
    std::size_t files = 1;
    for (; files <= kNamed && find_file(); ++files)
      names += files < kNamed ? ", " + printable(path_, kLongestNamed) : ", …";
    if (files > 1) archive_.refuse("holds several files ({}); unpack it and name one", names);
    archive_.drain();
  }

  Archive archive_;
  std::string member_;
  archive_entry* entry_ = nullptr;
  std::string path_;           // name of the entry
  std::optional<char> first_;  // byte of the file that is read but not delivered
  bool is_over_ = false;
};

std::unique_ptr<ByteSource> unpack_bzip2(ByteSource& packed, std::string name) {
  return std::make_unique<Bzip2Source>(packed, std::move(name));
}

std::unique_ptr<ByteSource> unzip(ByteSource& packed, std::string name, std::string member) {
  return std::make_unique<ZipSource>(packed, std::move(name), std::move(member));
}

}  // namespace

extern "C" [[gnu::visibility("default")]] constinit const Unpacker sudoku_bench_unpacker = {
    .bzip2 = unpack_bzip2, .zip = unzip};

}  // namespace sudoku::base
