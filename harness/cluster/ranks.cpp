#include "harness/cluster/ranks.h"

#include <array>
#include <chrono>
#include <cstdlib>
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
  incoming_.resize(static_cast<std::size_t>(size_));
  std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
  int length = 0;
  MPI_Get_processor_name(host.data(), &length);
  name_ = fmt::format("rank {} on {}", rank_, host.data());
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

std::optional<std::string> Ranks::await(MessageKind kind) {
  wait_until([&] { return received_.contains(kind) || base::interruption(); });
  if (base::interruption()) return std::nullopt;
  return received_.extract(received_.lower_bound(kind)).mapped();
}

// The next message of a rank, if it has arrived. A long one arrives only while its sender is not
// measuring, and delays only later messages of that sender.
std::optional<Message> Ranks::next_from(int rank) {
  Transfer& transfer = incoming_[static_cast<std::size_t>(rank)];
  if (transfer.request == MPI_REQUEST_NULL) {
    int is_there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &handle, &status);
    if (is_there == 0) return std::nullopt;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    transfer.message = {.kind = static_cast<MessageKind>(status.MPI_TAG),
                        .from = rank,
                        .text = std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Imrecv(transfer.message.text.data(), size, MPI_BYTE, &handle, &transfer.request);
  }
  if (!transfer.is_done()) return std::nullopt;
  return std::move(transfer.message);
}

void Ranks::serve() {
  if (leads() && base::interruption() && !std::exchange(has_interrupted_, true))
    send_to_others(MessageKind::interrupt);
  for (int rank = 0; rank < size_; ++rank) {
    while (std::optional<Message> message = next_from(rank))
      take(std::move(*message));
  }
}

void Ranks::take(Message message) {
  switch (message.kind) {
    case MessageKind::answer:
    case MessageKind::start:
    case MessageKind::dismiss:
      received_.emplace(message.kind, std::move(message.text));
      return;
    case MessageKind::interrupt:
      return base::interrupt();
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
  wait_until([this] { return received_.contains(MessageKind::dismiss); });
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
