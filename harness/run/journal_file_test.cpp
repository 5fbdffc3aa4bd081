#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/test_files.h"
#include "harness/run/journal.h"

namespace sudoku::run {

namespace {

const std::vector<std::string> kRecords = {"first", "", std::string(300, 'x'), "last\n"};

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> records_in(const std::string& path) {
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
    writer.go_on_from({});
    ends_.push_back(std::filesystem::file_size(path_));
    for (const std::string& record : kRecords) {
      EXPECT_EQ(writer.append(record), 0);
      ends_.push_back(std::filesystem::file_size(path_));
    }
  }

  // Number of records that lie whole within the first `bytes` bytes.
  std::size_t whole_records(std::uint64_t bytes) const {
    std::size_t whole = 0;
    while (whole < kRecords.size() && ends_[whole + 1] <= bytes)
      ++whole;
    return whole;
  }

  static std::vector<std::string> first(std::size_t count) {
    return {kRecords.begin(), kRecords.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  base::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/journal";
  std::vector<std::uint64_t> ends_;  // of the line that begins the file, and of each record
};

TEST_F(JournalFile, GivesBackWhatWasAppended) {
  EXPECT_EQ(records_in(path_), kRecords);
}

TEST_F(JournalFile, IsTrustedUpToTheLastWholeRecordWhereverItWasCut) {
  const std::string whole = content_of(path_);
  for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
    const std::string cut = folder_.write("cut", whole.substr(0, bytes));
    ASSERT_EQ(records_in(cut), first(whole_records(bytes))) << bytes;
  }
}

TEST_F(JournalFile, IsTrustedUpToTheRecordThatABitWasFlippedIn) {
  const std::string whole = content_of(path_);
  for (std::size_t byte = 0; byte < whole.size(); ++byte) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << (byte % 8)));
    const std::string path = folder_.write("damaged", damaged);
    ASSERT_EQ(records_in(path), first(whole_records(byte))) << byte;
  }
}

TEST_F(JournalFile, DoesNotTrustARecordInAnotherPlace) {
  const std::string whole = content_of(path_);
  const std::string moved = whole.substr(0, ends_[0]) + whole.substr(ends_[1], ends_[2] - ends_[1]);
  EXPECT_TRUE(records_in(folder_.write("moved", moved)).empty());
}

TEST_F(JournalFile, GoesOnBehindWhatCanBeTrusted) {
  std::filesystem::resize_file(path_, ends_[3] + 5);
  JournalReader reader(path_);
  while (reader.next()) {
  }
  EXPECT_EQ(reader.left_over(), 5U);
  {
    JournalWriter writer(path_);
    writer.go_on_from(reader.end());
    EXPECT_EQ(writer.append("instead"), 0);
  }
  EXPECT_EQ(records_in(path_),
            (std::vector<std::string>{kRecords[0], kRecords[1], kRecords[2], "instead"}));
}

TEST_F(JournalFile, IsOfOneWriterAtATime) {
  const JournalWriter writer(path_);
  try {
    const JournalWriter other(path_);
    FAIL() << "two writers";
  } catch (const base::OutputError& error) {
    EXPECT_EQ(error.what(), path_ + ": another run is writing it");
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
  const std::pair<std::string, std::string> cases[] = {
      {"my diary, which has a journal's name\n", "another file"},
      {"s", "another file"},
      {content_of(path_).substr(0, ends_[0] - 6), "another file"},
      {std::string(100, '\0'), "another file"},
      {"sudoku-bench journal 1\nrecords\n", "one of another version of this program"}};
  for (const auto& [content, found] : cases) {
    const std::string path = folder_.write("other", content);
    const std::string expected =
        path + ": expected the journal of a run, found " + found +
        "; it is left as it is: move it away, or give the result another name";
    EXPECT_EQ(refusal(path), expected);
    EXPECT_THROW(require_journal_or_none(path), base::OutputError);
    EXPECT_EQ(content_of(path), content);
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
  EXPECT_EQ(records_in(path_), kRecords);
}

// A writer that was killed before its first line leaves an empty file.
TEST_F(JournalFile, IsBegunInAnEmptyFile) {
  const std::string path = folder_.write("empty", "");
  require_journal_or_none(path);
  {
    JournalWriter writer(path);
    writer.go_on_from({});
    EXPECT_EQ(writer.append("first"), 0);
  }
  EXPECT_EQ(records_in(path), first(1));
}

TEST_F(JournalFile, IsNotRemovedOnceAnotherFileIsInItsPlace) {
  const JournalWriter writer(path_);
  std::filesystem::rename(path_, folder_.path() + "/moved");
  folder_.write("journal", "another");
  writer.remove();
  EXPECT_EQ(content_of(path_), "another");
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
    EXPECT_THROW(JournalWriter(link).go_on_from({}), base::OutputError);
  }
  EXPECT_EQ(content_of(victim), "mine");
}

}  // namespace

}  // namespace sudoku::run
