// The machine as a run finds it: what a reader needs to judge the figures, and what speaks against
// trusting them. What a machine does not tell stays empty; nothing here fails.
#pragma once

#include <string>
#include <vector>

#include "harness/measure/noise.h"
#include "harness/measure/system.h"
#include "harness/results/result.h"

namespace sudoku {

// Pure: all but isa_dispatched, pinned, steal, involuntary_switches and pilot_ghz, with those
// warnings that no field of the record could tell.
EnvironmentRecord environment_of(const SystemTexts& system);

// read_system, environment_of, what others do now and the pilot loop; takes 20 ms, and 0.1 s more
// while others are at work.
EnvironmentRecord probe_environment();

// What a finished record says against trusting its figures, one sentence each. Pure.
std::vector<std::string> warnings_of(const EnvironmentRecord& environment);

// The same of how this program was built.
std::vector<std::string> build_warnings();

// The clock rate that a chain of dependent additions runs at, one a cycle; 0 where that is not
// known to hold. Takes 10 ms.
double measure_pilot_ghz();

}  // namespace sudoku
