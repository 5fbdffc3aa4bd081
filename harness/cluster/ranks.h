// The ranks (processes) of an MPI job: messages between rank 0, the leader, and every rank, itself
// included, and how the job ends when one rank fails. The only user of MPI.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sudoku::cluster {

// The kind of a message determines the format of its text, mostly JSON.
enum class MessageKind : int {
  // Kinds of messages from a rank to the leader (rank 0).
  join = 1,  // the sender is ready to begin the run; to be answered
  claim,     // the sender wants blocks; to be answered
  block,     // the sender has measured a block
  ended,     // the sender's part of the run is over
  failed,    // the sender cannot continue

  // Kinds of messages from the leader (rank 0) to a rank.
  answer,
  start,      // the leader begins a dataset, whose plans the message has
  interrupt,  // the run is interrupted
  dismiss,    // the receiver may leave the job
};

// The MPI job as seen by this rank; to be used from one thread. Calls that wait sleep, because
// another rank may be measuring on the same machine. Messages from one rank to another arrive in
// the order in which they were sent, and no sender waits for the receiver.
class Ranks {
 public:
  static constexpr int kLeader = 0;

  // Joins the job, alone unless mpirun started it. `report` prints why the job ends.
  explicit Ranks(std::function<void(const std::string&)> report);
  // Waits until all ranks leave the job.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int size() const { return size_; }

  // Whether this rank is the leader, which prints, assigns blocks and writes the files.
  bool leads() const { return rank_ == kLeader; }

  // Name of this rank in messages, such as "rank 2 on node7".
  const std::string& name() const { return name_; }

  void send(int to, MessageKind kind, std::string text = {});
  void send_to_others(MessageKind kind, const std::string& text = {});

  // Waits for the leader's next message of a kind; none if an interruption comes first.
  std::optional<std::string> await(MessageKind kind);

  using Handler = std::function<void(int from, MessageKind kind, const std::string& text)>;

  // Sets the function that the leader calls for each message to it, except `failed`.
  void on_message(Handler handle) { handle_ = std::move(handle); }

  // Handles all messages that have arrived. Must not be called during a timed turn.
  void serve();

  // Calls serve() until `is_done` returns true; sleeps in between.
  void wait_until(const std::function<bool()>& is_done);

  // Waits until the leader leaves the job too, which lets the others leave it. To be called last.
  void leave();

  // Ends the job with exit code `code`, because this rank cannot continue. However many ranks fail,
  // the leader prints one message. Returns on a rank that the leader is to end, or that is alone.
  void fail(int code, const std::string& why);

 private:
  struct Transfer;

  static bool has_arrived(int from, Transfer& next);
  void take(int from, MessageKind kind, std::string text);

  int rank_ = kLeader;
  int size_ = 1;
  std::string name_;
  std::function<void(const std::string&)> report_;
  Handler handle_;
  std::list<Transfer> outgoing_;
  std::vector<Transfer> incoming_;                    // one for each rank that sends to this one
  std::multimap<MessageKind, std::string> received_;  // from the leader, to be awaited
  bool has_interrupted_ = false;  // the leader has told the other ranks of an interruption
};

}  // namespace sudoku::cluster
