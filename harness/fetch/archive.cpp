#include "harness/fetch/archive.h"

#include <array>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <zip.h>

#include "harness/dataset/input_error.h"
#include "harness/results/write_aside.h"

namespace sudoku {

namespace {

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }

  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

using Archive = std::unique_ptr<zip_t, Discard>;
using Member = std::unique_ptr<zip_file_t, Discard>;

std::string message_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string message = zip_error_strerror(&error);
  zip_error_fini(&error);
  return message;
}

Archive open_archive(const std::string& path) {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (archive) return archive;
  throw InputError("it is no zip archive that can be read: " + message_of(code));
}

void copy(zip_file_t* from, const std::string& member, AsideFile& to, std::uint64_t most_bytes) {
  std::array<char, std::size_t{64} << 10> buffer{};
  std::uint64_t copied = 0;
  zip_int64_t got = zip_fread(from, buffer.data(), buffer.size());
  for (; got > 0; got = zip_fread(from, buffer.data(), buffer.size())) {
    copied += static_cast<std::uint64_t>(got);
    // What the archive says of sizes may be a lie.
    if (copied > most_bytes) {
      throw InputError(fmt::format("{} in it is larger than {} bytes, the most that may be fetched",
                                   member, most_bytes));
    }
    to.write({buffer.data(), static_cast<std::size_t>(got)});
  }
  if (got < 0) {
    throw InputError(fmt::format("{} in it is damaged: {}", member,
                                 zip_error_strerror(zip_file_get_error(from))));
  }
}

}  // namespace

void unpack_member(const std::string& archive, const std::string& member, AsideFile& file,
                   std::uint64_t most_bytes) {
  const Archive opened = open_archive(archive);
  const Member packed(zip_fopen(opened.get(), member.c_str(), 0));
  if (!packed) {
    throw InputError(
        fmt::format("{} in it cannot be read: {}", member, zip_strerror(opened.get())));
  }
  copy(packed.get(), member, file, most_bytes);
}

}  // namespace sudoku
