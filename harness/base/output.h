// Files that are written whole or not at all, and compressed on their way.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sudoku::base {

// Where the bytes of a file to be written go.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;

  virtual void write(std::string_view bytes) = 0;

  // No more follow. Without it, what was written may be incomplete.
  virtual void finish() = 0;
};

// Writes all bytes to a file or pipe; false when that fails, with the reason in errno.
bool write_all(int descriptor, std::string_view bytes);

// Bytes into a temporary file beside `path`, renamed over it by finish(), so that a reader, a full
// disk or a kill never meets half a file; without finish(), nothing is left behind and the old file
// stays. A link at `path` is replaced by the file, and not followed. "-" and links to an open
// descriptor (/dev/stdout) are that descriptor; it and what cannot be replaced (a pipe, a device)
// are written to directly. All throw OutputError.
class AsideFile final : public ByteSink {
 public:
  explicit AsideFile(std::string path);
  ~AsideFile() override;
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;

  void write(std::string_view bytes) override;

  void finish() override;

  // Where the bytes are until finish(); empty when they are written directly.
  const std::string& aside() const { return aside_; }

 private:
  void open();
  [[noreturn]] void fail() const;

  std::string path_;
  std::string aside_;
  int descriptor_ = -1;
};

// Writes an AsideFile whose content is there at once.
void write_aside(const std::string& path, std::string_view content);

// Removes the temporary files of this process that are not finished. For a signal handler that ends
// the process.
void remove_temporaries();

// Whether a file of that name would be written aside, and not directly.
bool is_written_aside(const std::string& path);

// Throws the OutputError that write_aside would meet now, so that an hour of measuring is not lost
// for a folder that does not exist. Leaves nothing behind.
void ensure_writable(const std::string& path);

// Opens a file that is kept from run to run and changed in its place, or makes an empty one; the
// caller closes the descriptor. Throws OutputError, also for a link, symbolic or hard: its other
// end may be a file that somebody wants to see overwritten.
int open_in_place(const std::string& path);

// What compresses into `sink`, chosen by the file's name (".gz", ".zst"); null when it is to be
// stored plain. `sink` must outlive it; finish() does not finish `sink`.
std::unique_ptr<ByteSink> make_encoder(std::string_view file_name, ByteSink& sink);

// The name without the ending that chooses a compression.
std::string_view without_packing(std::string_view file_name);

}  // namespace sudoku::base
