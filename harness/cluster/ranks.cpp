#include "harness/cluster/ranks.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <mpi.h>

#include "harness/base/interruption.h"
#include "harness/result/bytes.h"
#include "harness/result/fields.h"

namespace sudoku::cluster {

namespace {

// Long against asking MPI whether something came, short against a block.
constexpr auto kRest = std::chrono::microseconds(500);

// The exit code for input that cannot be used.
constexpr int kUnusableInput = 2;

std::string host_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int size = 0;
  MPI_Get_processor_name(name.data(), &size);
  return {name.data(), static_cast<std::size_t>(size)};
}

}  // namespace

// MPI itself tells the kind and the sender.
template <typename Archive>
void fields(Archive& in, result::Is<Message> auto& message) {
  in.field("dataset", message.dataset);
  in.field("first", message.first);
  in.field("end", message.end);
  in.field("puzzles", message.puzzles);
  in.field("code", message.code);
  in.field("text", message.text);
}

// Threads other than this one never call MPI. An error in it ends the job, which is its default.
Ranks::Ranks(std::function<void(const std::string&)> complain) : complain_(std::move(complain)) {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  name_ = fmt::format("rank {} on {}", rank_, host_name());
  serves_ = leads();
}

Ranks::~Ranks() {
  MPI_Finalize();
}

// Messages are short: MPI takes them at once, whatever the other side is doing.
void Ranks::send(int to, const Message& message) {
  const std::string bytes = result::bytes_of(message);
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to,
           static_cast<int>(message.kind), MPI_COMM_WORLD);
}

std::optional<Message> Ranks::receive() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string bytes(static_cast<std::size_t>(size), '\0');
  MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  auto message = result::record_of<Message>(bytes);
  message.kind = static_cast<MessageKind>(status.MPI_TAG);
  message.from = status.MPI_SOURCE;
  return message;
}

void Ranks::rest() {
  if (serves_) serve();
  std::this_thread::sleep_for(kRest);
}

Message Ranks::await() {
  while (true) {
    if (std::optional<Message> message = receive()) return *std::move(message);
    rest();
  }
}

void Ranks::serve() {
  while (const std::optional<Message> message = receive()) {
    if (message->kind == MessageKind::failed)
      end_job(static_cast<int>(message->code), message->text);
    if (answer_) answer_(*message);
  }
}

// The least and the greatest number that a rank came with. Waits for all of them.
Ranks::Span Ranks::span_of(int number) {
  const std::array<int, 2> ours = {number, -number};
  std::array<int, 2> greatest{};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(ours.data(), greatest.data(), 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &request);
  int is_done = 0;
  while (MPI_Test(&request, &is_done, MPI_STATUS_IGNORE) == MPI_SUCCESS && is_done == 0)
    rest();
  MPI_Wait(&request, MPI_STATUS_IGNORE);  // over at once
  return {.least = -greatest[1], .most = greatest[0]};
}

bool Ranks::meet(int stage) {
  while (true) {
    const Span stages = span_of(stage);
    if (stages.least == stages.most) return true;
    // Whoever fails sends a message to the leader first, so it is on its way.
    if (stages.most == kFailed) wait_for_the_end();
    base::interrupt();
    if (stages.least == stage) return false;
  }
}

void Ranks::share_interruption(bool interrupted) {
  if (span_of(interrupted ? 1 : 0).most == 1) base::interrupt();
}

std::string Ranks::broadcast(const std::string& text) const {
  std::uint64_t size = text.size();
  MPI_Bcast(&size, 1, MPI_UINT64_T, kLeader, MPI_COMM_WORLD);
  std::string received = leads() ? text : std::string(size, '\0');
  MPI_Bcast(received.data(), static_cast<int>(size), MPI_BYTE, kLeader, MPI_COMM_WORLD);
  return received;
}

std::vector<std::string> Ranks::gather(const std::string& text) const {
  const int size = static_cast<int>(text.size());
  std::vector<int> sizes(leads() ? static_cast<std::size_t>(size_) : 0);
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, kLeader, MPI_COMM_WORLD);
  const std::size_t total = std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
  if (total > std::numeric_limits<int>::max())  // MPI counts in ints
    end_job(kUnusableInput, fmt::format("the records of {} ranks take {} bytes", size_, total));
  std::vector<int> starts(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), 0);
  std::string all(total, '\0');
  MPI_Gatherv(text.data(), size, MPI_BYTE, all.data(), sizes.data(), starts.data(), MPI_BYTE,
              kLeader, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(sizes[i])));
  }
  return texts;
}

void Ranks::end_job(int code, const std::string& message) const {
  complain_(message);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void Ranks::wait_for_the_end() {
  while (true)
    rest();
}

void Ranks::fail(int code, const std::string& message) {
  if (leads()) {
    serves_ = false;  // of several failures, this one is told
  } else {
    send(kLeader, {.kind = MessageKind::failed,
                   .code = static_cast<std::uint64_t>(code),
                   .text = fmt::format("{}: {}", name_, message)});
  }
  const bool is_alone = has_begun_ || span_of(kFailed).least != kFailed;
  if (is_alone && leads()) end_job(code, message);
  if (is_alone) wait_for_the_end();
  if (leads()) complain_(message);
}

}  // namespace sudoku::cluster
