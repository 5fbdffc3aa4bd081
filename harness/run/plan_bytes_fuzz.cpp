#include "harness/result/bytes.h"
#include "harness/run/plan.h"
#include "solvers/fuzz.h"

namespace sudoku {

void fuzz_plan_bytes(std::string_view bytes) {
  try {
    const std::vector<run::Plan> plans = run::plans_of(bytes);
    const std::string written = run::to_bytes(plans);
    must(run::to_bytes(run::plans_of(written)) == written, "plans that are written read the same");
    for (const run::Plan& plan : plans)
      must(plan.chunk > 0 && plan.rate <= 1, "a plan can be followed");
  } catch (const result::BytesError&) {
    return;
  }
}

}  // namespace sudoku
