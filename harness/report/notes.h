// Texts beside result tables: verdicts, captions, notes, origins of solvers, repeat commands.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/report/view.h"
#include "harness/result/document.h"

namespace sudoku::report {

// Conclusion from a run, in a sentence.
struct Verdict {
  // `undecided`: a dataset without a certain winner.
  enum class Kind : std::uint8_t { ranking, undecided, trouble, trust };
  Kind kind = Kind::ranking;
  std::string text;
};

// Verdicts: the user's own solvers and the winner on each dataset; wrong answers, crashes and
// disqualifications of others; interruption.
std::vector<Verdict> verdicts(const result::RunResult& run);

// "21–31 clues (mean 24.6)".
std::string clues_text(const result::DatasetRecord& dataset);

// Dataset summary: "44,242 puzzles, 21–31 clues (mean 24.6), 2 bad rows; small set: …".
std::string caption(const View& view);

// Remark on the results of a dataset: a sentence without its full stop.
struct Note {
  std::string text;
  bool is_warning;  // it limits what the table says, or else explains its cells
};

// All remarks on the results of a dataset; may be empty.
std::vector<Note> notes(const View& view);

// Command line that runs the row's solver on one puzzle, with the options of the run.
std::string repeat_command(const result::RunResult& run, const result::Row& row,
                           const std::string& puzzle);

// What an audit found an external solver to do otherwise than was said of it: "declared to count
// solutions up to the limit; it stops at first: …"; empty when it found nothing.
std::string audit_text(const result::Row& row);

// Facts about a run besides its measurements that a reader of a comparison needs: name and text of
// each. The result document has all.
using Facts = std::vector<std::pair<std::string, std::string>>;

// Known facts, with the external solvers as described by the user.
Facts environment_facts(const result::RunResult& run);
Facts settings_facts(const result::RunResult& run);

// Program version: "sudoku-bench 0.1.0 (abc1234), Release, GNU 12.2.0, -O3".
std::string tool_text(const result::ToolRecord& tool);

}  // namespace sudoku::report
