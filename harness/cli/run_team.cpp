#include "harness/cli/run_team.h"

namespace sudoku {

Ledger& Alone::open_books(const JournalTerms& terms) {
  if (terms.path.empty()) return nothing_kept_;
  return journal_.emplace(terms);
}

bool Alone::finish(RunResult& result, const RunOptions& /*options*/) {
  if (!journal_) return true;
  journal_->sign(result);
  return !journal_->was_complete();
}

void Alone::remove_journals() {
  if (journal_) journal_->remove();
}

}  // namespace sudoku
