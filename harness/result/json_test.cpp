#include "harness/result/json.h"

#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/byte_source_fixture.h"
#include "harness/base/input.h"
#include "harness/base/output.h"
#include "harness/base/texts_fixture.h"
#include "harness/result/example_results_fixture.h"
#include "harness/result/fields.h"

namespace sudoku::result {

namespace {

using base::expect_part;

std::string error_of(const std::string& text) {
  return base::error_of([&text] { from_json(text, "r.json"); });
}

// The example document with the first `from` replaced by `to`.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = to_json(example_result());
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

template <typename Record>
void expect_fields_in(const std::string& text) {
  for_each_field<Record>([&text]<typename Line>(const Line& line) {
    if constexpr (kIsStored<Line>) {
      if ((line.flags & kJournalOnly) != 0) return;
    }
    const std::string_view name = line.name;
    expect_part(text, fmt::format("\"{}\":", name.substr(name.find('.') + 1)));
  });
}

TEST(Json, ReadsBackEveryFieldThatItWrote) {
  const std::string text = to_json(full_result());
  expect_fields_in<RunResult>(text);
  expect_fields_in<EnvironmentRecord>(text);
  expect_fields_in<DatasetRecord>(text);
  expect_fields_in<Row>(text);
  expect_fields_in<ExternalRecord>(text);
  expect_fields_in<ProcessesRecord>(text);
  expect_fields_in<BlockRecord>(text);
  expect_fields_in<HostRecord>(text);
  const RunResult read = from_json(text, "r.json");
  EXPECT_EQ(to_json(read), text);
  EXPECT_EQ(read.results[0].mean_of(read.results[0].kept_memory), 0.0) << "nothing, not unknown";
  EXPECT_FALSE(read.results[1].processes);
  EXPECT_FALSE(read.results[6].latency);
}

TEST(Json, KeepsEveryFieldOfDocumentsOfAnEarlierVersion) {
  for (const char* name : {"solvers.json", "shard.json", "processes.json"}) {
    const std::string path = std::string(SOURCE_FOLDER "/harness/result/testdata/") + name;
    const std::string text = base::text_file(path, "a result document");
    EXPECT_EQ(to_json(from_json(text, name)), text) << name;
  }
}

TEST(Json, LeavesOutWhatDocumentsBeforeItLacked) {
  const std::string text = to_json(example_result());
  for (const char* field : {"logic", "instructions_per_puzzle", "no_counters", "confirmed",
                            "solutions_unshown", "fills_solution"})
    EXPECT_EQ(text.find(fmt::format("\"{}\"", field)), std::string::npos) << field;
}

TEST(Json, WritesNumbersThatAreNotFiniteAsNull) {
  RunResult run;
  run.environment.load = std::numeric_limits<double>::infinity();
  expect_part(to_json(run), R"("load": null)");
}

TEST(Json, KeepsEveryOutcome) {
  for (std::size_t i = 0; i + 1 < kOutcomes; ++i) {
    RunResult run = example_result();
    run.results[0].slowest[0].outcome = static_cast<Outcome>(i);
    EXPECT_EQ(from_json(to_json(run), "r.json").results[0].slowest[0].outcome,
              static_cast<Outcome>(i));
  }
}

TEST(Json, NeverWritesUnanswered) {
  RunResult run = example_result();
  run.results[0].outcomes[Outcome::unanswered] = 7;
  run.results[0].slowest[0].outcome = Outcome::unanswered;
  const std::string text = to_json(run);

  EXPECT_EQ(text.find("unanswered"), std::string::npos);
  EXPECT_EQ(from_json(text, "r.json").results[0].slowest[0].outcome, Outcome::unanswered);
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  RunResult run = example_result();
  run.datasets[0].path = "data/\xFF.csv";
  EXPECT_EQ(from_json(to_json(run), "r.json").datasets[0].path, "data/\xEF\xBF\xBD.csv");
}

// A value of 100 characters with its margin stays on a line, and a longer one is broken.
TEST(Json, BreaksWhatIsLongerThanALine) {
  RunResult run = example_result();
  const auto text_with = [&run](std::size_t letters) {
    run.results[0].wrong_answers = {{.puzzle = "", .line = 1, .reason = std::string(letters, 'w')}};
    return to_json(run);
  };
  const auto lines_with = [&](std::size_t letters) {
    return std::ranges::count(text_with(letters), '\n');
  };
  std::size_t letters = 40;
  while (lines_with(letters) == lines_with(letters + 1))
    ++letters;
  const std::string text = text_with(letters);
  const std::size_t start = text.rfind('\n', text.find("www")) + 1;
  const std::size_t margin = text.find('"', start) - start;
  const std::size_t value = text.find('[', start);
  EXPECT_EQ(margin + text.find(",\n", value) - value, 100U);
}

TEST(Json, SkipsFieldsItDoesNotKnow) {
  EXPECT_EQ(error_of(changed(R"("tool": {)", R"("invented": [1], "tool": {"later": 2,)")),
            "no error");
}

struct FaultCase {
  const char* name;
  const char* from;
  const char* to;
  const char* error;
};

TEST(Json, PointsAtTheFault) {
  const FaultCase cases[] = {
      {"older schema", R"("schema_version": 3)", R"("schema_version": 2)",
       "r.json: /schema_version: expected 3, found 2"},
      {"no schema", R"("schema_version": 3,)", "",
       "r.json: /schema_version: expected 3, found none"},
      {"field missing", R"("flags":)", R"("other":)", "r.json: /tool/flags: this field is missing"},
      {"field missing deep down", R"("median":92000.0,)", "",
       "r.json: /results/0/puzzles_per_second/median: this field is missing"},
      {"text for a number", R"("threads": 1)", R"("threads": "one")",
       R"(r.json: /results/0/threads: expected a whole number, found "one")"},
      {"text for processes", R"("processes": 1)", R"("processes": "one")",
       R"(r.json: /settings/processes: expected a whole number, found "one")"},
      {"minus", R"("threads": 1)", R"("threads": -1)",
       "r.json: /results/0/threads: expected a whole number, found -1"},
      {"fraction", R"("threads": 1)", R"("threads": 1.5)",
       "r.json: /results/0/threads: expected a whole number, found 1.5"},
      {"too large for the field", R"("cores": 2)", R"("cores": 4294967296)",
       "r.json: /environment/cores: expected a whole number, found 4294967296"},
      {"minus in an object in a row", R"("guesses": {"total":)", R"("guesses": {"total":-8,"was":)",
       "r.json: /results/0/guesses/total: expected a whole number, found -8"},
      {"number for a text", R"("Example CPU 9000")", "9000",
       "r.json: /environment/cpu: expected a text, found 9000"},
      {"number for a truth", R"("complete": false)", R"("complete": 0)",
       "r.json: /complete: expected true or false, found 0"},
      {"text for a figure", "0.012", R"("a lot")",
       R"(r.json: /environment/steal: expected a number or null, found "a lot")"},
      {"object for an array", R"("isa_available": ["baseline","avx2"])", R"("isa_available": {})",
       "r.json: /environment/isa_available: expected an array, found an object"},
      {"array for an object", R"("clues": {"min":21,"mean":24.637,"max":31})", R"("clues": [])",
       "r.json: /datasets/0/clues: expected an object, found an array"},
      {"number for settings", R"("settings": {)", R"("settings": 7, "others": {)",
       "r.json: /settings: expected an object, found 7"},
      {"digest too short", R"("00000000000000ff")", R"("ff")",
       R"(r.json: /results/0/blocks/0/digest: expected 16 hexadecimal digits, found "ff")"},
      {"number for a digest", R"("00000000000000ff")", "7",
       "r.json: /results/0/blocks/0/digest: expected 16 hexadecimal digits, found 7"},
      {"digest of other letters", R"("00000000000000ff")", R"("00000000000000fg")",
       "r.json: /results/0/blocks/0/digest: expected 16 hexadecimal digits, "
       R"(found "00000000000000fg")"},
      {"interval with one end", "[91400.0,92700.0]", "[91400.0]",
       "r.json: /results/0/puzzles_per_second/ci95: expected the two ends of an interval, "
       "found an array"},
      {"interval beside its figure", "[91400.0,92700.0]", "[92100.0,92700.0]",
       "r.json: /results/0/puzzles_per_second/ci95: expected positive ends around the median, or "
       "two times null, found an array"},
      {"interval below its figure", "[91400.0,92700.0]", "[91400.0,91900.0]",
       "r.json: /results/0/puzzles_per_second/ci95: expected positive ends around the median, or "
       "two times null, found an array"},
      {"interval from nothing", "[91400.0,92700.0]", "[0,92700.0]",
       "r.json: /results/0/puzzles_per_second/ci95: expected positive ends around the median, or "
       "two times null, found an array"},
      {"half an interval", "[91400.0,92700.0]", "[null,92700.0]",
       "r.json: /results/0/puzzles_per_second/ci95: expected positive ends around the median, or "
       "two times null, found an array"},
      {"figure of nothing", R"("median":92000.0)", R"("median":0)",
       "r.json: /results/0/puzzles_per_second/median: expected a number above 0 or null, found 0"},
      {"no interval", "[91400.0,92700.0]", "[null,null]", "no error"},
      {"no threads", R"("threads": 1)", R"("threads": 0)",
       "r.json: /results/0/threads: expected a number above 0, found 0"},
      {"sample of nothing", R"("sample_rate": 1.0)", R"("sample_rate": 0)",
       "r.json: /results/0/sample_rate: expected a number above 0, found 0"},
      {"unknown sample", R"("sample_rate": 1.0)", R"("sample_rate": null)",
       "r.json: /results/0/sample_rate: expected a number above 0, found null"},
      {"histogram out of step", R"("count": [100,30000,12000,2000,136,6])", R"("count": [44242])",
       "r.json: /results/0/latency_ns/histogram/count: expected one count per bucket, "
       "found an array"},
      {"text for a solver from outside", R"("external": null)", R"("external": "rival")",
       R"(r.json: /results/0/external: expected an object, found "rival")"},
      {"number for a reason", R"("disqualified": "")", R"("disqualified": 0)",
       "r.json: /results/0/disqualified: expected a text, found 0"},
      {"outcome of another world", R"("outcome": "unique")", R"("outcome": "splendid")",
       "r.json: /results/0/slowest/0/outcome: expected the name of an outcome, "
       R"(found "splendid")"},
      {"outcome of many letters", R"("outcome": "unique")",
       R"("outcome": "splendid splendid splendid splendid splendid")",
       "r.json: /results/0/slowest/0/outcome: expected the name of an outcome, found a text of 44 "
       "characters"}};
  for (const FaultCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(error_of(changed(c.from, c.to)), c.error);
  }
}

TEST(Json, NeedsEverySettingOfADocument) {
  const std::string text = to_json(example_result());
  for (const char* const name : {"rounds", "warmup_s", "seed", "verify", "isolate"}) {
    const std::string field = fmt::format("  \"{}\": ", name);
    const std::size_t at = text.find(field);
    ASSERT_NE(at, std::string::npos) << name;
    std::string without = text;
    without.replace(at + 3, 1, "X");
    EXPECT_EQ(error_of(without), fmt::format("r.json: /settings/{}: this field is missing", name));
  }
}

TEST(Json, ReadsOnlyDocumentsWhosePartsFitTogether) {
  RunResult run = example_result();
  run.results[0].dataset = "no such file";
  expect_part(error_of(to_json(run)), "no such file");
}

TEST(Json, TellsBytesThatAreNoJsonFromJsonThatIsNestedTooDeeply) {
  EXPECT_EQ(error_of("\x8F\x12" + std::string(300, '[')),
            "r.json:1:1: expected a result document, found text that is not JSON");
  EXPECT_EQ(error_of(std::string(99, '[') + "\x8F" + std::string(99, '[')),
            "r.json:1:100: expected a result document, found text that is not JSON");
}

TEST(Json, TellsWhatIsNotJson) {
  EXPECT_EQ(error_of(""), "r.json: expected a result document, but it ends too early");
  EXPECT_EQ(error_of(R"({"schema_version": 3,)"),
            "r.json: expected a result document, but it ends too early");
  EXPECT_EQ(error_of("{\n \"schema_version\": 3,\n}"),
            "r.json:3:1: expected a result document, found text that is not JSON");
  EXPECT_EQ(error_of("puzzle,solution"),
            "r.json:1:1: expected a result document, found text that is not JSON");
  // Regression: these two documents crashed the program; the fuzzer found the first.
  EXPECT_EQ(error_of(R"({"schema_version": 1e999})"),
            "r.json: expected a result document, found a number that is too large");
  EXPECT_EQ(error_of("{\"schema_version\": " + std::string(200'000, '[')),
            "r.json: expected a result document, found one that is nested too deeply");
  EXPECT_EQ(error_of("[]"), "r.json: /schema_version: expected 3, found none");
  EXPECT_EQ(error_of(R"({"schema_version": 3})"), "r.json: /tool: this field is missing");
}

std::string error_of_reading(const std::string& path) {
  return base::error_of([&path] { read_result(path); });
}

TEST(ReadResult, ReadsAFileButNoDeviceThatNeverEnds) {
  const base::TemporaryFolder folder;
  const std::string text = to_json(example_result());
  EXPECT_EQ(to_json(read_result(folder.write("r.json", text))), text);
  expect_part(error_of_reading(folder.write("nul.json", text + "\n" + '\0')),
              ": expected a result document, found a NUL byte");
  EXPECT_EQ(error_of_reading("/dev/zero"), "/dev/zero: is a device, which may have no end");
}

TEST(ReadResult, SaysWhyAFileCannotBeRead) {
  const std::string folder = testing::TempDir();
  EXPECT_EQ(error_of_reading(folder), folder + ": cannot be read: it is a directory");
  EXPECT_EQ(error_of_reading("/none.json"),
            "/none.json: cannot be read: No such file or directory");
}

}  // namespace

}  // namespace sudoku::result
