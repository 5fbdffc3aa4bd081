#include "harness/cluster/ranks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <numeric>
#include <thread>

#include <fmt/format.h>
#include <mpi.h>

namespace sudoku {

namespace {

// Long against asking MPI whether something came, short against a block.
constexpr auto kRest = std::chrono::microseconds(500);

std::string host_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int size = 0;
  MPI_Get_processor_name(name.data(), &size);
  return {name.data(), static_cast<std::size_t>(size)};
}

}  // namespace

// Threads other than this one never call MPI. An error in it ends the job, which is its default.
Ranks::Ranks() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  name_ = fmt::format("rank {} on {}", rank_, host_name());
}

Ranks::~Ranks() {
  MPI_Finalize();
}

void Ranks::rest() const {
  if (while_waiting_) while_waiting_();
  std::this_thread::sleep_for(kRest);
}

// Letters are short: MPI takes them at once, whatever the other side is doing.
void Ranks::send(int to, int kind, std::string_view text) {
  MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, kind, MPI_COMM_WORLD);
}

std::optional<Letter> Ranks::receive() {
  int is_there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::string text(static_cast<std::size_t>(size), '\0');
  MPI_Recv(text.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return Letter{.from = status.MPI_SOURCE, .kind = status.MPI_TAG, .text = std::move(text)};
}

Letter Ranks::await() {
  while (true) {
    if (std::optional<Letter> letter = receive()) return *std::move(letter);
    rest();
  }
}

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
  std::vector<int> starts(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), 0);
  std::string all(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), '\0');
  MPI_Gatherv(text.data(), size, MPI_BYTE, all.data(), sizes.data(), starts.data(), MPI_BYTE,
              kLeader, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(sizes[i])));
  }
  return texts;
}

void Ranks::abort(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void Ranks::wait_for_the_end() {
  while (true)
    rest();
}

}  // namespace sudoku
