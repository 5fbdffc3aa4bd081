#include "harness/base/input.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/base/interruption.h"
#include "harness/base/process_fixture.h"
#include "harness/base/sha256.h"
#include "harness/base/test_archives.h"
#include "harness/base/test_files.h"

namespace sudoku::base {

namespace {

// What a file that holds the bytes decodes to, or the message of the error.
std::string decoded(std::string_view stored, std::size_t request = 1000) {
  const TemporaryFolder folder;
  try {
    StoredFile file(folder.write("a", stored), "input");
    const auto decoder = make_decoder(file);
    return drain(decoder ? *decoder : file, request);
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Sha256, MatchesTheStandardsExample) {
  // SHA-256 of "abc", from FIPS 180-2, appendix B.1.
  Sha256 digest;
  digest.add(std::string("ab"));
  digest.add(std::string("c"));
  EXPECT_EQ(digest.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(StoredFile, DeliversCountsAndHashes) {
  const TemporaryFolder folder;
  StoredFile file(folder.write("abc", "abc"), "abc");
  EXPECT_EQ(file.magic(), "abc");
  EXPECT_EQ(file.bytes_total(), 3);
  EXPECT_EQ(drain(file, 2), "abc");
  EXPECT_EQ(file.bytes_read(), 3);
  EXPECT_EQ(file.sha256(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(StoredFile, SaysWhyItCannotBeRead) {
  const TemporaryFolder folder;
  // Reading /proc/self/mem fails, because the first page of a process is not mapped.
  const std::pair<std::string, std::string> cases[] = {
      {folder.path() + "/none", "f: cannot be opened: No such file or directory"},
      {folder.path(), "f: is a directory"},
      {"/dev/zero", "f: is a device, which may have no end"},
      {"/proc/self/mem", "f: cannot be read: Input/output error"}};
  for (const auto& c : cases)
    EXPECT_EQ(error_of([&] { StoredFile(c.first, "f"); }), c.second);
}

TEST(StoredFile, SaysWhenItMayNotBeRead) {
  const TemporaryFolder folder;
  const std::string path = folder.write("secret", "1");
  std::filesystem::permissions(path, std::filesystem::perms::none);
  const bool root = ::geteuid() == 0;  // root may read every file
  if (root && ::seteuid(kNobody) != 0) GTEST_SKIP() << "cannot become an ordinary user";
  const std::string error = error_of([&] { StoredFile(path, "secret"); });
  ASSERT_TRUE(!root || ::seteuid(0) == 0);
  EXPECT_EQ(error, "secret: cannot be opened: Permission denied");
}

TEST(StoredFile, CountsWhatIsLeftOfStandardInput) {
  const TemporaryFolder folder;
  const StandardInput input(folder.write("abcde", "abcde"));
  ::lseek(STDIN_FILENO, 2, SEEK_SET);
  const StoredFile rest("-", "-");
  EXPECT_EQ(rest.bytes_total(), 3);
  EXPECT_EQ(rest.magic(), "cde");
  ::lseek(STDIN_FILENO, 7, SEEK_SET);
  const StoredFile none("-", "-");
  EXPECT_EQ(none.bytes_total(), 0);
  EXPECT_EQ(none.magic(), "");
}

TEST(WholeFile, ReadsAllOrSaysWhyNot) {
  const TemporaryFolder folder;
  const std::string text = long_text();
  EXPECT_TRUE(whole_file(folder.write("long", text)) == text);
  EXPECT_EQ(whole_file(folder.write("one", "x")), "x");
  EXPECT_EQ(whole_file(folder.write("empty", "")), "");
  const std::pair<std::string, std::string> cases[] = {
      {folder.path() + "/none", ": cannot be read: No such file or directory"},
      {folder.path(), ": cannot be read: it is a directory"},
      {"/dev/zero", ": is a device, which may have no end"},
      {"/proc/self/mem", ": cannot be read: Input/output error"}};
  for (const auto& c : cases)
    EXPECT_EQ(error_of([&] { whole_file(c.first); }), c.first + c.second);
}

TEST(WholeFile, LeavesNoFileOpen) {
  const TemporaryFolder folder;
  const std::string path = folder.write("a", "x");
  whole_file(path);  // opens what stays open
  const std::ptrdiff_t before = open_descriptors();
  whole_file(path);
  EXPECT_EQ(open_descriptors(), before);
}

TEST(TextFile, SaysWhereItIsNoText) {
  const TemporaryFolder folder;
  EXPECT_EQ(text_file(folder.write("a", "one\ntwo"), "a plan"), "one\ntwo");

  struct Case {
    std::string text;
    const char* place;
  };

  const std::string zero(1, '\0');
  const std::string long_line((std::size_t{64} << 10) - 4, 'x');
  const Case cases[] = {{zero, ":1:1"},
                        {"abc" + zero + "\n", ":1:4"},
                        {"abc\n" + zero, ":2:1"},
                        {"abc\n\nde" + zero + zero, ":3:3"},
                        {"abc\n" + long_line + "de" + zero, ":2:65535"}};
  for (const Case& c : cases) {
    const std::string path = folder.write("b", c.text);
    EXPECT_EQ(error_of([&] { text_file(path, "a plan"); }),
              path + c.place + ": expected a plan, found a NUL byte: not a text file");
  }
}

TEST(StoredFile, NoticesThatTheFileShrank) {
  const TemporaryFolder folder;
  const std::string path = folder.write("shrinks", std::string(1000, 'x'));
  StoredFile file(path, "shrinks");
  std::string buffer(100, '\0');
  EXPECT_EQ(file.read(buffer), 100);
  std::filesystem::resize_file(path, 500);
  EXPECT_EQ(error_of([&] { drain(file, 100); }),
            "shrinks: the file shrank while it was read: 500 of 1000 bytes were read");
}

struct Packing {
  const char* name;
  std::string (*pack)(std::string_view text);
};

const Packing kPackings[] = {
    {"gzip", gzipped},
    {"xz", xz_compressed},
    {"zstd", zstd_compressed},
    {"bzip2", bzip2_compressed},
};

// A read from a pipe may be short, which the CSV library would regard as the end of the file.
TEST(MakeDecoder, FillsRequestsFromAPipeThatDeliversAFewBytesAtATime) {
  std::vector<Packing> packings(std::begin(kPackings), std::end(kPackings));
  packings.push_back({"plain", [](std::string_view text) { return std::string(text); }});
  const std::string text = long_text().substr(0, 50'000);
  for (const Packing& packing : packings) {
    SCOPED_TRACE(packing.name);
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/pipe";
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const std::string packed = packing.pack(text);
    std::thread writer([&] {
      std::ofstream pipe(path, std::ios::binary);
      for (std::size_t at = 0; at < packed.size(); at += 7)
        pipe << std::string_view(packed).substr(at, 7) << std::flush;
    });
    StoredFile file(path, "pipe");
    const auto decoder = make_decoder(file);
    ByteSource& source = decoder ? *decoder : file;
    std::string buffer(text.size(), '\0');
    EXPECT_EQ(source.read(buffer), text.size());
    EXPECT_TRUE(buffer == text);
    EXPECT_EQ(source.read(buffer), 0);
    writer.join();
  }
}

// A file that is truncated, even by one byte, must not pass for a shorter complete file.
TEST(MakeDecoder, TellsCompressionByTheFirstBytesAndReadsAllPartsToTheEnd) {
  for (const Packing& packing : kPackings) {
    SCOPED_TRACE(packing.name);
    for (const std::string& text : {std::string(), std::string("1"), long_text()}) {
      for (const std::size_t request : {1, 4096, 1'000'000})
        EXPECT_TRUE(decoded(packing.pack(text), request) == text);
    }
    EXPECT_EQ(decoded(packing.pack("one\n") + packing.pack("two\n")), "one\ntwo\n");
    const std::string packed = packing.pack("hello hello hello");
    for (std::size_t size = 4; size < packed.size(); ++size)
      EXPECT_EQ(decoded(packed.substr(0, size)),
                fmt::format("input: the {} data is truncated", packing.name));
  }
  EXPECT_EQ(decoded("one\n"), "one\n");
  EXPECT_EQ(decoded(zipped({{"b", "one\n"}})), "one\n");
  EXPECT_EQ(decoded(zipped({})), "input: is a zip archive without a file that is not empty");
}

TEST(MakeDecoder, KnowsBzip2ByTheSizeOfItsBlocks) {
  std::string packed = bzip2_compressed("");  // has no block, so that any size is right
  for (const char size : {'1', '5', '9'}) {
    packed[3] = size;
    EXPECT_EQ(decoded(packed), "") << size;
  }
  for (const char* const plain : {"BZh0\n", "BZh:\n", "BZh", "xyz5\n"})
    EXPECT_EQ(decoded(plain), plain);
}

// pzstd writes skippable frames; the zstd tools skip them.
TEST(MakeDecoder, KnowsZstdByAFrameToBeSkipped) {
  const std::string skipped("\x2A\x4D\x18\x04\x00\x00\x00size", 11);
  for (const char first : {'\x50', '\x5F'}) {
    const std::string frame = first + skipped;
    EXPECT_EQ(decoded(frame + zstd_compressed("one\n") + frame), "one\n");
    EXPECT_EQ(decoded(frame), "");
    EXPECT_EQ(decoded(frame.substr(0, 10)), "input: the zstd data is truncated");
  }
}

// Tapes and some tools leave zeros after the data, which gzip ignores.
TEST(MakeDecoder, ReadsOverZerosBehindGzipData) {
  for (const std::size_t zeros : {1, 3, 512, 100'000}) {
    const std::string padded = gzipped("one\n") + gzipped("two\n") + std::string(zeros, '\0');
    EXPECT_EQ(decoded(padded), "one\ntwo\n");
    EXPECT_EQ(decoded(padded, 1), "one\ntwo\n");
  }
  const std::string padded = gzipped("x") + std::string(8, '\0');
  for (const std::string& more : {std::string("tail"), gzipped("y")}) {
    EXPECT_EQ(
        decoded(padded + more),
        fmt::format("input: expected the end of the file or more zeros after the gzip data, found "
                    "byte 0x{:02X} at {}",
                    more.front(), padded.size()));
  }
}

TEST(MakeDecoder, HashesTheFileAsStored) {
  const TemporaryFolder folder;
  std::vector<ZippedFile> files = {{"a", "123"}};
  for (int i = 0; i < 3000; ++i)  // empty files, whose list is longer than what is read at once
    files.push_back({fmt::format("{:0100}", i), ""});
  for (const std::string& packed :
       {gzipped("123"), bzip2_compressed("123"), zipped({{"a", "123"}}), zipped(files)}) {
    StoredFile file(folder.write("a", packed), "a");
    drain(*make_decoder(file), 10);
    EXPECT_EQ(file.sha256(), sha256_of(packed));
  }
}

// A small file may unpack to gigabytes, and nothing else ends that at a signal.
TEST(MakeDecoder, StopsUnpackingAtAnInterruption) {
  const TemporaryFolder folder;
  const std::string text(1'000'000, 'x');
  std::vector<std::string> files = {text, zipped({{"a", text}})};
  for (const Packing& packing : kPackings)
    files.push_back(packing.pack(text));
  for (const std::string& packed : files) {
    SCOPED_TRACE(packed.substr(0, 4));
    const std::string path = folder.write("a", packed);
    in_child([&path] {
      StoredFile file(path, "a");
      const auto decoder = make_decoder(file);
      ByteSource& source = decoder ? *decoder : file;
      std::string part(100, '\0');
      source.read(part);
      interrupt();
      try {
        source.read(part);
      } catch (const Interrupted&) {
        return true;
      }
      return false;
    });
  }
}

// Regression: a small xz file took as much memory as its header asked for, and zstd data that needs
// much was called damaged.
TEST(MakeDecoder, RefusesDataThatNeedMuchMemoryOrAreOfANewerKind) {
  const std::pair<const char*, const char*> cases[] = {
      {"xz_of_128_mib", "hello"},
      {"xz_of_192_mib", "input: the xz data needs more than 128 MiB of memory to unpack"},
      {"xz_of_1536_mib", "input: the xz data needs more than 128 MiB of memory to unpack"},
      {"xz_of_a_newer_kind",
       "input: the xz data is compressed in a way that liblzma does not support"},
      {"zstd_of_128_mib", ""},
      {"zstd_of_256_mib", "input: the zstd data needs more than 128 MiB of memory to unpack"}};
  for (const auto& [file, found] : cases)
    EXPECT_EQ(
        decoded(content_of(std::string(SOURCE_FOLDER "/harness/base/byte_source_fuzz/") + file)),
        found);
}

TEST(MakeDecoder, RefusesDamagedData) {
  const std::string gzip = gzipped("hello");
  const std::string zstd = zstd_compressed("hello");
  const std::string xz = xz_compressed("hello");
  // A colon is followed by the reason that a library gives.
  const std::pair<std::string, std::string> cases[] = {
      {damaged(gzip, gzip.size() - 6), "damaged gzip data: "},  // the checksum
      {gzipped("x") + "tail",
       "expected the end of the file or another member or zeros after the gzip data, found byte "
       "0x74 at 21"},
      {damaged(zstd, zstd.size() - 1), "damaged zstd data: "},  // the checksum
      {zstd + "tail", "damaged zstd data: "},
      {damaged(xz, xz.size() / 2), "damaged xz data"},
      {xz + "not a stream", "damaged xz data"},
  };
  for (const auto& [stored, error] : cases) {
    const std::string found = decoded(stored);
    EXPECT_TRUE(found.starts_with("input: " + error)) << found;
    EXPECT_EQ(found.size() > 7 + error.size(), error.ends_with(' ')) << found;
  }
}

// Reads `text` in requests of `request` bytes; cuts lines after the first `ahead` requests.
std::string cleaned(const std::string& text, std::size_t request, std::size_t ahead = 0) {
  TextBytes bytes(text);
  TextSource source(bytes);
  std::string begun;
  std::string part(request, '\0');
  for (std::size_t i = 0; i < ahead; ++i)
    begun.append(part, 0, source.read(part));
  source.cut_lines(begun);
  return begun + drain(source, request);
}

std::string utf16_of_dots(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += {'.', '\0'};
  return text;
}

struct CleanCase {
  const char* name;
  std::string text;
  std::string cleaned;
};

const CleanCase kCleanCases[] = {
    {"nothing", "", ""},
    {"lines stay", "a\n\nb\r\n", "a\n\nb\r\n"},
    {"the last line is ended", "a\nb", "a\nb\n"},
    {"NUL", std::string("ab\0c\0\n", 6),
     "ab\x1A"
     "c\x1A\n"},
    {"UTF-16, little endian", std::string("\xFF\xFE\x35\0\xE9\0\n\0", 8), "5\u00E9\n"},
    {"UTF-16, big endian", std::string("\xFE\xFF\0\x35\0\xE9\0\n", 8), "5\u00E9\n"},
    {"UTF-16 without a mark, little endian", std::string("5\0.\0\n\0", 6), "5.\n"},
    {"UTF-16 without a mark, big endian", std::string("\0005\0.\0\n", 6), "5.\n"},
    {"UTF-16 that is empty", "\xFF\xFE", ""},
    {"DOS's end", "a\r\n\x1A", "a\r\n"},
    {"DOS's end on the last line", "a\x1A", "a\n"},
    {"nothing but DOS's end", "\x1A", ""},
    {"DOS's end behind a whole window", std::string(kCutLine / 2 - 1, '\n') + "\x1A",
     std::string(kCutLine / 2 - 1, '\n')},
    {"one of DOS's ends in the middle", "a\x1A\nb\x1A\n", "a\x1A\nb\x1A\n"},
    {"several in the middle", "a" + std::string(40'000, '\x1A') + "b\x1A",
     "a" + std::string(40'000, '\x1A') + "b\n"},
    {"DOS's end behind NUL", std::string("ab\0\x1A", 4), "ab\x1A\n"},
    {"UTF-16 with NUL and DOS's end", std::string("\xFF\xFE\0\0.\0\x1A\0", 8), "\x1A.\n"},
    {"surrogates", std::string("\xFF\xFE\x3D\xD8\x00\xDE", 6), "\U0001F600\n"},
    {"surrogates in two parts",
     "\xFF\xFE" + utf16_of_dots(32'768) + std::string("\x3D\xD8\x00\xDE", 4),
     std::string(32'768, '.') + "\U0001F600\n"},
    {"lone surrogates", std::string("\xFE\xFF\xDE\0\xD8\x3D\0.\xD8\x3D", 10),
     "\uFFFD\uFFFD.\uFFFD\n"},
    {"several lone surrogates, then text", std::string("\xFE\xFF\xDE\0\xDE\0\xDE\0\0.\0.", 12),
     "\uFFFD\uFFFD\uFFFD..\n"},
    {"half of a unit", std::string("\xFF\xFE.\0.", 5), ".\uFFFD\n"},
    {"zeros in two of four bytes", std::string("\0\0.5", 4), "\x1A\x1A.5\n"},
    {"as long as a line may be", std::string(kCutLine - 1, 'x') + "\ny\n",
     std::string(kCutLine - 1, 'x') + "\ny\n"},
    {"too long, in the middle", "a\n" + std::string(5 * kCutLine + 7, 'x') + "\ny\n",
     "a\n" + std::string(kCutLine, 'x') + "\ny\n"},
    {"too long, at the end", "a\n" + std::string(3 * kCutLine, 'x'),
     "a\n" + std::string(kCutLine, 'x') + "\n"},
    {"two that are too long",
     std::string(2 * kCutLine, 'x') + "\n" + std::string(2 * kCutLine, 'y') + "\n",
     std::string(kCutLine, 'x') + "\n" + std::string(kCutLine, 'y') + "\n"},
};

TEST(TextSource, MakesTextSafe) {
  for (const CleanCase& c : kCleanCases) {
    SCOPED_TRACE(c.name);
    for (const std::size_t request : {std::size_t{1}, std::size_t{1000}, kCutLine, 8 * kCutLine}) {
      for (const std::size_t ahead : {0, 1, 2, 5})
        EXPECT_TRUE(cleaned(c.text, request, ahead) == c.cleaned) << request << " " << ahead;
    }
  }
}

TEST(TextSource, CutsNoLinesUnasked) {
  const std::string text = "a\n" + std::string(5 * kCutLine + 7, 'x') + "\ny";
  TextBytes bytes(text);
  TextSource source(bytes);
  EXPECT_TRUE(drain(source, kCutLine) == text + "\n");
}

}  // namespace

}  // namespace sudoku::base
