// Helpers for tests: bzip2 and xz data, zip archives and damaged bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

namespace sudoku::base {

// `text`, packed by a filter of libarchive.
inline std::string packed_by(int (*add_filter)(archive*), std::string_view text) {
  std::string packed(text.size() * 2 + 1000, '\0');
  std::size_t size = 0;
  archive* const writer = archive_write_new();
  add_filter(writer);
  archive_write_set_format_raw(writer);
  archive_write_set_bytes_in_last_block(writer, 1);
  archive_write_open_memory(writer, packed.data(), packed.size(), &size);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_write_header(writer, entry);
  archive_write_data(writer, text.data(), text.size());
  archive_entry_free(entry);
  archive_write_free(writer);
  return packed.substr(0, size);
}

inline std::string bzip2_compressed(std::string_view text) {
  return packed_by(archive_write_add_filter_bzip2, text);
}

inline std::string xz_compressed(std::string_view text) {
  return packed_by(archive_write_add_filter_xz, text);
}

// `bytes` with bits of one of them flipped.
inline std::string damaged(std::string bytes, std::size_t at, int bits = 1) {
  bytes[at] = static_cast<char>(bytes[at] ^ bits);
  return bytes;
}

inline constexpr unsigned kZipEncrypted = 1;
inline constexpr unsigned kZipSizesBehind = 8;
inline constexpr unsigned kZipUtf8 = 1U << 11;
inline constexpr unsigned kZipDeflated = 8;

struct ZippedFile {
  std::string name;
  std::string text;
  unsigned flags = 0;
  unsigned method = kZipDeflated;  // what the archive states; the data are deflated in any case
};

// The numbers as 16 bits each, the lowest byte first.
inline std::string zip_words(const std::vector<std::size_t>& numbers) {
  std::string bytes;
  for (const std::size_t number : numbers) {
    bytes += static_cast<char>(number & 0xFF);
    bytes += static_cast<char>(number >> 8 & 0xFF);
  }
  return bytes;
}

// `text` as zlib's data without their header of two bytes and checksum of four.
inline std::string deflated(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(text.data()), text.size());
  return packed.substr(2, size - 6);
}

// A zip archive, made without libarchive, which reads it.
inline std::string zipped(const std::vector<ZippedFile>& files) {
  constexpr std::size_t kVersion = 20;
  std::string archive;
  std::string directory;
  for (const ZippedFile& file : files) {
    const std::string data = deflated(file.text);
    const std::size_t crc = crc32(0, reinterpret_cast<const Bytef*>(file.text.data()),
                                  static_cast<uInt>(file.text.size()));
    const std::string sizes = zip_words(
        {crc, crc >> 16, data.size(), data.size() >> 16, file.text.size(), file.text.size() >> 16});
    const std::string start = zip_words({kVersion, file.flags, file.method, 0, 0});
    const std::string name_size = zip_words({file.name.size(), 0});
    const std::size_t at = archive.size();
    const bool behind = (file.flags & kZipSizesBehind) != 0;
    archive +=
        fmt::format("PK\3\4{}{}{}{}{}{}", start, behind ? std::string(sizes.size(), '\0') : sizes,
                    name_size, file.name, data, behind ? "PK\7\10" + sizes : "");
    directory += fmt::format("PK\1\2{}{}{}{}{}{}", zip_words({kVersion}), start, sizes, name_size,
                             zip_words({0, 0, 0, 0, 0, at, at >> 16}), file.name);
  }
  const std::size_t at = archive.size();
  return archive + directory + "PK\5\6" +
         zip_words({0, 0, files.size(), files.size(), directory.size(), directory.size() >> 16, at,
                    at >> 16, 0});
}

}  // namespace sudoku::base
