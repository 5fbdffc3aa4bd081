#include "harness/cluster/reduce.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <mpi.h>

#include "harness/results/sum_bytes.h"

namespace sudoku {

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
  HeatSums sum = heat_sums_of(sums.bytes());
  merge(sum, heat_sums_of(more.bytes()));
  sums.pack(to_bytes(sum));
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

void reduce(const Ranks& ranks, HeatSums& sums) {
  const std::string ours = to_bytes(sums);
  for (Word capacity = first_capacity(ours.size());; capacity *= 2) {
    const Reduction reduction(capacity);
    std::vector<Word> received = reduction.run(ours);
    const Crate crate = reduction.crate(received);
    if (is_told_again(crate.fits())) continue;
    if (ranks.leads()) sums = heat_sums_of(crate.bytes());
    return;
  }
}

}  // namespace sudoku
