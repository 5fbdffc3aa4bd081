#include "harness/result/json.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/base/errors.h"
#include "harness/base/input.h"
#include "harness/result/example_results_fixture.h"

namespace sudoku::result {

namespace {

std::string error_of(const std::string& text) {
  try {
    from_json(text, "r.json");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "accepted";
}

// The example document with the first `from` replaced by `to`.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = to_json(example_result());
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(Json, ReadsBackWhatItWrote) {
  const std::string text = to_json(example_result());
  EXPECT_EQ(to_json(from_json(text, "r.json")), text);
}

TEST(Json, KeepsEveryKindOfValue) {
  RunResult run = example_result();
  run.settings.set(result::kSeed, std::numeric_limits<std::uint64_t>::max());
  run.tool.flags = "\"quoted\"\n\tµ";
  const RunResult read = from_json(to_json(run), "r.json");

  EXPECT_EQ(read.settings[result::kSeed], run.settings[result::kSeed]);
  EXPECT_EQ(read.tool.flags, run.tool.flags);
  EXPECT_FALSE(read.complete);
  EXPECT_EQ(read.command, run.command);
  EXPECT_EQ(read.datasets[0].clues_mean, 24.637);
  EXPECT_EQ(read.environment.memory_bytes, 8'000'000'000U);
  EXPECT_EQ(read.results[0].solution_digest, 0xFEDCBA9876543210U);
  EXPECT_EQ(read.results[0].blocks[0].seconds, (std::vector<double>{0.089, 0.09}));
  EXPECT_EQ(read.results[0].slowest[0].outcome, Outcome::unique);
  EXPECT_EQ(read.results[1].latency->chunk, 512U);
  EXPECT_EQ(read.results[1].speedup->ratio.high, 25.5);
  EXPECT_FALSE(read.results[0].speedup.has_value());
  EXPECT_EQ(read.results[3].outcomes, run.results[3].outcomes);
  EXPECT_EQ(read.results[3].subsamples[0].blocks[0].puzzles, 200U);
  EXPECT_FALSE(read.results[6].latency.has_value());
}

TEST(Json, KeepsWhereASolverComesFromAndWhatItDid) {
  RunResult run = example_result();
  run.settings.set(kMemoryLimit, 1ULL << 40U);
  const RunResult read = from_json(to_json(run), "r.json");

  EXPECT_EQ(read.settings[kIsolate], "external");
  EXPECT_EQ(read.settings[kMemoryLimit], 1ULL << 40U);
  EXPECT_EQ(read.settings.suite->path, "data/rivals.toml");
  EXPECT_EQ(read.settings.suite->sha256, "22ff");
  EXPECT_FALSE(read.results[0].external.has_value());
  EXPECT_FALSE(read.results[0].isolated);
  const Row& plugin = read.results[5];
  EXPECT_TRUE(plugin.isolated);
  EXPECT_EQ(plugin.external->library, "build/librival.so");
  EXPECT_EQ(plugin.external->config, 3U);
  EXPECT_EQ(plugin.external->flags, "-O3 -march=native");
  ASSERT_EQ(plugin.incidents.size(), 2U);
  EXPECT_EQ(plugin.incidents[0].outcome, Outcome::crashed);
  EXPECT_EQ(plugin.incidents[1].outcome, Outcome::timeout);
  EXPECT_EQ(plugin.incidents[1].line, 4'711U);
  EXPECT_EQ(plugin.incidents[1].reason, "no answer within 1 s");
  EXPECT_EQ(plugin.solutions_asked, 2'765U);
  EXPECT_EQ(plugin.startup_s, 0.0042);
  const Row& out = read.results[6];
  EXPECT_EQ(out.disqualified, "10 puzzles in a row: ended with exit status 1");
  EXPECT_EQ(out.external->command, (std::vector<std::string>{"python3", "echo.py"}));
  EXPECT_EQ(out.puzzles, 0U);
  EXPECT_TRUE(std::isnan(out.guesses_mean()));
  EXPECT_TRUE(std::isnan(out.puzzles_per_second.median));
}

TEST(Json, KeepsWhatASolverWithoutSearchDid) {
  RunResult run = example_result();
  LogicRecord& logic = run.results[0].logic.emplace();
  logic.filled = 12;
  logic.blanks = 345;
  logic.hardest[static_cast<std::size_t>(Technique::naked_single)] = 67;
  logic.hardest[static_cast<std::size_t>(Technique::simple_colouring)] = 8;
  const std::string text = to_json(run);
  EXPECT_NE(
      text.find("   \"logic\": {\"filled\":12,\"blanks\":345,\"hardest\":{\"naked single\":67,"
                "\"simple colouring\":8}},\n"),
      std::string::npos);
  const RunResult read = from_json(text, "r.json");
  ASSERT_TRUE(read.results[0].logic.has_value());
  EXPECT_EQ(read.results[0].logic->filled, 12U);
  EXPECT_EQ(read.results[0].logic->blanks, 345U);
  EXPECT_EQ(read.results[0].logic->hardest, logic.hardest);
  EXPECT_FALSE(read.results[1].logic.has_value());
}

TEST(Json, KeepsWhatRowsOfOtherRunsAreComparedBy) {
  RunResult run = example_result();
  run.settings.set(kProcesses, 3);
  Row& row = run.results[0];
  row.processes = ProcessesRecord{{10'870.5, std::nan(""), 10'869}};
  row.pilot_ns = 97.5;
  row.confirmed = {.referees = 3, .solvers = 2, .declared = 1};
  row.unsteady = 17;
  row.solutions_unshown = 19;
  row.solutions_hidden = 18;
  row.instructions = row.count_with(2'345.5);
  row.kept_memory = row.count_with(0);
  row.branch_misses = row.count_with(9.5);
  const std::string text = to_json(run);
  EXPECT_NE(text.find("\"processes\": {\"time_per_puzzle_ns\":[10870.5,null,10869.0]},\n"),
            std::string::npos);
  const RunResult read = from_json(text, "r.json");
  EXPECT_EQ(to_json(read), text);
  EXPECT_EQ(read.settings[kProcesses], 3U);
  const Row& again = read.results[0];
  EXPECT_EQ(again.mean_of(again.instructions), 2'345.5);
  EXPECT_EQ(again.mean_of(again.cycles), std::nullopt);
  EXPECT_EQ(again.mean_of(again.branch_misses), 9.5);
  EXPECT_FALSE(read.results[1].processes);
  EXPECT_EQ(read.results[0].confirmed->referees, 3U);
  EXPECT_EQ(read.results[0].unsteady, 17U);
  EXPECT_EQ(read.results[0].mean_of(read.results[0].kept_memory), 0.0) << "nothing, not unknown";
  EXPECT_EQ(read.results[0].solutions_unshown, 19U);
  EXPECT_EQ(read.results[0].solutions_hidden, 18U);
}

TEST(Json, KeepsEveryFieldOfDocumentsOfAnEarlierVersion) {
  for (const char* name : {"solvers.json", "shard.json", "processes.json"}) {
    const std::string path = std::string(SOURCE_FOLDER "/harness/result/testdata/") + name;
    const std::string text = base::text_file(path, "a result document");
    EXPECT_EQ(to_json(from_json(text, name)), text) << name;
  }
}

TEST(Json, LeavesOutWhatDocumentsBeforeItLacked) {
  for (const char* field :
       {"\"logic\"", "\"instructions_per_puzzle\"", "\"cycles_per_puzzle\"", "\"no_counters\"",
        "\"pilot_ns\"", "\"confirmed\"", "\"unsteady\"", "\"solutions_hidden\"",
        "\"solutions_unshown\"", "\"fills_solution\"", "\"kept_memory_per_puzzle_bytes\""})
    EXPECT_EQ(to_json(example_result()).find(field), std::string::npos) << field;
}

TEST(Json, WritesExternalSolversInFull) {
  const std::string text = to_json(example_result());
  const char* const parts[] = {
      "  \"isolate\": \"external\",\n  \"memory_limit\": 512000000,\n"
      "  \"reference\": \"mrv\",\n  \"processes\": 1,\n"
      "  \"suite\": {\"path\":\"data/rivals.toml\",\"sha256\":\"22ff\"}\n",
      "   \"solver\": \"mrv\",\n   \"external\": null,\n   \"isolated\": false,\n",
      "   \"incidents\": [],\n   \"disqualified\": \"\",\n   \"solutions_asked\": 0,\n"
      "   \"startup_s\": 0.0\n",
      "   \"solver\": \"rival-3\",\n   \"external\": {\n"
      "    \"library\": \"build/librival.so\",\n    \"symbol\": \"rival\",\n"
      "    \"config\": 3,\n    \"command\": [],\n    \"batch\": 1,\n"
      "    \"limit\": \"honoured\",\n    \"thread_safe\": true,\n    \"version\": \"1.2\",\n"
      "    \"flags\": \"-O3 -march=native\",\n",
      "     \"outcome\": \"timeout\",\n     \"reason\": \"no answer within 1 s\"\n    }\n   ],\n"
      "   \"disqualified\": \"\",\n   \"solutions_asked\": 2765,\n   \"startup_s\": 0.0042\n",
      "   \"puzzles_per_second\": {\"median\":null,\"ci95\":[null,null]},\n",
      "   \"guesses\": {\"total\":0,\"mean\":null,\"zero_fraction\":null},\n"
      "   \"par2_s\": null,\n",
      "   \"tally\": {\"what\":\"conflicts\",\"total\":88484,\"mean\":2.0},\n"};
  for (const char* part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Json, WritesUnknownNumbersAsNull) {
  RunResult run;
  run.environment.load = std::numeric_limits<double>::infinity();
  run.environment.pilot_ghz = std::numeric_limits<double>::quiet_NaN();
  const std::string text = to_json(run);

  EXPECT_NE(text.find(R"("load": null)"), std::string::npos);
  EXPECT_NE(text.find(R"("pilot_ghz": null)"), std::string::npos);
  EXPECT_TRUE(std::isnan(from_json(text, "r.json").environment.pilot_ghz));
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

TEST(Json, KeepsSmallValuesOnOneLine) {
  const std::string text = to_json(example_result());
  const char* const lines[] = {
      "{\n \"schema_version\": 2,\n \"tool\": {\n  \"version\": \"0.1.0\",\n",
      "\n   \"clues\": {\"min\":21,\"mean\":24.637,\"max\":31}\n",
      "\n   \"puzzles_per_second\": {\"median\":92000.0,\"ci95\":[91400.0,92700.0]},\n",
      "\"seconds\":[0.089,0.09],\"guesses\":40000,\"digest\":\"00000000000000ff\"},\n",
      R"("histogram_all_samples": {"first_ps":[102,433,900],"count":[44242,44242,44242]})"};
  for (const char* line : lines)
    EXPECT_NE(text.find(line), std::string::npos) << line;
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
            "accepted");
}

struct FaultCase {
  const char* name;
  const char* from;
  const char* to;
  const char* error;
};

TEST(Json, PointsAtTheFault) {
  const FaultCase cases[] = {
      {"older schema", R"("schema_version": 2)", R"("schema_version": 1)",
       "r.json: /schema_version: expected 2, found 1"},
      {"no schema", R"("schema_version": 2,)", "",
       "r.json: /schema_version: expected 2, found none"},
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
      {"histogram out of step", R"("count":[44242,44242,44242])", R"("count":[44242])",
       "r.json: /results/0/latency_ns/histogram_all_samples/count: expected one count per bucket, "
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
  for (const char* const name : {"rounds", "warmup_s", "seed", "verify", "isolate", "permute"}) {
    const std::string field = fmt::format("  \"{}\": ", name);
    const std::size_t at = text.find(field);
    ASSERT_NE(at, std::string::npos) << name;
    std::string without = text;
    without.replace(at + 3, 1, "X");
    EXPECT_EQ(error_of(without), fmt::format("r.json: /settings/{}: this field is missing", name));
  }
}

// A name with a point in a table of fields is a member of an object.
TEST(Json, PointsAtMembersOfObjects) {
  const std::string text = to_json(example_result());
  std::string bad = text;
  const std::string total = "\"tally\": {\"what\":\"conflicts\",\"total\":";
  bad.insert(bad.find(total) + total.size(), "-");
  EXPECT_EQ(error_of(bad).substr(0, std::string("r.json: /results/5/tally/total: ").size()),
            "r.json: /results/5/tally/total: ");
}

TEST(Json, ReadsOnlyDocumentsWhosePartsFitTogether) {
  RunResult run = example_result();
  run.results[0].dataset = "no such file";
  EXPECT_NE(error_of(to_json(run)), "");
  EXPECT_NE(error_of(to_json(run)).find("no such file"), std::string::npos)
      << error_of(to_json(run));
}

TEST(Json, RefusesASecondFieldOfAName) {
  EXPECT_EQ(error_of(changed(R"("threads": 1)", R"("threads": 1, "threads": 2)")),
            "r.json: /results/0/threads: expected one field of this name, found another");
  EXPECT_EQ(error_of(changed(R"("index":1)", R"("index":1,"index":1)")),
            "r.json: /results/0/blocks/1/index: expected one field of this name, found another");
  EXPECT_EQ(error_of(changed(R"("schema_version": 2)", R"("schema_version": 2, "command": [])")),
            "r.json: /command: expected one field of this name, found another");
}

TEST(Json, ShortensTheNameOfASecondField) {
  const std::string name(300, 'x');
  EXPECT_EQ(
      error_of(fmt::format(R"({{"{0}":1,"{0}":2}})", name)),
      "r.json: /" + name.substr(0, 199) + "...: expected one field of this name, found another");
}

TEST(Json, TellsBytesThatAreNoJsonFromJsonThatIsNestedTooDeeply) {
  EXPECT_EQ(error_of("\x8F\x12" + std::string(300, '[')),
            "r.json:1:1: expected a result document, found text that is not JSON");
  EXPECT_EQ(error_of(std::string(99, '[') + "\x8F" + std::string(99, '[')),
            "r.json:1:100: expected a result document, found text that is not JSON");
}

TEST(Json, TellsWhatIsNotJson) {
  EXPECT_EQ(error_of(""), "r.json: expected a result document, but it ends too early");
  EXPECT_EQ(error_of(R"({"schema_version": 2,)"),
            "r.json: expected a result document, but it ends too early");
  EXPECT_EQ(error_of("{\n \"schema_version\": 2,\n}"),
            "r.json:3:1: expected a result document, found text that is not JSON");
  EXPECT_EQ(error_of("puzzle,solution"),
            "r.json:1:1: expected a result document, found text that is not JSON");
  // Regression: these two documents crashed the program; the fuzzer found the first.
  EXPECT_EQ(error_of(R"({"schema_version": 1e999})"),
            "r.json: expected a result document, found a number that is too large");
  EXPECT_EQ(error_of("{\"schema_version\": " + std::string(200'000, '[')),
            "r.json: expected a result document, found one that is nested too deeply");
  EXPECT_EQ(error_of("[]"), "r.json: /schema_version: expected 2, found none");
  EXPECT_EQ(error_of(R"({"schema_version": 2})"), "r.json: /tool: this field is missing");
}

class ReadResult : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "read_result_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string error_of(const std::string& path) {
    try {
      read_result(path);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  std::string folder_;
};

TEST_F(ReadResult, ReadsAFile) {
  const std::string path = folder_ + "/r.json";
  std::ofstream(path) << to_json(example_result());
  EXPECT_EQ(to_json(read_result(path)), to_json(example_result()));
}

TEST_F(ReadResult, DoesNotCollectADeviceThatNeverEnds) {
  EXPECT_EQ(error_of("/dev/zero"), "/dev/zero: is a device, which may have no end");
  const std::string path = folder_ + "/r.json";
  std::ofstream(path) << to_json(example_result()) << "\n" << '\0';
  EXPECT_NE(error_of(path).find(": expected a result document, found a NUL byte"),
            std::string::npos);
}

TEST_F(ReadResult, SaysWhyAFileCannotBeRead) {
  EXPECT_EQ(error_of(folder_), folder_ + ": cannot be read: it is a directory");
  EXPECT_EQ(error_of(folder_ + "/none.json"),
            folder_ + "/none.json: cannot be read: No such file or directory");
}

}  // namespace

}  // namespace sudoku::result
