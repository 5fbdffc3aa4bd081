#include <cerrno>
#include <filesystem>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/base/texts_fixture.h"
#include "harness/run/journal.h"

namespace sudoku::run {

namespace {

const std::vector<std::string> kLines = {"first", "", std::string(300, 'x'), "last"};

std::vector<std::string> lines_in(const std::string& path) {
  JournalReader reader(path);
  std::vector<std::string> records;
  while (const auto record = reader.next())
    records.push_back(*record);
  return records;
}

class JournalFile : public testing::Test {
 protected:
  JournalFile() {
    JournalWriter writer(path_);
    writer.continue_from({});
    ends_.push_back(std::filesystem::file_size(path_));
    for (const std::string& record : kLines) {
      EXPECT_EQ(writer.append(record), 0);
      ends_.push_back(std::filesystem::file_size(path_));
    }
  }

  // Number of journal lines that are complete within the first `bytes` bytes of the file.
  std::size_t whole_lines(std::uint64_t bytes) const {
    std::size_t whole = 0;
    while (whole < kLines.size() && ends_[whole + 1] <= bytes)
      ++whole;
    return whole;
  }

  static std::vector<std::string> first(std::size_t count) {
    return {kLines.begin(), kLines.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  base::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/journal";
  std::vector<std::uint64_t> ends_;  // file size before the first line and after each
};

TEST_F(JournalFile, IsTrustedUpToTheLastWholeLineWhereverItWasCut) {
  const std::string whole = base::content_of(path_);
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    const std::string cut = folder_.write("cut", whole.substr(0, bytes));
    ASSERT_EQ(lines_in(cut), first(whole_lines(bytes))) << bytes;
  }
}

TEST_F(JournalFile, IsTrustedUpToTheLineThatABitWasFlippedIn) {
  const std::string whole = base::content_of(path_);
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << (byte % 8)));
    const std::string path = folder_.write("damaged", damaged);
    ASSERT_EQ(lines_in(path), first(whole_lines(byte))) << byte;
  }
}

TEST_F(JournalFile, DoesNotTrustALineInAnotherPlace) {
  const std::string whole = base::content_of(path_);
  const std::string moved = whole.substr(0, ends_[1]) + whole.substr(ends_[2]);
  EXPECT_EQ(lines_in(folder_.write("moved", moved)), first(1));
}

// A power cut may leave a file that ends in zeros, without a newline.
TEST_F(JournalFile, IsNotReadBeyondTheLongestLine) {
  std::filesystem::resize_file(path_, std::uintmax_t{1} << 40U);
  EXPECT_EQ(lines_in(path_), kLines);
}

TEST_F(JournalFile, TakesNoLineThatWouldNotBeRead) {
  JournalWriter writer(path_);
  EXPECT_EQ(writer.append(std::string(kLongestLine, 'x')), EFBIG);
  EXPECT_EQ(std::filesystem::file_size(path_), ends_.back());
}

TEST_F(JournalFile, GoesOnBehindWhatCanBeTrusted) {
  std::filesystem::resize_file(path_, ends_[3] + 5);
  JournalReader reader(path_);
  while (reader.next()) {
  }
  EXPECT_EQ(reader.left_over(), 5U);
  {
    JournalWriter writer(path_);
    writer.continue_from(reader.end());
    EXPECT_EQ(writer.append("instead"), 0);
  }
  EXPECT_EQ(lines_in(path_),
            (std::vector<std::string>{kLines[0], kLines[1], kLines[2], "instead"}));
}

// Why a writer refuses a file, without its name.
std::string refusal(const std::string& path) {
  const std::string text =
      base::message_of<base::OutputError>([&path] { const JournalWriter writer(path); });
  return text.starts_with(path + ": ") ? text.substr(path.size() + 2) : text;
}

std::string found(const std::string& what) {
  return "expected the journal of a run, found " + what +
         "; it was left unchanged: move it away, or give the result another name";
}

TEST_F(JournalFile, IsOfOneWriterAtATime) {
  const JournalWriter writer(path_);
  EXPECT_EQ(refusal(path_),
            "another process is writing it: wait for its end, or give the result another name");
}

TEST_F(JournalFile, RefusesWhatNoWriterHasLeftAndLeavesItAsItWas) {
  const std::string other = found("a different file");
  const std::string version = found("a journal from another version of this program");
  const std::pair<std::string, std::string> cases[] = {
      {"my diary, which has a journal's name\n", other},
      {"s", other},
      {base::content_of(path_).substr(0, 17), other},
      {std::string(100, '\0'), other},
      {"sudoku-bench journal 2\n", version},
      {"sudoku-bench journal 6 0123", version}};
  for (const auto& [content, message] : cases) {
    const std::string path = folder_.write("other", content);
    EXPECT_EQ(refusal(path), message);
    EXPECT_EQ(base::content_of(path), content);
  }
}

TEST_F(JournalFile, RefusesWhatIsNoFileOfItsOwn) {
  const std::string place = folder_.path() + "/";
  const std::string victim = folder_.write("victim", "mine");
  ASSERT_EQ(::mkfifo((place + "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink(path_, place + "link");
  std::filesystem::create_hard_link(victim, place + "hard");
  const std::string other = "cannot be written: it is a link or not a regular file";
  const std::pair<std::string, std::string> cases[] = {
      {place + "pipe", other},
      {place + "link", other},
      {place + "hard", other},
      {folder_.path(), "cannot be written: Is a directory"},
      {path_ + "/below", "cannot be written: Not a directory"},
      {place + "missing/journal", "cannot be written: No such file or directory"}};
  for (const auto& [path, message] : cases)
    EXPECT_EQ(refusal(path), message) << path;
  EXPECT_EQ(lines_in(path_), kLines);
  EXPECT_EQ(base::content_of(victim), "mine");
}

// A writer killed before its first line leaves an empty file.
TEST_F(JournalFile, IsBegunInAnEmptyFile) {
  const std::string path = folder_.write("empty", "");
  {
    JournalWriter writer(path);
    writer.continue_from({});
    EXPECT_EQ(writer.append("first"), 0);
  }
  EXPECT_EQ(lines_in(path), first(1));
}

TEST_F(JournalFile, IsNotRemovedOnceAnotherFileIsInItsPlace) {
  const JournalWriter writer(path_);
  std::filesystem::rename(path_, folder_.path() + "/moved");
  folder_.write("journal", "another");
  writer.remove();
  EXPECT_EQ(base::content_of(path_), "another");
}

}  // namespace

}  // namespace sudoku::run
