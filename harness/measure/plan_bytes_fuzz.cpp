#include "harness/measure/plan_bytes.h"
#include "harness/results/byte_reader.h"
#include "solvers/fuzz.h"

namespace sudoku {

void fuzz_plan_bytes(std::string_view bytes) {
  try {
    const std::vector<Plan> plans = plans_of(bytes);
    const std::string written = to_bytes(plans);
    must(to_bytes(plans_of(written)) == written, "plans that are written read the same");
    for (const Plan& plan : plans)
      must(plan.chunk > 0 && plan.rate <= 1, "a plan can be followed");
  } catch (const BytesError&) {
    return;
  }
}

}  // namespace sudoku
