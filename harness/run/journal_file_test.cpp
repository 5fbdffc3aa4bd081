#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
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

TEST_F(JournalFile, GivesBackWhatWasAppended) { EXPECT_EQ(lines_in(path_), kLines); }

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

TEST_F(JournalFile, IsOfOneWriterAtATime) {
  const JournalWriter writer(path_);
  try {
    const JournalWriter other(path_);
    FAIL() << "two writers";
  } catch (const base::OutputError& error) {
    EXPECT_EQ(error.what(), path_ +
                                ": another process is writing it: wait for its end, or give "
                                "the result another name");
  }
}

std::string refusal(const std::string& path) {
  try {
    const JournalWriter writer(path);
  } catch (const base::OutputError& error) {
    return error.what();
  }
  return "it was not refused";
}

TEST_F(JournalFile, RefusesWhatNoWriterHasLeftAndLeavesItAsItWas) {
  const std::string other =
      "expected the journal of a run, found a different file; it was left unchanged: move it away, "
      "or give the result another name";
  const std::string version =
      "expected the journal of a run, found a journal from another version of this program; it was "
      "left unchanged: move it away, or give the result another name";
  const std::pair<std::string, std::string> cases[] = {
      {"my diary, which has a journal's name\n", other},
      {"s", other},
      {base::content_of(path_).substr(0, 17), other},
      {std::string(100, '\0'), other},
      {"sudoku-bench journal 2\n", version},
      {"sudoku-bench journal 4 0123", version}};
  for (const auto& [content, message] : cases) {
    const std::string path = folder_.write("other", content);
    const std::string expected = fmt::format("{}: {}", path, message);
    EXPECT_EQ(refusal(path), expected);
    EXPECT_THROW(require_journal_or_none(path), base::OutputError);
    EXPECT_EQ(base::content_of(path), content);
  }
}

TEST_F(JournalFile, RefusesWhatIsNoFile) {
  const std::string pipe = folder_.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::create_symlink(path_, folder_.path() + "/link");
  for (const std::string& path : {pipe, folder_.path() + "/link", folder_.path()}) {
    EXPECT_THROW(JournalWriter{path}, base::OutputError) << path;
    EXPECT_THROW(require_journal_or_none(path), base::OutputError) << path;
  }
  try {
    require_journal_or_none(pipe);
  } catch (const base::OutputError& error) {
    EXPECT_EQ(std::string(error.what()),
              pipe +
                  ": expected the journal of a run, found a pipe, a socket or a device; it was "
                  "left unchanged: move it away, or give the result another name");
  }
  EXPECT_EQ(lines_in(path_), kLines);
}

TEST_F(JournalFile, SaysWhyAFileCannotBeOpened) {
  try {
    require_journal_or_none(path_ + "/below");
    FAIL() << "it was not refused";
  } catch (const base::OutputError& error) {
    EXPECT_EQ(std::string(error.what()), path_ + "/below: cannot be written: Not a directory");
  }
}

// A writer killed before its first line leaves an empty file.
TEST_F(JournalFile, IsBegunInAnEmptyFile) {
  const std::string path = folder_.write("empty", "");
  require_journal_or_none(path);
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

TEST_F(JournalFile, SaysWhyItCannotBeWritten) {
  try {
    const JournalWriter writer(folder_.path() + "/missing/journal");
    FAIL() << "it was opened";
  } catch (const base::OutputError& error) {
    EXPECT_EQ(error.what(),
              folder_.path() + "/missing/journal: cannot be written: No such file or directory");
  }
}

TEST_F(JournalFile, IsNotWrittenThroughALink) {
  const std::string victim = folder_.write("victim", "mine");
  for (const bool is_hard : {false, true}) {
    const std::string link = folder_.path() + (is_hard ? "/hard" : "/soft");
    if (is_hard) {
      std::filesystem::create_hard_link(victim, link);
    } else {
      std::filesystem::create_symlink(victim, link);
    }
    EXPECT_THROW(JournalWriter(link).continue_from({}), base::OutputError);
  }
  EXPECT_EQ(base::content_of(victim), "mine");
  try {
    require_journal_or_none(folder_.path() + "/soft");
    FAIL() << "it was accepted";
  } catch (const base::OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("a symbolic link"), std::string::npos) << error.what();
  }
}

}  // namespace

}  // namespace sudoku::run
