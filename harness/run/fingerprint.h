// Fingerprint: what must be equal to resume a run or to merge its shards.
#pragma once

#include <string>
#include <vector>

#include "harness/base/json.h"
#include "harness/options/settings.h"
#include "harness/result/document.h"

namespace sudoku::run {

// A setting in a run's fingerprint, as messages show it.
struct Setting {
  std::string name;
  std::string value;
};

using Fingerprint = std::vector<Setting>;

// Fingerprint of a run whose inputs were read: program and its file, settings, datasets, solvers.
Fingerprint fingerprint_of(const options::RunSettings& settings, const result::RunResult& started,
                           const result::ToolRecord& tool);

// The part of the fingerprint that a result records, which is the same for all shards of a run.
Fingerprint fingerprint_of(const result::RunResult& result);

// A result's fingerprint and shard; of an older document, which does not record the sample, also
// its sampling rate if the settings `now` set another one.
Fingerprint fingerprint_of(const result::RunResult& result, const options::RunSettings& now);

// Common settings that differ, as "seed was 1 and is 2; …"; empty when both fingerprints agree.
std::string changes(const Fingerprint& before, const Fingerprint& now);

// Common settings in which two runs side by side differ, as "seed is 1 and 2; …".
std::string disagreement(const Fingerprint& a, const Fingerprint& b);

// Converts a fingerprint to and from JSON pairs of name and value. Throws SortedJson::exception.
base::Json json_of(const Fingerprint& fingerprint);
Fingerprint fingerprint_of(const base::SortedJson& pairs);

}  // namespace sudoku::run
