// Fingerprint: what must be equal to resume a run or to merge its shards.
#pragma once

#include <map>
#include <string>

#include "harness/options/settings.h"
#include "harness/result/document.h"

namespace sudoku::run {

// Settings as messages show them, by name.
using Fingerprint = std::map<std::string, std::string>;

// Fingerprint of a run whose inputs were read: program and its file, settings, datasets, solvers.
Fingerprint fingerprint_of(const options::RunSettings& settings, const result::RunResult& started,
                           const result::ToolRecord& tool);

// The part of the fingerprint that a result records, which is the same for all shards of a run.
Fingerprint fingerprint_of(const result::RunResult& result);

// The settings of both fingerprints whose values differ, in a list; `pattern` formats the name and
// the two values of one. Empty when the fingerprints agree.
std::string differences(const Fingerprint& a, const Fingerprint& b, const char* pattern);

}  // namespace sudoku::run
