// Prints random puzzles that take at least a number of guesses, one of each class of isomorphic
// puzzles, in canonical form: generator, filter, canonical form and set as one pipe, on all CPUs.
//   distinct KIND GUESSES FIRST COUNT SEEN >PUZZLES
// Draws puzzles FIRST to FIRST + COUNT - 1 of the random series of a kind (such as minimal). SEEN
// is a file of fingerprints, 8 bytes each: puzzles in it are not printed again, and those printed
// are added; begin a new file after a part that was interrupted. Says on the standard error output
// how many puzzles each stage takes per second and CPU.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <sudoku_bench.h>

namespace {

constexpr std::size_t kCells = 81;
constexpr std::uint64_t kChunk = 2048;  // puzzles that a thread takes at once

void check(int error) {
  if (error != SUDOKU_BENCH_OK) throw std::runtime_error(sudoku_bench_error_text(error));
}

struct Destroy {
  void operator()(sudoku_bench* handle) const { sudoku_bench_destroy(handle); }
};

using Handle = std::unique_ptr<sudoku_bench, Destroy>;

Handle create() {
  sudoku_bench* handle = nullptr;
  check(sudoku_bench_create("auto", &handle));
  return Handle(handle);
}

// With 64 bits, two of 10^9 classes share a fingerprint with a probability of 3 %. 0 is no
// fingerprint.
std::uint64_t fingerprint(std::string_view form) {
  return std::max<std::uint64_t>(1, std::hash<std::string_view>{}(form));
}

// A set of fingerprints that threads fill together: open addressing, linear probing.
class Set {
 public:
  explicit Set(std::uint64_t most) : slots_(size_for(most)) {}

  // Returns whether `number` is new.
  bool insert(std::uint64_t number) {
    for (std::uint64_t i = number;; ++i) {
      std::atomic<std::uint64_t>& slot = slots_[i & (slots_.size() - 1)];
      std::uint64_t found = slot.load(std::memory_order_relaxed);
      if (found == 0 && slot.compare_exchange_strong(found, number)) return true;
      if (found == number) return false;
    }
  }

 private:
  // A power of two of which at most half will be taken.
  static std::uint64_t size_for(std::uint64_t most) {
    std::uint64_t size = 2;
    while (size / 2 < most)
      size *= 2;
    return size;
  }

  std::vector<std::atomic<std::uint64_t>> slots_;
};

struct Series {
  std::string kind;
  std::uint64_t guesses = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

enum Stage { kGenerate, kFilter, kCanonical, kSet, kStages };

constexpr const char* kNames[kStages] = {"generate", "filter", "canonical", "set"};

// The puzzles that stages took, and their time, added up over threads.
struct Costs {
  std::array<std::uint64_t, kStages> puzzles{};
  std::array<double, kStages> seconds{};

  void add(const Costs& other) {
    for (int stage = 0; stage < kStages; ++stage) {
      puzzles[stage] += other.puzzles[stage];
      seconds[stage] += other.seconds[stage];
    }
  }
};

// The puzzles that a thread draws, and what is left of them after each stage.
class Worker {
 public:
  Worker(const Series& series, Set& seen) : series_(series), seen_(seen) {}

  const Costs& costs() const { return costs_; }

  const std::string& forms() const { return puzzles_; }

  const std::vector<std::uint64_t>& fingerprints() const { return fingerprints_; }

  // Leaves the forms of the new classes among `n` puzzles from number `first` on, and their
  // fingerprints.
  void take(std::uint64_t first, std::uint64_t n) {
    last_ = std::chrono::steady_clock::now();
    puzzles_.resize(n * kCells);
    check(sudoku_bench_generate(handle_.get(), series_.kind.c_str(), 0, 1, first, n,
                                puzzles_.data(), nullptr));
    end(kGenerate, n);
    guesses_.resize(n);
    counts_.resize(n);
    check(sudoku_bench_solve_many(handle_.get(), n, puzzles_.data(), 2, nullptr, counts_.data(),
                                  guesses_.data()));
    keep([this](std::size_t i) { return counts_[i] == 1 && guesses_[i] >= series_.guesses; });
    end(kFilter, n);
    const std::uint64_t hard = puzzles_.size() / kCells;
    check(sudoku_bench_canonical_many(handle_.get(), hard, puzzles_.data(), puzzles_.data()));
    end(kCanonical, hard);
    fingerprints_.clear();
    keep([this](std::size_t i) {
      const std::uint64_t number = fingerprint({puzzles_.data() + i * kCells, kCells});
      const bool is_new = seen_.insert(number);
      if (is_new) fingerprints_.push_back(number);
      return is_new;
    });
    end(kSet, hard);
  }

 private:
  // Keeps the puzzles for whose index `is_kept` is true.
  template <typename IsKept>
  void keep(IsKept is_kept) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < puzzles_.size() / kCells; ++i)
      if (is_kept(i)) puzzles_.replace(kCells * kept++, kCells, puzzles_, i * kCells, kCells);
    puzzles_.resize(kept * kCells);
  }

  void end(Stage stage, std::uint64_t puzzles) {
    const auto now = std::chrono::steady_clock::now();
    costs_.puzzles[stage] += puzzles;
    costs_.seconds[stage] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

  const Series& series_;
  Set& seen_;
  Handle handle_ = create();
  std::string puzzles_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> guesses_;
  std::vector<std::uint64_t> fingerprints_;
  std::chrono::steady_clock::time_point last_;
  Costs costs_;
};

std::uint64_t fingerprints_in(const std::string& path) {
  std::error_code absent;
  const std::uintmax_t bytes = std::filesystem::file_size(path, absent);
  return absent ? 0 : bytes / sizeof(std::uint64_t);
}

void insert_all(const std::string& path, Set& seen) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint64_t> numbers(1U << 16U);
  while (file) {
    file.read(reinterpret_cast<char*>(numbers.data()),
              static_cast<std::streamsize>(numbers.size() * sizeof(std::uint64_t)));
    numbers.resize(static_cast<std::size_t>(file.gcount()) / sizeof(std::uint64_t));
    for (const std::uint64_t number : numbers)
      seen.insert(number);
  }
}

void print_distinct(const Series& series, const std::string& path) {
  Set seen(fingerprints_in(path) + series.count);
  insert_all(path, seen);
  std::ofstream file(path, std::ios::binary | std::ios::app);
  if (!file) throw std::runtime_error("cannot write to " + path);

  Costs costs;
  std::mutex printing;
  std::atomic<std::uint64_t> next{0};
  const auto work = [&] {
    Worker worker(series, seen);
    for (std::uint64_t at = 0; (at = next.fetch_add(kChunk)) < series.count;) {
      worker.take(series.first + at, std::min(kChunk, series.count - at));
      const std::lock_guard lock(printing);
      for (std::size_t i = 0; i < worker.forms().size(); i += kCells)
        std::cout << std::string_view(worker.forms()).substr(i, kCells) << '\n';
      file.write(
          reinterpret_cast<const char*>(worker.fingerprints().data()),
          static_cast<std::streamsize>(worker.fingerprints().size() * sizeof(std::uint64_t)));
    }
    const std::lock_guard lock(printing);
    costs.add(worker.costs());
  };
  std::vector<std::future<void>> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::future<void>& thread : threads)
    thread = std::async(std::launch::async, work);
  for (std::future<void>& thread : threads)
    thread.get();

  if (!std::cout.flush() || !file.flush())
    throw std::runtime_error("cannot write puzzles or fingerprints");
  for (int stage = 0; stage < kStages; ++stage) {
    const auto puzzles = static_cast<double>(costs.puzzles[stage]);
    std::cerr << kNames[stage] << ": " << costs.puzzles[stage] << " puzzles, "
              << puzzles / costs.seconds[stage] << " per second and CPU\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 6) throw std::runtime_error("usage: distinct KIND GUESSES FIRST COUNT SEEN");
    print_distinct({argv[1], std::stoull(argv[2]), std::stoull(argv[3]), std::stoull(argv[4])},
                   argv[5]);
    return 0;
  } catch (const std::logic_error&) {  // by std::stoull()
    std::cerr << "GUESSES, FIRST and COUNT must be numbers\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
