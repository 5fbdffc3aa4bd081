#include "harness/entrants/contender.h"

#include "harness/entrants/crew.h"
#include "harness/entrants/in_process.h"

namespace sudoku {

std::unique_ptr<Entrant> enter(const Contender& contender, Gang& gang, const StampClock& clock,
                               const IsolationTerms& terms) {
  if (contender.entry != nullptr && !terms.everybody) {
    return std::make_unique<InProcess>(*contender.entry, gang, clock);
  }
  return std::make_unique<Crew>(contender, gang, clock, terms);
}

}  // namespace sudoku
