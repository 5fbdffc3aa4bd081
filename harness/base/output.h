// Writing files completely or not at all, optionally compressed.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku::base {

class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // Completes the output, whose end may be missing otherwise. Call this after the last write().
  virtual void finish() = 0;
};

// Throws the OutputError "path: cannot be written: …" with the reason in errno; a BrokenPipe if the
// reader of a pipe has closed it.
[[noreturn]] void fail_to_write(const std::string& path);

// Writes all bytes to a file or pipe. Returns false on failure, with the reason in errno.
bool write_all(int descriptor, std::string_view bytes);

// Writes to a temporary file beside `path` and renames it at finish(), so that a reader, a full
// disk or a kill never meets half a file. Without finish(), the temporary file is removed and the
// old file stays. A link at `path` is replaced, not followed. Open descriptors ("-", links such as
// /dev/stdout), pipes and devices are written to directly; nothing else in /dev is written. All
// functions throw OutputError; after interrupt(), those that open a pipe without a reader throw
// Interrupted.
class AsideFile final : public ByteSink {
 public:
  explicit AsideFile(std::string path);
  ~AsideFile() override;

  void write(std::string_view bytes) override;

  void finish() override;

  // Path of the temporary file; empty when `path` is written directly.
  const std::string& aside() const { return aside_; }

 private:
  std::string path_;
  std::string aside_;
  int descriptor_ = -1;
};

void write_aside(const std::string& path, std::string_view content);

// A new folder for temporary files, which goes with its owner. All users may enter it, so tests can
// switch to one who may not read a file there. Throws OutputError.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();

  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

  // Writes a file and returns its path.
  std::string write(const std::string& name, std::string_view content) const;

 private:
  std::string path_;
};

// Paths of the files that this process has written aside and finished, in order.
std::vector<std::string> files_written();

// Removes this process's unfinished temporary files. For a signal handler that ends the process.
void remove_temporaries();

// Whether `path` names standard output: "-", /dev/stdout, /dev/fd/1 or a link to one of these.
bool is_standard_output(const std::string& path);

// Makes outputs that name standard error fail: it was closed, and /dev/null has taken its place.
void treat_standard_error_as_closed();

// Whether AsideFile would write `path` through a temporary file, and not directly.
bool is_written_aside(const std::string& path);

// Throws the OutputError that write_aside would throw now, so that a missing folder does not waste
// an hour of measuring. Leaves no file behind.
void ensure_writable(const std::string& path);

// Opens or creates a file that is updated in place from run to run; the caller closes the
// descriptor. Throws OutputError, also for links, symbolic or hard: their target must not be
// overwritten.
int open_in_place(const std::string& path);

// A compressor into `sink`, chosen by the ending of the file's name (".gz", ".zst"); null for other
// names. `sink` must outlive the compressor, whose finish() does not finish `sink`.
std::unique_ptr<ByteSink> make_encoder(std::string_view file_name, ByteSink& sink);

// `file_name` without ".gz" or ".zst".
std::string_view without_packing(std::string_view file_name);

}  // namespace sudoku::base
