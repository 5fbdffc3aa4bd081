#include "harness/cluster/ranks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <mpi.h>

#include "harness/result/bytes.h"

namespace sudoku::cluster {

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

namespace {

using Word = std::uint64_t;

// Sums differ in size and MPI's operands do not, so they travel in crates: the number of bytes, the
// bytes, and room for what is added on the way. All crates of a reduction have the same size. What
// outgrows its crate leaves only its size, and the leader has larger ones used.
struct Crate {
  Word* words;
  Word capacity;  // bytes behind the first word

  Word size() const { return words[0]; }

  bool fits() const { return size() <= capacity; }

  std::string_view bytes() const {
    return {reinterpret_cast<const char*>(words + 1), static_cast<std::size_t>(size())};
  }

  void pack(std::string_view bytes) const {
    words[0] = bytes.size();
    if (fits()) std::memcpy(words + 1, bytes.data(), bytes.size());
  }
};

void add(const Crate& more, const Crate& sums) {
  if (!more.fits() || !sums.fits()) {
    sums.words[0] = std::max(more.size(), sums.size());
    return;
  }
  result::HeatSums sum = result::heat_sums_of(sums.bytes());
  result::merge(sum, result::heat_sums_of(more.bytes()));
  sums.pack(result::to_bytes(sum));
}

// An MPI_User_function.
extern "C" void add_heat_sums(void* more, void* sums, int* crates, MPI_Datatype* type) {
  int crate_bytes = 0;
  MPI_Type_size(*type, &crate_bytes);
  const auto words = static_cast<std::size_t>(crate_bytes) / sizeof(Word);
  for (std::size_t i = 0; i < static_cast<std::size_t>(*crates); ++i) {
    const Word capacity = (words - 1) * sizeof(Word);
    add({static_cast<Word*>(more) + i * words, capacity},
        {static_cast<Word*>(sums) + i * words, capacity});
  }
}

// One attempt with crates for as many bytes.
class Reduction {
 public:
  explicit Reduction(Word capacity) : words_(1 + (capacity + sizeof(Word) - 1) / sizeof(Word)) {
    MPI_Type_contiguous(static_cast<int>(words_), MPI_UINT64_T, &crate_);
    MPI_Type_commit(&crate_);
    MPI_Op_create(add_heat_sums, 1, &sum_);
  }

  ~Reduction() {
    MPI_Op_free(&sum_);
    MPI_Type_free(&crate_);
  }

  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  // What arrived at the leader, in words.
  std::vector<Word> run(std::string_view ours) const {
    std::vector<Word> sent(words_);
    std::vector<Word> received(words_);
    crate(sent).pack(ours);
    MPI_Reduce(sent.data(), received.data(), 1, crate_, sum_, Ranks::kLeader, MPI_COMM_WORLD);
    return received;
  }

  Crate crate(std::vector<Word>& words) const {
    return {words.data(), (words_ - 1) * sizeof(Word)};
  }

 private:
  std::size_t words_;
  MPI_Datatype crate_ = MPI_DATATYPE_NULL;
  MPI_Op sum_ = MPI_OP_NULL;
};

// Bytes of all ranks together: their sum seldom has more.
Word first_capacity(Word ours) {
  Word all = 0;
  MPI_Allreduce(&ours, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

bool is_told_again(bool fits) {
  int again = fits ? 0 : 1;
  MPI_Bcast(&again, 1, MPI_INT, Ranks::kLeader, MPI_COMM_WORLD);
  return again != 0;
}

}  // namespace

void reduce(const Ranks& ranks, result::HeatSums& sums) {
  const std::string ours = result::to_bytes(sums);
  for (Word capacity = first_capacity(ours.size());; capacity *= 2) {
    const Reduction reduction(capacity);
    std::vector<Word> received = reduction.run(ours);
    const Crate crate = reduction.crate(received);
    if (is_told_again(crate.fits())) continue;
    if (ranks.leads()) sums = result::heat_sums_of(crate.bytes());
    return;
  }
}

}  // namespace sudoku::cluster
