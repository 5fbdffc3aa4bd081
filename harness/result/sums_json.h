// The sums of finished blocks as JSON, for the lines of checkpoints.
#pragma once

#include <string>

#include "harness/base/json.h"
#include "harness/result/sums.h"

namespace sudoku::result {

// Members that are zero or empty are left out.
base::Json json_of(const HeatSums& sums);

// Inverse of json_of. Throws InputError "name: member: expected …" for other JSON.
HeatSums heat_sums_of(const base::SortedJson& json, const std::string& name);

}  // namespace sudoku::result
