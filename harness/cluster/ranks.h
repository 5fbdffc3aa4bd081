// The processes of an MPI job, one of which is this one: messages, the stages that all of them pass
// together, and how the job ends when one cannot go on. The only user of MPI.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sudoku::cluster {

enum class MessageKind : int {
  failed = 1,  // to the leader: the sender cannot go on, `code` and `text` say why
  claim,       // to the leader: the sender wants blocks of `dataset`
  range,       // from the leader: blocks `first` to `end`; none are left when both are equal
  finished,    // to the leader: a block of `dataset` is finished, `puzzles` were solved for it
};

// Members that a kind does not use are 0.
struct Message {
  MessageKind kind = MessageKind::failed;
  int from = 0;  // rank; known to the receiver
  std::uint64_t dataset = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;      // the first block that is not in the range
  std::uint64_t puzzles = 0;  // in all rounds of all solvers
  std::uint64_t code = 0;     // exit code
  std::string text = {};
};

// Whoever waits sleeps, because another rank may be measuring on the same machine, and the leader
// answers messages meanwhile. Everything is to be called from one thread.
//
// Ranks pass the same stages in the same order. Two things can come between: a rank is interrupted
// and leaves out all stages but the end, or it fails.
class Ranks {
 public:
  static constexpr int kLeader = 0;
  static constexpr int kEnd = 1 << 29;  // stage: the race is over; greater than all others

  // Joins the job; a process that no mpirun started is alone. `complain` tells the user why the job
  // ends.
  explicit Ranks(std::function<void(const std::string&)> complain);
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

  static void send(int to, const Message& message);

  // Sleeps until there is one.
  Message await();

  // What the leader does with messages from now on, but for failures.
  void on_message(std::function<void(const Message&)> answer) { answer_ = std::move(answer); }

  // The leader takes all messages that have come. Not to be called beside a timed leg.
  void serve();

  // Waits for all ranks. False when others have left the race: this process is interrupted too, and
  // the stage is to be left out.
  bool meet(int stage);

  // Interrupts this process when any rank was interrupted. Waits for all ranks.
  void share_interruption(bool interrupted);

  // Everybody gets the leader's text. All ranks have to come at once, as after meet().
  std::string broadcast(const std::string& text) const;

  // The leader gets everybody's text, in the order of ranks; the others get nothing. All ranks have
  // to come at once.
  std::vector<std::string> gather(const std::string& text) const;

  // From now on a failure ends the job at once.
  void begin() { has_begun_ = true; }

  // This rank cannot go on. Ends the job with that code, and one message however many ranks fail;
  // returns only when all ranks failed before the race began, as they do for a mistake on the
  // command line.
  void fail(int code, const std::string& message);

 private:
  struct Span {
    int least = 0;
    int most = 0;
  };

  static constexpr int kFailed = kEnd + 1;

  static std::optional<Message> receive();
  Span span_of(int number);
  void rest();
  [[noreturn]] void wait_for_the_end();
  [[noreturn]] void end_job(int code, const std::string& message) const;

  int rank_ = kLeader;
  int size_ = 1;
  std::string name_;
  std::function<void(const std::string&)> complain_;
  std::function<void(const Message&)> answer_;
  bool serves_ = false;  // while waiting
  bool has_begun_ = false;
};

}  // namespace sudoku::cluster
