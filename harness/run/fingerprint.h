// The fingerprint of a run: everything that must be the same where a run is resumed, its shards are
// merged, or the ranks of an MPI job share it.
#pragma once

#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/result/document.h"
#include "harness/run/settings.h"

namespace sudoku::run {

using Fingerprint = std::vector<Setting>;

// Program, its file, settings, datasets and solvers of a run whose inputs were read.
Fingerprint fingerprint_of(const RaceSettings& settings, const result::RunResult& race,
                           const result::ToolRecord& tool);

// The part of it that a finished result tells. It is the same for all shards of a run.
Fingerprint fingerprint_of(const result::RunResult& result);

// As above, with the shard, and with the sample if `now` asks for another one.
Fingerprint fingerprint_of(const result::RunResult& result, const RaceSettings& now);

// The settings that both have and that differ, as a message shows them: "seed was 1 and is 2; …".
// Empty when they agree.
std::string changes(const Fingerprint& before, const Fingerprint& now);

// As above, for two runs side by side: "seed is 1 and 2; …".
std::string disagreement(const Fingerprint& a, const Fingerprint& b);

// Pairs of name and value, and back. Throws SortedJson::exception for other JSON.
base::Json json_of(const Fingerprint& fingerprint);
Fingerprint fingerprint_of(const base::SortedJson& pairs);

}  // namespace sudoku::run
