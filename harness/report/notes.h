// The words around a table: what it is of, what limits its figures, where
// solvers from outside come from, how to repeat a puzzle.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/report/view.h"
#include "harness/result/document.h"

namespace sudoku::report {

// "44,242 puzzles, 21–31 clues (mean 24.6), 2 rows in quarantine", and a mark on small sets.
std::string caption(const View& view);

// One sentence each, without full stop; none when there is nothing to say.
std::vector<std::string> notes(const View& view);

// A command line as a shell takes it.
std::string shell_quoted(const std::vector<std::string>& command);

// A command line that runs the row's solver on that puzzle alone, as the run did.
std::string repeat_command(const result::RunResult& run, const result::Row& row,
                           const std::string& puzzle);

// Appends what there is to say of solvers that are not compiled in, in sentences without full stop:
// crashes, kills, disqualifications, what a solver leaves undone or does too much, and what
// starting it takes.
void note_outside(const View& view, std::vector<std::string>& notes);

// The options of `run` that put the row's solver, and nobody else, into a race; as a shell takes
// them.
std::string options_for(const result::Row& row);

// A section of Markdown with a row for each solver from outside, or nothing when there is none.
std::string outside_section(const result::RunResult& run);

// Appends what there is to say of solvers that do not search, in sentences without full stop.
void note_logic(const View& view, std::vector<std::string>& notes);

// What a report lists of a run besides its figures: name and text of each fact.
using Facts = std::vector<std::pair<std::string, std::string>>;

// The facts of a run. What is not known is left out: not every machine tells everything.
Facts environment_facts(const result::RunResult& run);
Facts settings_facts(const result::SettingsRecord& settings);
Facts overhead_facts(const result::OverheadRecord& overhead);

// "sudoku-bench 0.1.0 (abc1234), Release, GNU 12.2.0, -O3".
std::string tool_text(const result::ToolRecord& tool);

}  // namespace sudoku::report
