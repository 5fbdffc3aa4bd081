#include "harness/base/output.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include "harness/base/errors.h"
#include "harness/base/interruption.h"

namespace sudoku::base {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFile = 0666;  // permissions of a new file, before the umask
constexpr int kMostLinks = 40;     // symbolic links to follow, as many as the kernel does

std::string reason_of(const std::string& path, const std::string& reason) {
  return fmt::format("{}: cannot be written: {}", path == "-" ? "standard output" : path, reason);
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw OutputError(reason_of(path, reason));
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// Descriptor of this process that the path "-" or a link such as /dev/stdout names.
std::optional<int> descriptor_at(fs::path path) {
  if (path == "-") return STDOUT_FILENO;
  std::error_code error;
  const fs::path own = fs::canonical("/proc/self/fd", error);
  for (int links = 0; !error && links < kMostLinks && fs::is_symlink(path, error); ++links) {
    const fs::path folder = fs::canonical(folder_of(path), error);
    if (!error && folder == own) return std::stoi(path.filename());
    path = folder / fs::read_symlink(path, error);
  }
  return std::nullopt;
}

// Whether `path` is a device or a pipe, which a rename would replace with a file.
bool is_special(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

// Whether `path` names an entry of /dev, but not of /dev/shm, which holds ordinary files. Without
// /proc, /dev/stdout is a link that leads nowhere.
bool is_in_dev(const std::string& path) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(folder_of(path), ignored).lexically_normal() / "";
  return folder.native().starts_with("/dev/") && !folder.native().starts_with("/dev/shm/");
}

bool is_error_stream_closed = false;

// Throws OutputError if the descriptor that `path` names cannot be written.
void require_open(int descriptor, const std::string& path) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags < 0) fail_to_write(path);
  if (descriptor == STDERR_FILENO && is_error_stream_closed) refuse(path, "it is closed");
  if ((flags & O_ACCMODE) == O_RDONLY) refuse(path, "it is open for reading only");
}

// Throws OutputError for an output path that open() would refuse, with a clearer message.
void require_place(const std::string& path) {
  if (path.empty()) throw OutputError("the name of the output file is empty");
  if (const auto descriptor = descriptor_at(path)) {
    require_open(*descriptor, path);
    return;
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) refuse(path, "it is a directory");
  if (is_in_dev(path) && !is_special(path))
    refuse(path, "it is in /dev, but leads to no device, pipe or open file");
  const fs::path folder = folder_of(path);
  if (!fs::exists(folder, ignored))
    refuse(path, fmt::format("the directory {} does not exist", folder.string()));
  // The output replaces a symbolic link, so the permissions of the link's target do not matter.
  const bool is_kept = fs::exists(path, ignored) && !fs::is_symlink(path, ignored);
  if ((is_kept || is_special(path)) && ::access(path.c_str(), W_OK) != 0) fail_to_write(path);
}

// Opens a device or pipe for writing. Throws Interrupted while it waits for the reader of a pipe,
// and after an interruption instead of waiting. Fails if a regular file has replaced it meanwhile.
int open_special(const std::string& path) {
  constexpr int kMode = O_WRONLY | O_CLOEXEC | O_NOCTTY;
  const bool waits = !interruption().load();
  const int descriptor = ::open(path.c_str(), waits ? kMode : kMode | O_NONBLOCK);
  // A signal ends the wait for a pipe's reader; ENXIO says that a pipe has none.
  if (descriptor < 0 && (errno == EINTR || (errno == ENXIO && !waits))) throw_if_interrupted();
  if (descriptor >= 0 && !waits) ::fcntl(descriptor, F_SETFL, O_WRONLY);
  struct stat status = {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
    return descriptor;
  ::close(descriptor);
  refuse(path, "it keeps changing");
}

// Names of unfinished temporary files, for a signal handler. A process has few at a time.
std::array<std::atomic<const char*>, 8> temporaries{};
static_assert(std::atomic<const char*>::is_always_lock_free);

// Replaces the first of these pointers that equals `from` by `to`; null stands for a free place.
void replace_temporary(const char* from, const char* to) {
  for (auto& place : temporaries) {
    const char* found = from;
    if (place.compare_exchange_strong(found, to)) return;
  }
}

void forget(const std::string& path) { replace_temporary(path.c_str(), nullptr); }

// Files that were written aside and finished.
struct WrittenFiles {
  std::mutex mutex;
  std::vector<std::string> paths;
} written_files;

constexpr std::size_t kOutput = std::size_t{64} << 10;
constexpr int kGzipHeader = 16 + MAX_WBITS;  // zlib's code for a gzip header
// gzip level. zlib's default, 6, takes four times as long and makes files of puzzles 4 % smaller.
constexpr int kLevel = 4;
constexpr int kMemory = 8;  // zlib's default for deflate's memLevel

// Writes one gzip member. It holds no time or name, so that equal input gives equal output.
class GzipSink final : public ByteSink {
 public:
  explicit GzipSink(ByteSink& sink) : sink_(sink), output_(kOutput, '\0') {
    const int status =
        deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipHeader, kMemory, Z_DEFAULT_STRATEGY);
    if (status != Z_OK) throw std::bad_alloc();
  }

  ~GzipSink() override { deflateEnd(&stream_); }

  void write(std::string_view bytes) override { deflate_all(bytes, Z_NO_FLUSH); }

  void finish() override { deflate_all({}, Z_FINISH); }

 private:
  void deflate_all(std::string_view bytes, int flush) {
    // zlib's pointer is not const, but deflate() does not write through it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(output_.data());
      stream_.avail_out = static_cast<uInt>(output_.size());
      deflate(&stream_, flush);
      sink_.write({output_.data(), output_.size() - stream_.avail_out});
    } while (stream_.avail_out == 0);  // a full buffer may mean more output
  }

  ByteSink& sink_;
  z_stream stream_{};
  std::string output_;
};

// Writes one zstd frame with a checksum.
class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(ByteSink& sink)
      : sink_(sink),
        context_(ZSTD_createCCtx(), ZSTD_freeCCtx),
        output_(ZSTD_CStreamOutSize(), '\0') {
    if (!context_) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  void write(std::string_view bytes) override {
    ZSTD_inBuffer input = {.src = bytes.data(), .size = bytes.size(), .pos = 0};
    while (input.pos < input.size)
      step(input, ZSTD_e_continue);
  }

  void finish() override {
    ZSTD_inBuffer input = {.src = nullptr, .size = 0, .pos = 0};
    while (step(input, ZSTD_e_end) > 0) {
    }
  }

 private:
  // Compresses `input` into the sink. Returns the number of bytes that zstd still holds.
  std::size_t step(ZSTD_inBuffer& input, ZSTD_EndDirective mode) {
    ZSTD_outBuffer out = {.dst = output_.data(), .size = output_.size(), .pos = 0};
    const std::size_t kept = ZSTD_compressStream2(context_.get(), &out, &input, mode);
    if (ZSTD_isError(kept) != 0) throw std::bad_alloc();  // the only error that zstd reports here
    sink_.write({output_.data(), out.pos});
    return kept;
  }

  ByteSink& sink_;
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context_;
  std::string output_;
};

constexpr std::string_view kGzip = ".gz";
constexpr std::string_view kZstd = ".zst";

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) throw OutputError("TMPDIR: no folder for temporary files: {}", error.message());
  path_ = (parent / "sudoku-bench-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr)
    throw OutputError("{}: cannot make a folder for temporary files", parent.string());
  std::filesystem::permissions(path_, std::filesystem::perms(0755), error);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view content) const {
  std::string file = fmt::format("{}/{}", path_, name);
  write_aside(file, content);
  return file;
}

void remove_temporaries() {
  for (const auto& place : temporaries)
    if (const char* path = place.load()) ::unlink(path);
}

void fail_to_write(const std::string& path) {
  const int error = errno;
  const std::string what = reason_of(path, std::generic_category().message(error));
  if (error == EPIPE) throw BrokenPipe(what);
  throw OutputError(what);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

AsideFile::AsideFile(std::string path) : path_(std::move(path)) {
  require_place(path_);
  if (const auto named = descriptor_at(path_)) {
    descriptor_ = ::fcntl(*named, F_DUPFD_CLOEXEC, 0);
  } else if (is_special(path_)) {
    descriptor_ = open_special(path_);
  } else {
    std::uint64_t number = 0;  // unpredictable, so that no link can be planted there
    if (::getrandom(&number, sizeof number, 0) != sizeof number) fail_to_write(path_);
    aside_ = fmt::format("{}.{:016x}.tmp", path_, number);
    replace_temporary(nullptr, aside_.c_str());
    descriptor_ =
        ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kNewFile);
  }
  if (descriptor_ >= 0) return;
  forget(aside_);
  fail_to_write(path_);
}

AsideFile::~AsideFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!aside_.empty()) ::unlink(aside_.c_str());
  forget(aside_);
}

void AsideFile::write(std::string_view bytes) {
  if (!write_all(descriptor_, bytes)) fail_to_write(path_);
}

void AsideFile::finish() {
  if (!aside_.empty()) {
    // Some file systems report a full disk only at fsync().
    if (::fsync(descriptor_) != 0) fail_to_write(path_);
    if (std::rename(aside_.c_str(), path_.c_str()) != 0) fail_to_write(path_);
    forget(aside_);
    const std::lock_guard lock(written_files.mutex);
    written_files.paths.push_back(path_);
  }
  ::close(std::exchange(descriptor_, -1));
}

std::vector<std::string> files_written() {
  const std::lock_guard lock(written_files.mutex);
  return written_files.paths;
}

void write_aside(const std::string& path, std::string_view content) {
  AsideFile file(path);
  file.write(content);
  file.finish();
}

void treat_standard_error_as_closed() { is_error_stream_closed = true; }

bool is_standard_output(const std::string& path) { return descriptor_at(path) == STDOUT_FILENO; }

bool is_written_aside(const std::string& path) {
  return !descriptor_at(path) && !is_special(path) && !is_in_dev(path);
}

void ensure_writable(const std::string& path) {
  require_place(path);
  if (is_written_aside(path)) const AsideFile probe(path);
}

int open_in_place(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kNewFile);
  if (descriptor < 0 && errno != ELOOP) fail_to_write(path);
  struct stat status = {};
  if (descriptor >= 0 && ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_nlink <= 1) {
    return descriptor;
  }
  if (descriptor >= 0) ::close(descriptor);
  refuse(path, "it is a link or not a regular file");
}

std::unique_ptr<ByteSink> make_encoder(std::string_view file_name, ByteSink& sink) {
  if (file_name.ends_with(kGzip)) return std::make_unique<GzipSink>(sink);
  if (file_name.ends_with(kZstd)) return std::make_unique<ZstdSink>(sink);
  return nullptr;
}

std::string_view without_packing(std::string_view file_name) {
  for (const std::string_view ending : {kGzip, kZstd})
    if (file_name.ends_with(ending)) file_name.remove_suffix(ending.size());
  return file_name;
}

}  // namespace sudoku::base
