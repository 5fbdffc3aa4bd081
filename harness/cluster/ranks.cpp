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
  MessageKind kind = MessageKind::failed;
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;

  bool is_done() {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }
};

// FUNNELED: only this thread calls MPI. An MPI error ends the job, by MPI's default.
Ranks::Ranks(std::function<void(const std::string&)> report) : report_(std::move(report)) {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  incoming_.resize(leads() ? static_cast<std::size_t>(size_) : 1);
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
  Transfer& sent = outgoing_.emplace_back(Transfer{.kind = kind, .text = std::move(text)});
  MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_BYTE, to,
            static_cast<int>(kind), MPI_COMM_WORLD, &sent.request);
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

// Whether the next message of a rank has arrived as a whole. A long one arrives only while its
// sender is not measuring, and delays only later messages of that sender.
bool Ranks::has_arrived(int from, Transfer& next) {
  if (next.request == MPI_REQUEST_NULL) {
    int is_there = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &handle, &status);
    if (is_there == 0) return false;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    next.kind = static_cast<MessageKind>(status.MPI_TAG);
    next.text.resize(static_cast<std::size_t>(size));
    MPI_Imrecv(next.text.data(), size, MPI_BYTE, &handle, &next.request);
  }
  return next.is_done();
}

void Ranks::serve() {
  if (leads() && base::interruption() && !std::exchange(has_interrupted_, true))
    send_to_others(MessageKind::interrupt);
  int from = 0;
  for (Transfer& next : incoming_) {
    while (has_arrived(from, next))
      take(from, next.kind, std::move(next.text));
    ++from;
  }
}

void Ranks::take(int from, MessageKind kind, std::string text) {
  switch (kind) {
    case MessageKind::answer:
    case MessageKind::start:
    case MessageKind::dismiss:
      received_.emplace(kind, std::move(text));
      return;
    case MessageKind::interrupt:
      return base::interrupt();
    case MessageKind::failed: {
      const auto failure = base::Json::parse(text);
      return fail(failure[0].get<int>(), failure[1].get<std::string>());
    }
    default:
      handle_(from, kind, text);
  }
}

void Ranks::wait_until(const std::function<bool()>& is_done) {
  // Pause between polls of MPI: much longer than a poll, much shorter than measuring a block.
  constexpr auto kRest = std::chrono::microseconds(500);
  for (serve(); !is_done(); serve())
    std::this_thread::sleep_for(kRest);
}

void Ranks::leave() {
  if (leads()) return send_to_others(MessageKind::dismiss);
  wait_until([this] { return received_.contains(MessageKind::dismiss); });
}

void Ranks::fail(int code, const std::string& why) {
  if (!leads()) {
    return send(kLeader, MessageKind::failed,
                base::json_text(base::Json::array({code, name_ + ": " + why})));
  }
  report_(why);
  if (size_ == 1) return;
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace sudoku::cluster
