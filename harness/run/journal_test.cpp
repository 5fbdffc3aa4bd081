#include "harness/run/journal.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <sys/resource.h>

#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/output.h"
#include "harness/base/texts_fixture.h"
#include "harness/options/options.h"
#include "harness/result/deterministic_fixture.h"
#include "harness/result/fields.h"
#include "harness/result/json.h"
#include "harness/run/fingerprint.h"
#include "harness/run/run_fixture.h"

namespace sudoku::run {

namespace {

using base::message_of;

class ResumedRun : public testing::Test {
 protected:
  ResumedRun() {
    files_ = {folder_.write("a.txt", puzzles_of_each_kind(70)),
              folder_.write("b.txt", puzzles_of_each_kind(20))};
  }

  Journal journal(bool resume) {
    said_.clear();
    return Journal({.path = path_,
                    .result = result_,
                    .resume = resume,
                    .tool = tool_,
                    .log = [this](const std::string& sentence) { said_ += sentence + "\n"; }});
  }

  result::RunResult run(bool resume, TurnCounter& turns, const std::atomic<bool>& cancelled) {
    Journal journal = this->journal(resume);
    result::RunResult result = run_datasets(files_, settings_, cancelled, turns, journal);
    result.tool = tool_;
    journal.sign(result);
    return result;
  }

  // Interrupts the run before its turn number `turn`.
  result::RunResult run_until(int turn, bool resume = false) {
    std::atomic<bool> cancelled = false;
    TurnCounter turns(&cancelled, turn);
    return run(resume, turns, cancelled);
  }

  result::RunResult resume() {
    TurnCounter turns;
    result::RunResult result = run(true, turns, never_);
    puzzles_ = turns.puzzles();
    return result;
  }

  std::string whole() {
    TurnCounter turns;
    result::RunResult result = run_datasets(files_, settings_, never_, turns);
    all_puzzles_ = turns.puzzles();
    result.tool = tool_;
    return result::deterministic_json(result);
  }

  // Why a run cannot be resumed, without the name of the file, which has to be that of its journal
  // or its result.
  std::string refusal(bool is_result = false) {
    const std::string start = (is_result ? result_ : path_) + ":";
    const std::string text = message_of<base::InputError>([this] { resume(); });
    return text.starts_with(start) ? text.substr(start.size()) : text;
  }

  base::TemporaryFolder folder_;
  std::string result_ = folder_.path() + "/result.json";
  std::string path_ = result_ + ".journal";
  std::vector<std::string> files_;
  options::RunSettings settings_ = quick_run({"mrv", "lanes", "logic"});
  result::ToolRecord tool_ = {.version = "1",
                              .git_revision = "abc",
                              .build_type = "Release",
                              .compiler = "c",
                              .flags = "-O3"};
  std::string said_;
  const std::atomic<bool> never_ = false;
  std::uint64_t puzzles_ = 0;
  std::uint64_t all_puzzles_ = 0;
};

std::uint64_t puzzles_in(const result::RunResult& result) {
  std::uint64_t puzzles = 0;
  for (const result::Row& row : result.results)
    puzzles += row.puzzles;
  return puzzles;
}

using SlowResumedRun = ResumedRun;

TEST_F(SlowResumedRun, EqualsOneThatWasNotInterrupted) {
  const std::string whole = this->whole();
  for (const int turn : {1, 2, 56, 79}) {
    const result::RunResult part = run_until(turn);
    EXPECT_FALSE(part.complete);
    const result::RunResult result = resume();
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.resumed, 1U);
    EXPECT_EQ(result::deterministic_json(result), whole) << turn;
    // The resumed run measures only the broken-off block again, by the plans of before.
    EXPECT_EQ(puzzles_in(part) + puzzles_, all_puzzles_) << turn;
    if (turn > 2) {
      EXPECT_EQ(result.results[1].pilot_ns, part.results[1].pilot_ns);
    }
    std::filesystem::remove(path_);
  }
}

TEST_F(ResumedRun, CanBeInterruptedAgain) {
  const std::string whole = this->whole();
  const result::RunResult first = run_until(25);
  run_until(16, true);
  run_until(28, true);
  const result::RunResult result = resume();
  EXPECT_EQ(result::deterministic_json(result), whole);
  EXPECT_EQ(result.resumed, 3U);
  EXPECT_EQ(result.started, first.started);
}

// Interrupts a run before its samples are planned.
struct InterruptsPlanning final : RunObserver {
  void starting(std::string_view /*dataset*/) override { cancelled = true; }

  std::atomic<bool> cancelled = false;
};

TEST_F(ResumedRun, ReportsTheBlocksOfBeforeWhenItIsInterruptedBeforeItPlans) {
  const result::RunResult part = run_until(56);
  InterruptsPlanning observer;
  Journal journal = this->journal(true);
  const result::RunResult again =
      run_datasets(files_, settings_, observer.cancelled, observer, journal);
  EXPECT_FALSE(again.complete);
  EXPECT_GT(puzzles_in(part), 0U);
  EXPECT_EQ(puzzles_in(again), puzzles_in(part));
}

TEST_F(ResumedRun, UsesWhatIsWholeOfADamagedFile) {
  const std::string whole = this->whole();
  run_until(56);
  std::vector<std::uint64_t> ends;
  JournalReader reader(path_);
  while (reader.next())
    ends.push_back(reader.end().bytes);
  const std::string content = base::whole_file(path_);
  folder_.write("result.json.journal", content.substr(0, ends[0] - 1));  // not even its first line
  ASSERT_EQ(result::deterministic_json(resume()), whole);
  std::string flipped = content;
  flipped[ends[3] + 40] ^= 4;
  folder_.write("result.json.journal", flipped);
  ASSERT_EQ(result::deterministic_json(resume()), whole);
  EXPECT_EQ(said_, path_ + ": the last " + std::to_string(content.size() - ends[3]) +
                       " bytes are damaged or incomplete and were ignored\n" + path_ +
                       ": 3 blocks are finished, resuming the run\n");
}

result::DatasetRows sums_of_block(std::uint64_t block) {
  result::DatasetRows sums;
  sums.blocks = {block};
  return sums;
}

// Simulates a full disk: no file can grow during its lifetime.
class FullDisk {
 public:
  FullDisk() {
    ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit nothing = {.rlim_cur = 0, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &nothing);
  }

  ~FullDisk() { ::setrlimit(RLIMIT_FSIZE, &before_); }

  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

// Lines of finished blocks are useless without the fingerprint, which waits for disk space.
TEST_F(ResumedRun, KnowsWhatItIsAlthoughTheDiskWasFullAtFirst) {
  result::RunResult run;
  run.datasets.resize(1);
  {
    Journal journal = this->journal(false);
    {
      const FullDisk full;
      journal.begin(settings_, run);
      journal.finished(0, sums_of_block(0));
    }
    EXPECT_EQ(said_, path_ +
                         ": cannot be written: File too large; the run continues, but --resume "
                         "would repeat what is missing from it\n");
    EXPECT_EQ(std::filesystem::file_size(path_), 0U);
    journal.finished(0, sums_of_block(1));
  }
  Journal journal = this->journal(true);
  journal.begin(settings_, run);
  EXPECT_EQ(journal.take(0).blocks, std::vector<std::uint64_t>{1});
}

TEST_F(ResumedRun, IsRefusedWhenItsJournalCannotBeOfTheRun) {
  result::RunResult run;
  run.datasets.resize(1);
  {
    Journal journal = this->journal(false);
    journal.begin(settings_, run);
    journal.finished(1, sums_of_block(4));
  }
  Journal journal = this->journal(true);
  EXPECT_EQ(message_of<base::InputError>([&] { journal.begin(settings_, run); }),
            path_ + ":2: refers to a dataset that does not exist");
}

// A text other than before in any field of a record.
void alter(std::string& value) { value += "other"; }

void alter(std::vector<std::string>& value) { value.emplace_back("other"); }

void alter(std::uint64_t& value) { ++value; }

void alter(bool& value) { value = !value; }

void alter(std::optional<bool>& value) { value = true; }

// Calls `see` with the name of each field of the record in `result`, while it is altered.
template <typename Record, typename See>
void with_each_field_altered(Record& record, const See& see) {
  const Record before = record;
  result::for_each_field<Record>([&](const auto& line) {
    alter(record.*line.member);
    see(std::string(line.name));
    record = before;
  });
}

TEST(Fingerprint, OfAResultHoldsAllThatPartsOfARunHaveInCommon) {
  result::RunResult result;
  result.datasets.resize(1);
  result.datasets[0].sha256 = "a";
  result.results.resize(2);
  result.results[0].solver = "ours";
  result.results[1].solver = "theirs";
  result.results[1].external.emplace();
  const Fingerprint before = fingerprint_of(result);
  const auto expect_change = [&](const std::string& name) {
    EXPECT_EQ(differences(before, fingerprint_of(result), "{}"), name);
  };
  with_each_field_altered(result.tool,
                          [&](const std::string& name) { expect_change("program: " + name); });
  with_each_field_altered(*result.results[1].external,
                          [&](const std::string& name) { expect_change("theirs: " + name); });
  const result::RunResult whole = result;
  const std::vector<std::pair<const char*, std::function<void()>>> others = {
      {"number of datasets", [&] { result.datasets.emplace_back(); }},
      {"sha256 of dataset 1", [&] { result.datasets[0].sha256 = "b"; }},
      {"solvers", [&] { result.results.erase(result.results.begin()); }},
      {"threads", [&] { result.results[0].threads = 2; }},
      {"instruction set", [&] { result.environment.isa_dispatched = "avx2"; }}};
  for (const auto& [name, change] : others) {
    change();
    expect_change(name);
    result = whole;
  }
  EXPECT_EQ(differences(before, fingerprint_of(result), "{}"), "");
}

TEST(Fingerprint, OfARunHoldsWhereItsExternalSolversAreFromAndTheProgramsFile) {
  const auto fingerprint_with = [](const char* command) {
    options::RunSettings settings;
    external::Spec spec;
    spec.name = "theirs";
    spec.command = {command};
    settings.solver_specs.emplace_back(spec);
    return fingerprint_of(settings, result::RunResult(), result::ToolRecord());
  };
  const Fingerprint before = fingerprint_with("solver");
  EXPECT_EQ(before.at("program: file").size(), 16U);
  EXPECT_EQ(differences(before, fingerprint_with("solver2"), "{} {} {}"),
            "theirs: command solver solver2");
}

// The options of an interrupted run are compared with its journal, those of a complete run with its
// result.
class SlowAnotherRun : public ResumedRun, public testing::WithParamInterface<bool> {};

TEST_P(SlowAnotherRun, IsRefusedByNameForEveryOptionOfTheFingerprint) {
  const bool is_complete = GetParam();
  settings_.pin = true;
  // The second column may be that of solutions, and holds none.
  for (const std::string& file : files_)
    base::write_aside(file, std::regex_replace(base::content_of(file), std::regex("\n"), ",\n"));
  if (is_complete) {
    base::write_aside(result_, result::to_json(resume()));
    std::filesystem::remove(path_);
  } else {
    run_until(10);
  }
  for (const options::Option& option : options::all()) {
    // Skips the number of processes, which is an option but no member of RunSettings.
    if (!option.traits.in_fingerprint || option.key() == "processes") continue;
    options::Options options;
    static_cast<options::RunSettings&>(options) = settings_;
    options::options_of(options).find(option.name())->take(other_values().at(option.key()));
    std::swap<options::RunSettings>(settings_, options);
    const std::string name = option.traits.recorded == nullptr
                                 ? option.key()
                                 : std::string("settings: ") + option.traits.recorded;
    const std::string said = refusal(is_complete);
    EXPECT_TRUE(
        said.starts_with(" belongs to another run and cannot be resumed: " + name + " was "))
        << option.name() << ": " << said;
    std::swap<options::RunSettings>(settings_, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Resumed, SlowAnotherRun, testing::Bool());

TEST_F(ResumedRun, IsRefusedWhenItsFilesOrTheProgramHaveChanged) {
  run_until(10);
  tool_.git_revision = "abd";
  EXPECT_EQ(refusal(),
            " belongs to another run and cannot be resumed: program: git_revision was abc and is "
            "abd");
  tool_.git_revision = "abc";
  folder_.write("b.txt", puzzles_of_each_kind(21));
  const std::string said = refusal();
  EXPECT_TRUE(
      said.starts_with(" belongs to another run and cannot be resumed: sha256 of dataset 2 was "))
      << said;
}

TEST_F(ResumedRun, HasNothingToDoWhenTheResultIsComplete) {
  result::RunResult result = resume();
  EXPECT_EQ(said_, path_ + ": no journal found, starting a new run\n");
  base::write_aside(result_, result::to_json(result));
  std::filesystem::remove(path_);

  {
    Journal again = journal(true);
    TurnCounter turns;
    run_datasets(files_, settings_, never_, turns, again);
    ASSERT_TRUE(again.complete_result());
    EXPECT_EQ(again.complete_result()->started, result.started);
    EXPECT_EQ(turns.turns(), 0);
  }
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(said_, result_ + ": is complete, there is nothing to do\n");

  settings_.shard = {.number = 1, .of = 2};
  settings_.sample_rate = 0.5;
  EXPECT_EQ(refusal(true),
            " belongs to another run and cannot be resumed: settings: sample was by the time "
            "budget and is rate 0.5; shard was the whole and is 1/2");
}

TEST_F(ResumedRun, IsRefusedWhenOnlyAPartIsLeft) {
  base::write_aside(result_, result::to_json(run_until(10)));
  std::filesystem::remove(path_);
  EXPECT_EQ(refusal(true), " is incomplete, and its journal is missing: " + path_ +
                               "; run without --resume to start again");
}

// A forgotten --resume must not cost the hours that an interrupted run has measured.
TEST_F(ResumedRun, IsNotReplacedByANewOne) {
  run_until(10);
  const std::string journal = base::whole_file(path_);
  EXPECT_EQ(message_of<base::UsageError>([this] { run_until(56); }),
            path_ +
                ": belongs to an interrupted run: give --resume to continue it, or remove the file "
                "to start again");
  EXPECT_EQ(base::whole_file(path_), journal);
}

TEST_F(ResumedRun, IsReplacedIfItHasNoBlock) {
  run_until(2);
  EXPECT_TRUE(run_until(1000).complete);
}

}  // namespace

}  // namespace sudoku::run
