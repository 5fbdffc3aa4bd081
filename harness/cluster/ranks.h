// The processes of an MPI job, one of which is this one: messages between rank 0, which leads, and
// every rank, itself too, and how the job ends when one cannot go on. The only user of MPI.
#pragma once

#include <functional>
#include <list>
#include <optional>
#include <string>

namespace sudoku::cluster {

enum class MessageKind : int {
  // To the leader.
  join = 1,  // the sender is ready to begin; to be answered
  start,     // the sender begins a dataset; to be answered
  claim,     // the sender wants blocks; to be answered
  block,     // the sender has measured a block
  ended,     // the sender's part of the run is over
  failed,    // the sender cannot go on

  // From the leader.
  answer,
  interrupt,  // the run is interrupted
  dismiss,    // the receiver may leave the job
};

// Each kind has its own text, most of them JSON.
struct Message {
  MessageKind kind = MessageKind::failed;
  int from = 0;  // rank
  std::string text;
};

// Whoever waits sleeps, because another rank may be measuring on the same machine. Everything is to
// be called from one thread. Messages from one rank to another arrive in the order in which they
// were sent, and no sender waits for the receiver.
class Ranks {
 public:
  static constexpr int kLeader = 0;

  // Joins the job; a process that no mpirun started is alone. `complain` tells the user why the job
  // ends.
  explicit Ranks(std::function<void(const std::string&)> complain);
  // Leaves it, when all do.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int size() const { return size_; }

  // The leader speaks to the user, hands out blocks and writes the files.
  bool leads() const { return rank_ == kLeader; }

  // "rank 2 on node7".
  const std::string& name() const { return name_; }

  void send(int to, MessageKind kind, std::string text = {});
  void send_to_others(MessageKind kind, const std::string& text = {});

  // Sends to the leader and waits for the answer; none when the run is interrupted meanwhile.
  std::optional<std::string> ask(MessageKind kind, std::string text);

  // Function that the leader calls for messages from now on, except failures.
  void on_message(std::function<void(const Message&)> handle) { handle_ = std::move(handle); }

  // Takes all messages that have come. Not to be called beside a timed turn.
  void serve();

  // Serves until `is_done`.
  void wait_until(const std::function<bool()>& is_done);

  // Waits for the leader's permission to leave the job.
  void await_dismissal();

  // This rank cannot go on. Ends the job with that code and the leader's one message, however many
  // ranks fail; returns only where this rank is alone.
  void fail(int code, const std::string& why);

 private:
  struct Transfer;

  void receive();
  void take(Message message);

  int rank_ = kLeader;
  int size_ = 1;
  std::string name_;
  std::function<void(const std::string&)> complain_;
  std::function<void(const Message&)> handle_;
  std::list<Transfer> outgoing_;
  std::list<Transfer> incoming_;
  std::optional<std::string> answer_;
  bool has_interrupted_ = false;  // the others
  bool is_dismissed_ = false;
};

}  // namespace sudoku::cluster
