// The members of the page's data, one or a few to a file. The page's scripts read what they put.
#pragma once

#include <string>

#include "harness/report/page/json_text.h"
#include "harness/report/page/source.h"

namespace sudoku {

// Each puts its members in the object that is open.
void put_verdicts(JsonText& json, const PageSource& page);
void put_runs(JsonText& json, const PageSource& page);
void put_entrants(JsonText& json, const PageSource& page);  // datasets, solvers
void put_rows(JsonText& json, const PageSource& page);
void put_tables(JsonText& json, const PageSource& page);
void put_pairs(JsonText& json, const PageSource& page);
void put_contests(JsonText& json, const PageSource& page);  // fields, scatters
void put_suites(JsonText& json, const PageSource& page);
void put_words(JsonText& json, const PageSource& page);  // outcomes, columns, definitions

// The members that tell which group something belongs to.
void put_group(JsonText& json, const PageGroup& group);

// [median, low, high], or null when it is not known.
void put_estimate(JsonText& json, const char* name, const Estimate& estimate);

}  // namespace sudoku
