// A solver in worker processes of its own, one for each thread: whatever it does to itself, the run
// goes on, and the times are taken next to the calls, so that isolation costs them nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

#include "harness/run/runner.h"
#include "harness/run/worker.h"
#include "solvers/external/descriptor.h"

namespace sudoku::run {

// A worker process, from its start until its exit status is collected.
class WorkerProcess {
 public:
  // Starts this program again with `words`, in a process group of its own that dies with the
  // harness. It finds the arena and its line at the numbers that worker.h tells, and no other
  // descriptors of ours. `memory_limit`: bytes, 0 for none. Throws std::system_error.
  WorkerProcess(const std::vector<std::string>& words, int arena, std::uint64_t memory_limit);

  // Kills it, and what it has started.
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  // Descriptor to talk to it; at its end when the process is dead or has closed it.
  int line() const { return line_.number(); }

  // Memory that it and all that it has started hold, less what is shared between processes. Nothing
  // when that is not known.
  std::optional<FamilyMemory> memory() const;

  void say(char word) const;

  // The next character from it, or 0: it is dead, or silent for longer than `patience`.
  char hear(std::chrono::milliseconds patience) const;

  // Whether it lives, holds its line and has nothing to say.
  bool is_silent() const;

  // Whether it is dead; reap() is still to come. Its line does not tell while a process that it has
  // started holds the other end.
  bool has_ended() const;

  // Ends it and what it has started; reap() is still to come.
  void kill() const;

  // Stops it and its group, or lets them go on; nothing after reap().
  void pause() const;
  void resume() const;

  // CPU time that it and what it has started have used, as far as that lives.
  std::chrono::nanoseconds cpu_time() const;

  // How it died, in one line, with its last words if it printed any to standard error; kills it if
  // it lives. After that there is no process.
  std::string reap();

  // Its exit status, or -1 when it was killed; known after reap().
  int exit_status() const { return exit_status_; }

  // Most memory that it held at once; known after reap().
  std::uint64_t peak_bytes() const { return peak_bytes_; }

 private:
  std::string last_stderr() const;

  Descriptor line_;
  Descriptor output_;
  Descriptor errors_;
  pid_t pid_ = -1;
  int exit_status_ = -1;
  std::uint64_t peak_bytes_ = 0;
};

class Crew final : public Entrant {
 public:
  // Starts the workers and waits until all have made their solver. Disqualified when one cannot.
  // The references must outlive the crew.
  Crew(const Contender& contender, parallel::Gang& gang, const StampClock& clock,
       const IsolationTerms& terms);

  const std::string& disqualified() const override { return disqualified_; }

  // Nothing to do: workers count from before the solver is made.
  void watch_memory() override {}

  // Sum over the workers with what they have started; not known of a command that does not run now.
  std::uint64_t added_memory() override;
  void rest() override;
  std::chrono::nanoseconds cpu_time() const override;
  double startup_s() const override;

 private:
  using SteadyClock = std::chrono::steady_clock;
  using Nanoseconds = std::chrono::nanoseconds;

  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

  struct Member {
    std::unique_ptr<WorkerProcess> process;
    bool at_work = false;
    // Where it was seen last, and since when: a solver that does not get on is late, then hung.
    std::size_t seen_at = kNowhere;
    SteadyClock::time_point seen_since{};
    std::optional<SteadyClock::time_point> dead_since;  // as seen, its line still open
    std::optional<Incident> kill_reason;                // why the harness has killed it
    unsigned in_a_row = 0;                              // incidents without an answer between them
  };

  Nanoseconds pass(const Work& work, const Budget& budget, std::vector<LateChunk>& late) override;
  Nanoseconds pass_stamped(const Work& work, const Budget& budget,
                           std::span<std::uint64_t> ticks) override;
  void start_worker(unsigned number);
  void resume();
  std::string why_not_started(unsigned number) const;
  Nanoseconds run(const Work& work, const Budget& budget, Manner manner);
  void refuse_impossible(std::span<const std::uint64_t> ticks);
  bool can_be(SteadyClock::time_point started, SteadyClock::time_point finished) const;
  void give_out(const Work& work, const Budget& budget, Manner manner);
  void supervise(const Budget& budget);
  void attend_to(unsigned number, bool has_spoken, const Budget& budget);
  void attend_to_dead(unsigned number);
  void look_after(unsigned number, const Budget& budget);
  void look_at_clock(unsigned number, const Budget& budget);
  void look_at_memory(unsigned number);
  void finish(unsigned number);
  void replace(unsigned number);
  Work::Range left_by(unsigned number, const Incident& incident);
  void take_down(std::size_t position, const Incident& incident);
  void count_in_a_row(unsigned number, bool answered_before, const std::string& reason);
  void take_complaints(unsigned number);
  void disqualify(const std::string& reason);
  Work::Range in_hand(unsigned number) const;
  std::size_t first_unanswered(Work::Range range) const;
  bool is_too_much(std::uint64_t bytes) const;
  Incident held_too_much(std::uint64_t bytes) const;
  Incident fate_of(Member& member, const Post& post) const;
  void take_back(const Work& work) const;
  void find_culprits(const Work& work, const Budget& budget);
  bool is_batch() const;
  bool is_command() const;

  const Contender& contender_;
  const IsolationTerms terms_;
  Arena arena_;
  std::vector<Member> crew_;
  std::set<std::size_t> late_;  // puzzles that were seen to be in hand for longer than the limit
  std::string disqualified_;
  bool resting_ = false;
  std::string violation_;  // found when a worker looked around after the pass
  std::size_t puzzles_ = 0;
  std::size_t replaced_ = 0;  // workers, in the pass
  SteadyClock::time_point given_out_{};
  SteadyClock::time_point started_{};
  SteadyClock::time_point finished_{};
  Nanoseconds lost_{0};  // while workers were being replaced
};

}  // namespace sudoku::run
