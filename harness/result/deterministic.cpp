#include "harness/result/deterministic.h"

#include <map>
#include <utility>

#include "harness/result/json.h"

namespace sudoku::result {

namespace {

// The counts of each x, whatever the y.
stats::CellsRecord by_x(const stats::CellsRecord& cells) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (std::size_t i = 0; i < cells.count.size(); ++i)
    counts[cells.x[i]] += cells.count[i];
  stats::CellsRecord sums;
  for (const auto& [x, count] : counts) {
    sums.x.push_back(x);
    sums.y.push_back(0);
    sums.count.push_back(count);
  }
  return sums;
}

void leave_out_times(std::vector<BlockRecord>& blocks) {
  for (BlockRecord& block : blocks)
    block.seconds.clear();
}

void leave_out_ratio(std::optional<SpeedupRecord>& speedup) {
  if (!speedup) return;
  speedup->ratio = {};
  speedup->reason.clear();
}

// A puzzle that is given up has cost as many guesses as time allowed.
void leave_out_guesses(ResultRecord& row) {
  row.guesses = {};
  if (row.tally) row.tally->total = 0;
  if (row.tally) row.tally->mean = 0;
  for (BlockRecord& block : row.blocks)
    block.guesses = 0;
  for (SampleRecord& sample : row.subsamples) {
    for (BlockRecord& block : sample.blocks)
      block.guesses = 0;
  }
  for (NestedRecord& nested : row.nested)
    nested.guesses.reset();
}

void leave_out_times(ResultRecord& row) {
  // The pilot measurement decides on these.
  row.chunk = 0;
  row.rounds = 0;
  row.pilot_ns.reset();
  row.instructions_per_puzzle.reset();
  row.puzzles_per_second = row.time_per_puzzle_ns = {};
  row.latency.reset();
  if (row.guess_time) row.guess_time = by_x(*row.guess_time);
  row.par2_s = 0;
  row.peak_memory_bytes = 0;
  leave_out_times(row.blocks);
  for (SampleRecord& sample : row.subsamples)
    leave_out_times(sample.blocks);
  leave_out_ratio(row.speedup);
  leave_out_ratio(row.scaling);
  row.slowest.clear();
  row.startup_s = 0;
  row.guesses.unsteady.reset();
  if (row.outcomes[Outcome::timeout] > 0) leave_out_guesses(row);
}

void leave_out_times(ContestRecord& contest) {
  for (FieldRecord& field : contest.fields) {
    field.best_total_ps = 0;
    for (FieldEntry& entry : field.entries)
      entry = {.solver = entry.solver, .solved = entry.solved, .ratios = {}};
  }
  for (DuelRecord& duel : contest.duels)
    duel = {.a = duel.a, .b = duel.b, .puzzles = duel.puzzles, .cells = {}};
}

}  // namespace

RunResult deterministic_part(RunResult run) {
  run.environment = {};
  for (DatasetRecord& dataset : run.datasets)
    dataset.path.clear();
  run.command.clear();
  run.started.clear();
  run.finished.clear();
  run.overhead = {};
  run.resumed.reset();
  run.shards.reset();
  run.hosts.reset();
  for (ResultRecord& row : run.results) {
    leave_out_times(row);
    // Without latency rounds only slow solvers have times, and the pilot says who is slow.
    if (run.settings[kLatencyRounds] == 0) row.guess_time.reset();
  }
  for (ContestRecord& contest : run.contests)
    leave_out_times(contest);
  return run;
}

std::string deterministic_json(const RunResult& run) {
  return to_json(deterministic_part(run));
}

}  // namespace sudoku::result
