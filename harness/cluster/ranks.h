// The processes of an MPI job, one of which is this one. The only door to MPI, with reduce.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sudoku {

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

}  // namespace sudoku
