#include "harness/base/archive.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/base/test_archives.h"

namespace sudoku::base {

namespace {

// The rest of `source`, which is then still at its end.
std::string rest_of(ByteSource& source, std::size_t request) {
  std::string text = drain(source, request);
  char more = 0;
  EXPECT_EQ(source.read({&more, 1}), 0);
  return text;
}

// What `unpack` makes of the bytes, or the message of the error.
template <typename Bytes = TextBytes, typename Unpack>
std::string unpacked(const Unpack& unpack, const std::string& packed, std::size_t request = 1000) {
  try {
    Bytes bytes(packed);
    std::string text = rest_of(*unpack(bytes), request);
    EXPECT_TRUE(bytes.is_over()) << "the archive is to be hashed";
    return text;
  } catch (const InputError& error) {
    return error.what();
  }
}

const auto kUnzip = [](ByteSource& bytes) { return unpacker().zip(bytes, "a", ""); };
const auto kUnpackBzip2 = [](ByteSource& bytes) { return unpacker().bzip2(bytes, "a"); };

std::string unzipped(const std::string& archive, std::size_t request = 1000) {
  return unpacked(kUnzip, archive, request);
}

std::string bunzipped(const std::string& packed, std::size_t request = 1000) {
  return unpacked(kUnpackBzip2, packed, request);
}

struct ZipCase {
  const char* name;
  std::vector<ZippedFile> files;
  std::string outcome;
};

const ZipCase kZipCases[] = {
    {"one file", {{"a.csv", "one\n"}}, "one\n"},
    {"sizes behind the data", {{"a.csv", "one\n", kZipSizesBehind}}, "one\n"},
    {"what does not count",
     {{"data/", ""},
      {"empty", ""},
      {"__MACOSX/._a.csv", "x"},
      {"data/a.csv", "one\n"},
      {".DS_Store", "x"},
      {"data/.DS_Store", "x", kZipEncrypted},
      {"empty too", "", kZipSizesBehind}},
     "one\n"},
    {"no file", {}, "a: is a zip archive without a file that is not empty"},
    {"an empty file", {{"a.csv", ""}}, "a: is a zip archive without a file that is not empty"},
    {"two files",
     {{"a.csv", "one\n"}, {"b.csv", "two\n"}},
     "a: holds several files (a.csv, b.csv); unpack it and name one"},
    {"two files of unknown sizes",
     {{"a.csv", "one\n", kZipSizesBehind}, {"b.csv", "two\n", kZipSizesBehind}},
     "a: holds several files (a.csv, b.csv); unpack it and name one"},
    {"three files, one with an evil name",
     {{"a.csv", "one\n"}, {"b\x1B[2J", "two\n"}, {"c.csv", "x", kZipEncrypted}},
     "a: holds several files (a.csv, b [2J, c.csv); unpack it and name one"},
    {"four files",
     {{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}},
     "a: holds several files (a, b, c, …); unpack it and name one"},
    {"two files with long names",
     {{std::string(101, 'b'), "1"}, {std::string(101, 'c'), "2"}},
     "a: holds several files (" + std::string(100, 'b') + "…, " + std::string(100, 'c') +
         "…); unpack it and name one"},
    {"a name that is not UTF-8", {{"\xFF.csv", "one\n", kZipUtf8}}, "one\n"},
    {"an encrypted file", {{"a.csv", "one\n", kZipEncrypted}}, "a: the zip data is encrypted"},
    {"another method",
     {{"a.csv", "one\n", 0, 14}},
     "a: the zip data is compressed in a way that is not supported: ZIP 2.0 (lzma)"},
    {"a workbook",
     {{"[Content_Types].xml", "<"}, {"xl/workbook.xml", "<"}},
     "a: is a spreadsheet or an office document; save it as CSV"},
    {"a workbook by other programs",
     {{"docProps/app.xml", "<"}, {"xl/workbook.xml", "<"}},
     "a: is a spreadsheet or an office document; save it as CSV"},
    {"an encrypted file whose size follows",
     {{"a.csv", "one\n", kZipEncrypted | kZipSizesBehind}},
     "a: the zip data is encrypted"},
    {"an open document",
     {{"mimetype", "application/vnd.oasis"}, {"content.xml", "<"}},
     "a: is a spreadsheet or an office document; save it as CSV"},
};

TEST(Unzip, TakesTheOnlyFile) {
  for (const ZipCase& c : kZipCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(unzipped(zipped(c.files)), c.outcome);
    EXPECT_EQ(unzipped(zipped(c.files), 1), c.outcome);
  }
}

// A file that is truncated, even by one byte, must not pass for a shorter complete file. Behind it
// lies a directory, which nothing depends on.
TEST(Unzip, ReadsLongTextsAndRefusesTruncatedOnes) {
  const std::string text = long_text();
  for (const unsigned flags : {0U, kZipSizesBehind}) {
    const std::string archive = zipped({{"a.csv", text, flags}});
    for (const std::size_t request : {std::size_t{4096}, text.size(), text.size() + 1})
      EXPECT_TRUE(unzipped(archive, request) == text) << request;
    const std::string hello = zipped({{"a.csv", "hello hello hello", flags}});
    for (std::size_t size = 4; size < hello.find("PK\1\2") + 4; ++size)
      EXPECT_EQ(unzipped(hello.substr(0, size)), "a: the zip data is truncated") << size;
  }
}

// The whole file is to be hashed, and what is behind the end may be more than one part.
TEST(Unzip, ReadsAllThatFollows) {
  EXPECT_EQ(unzipped(zipped({{"a.csv", "one\n"}}) + std::string(150'000, '\0')), "one\n");
}

// Bytes whose reading fails halfway.
class FailingBytes final : public ByteSource {
 public:
  explicit FailingBytes(std::string text) : bytes_(std::move(text)) {}

  bool is_over() const { return bytes_.is_over(); }

  std::size_t read(std::span<char> buffer) override {
    if (bytes_.is_over()) throw InputError("the disk is gone");
    return bytes_.read(buffer);
  }

 private:
  TextBytes bytes_;
};

TEST(Unzip, PassesOnWhyThePackedBytesCannotBeRead) {
  const std::string zip = zipped({{"a.csv", "hello hello hello"}});
  const std::string bzip2 = bzip2_compressed("hello hello hello");
  EXPECT_EQ(unpacked<FailingBytes>(kUnzip, zip.substr(0, 40)), "the disk is gone");
  EXPECT_EQ(unpacked<FailingBytes>(kUnpackBzip2, bzip2.substr(0, 20)), "the disk is gone");
}

TEST(Unzip, RefusesDamagedData) {
  const std::string archive = zipped({{"a.csv", "hello hello hello"}});
  for (const std::size_t at : {14U, 18U, 22U, 36U}) {  // checksum, sizes, data
    const std::string error = unzipped(damaged(archive, at, 4));
    EXPECT_TRUE(error.starts_with("a: damaged zip data: ")) << at << ": " << error;
  }
}

TEST(UnzipMember, TakesItAmongOthers) {
  const std::string archive = zipped({{"a.csv", "one\n"},
                                      {"data/b", "two\n"},
                                      {"../c", "three\n", kZipSizesBehind},
                                      {"empty", ""},
                                      {"secret", "five\n", kZipEncrypted}});
  const std::pair<const char*, const char*> members[] = {{"a.csv", "one\n"},
                                                         {"data/b", "two\n"},
                                                         {"../c", "three\n"},
                                                         {"empty", ""},
                                                         {"secret", "a: the zip data is encrypted"},
                                                         {"b", "a: there is no such file"}};
  for (const auto& member : members) {
    TextBytes bytes(archive);
    std::string found;
    const std::string error =
        error_of([&] { found = rest_of(*unpacker().zip(bytes, "a", member.first), 1000); });
    EXPECT_EQ(error == "no error" ? found : error, member.second) << member.first;
  }
}

// libarchive itself ignores the first 13 bytes of a second stream.
TEST(UnpackBzip2, RefusesATruncatedSecondStream) {
  const std::string packed = bzip2_compressed("hello hello hello");
  for (std::size_t size = 1; size < packed.size(); ++size) {
    const std::string error = bunzipped(packed + packed.substr(0, size));
    EXPECT_TRUE(error.starts_with("a: ")) << size << ": " << error;
  }
}

TEST(UnpackBzip2, RefusesDamagedData) {
  const std::string packed = bzip2_compressed("hello");
  for (const std::size_t at : {std::size_t{11}, packed.size() - 3})  // checksums
    EXPECT_EQ(bunzipped(damaged(packed, at)), "a: damaged bzip2 data: bzip decompression failed");
  EXPECT_EQ(bunzipped("BZh9, a line that only begins like bzip2"), "a: damaged bzip2 data");
  EXPECT_EQ(bunzipped(packed + "and more bytes"),
            "a: expected the end of the file or another stream after the bzip2 data at " +
                std::to_string(packed.size()));
}

}  // namespace

}  // namespace sudoku::base
