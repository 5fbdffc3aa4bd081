// What a report lists of a run besides its figures: name and text of each fact.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/results/result.h"

namespace sudoku {

using Facts = std::vector<std::pair<std::string, std::string>>;

// Not every machine tells everything: what is not known is left out.
Facts environment_facts(const RunResult& run);
Facts settings_facts(const SettingsRecord& settings);
Facts overhead_facts(const OverheadRecord& overhead);

// "sudoku-bench 0.1.0 (abc1234), Release, GNU 12.2.0, -O3".
std::string tool_text(const ToolRecord& tool);

}  // namespace sudoku
