// The plugin sudoku_gpu.so: batches of puzzles solved on the first CUDA device of the machine, by
// as many blocks of block_search.h as it holds at a time.
//
// A call is divided into pieces. A piece is copied to memory that the device can read, solved there
// and copied back, by one of some host threads, in a stream of its own, so that the copies of some
// pieces and the searches of others overlap. The low 8 bits of `config` are the number of threads,
// at most 16 (0: 12) and one for each processor that the caller may use. If it is bound to one,
// they use all others. The next 12 bits are the size of a piece in units of 1,024 puzzles (0: at
// most 16,384). With one thread and one piece for all puzzles, only the device's speed counts.
//
// If the environment variable SUDOKU_GPU_REPORT names a file, each call adds a line to it, in JSON:
//
//   puzzles, limit  of the call
//   call_ns         from the call until its answers were written: copies, conversion and search
//   device_ns       of that, the time in which at least one search ran or was about to
//   energy_mj       what the device has consumed since its driver was loaded, or null: the driver
//                   counts in steps of some 0.1 s, so only the difference of many calls says much
//
// A file of 1 MB is left as it is, because a worker process may not write larger ones. Writing the
// line makes the call longer for its caller.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sched.h>

#include <cuda_runtime.h>
#include <dlfcn.h>

#include "solvers/external/sudoku_plugin.h"
#include "solvers/gpu/block_search.h"

namespace sudoku::gpu {

namespace {

// Most blocks of a multiprocessor of the device. With more, a thread would have too few registers.
constexpr int kBlocksPerProcessor = 8;
// Puzzles of a piece: so few that it stays in the caches of a host's processor between its copies.
constexpr size_t kMostOfPiece = 16384;
constexpr size_t kLeastOfPiece = 2048;
constexpr size_t kSlots = 2;  // pieces of a host thread at a time
constexpr size_t kDefaultThreads = 12;
constexpr size_t kMostThreads = 16;
constexpr long kLargestReport = (1 << 20) - 512;  // bytes

const __device__ LostCells kLostCellsOnDevice;

struct ThreadsOfBlock {
  template <typename Step>
  __device__ void run(const Step& step) const {
    step(static_cast<int>(threadIdx.x));
    __syncthreads();
  }
};

// Memory for the waiting states of as many blocks as the device runs at a time, in as many parts.
// Free parts are in a ring: each block takes the next one, and puts it back behind the last.
struct WaitingStates {
  uint16_t* words;
  unsigned parts;
  unsigned* ring;   // numbers of free parts, or kTaken
  unsigned* taken;  // how often a part has been taken
  unsigned* freed;  // and put back
};

constexpr unsigned kTaken = 0xFFFFFFFF;

// The fences order what one block has written to a part before what the next one writes.
__device__ unsigned take_part(const WaitingStates& waiting) {
  const unsigned place = atomicAdd(waiting.taken, 1U) % waiting.parts;
  unsigned part = kTaken;
  while (part == kTaken)
    part = atomicExch(&waiting.ring[place], kTaken);
  __threadfence();
  return part;
}

__device__ void put_back(const WaitingStates& waiting, unsigned part) {
  __threadfence();
  const unsigned place = atomicAdd(waiting.freed, 1U) % waiting.parts;
  while (atomicCAS(&waiting.ring[place], kTaken, part) != kTaken) {
  }
}

__global__ void __launch_bounds__(kThreads, kBlocksPerProcessor)
    search(Job job, WaitingStates waiting) {
  __shared__ BlockMemory memory;
  __shared__ unsigned part;
  if (threadIdx.x == 0) part = take_part(waiting);
  __syncthreads();
  job.most = (job.puzzles + gridDim.x - 1) / gridDim.x;
  job.lost = &kLostCellsOnDevice;
  BlockSearch<ThreadsOfBlock>(memory, waiting.words + part * kWaitingWordsOfBlock, job).run();
  if (threadIdx.x == 0) put_back(waiting, part);
}

struct DeviceError {
  std::string what;
};

void check(cudaError_t error, const char* what) {
  if (error != cudaSuccess) throw DeviceError{std::string(what) + ": " + cudaGetErrorString(error)};
}

using Clock = std::chrono::steady_clock;

// The driver's counter of the first device's energy, where there is one.
class EnergyMeter {
 public:
  EnergyMeter() {
    char device[32];
    if (cudaDeviceGetPCIBusId(device, sizeof device, 0) != cudaSuccess) return;
    void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    const auto init = reinterpret_cast<int (*)()>(dlsym(library, "nvmlInit_v2"));
    const auto find = reinterpret_cast<int (*)(const char*, void**)>(
        dlsym(library, "nvmlDeviceGetHandleByPciBusId_v2"));
    const auto read = reinterpret_cast<int (*)(void*, unsigned long long*)>(
        dlsym(library, "nvmlDeviceGetTotalEnergyConsumption"));
    if (init == nullptr || find == nullptr || read == nullptr) return;
    if (init() == 0 && find(device, &device_) == 0) read_ = read;
  }

  // In millijoules, as text; "null" where it is not counted.
  std::string read() const {
    unsigned long long energy = 0;
    if (read_ == nullptr || read_(device_, &energy) != 0) return "null";
    return std::to_string(energy);
  }

 private:
  int (*read_)(void*, unsigned long long*) = nullptr;
  void* device_ = nullptr;
};

// Times on the device, in ms since an event of the call: from, to.
using Spans = std::vector<std::pair<float, float>>;

// The time that at least one of the spans covers, in ns.
double covered(Spans spans) {
  std::sort(spans.begin(), spans.end());
  double covered = 0;
  float end = 0;
  for (const auto& [from, to] : spans) {
    covered += std::max(0.0F, to - std::max(from, end));
    end = std::max(end, to);
  }
  return covered * 1e6;
}

// The puzzles of a call, and where the answers go; see sudoku_plugin.h.
struct Call {
  size_t puzzles;
  const char* inputs;
  size_t limit;
  size_t* counts;
  char* solutions;
  size_t* guesses;
};

static_assert(sizeof(Count) == sizeof(size_t));

// What a piece needs on its way: a stream, and memory of the host and of the device, which are kept
// until the process ends.
class Slot {
 public:
  Slot() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cannot create a stream");
    for (cudaEvent_t* event : {&begin_, &end_})
      check(cudaEventCreate(event), "cannot create an event");
    check(cudaMalloc(&taken_, sizeof *taken_), kNoMemory);
    make_room(kMostOfPiece);
  }

  bool is_busy() const { return size_ > 0; }

  // Sends a piece of a call, to be solved by so many blocks.
  void send(const Call& call, size_t first, size_t size, unsigned blocks,
            const WaitingStates& waiting) {
    make_room(size);
    first_ = first;
    size_ = size;
    std::memcpy(input_, call.inputs + first * kInputSize, size * kInputSize);
    check(
        cudaMemcpyAsync(device_input_, input_, size * kInputSize, cudaMemcpyHostToDevice, stream_),
        "cannot copy puzzles to the device");
    check(cudaMemsetAsync(taken_, 0, sizeof *taken_, stream_), "cannot clear a counter");
    check(cudaEventRecord(begin_, stream_), "cannot record an event");
    search<<<blocks, kThreads, 0, stream_>>>(job(call.limit, device_output_), waiting);
    check(cudaGetLastError(), "cannot start a search");
    check(cudaEventRecord(end_, stream_), "cannot record an event");
    check(cudaMemcpyAsync(output_, device_output_, size * kOutputSize, cudaMemcpyDeviceToHost,
                          stream_),
          "cannot copy answers from the device");
  }

  // Waits for the answers to the piece.
  void receive(const Call& call) {
    check(cudaStreamSynchronize(stream_), "a search failed");
    const Job answers = job(call.limit, output_);
    std::memcpy(call.counts + first_, answers.counts, size_ * sizeof(Count));
    std::memcpy(call.guesses + first_, answers.guesses, size_ * sizeof(Count));
    std::memcpy(call.solutions + first_ * kSolutionSize, answers.solutions, size_ * kSolutionSize);
    size_ = 0;
  }

  // When the last search began and ended, after an event that has happened.
  std::pair<float, float> span(cudaEvent_t origin) const {
    std::pair<float, float> span;
    check(cudaEventElapsedTime(&span.first, origin, begin_), "cannot read the time");
    check(cudaEventElapsedTime(&span.second, origin, end_), "cannot read the time");
    return span;
  }

 private:
  static constexpr const char* kNoMemory = "cannot allocate memory";
  static constexpr size_t kOutputSize = kSolutionSize + 2 * sizeof(Count);  // of a puzzle

  void make_room(size_t size) {
    if (size <= room_) return;
    room_ = 0;
    for (char* memory : {input_, output_})
      check(cudaFreeHost(memory), kNoMemory);
    for (char* memory : {device_input_, device_output_})
      check(cudaFree(memory), kNoMemory);
    check(cudaHostAlloc(&input_, size * kInputSize, cudaHostAllocDefault), kNoMemory);
    check(cudaHostAlloc(&output_, size * kOutputSize, cudaHostAllocDefault), kNoMemory);
    check(cudaMalloc(&device_input_, size * kInputSize), kNoMemory);
    check(cudaMalloc(&device_output_, size * kOutputSize), kNoMemory);
    room_ = size;
  }

  // The piece, with its answers in `output`, without gaps.
  Job job(size_t limit, char* output) const {
    auto* const counts = reinterpret_cast<Count*>(output);
    return {.inputs = device_input_,
            .puzzles = static_cast<unsigned>(size_),
            .most = 0,
            .limit = limit,
            .solutions = output + 2 * size_ * sizeof(Count),
            .counts = counts,
            .guesses = counts + size_,
            .taken = taken_,
            .lost = nullptr};
  }

  cudaStream_t stream_;
  cudaEvent_t begin_;
  cudaEvent_t end_;
  unsigned* taken_;
  size_t room_ = 0;  // puzzles that there is memory for
  char* input_ = nullptr;
  char* output_ = nullptr;
  char* device_input_ = nullptr;
  char* device_output_ = nullptr;
  size_t first_ = 0;  // puzzle of the call
  size_t size_ = 0;   // puzzles on their way
};

// What a host thread needs: it copies one piece while the device works on the other.
using Pipeline = std::array<Slot, kSlots>;

// The first device, and the host threads that work on the pieces of a call with its caller. It is
// never destroyed: the driver may be gone when the process ends.
class Gpu {
 public:
  // Throws DeviceError.
  Gpu() : report_(std::getenv("SUDOKU_GPU_REPORT")) {
    check(cudaSetDevice(0), "no CUDA device");
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "cannot read the properties of the CUDA device");
    multiprocessors_ = static_cast<size_t>(device.multiProcessorCount);
    check(make_room(), "cannot allocate memory for search states");
    check(cudaEventCreate(&origin_), "cannot create an event");
    if (report_ != nullptr) meter_ = std::make_unique<EnergyMeter>();
    hire(kDefaultThreads);
  }

  // Calls of several threads take turns. Throws DeviceError.
  void solve(const Call& call, size_t threads, size_t piece) {
    const std::lock_guard turn(mutex_);
    const auto begun = Clock::now();
    if (report_ != nullptr) {
      check(cudaEventRecord(origin_), "cannot record an event");
      check(cudaEventSynchronize(origin_), "cannot record an event");
    }
    hire(threads);
    threads = std::min(threads, pipelines_.size());
    if (piece == 0) {
      const size_t share = call.puzzles / (threads * kSlots) + 1;
      piece = std::clamp(share, kLeastOfPiece, kMostOfPiece);
    }
    Task task{call, piece};
    const size_t pieces = call.puzzles / piece + 1;
    task_ = &task;
    const auto helpers = static_cast<std::ptrdiff_t>(std::min(threads, pieces) - 1);
    begin_.release(helpers);
    work(*pipelines_[0]);
    for (std::ptrdiff_t i = 0; i < helpers; ++i)
      end_.acquire();
    if (!task.error.empty()) throw DeviceError{task.error};
    if (report_ != nullptr) report(call, Clock::now() - begun, covered(task.spans));
  }

 private:
  // A call as its threads share it.
  struct Task {
    const Call& call;
    size_t piece;  // puzzles of each piece but the last
    std::atomic<size_t> next = 0;
    std::mutex mutex = {};  // for what follows
    Spans spans = {};
    std::string error = {};
  };

  cudaError_t make_room() {
    int blocks = 0;
    cudaError_t error = cudaFuncSetAttribute(search, cudaFuncAttributePreferredSharedMemoryCarveout,
                                             cudaSharedmemCarveoutMaxShared);
    if (error == cudaSuccess)
      error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, search, kThreads, 0);
    if (error != cudaSuccess) return error;
    const auto parts = static_cast<unsigned>(blocks * multiprocessors_);
    std::vector<unsigned> numbers(parts + 2);  // the ring, and the two counters
    std::iota(numbers.begin(), numbers.end() - 2, 0U);
    const size_t size = numbers.size() * sizeof(unsigned);
    unsigned* ring = nullptr;
    uint16_t* words = nullptr;
    error = cudaMalloc(&ring, size);
    if (error == cudaSuccess)
      error = cudaMemcpy(ring, numbers.data(), size, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
      error = cudaMalloc(&words, parts * kWaitingWordsOfBlock * sizeof(uint16_t));
    waiting_ = {words, parts, ring, ring + parts, ring + parts + 1};
    return error == cudaSuccess ? cudaDeviceSynchronize() : error;
  }

  // Sees to it that there are pipelines for so many threads, if the host has processors for them,
  // and threads for all but one. A worker is bound to one processor. Its threads run on the others.
  void hire(size_t number) {
    if (pipelines_.size() >= std::min(number, processors_)) return;
    cpu_set_t before;
    sched_getaffinity(0, sizeof before, &before);
    cpu_set_t all = before;
    if (CPU_COUNT(&before) == 1) {
      std::memset(&all, 0xFF, sizeof all);
      sched_setaffinity(0, sizeof all, &all);
      sched_getaffinity(0, sizeof all, &all);
      cpu_set_t others;
      CPU_XOR(&others, &all, &before);
      if (CPU_COUNT(&others) > 0) sched_setaffinity(0, sizeof others, &others);
    }
    processors_ = static_cast<size_t>(CPU_COUNT(&all));
    while (pipelines_.size() < std::min(number, processors_)) {
      pipelines_.push_back(std::make_unique<Pipeline>());
      if (pipelines_.size() == 1) continue;
      std::thread([this, &pipeline = *pipelines_.back()] {
        while (true) {
          begin_.acquire();
          work(pipeline);
          end_.release();
        }
      }).detach();
    }
    sched_setaffinity(0, sizeof before, &before);
  }

  // Blocks for `size` puzzles of a call. The last puzzles of a block leave most of its states idle,
  // so one that begins 32 puzzles is busy for a third of its time on easy ones, and one that begins
  // 256 for five sixths. But a multiprocessor should not be idle either, nor have few blocks.
  unsigned blocks_for(size_t size, size_t puzzles_of_call) const {
    const size_t few = std::min(puzzles_of_call, 2 * multiprocessors_);
    const size_t many = std::min<size_t>(puzzles_of_call / (kStates / 2), waiting_.parts);
    const size_t blocks = std::max({few, many, puzzles_of_call / (4 * kStates)});
    const size_t share = (blocks * size + puzzles_of_call - 1) / puzzles_of_call;
    return static_cast<unsigned>(std::min<size_t>(share, waiting_.parts));
  }

  // Works on pieces of the current call until none is left.
  void work(Pipeline& pipeline) {
    Task& task = *task_;
    const size_t puzzles = task.call.puzzles;
    size_t turn = 0;
    try {
      while (true) {
        Slot& slot = pipeline[turn++ % kSlots];
        if (slot.is_busy()) receive(slot, task);
        const size_t first = task.next++ * task.piece;
        if (first >= puzzles) break;
        const size_t size = std::min(task.piece, puzzles - first);
        slot.send(task.call, first, size, blocks_for(size, puzzles), waiting_);
      }
      for (size_t i = 1; i < kSlots; ++i) {
        Slot& slot = pipeline[turn++ % kSlots];
        if (slot.is_busy()) receive(slot, task);
      }
    } catch (const DeviceError& error) {
      const std::lock_guard lock(task.mutex);
      if (task.error.empty()) task.error = error.what;
    }
  }

  void receive(Slot& slot, Task& task) const {
    slot.receive(task.call);
    if (report_ == nullptr) return;
    const auto span = slot.span(origin_);
    const std::lock_guard lock(task.mutex);
    task.spans.push_back(span);
  }

  void report(const Call& call, Clock::duration duration, double device_ns) const {
    std::FILE* const file = std::fopen(report_, "a");
    if (file == nullptr) return;
    const auto call_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
    if (std::fseek(file, 0, SEEK_END) == 0 && std::ftell(file) < kLargestReport) {
      std::fprintf(file,
                   "{\"puzzles\": %zu, \"limit\": %zu, \"call_ns\": %lld, \"device_ns\": %.0f, "
                   "\"energy_mj\": %s}\n",
                   call.puzzles, call.limit, static_cast<long long>(call_ns), device_ns,
                   meter_->read().c_str());
    }
    std::fclose(file);
  }

  std::mutex mutex_;
  const char* report_;
  std::unique_ptr<EnergyMeter> meter_;  // if there is a report
  size_t multiprocessors_;
  WaitingStates waiting_;
  cudaEvent_t origin_;
  size_t processors_ = kMostThreads;                  // of the host, once they have been counted
  std::vector<std::unique_ptr<Pipeline>> pipelines_;  // the caller's, and one for each other thread
  // The call that threads work on, once for each time that they may begin.
  Task* task_ = nullptr;
  std::counting_semaphore<> begin_{0};
  std::counting_semaphore<> end_{0};
};

// The device as this process uses it, or why it cannot be used.
struct Start {
  Start() {
    try {
      gpu = new Gpu();
    } catch (const DeviceError& error) {
      reason = error.what;
    }
  }

  Gpu* gpu = nullptr;
  std::string reason;
};

const Start& started() {
  static const Start start;
  return start;
}

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "sudoku_gpu: %s\n", why.c_str());
  std::abort();
}

}  // namespace

}  // namespace sudoku::gpu

SUDOKU_PLUGIN const char* sudoku_plugin_start() {
  const sudoku::gpu::Start& start = sudoku::gpu::started();
  return start.gpu == nullptr ? start.reason.c_str() : nullptr;
}

// A sudoku_plugin_batch_function. A guess is a question whether a digit is in a triad, as in
// `lanes`; both answers are one guess.
SUDOKU_PLUGIN size_t sudoku_gpu(size_t n, const char* inputs, size_t limit, uint32_t config,
                                size_t* counts, char* solutions, size_t* guesses) {
  using namespace sudoku::gpu;
  const Start& start = started();
  if (start.gpu == nullptr) fail(start.reason);
  const size_t threads = config % 256;
  const size_t piece = config / 256 % 4096 * 1024;
  try {
    start.gpu->solve({n, inputs, limit, counts, solutions, guesses},
                     threads == 0 ? kDefaultThreads : std::min(threads, kMostThreads), piece);
  } catch (const DeviceError& error) {
    fail(error.what);
  }
  return n;
}
