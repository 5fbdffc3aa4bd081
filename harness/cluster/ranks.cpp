#include "harness/cluster/ranks.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <mpi.h>

#include "harness/base/interruption.h"
#include "harness/base/json.h"

namespace sudoku::cluster {

// A message being sent or received. MPI moves a long one only while one of its functions runs.
struct Ranks::Transfer {
  Message message;
  MPI_Request request = MPI_REQUEST_NULL;

  bool is_done() {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }
};

// FUNNELED: only this thread calls MPI. An MPI error ends the job, by MPI's default.
Ranks::Ranks(std::function<void(const std::string&)> complain) : complain_(std::move(complain)) {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
  int length = 0;
  MPI_Get_processor_name(host.data(), &length);
  name_ = fmt::format("rank {} on {}", rank_,
                      std::string_view(host.data(), static_cast<std::size_t>(length)));
}

Ranks::~Ranks() {
  for (Transfer& transfer : outgoing_)
    MPI_Wait(&transfer.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void Ranks::send(int to, MessageKind kind, std::string text) {
  std::erase_if(outgoing_, [](Transfer& transfer) { return transfer.is_done(); });
  Transfer& transfer =
      outgoing_.emplace_back(Transfer{.message = {.kind = kind, .text = std::move(text)}});
  MPI_Isend(transfer.message.text.data(), static_cast<int>(transfer.message.text.size()), MPI_BYTE,
            to, static_cast<int>(kind), MPI_COMM_WORLD, &transfer.request);
}

void Ranks::send_to_others(MessageKind kind, const std::string& text) {
  for (int rank = 0; rank < size_; ++rank)
    if (rank != rank_) send(rank, kind, text);
}

std::optional<std::string> Ranks::ask(MessageKind kind, std::string text) {
  answer_.reset();
  send(kLeader, kind, std::move(text));
  wait_until([this] { return answer_ || base::interruption(); });
  // After an interruption, answer_ may hold the leader's answer to an earlier request.
  return base::interruption() ? std::nullopt : std::exchange(answer_, std::nullopt);
}

void Ranks::receive() {
  while (true) {
    int is_there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &handle, &status);
    if (is_there == 0) return;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    Transfer& transfer = incoming_.emplace_back(
        Transfer{.message = {.kind = static_cast<MessageKind>(status.MPI_TAG),
                             .from = status.MPI_SOURCE,
                             .text = std::string(static_cast<std::size_t>(size), '\0')}});
    MPI_Imrecv(transfer.message.text.data(), size, MPI_BYTE, &handle, &transfer.request);
  }
}

// Handles each sender's messages in order: a long one, which arrives only while its sender is not
// measuring, delays only later messages of the same sender.
void Ranks::serve() {
  if (leads() && base::interruption() && !std::exchange(has_interrupted_, true))
    send_to_others(MessageKind::interrupt);
  receive();
  std::set<int> late;
  for (auto transfer = incoming_.begin(); transfer != incoming_.end();) {
    const int from = transfer->message.from;
    if (late.contains(from) || !transfer->is_done()) {
      late.insert(from);
      ++transfer;
      continue;
    }
    Message message = std::move(transfer->message);
    transfer = incoming_.erase(transfer);
    take(std::move(message));
  }
}

void Ranks::take(Message message) {
  switch (message.kind) {
    case MessageKind::answer:
      answer_ = std::move(message.text);
      return;
    case MessageKind::interrupt:
      return base::interrupt();
    case MessageKind::dismiss:
      is_dismissed_ = true;
      return;
    case MessageKind::failed: {
      const auto failure = base::Json::parse(message.text);
      return fail(failure[0].get<int>(), failure[1].get<std::string>());
    }
    default:
      handle_(message);
  }
}

void Ranks::wait_until(const std::function<bool()>& is_done) {
  // Pause between polls of MPI: much longer than a poll, much shorter than measuring a block.
  constexpr auto kRest = std::chrono::microseconds(500);
  for (serve(); !is_done(); serve())
    std::this_thread::sleep_for(kRest);
}

void Ranks::await_dismissal() {
  wait_until([this] { return is_dismissed_; });
}

void Ranks::fail(int code, const std::string& why) {
  if (!leads()) {
    send(kLeader, MessageKind::failed,
         base::json_text(base::Json::array({code, name_ + ": " + why})));
    return await_dismissal();
  }
  complain_(why);
  if (size_ == 1) return;
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace sudoku::cluster
