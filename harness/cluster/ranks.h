// The processes of an MPI job, one of which is this one. The only door to MPI.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/bytes.h"
#include "harness/result/fields.h"
#include "harness/result/sums.h"

namespace sudoku::cluster {

// From one rank to another.
struct Letter {
  int from = 0;
  int kind = 0;
  std::string text;
};

// Whoever waits sleeps: another rank may be measuring on the same machine. Everything is to be
// called from one thread.
class Ranks {
 public:
  // Joins the job; a process that no mpirun started is alone.
  Ranks();
  // Leaves it, when all do.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }

  int size() const { return size_; }

  // The first rank speaks to the user, hands out blocks and writes the files.
  bool leads() const { return rank_ == kLeader; }

  // "rank 2 on node7".
  const std::string& name() const { return name_; }

  static constexpr int kLeader = 0;

  // Called again and again while this rank waits for others.
  void while_waiting(std::function<void()> task) { while_waiting_ = std::move(task); }

  static void send(int to, int kind, std::string_view text);
  static std::optional<Letter> receive();
  // Sleeps until there is one.
  Letter await();

  // The least and the greatest number that a rank came with. Waits for all of them.
  struct Span {
    int least = 0;
    int most = 0;
  };

  Span span_of(int number);

  // Everybody gets the leader's text. All ranks have to come at once, as after span_of().
  std::string broadcast(const std::string& text) const;

  // The leader gets everybody's, in the order of ranks; the others nothing. The same holds.
  std::vector<std::string> gather(const std::string& text) const;

  // Ends all processes of the job.
  [[noreturn]] static void abort(int code);

  [[noreturn]] void wait_for_the_end();

 private:
  void rest() const;

  int rank_ = kLeader;
  int size_ = 1;
  std::string name_;
  std::function<void()> while_waiting_;
};

// What ranks write to each other.

inline constexpr int kFailureLetter = 1;  // to the leader: the sender cannot go on
inline constexpr int kClaimLetter = 2;    // to the leader: the sender wants blocks
inline constexpr int kRangeLetter = 3;    // from the leader: which; none when nothing is left
inline constexpr int kDoneLetter = 4;     // to the leader: a block is finished

struct FailureLetter {
  std::uint64_t code = 0;
  std::string message;
};

struct ClaimLetter {
  std::uint64_t dataset = 0;
};

struct RangeLetter {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

struct DoneLetter {
  std::uint64_t dataset = 0;
  std::uint64_t puzzles = 0;  // in all rounds of all solvers
};

// From the leader to all at once.
struct NumbersLetter {
  std::vector<std::uint64_t> numbers;
};

template <typename Archive>
void fields(Archive& in, result::Is<NumbersLetter> auto& letter) {
  in.field("numbers", letter.numbers);
}

template <typename Archive>
void fields(Archive& in, result::Is<FailureLetter> auto& letter) {
  in.field("code", letter.code);
  in.field("message", letter.message);
}

template <typename Archive>
void fields(Archive& in, result::Is<ClaimLetter> auto& letter) {
  in.field("dataset", letter.dataset);
}

template <typename Archive>
void fields(Archive& in, result::Is<RangeLetter> auto& letter) {
  in.field("first", letter.first);
  in.field("end", letter.end);
}

template <typename Archive>
void fields(Archive& in, result::Is<DoneLetter> auto& letter) {
  in.field("dataset", letter.dataset);
  in.field("puzzles", letter.puzzles);
}

// What all ranks measured, added up by MPI.

// The leader gets the sum of everybody's, exactly, whatever the order in which MPI adds them; the
// others keep their own. All ranks have to come at once, as for Ranks::broadcast().
void reduce(const Ranks& ranks, result::HeatSums& sums);

// What it costs to run a race together.

// Adds the time until its end to a sum.
class Timer {
 public:
  explicit Timer(std::uint64_t& sum_ns) : sum_ns_(sum_ns) {}

  ~Timer() {
    const std::chrono::nanoseconds took = Clock::now() - start_;
    sum_ns_ += static_cast<std::uint64_t>(took.count());
  }

  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t& sum_ns_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace sudoku::cluster
